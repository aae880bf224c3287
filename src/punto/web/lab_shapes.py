"""The shapes of what the odds lab answers, for the description of the API."""

from __future__ import annotations

from typing import Any

import msgspec


class LabOdds(msgspec.Struct, kw_only=True):
    """Every figure for the cards and odds of a question; ways and fractions are text."""

    game: str
    layout: str | None
    composition: list[int]
    cards_left: int
    shown: dict[str, list[str]] | None
    orderings: str
    ways: str
    result: dict[str, dict[str, str]]
    bets: list[dict[str, Any]]
    insurance: list[dict[str, Any]]
    offers: list[dict[str, Any]]
    changes: list[dict[str, str | None]]


class LabRemoval(msgspec.Struct, kw_only=True):
    """What one card gone changes of what a unit brings, by rank; `insurance.N` is a line."""

    game: str
    composition: list[int]
    ranks: list[str]
    effects: dict[str, list[str]]
    effects_float: dict[str, list[float]]


class LabByDecks(msgspec.Struct, kw_only=True):
    """A bet's edge for each number of decks."""

    edges: list[str]
    edges_float: list[float]
    printed_float: list[float]


class LabDecks(msgspec.Struct, kw_only=True):
    """Edges by number of decks, with the odds of the question and as printed."""

    game: str
    decks: list[int]
    clauses: list[str]
    bets: dict[str, LabByDecks]
