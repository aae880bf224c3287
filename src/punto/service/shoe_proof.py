"""The shoe that a round was dealt from: what was promised, what was shown, and what was dealt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

from punto.core import events as e
from punto.core.cards import DECK
from punto.core.conduct import evolve
from punto.core.state import Table
from punto.service.history import Chapter, History
from punto.service.shoes import commitment
from punto.store import codec
from punto.store.bundle import Piece, bundle_lines, shoe_piece, verify_lines
from punto.store.catalogue import glance
from punto.store.contract import Deed, Store, StoreFault
from punto.store.history import backwards
from punto.store.verify import Report
from punto.store.verify_table import Config

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastShoe:
    """A shoe of the past, cut out of its table's history."""

    stream: str
    name: str
    config: Config
    piece: Piece

    def bundle(self) -> list[bytes]:
        """Write the shoe as a bundle that proves itself without a server."""
        return list(bundle_lines(self.name, self.stream, self.config, self.piece))

    def proof(self) -> Report:
        """Hold the order that was shown to the promise and to the cards that were dealt."""
        _, report = verify_lines(self.bundle(), self.name)
        return report

    def shown(self) -> Plain:
        """Show promise, order and cards, with what anybody needs to compute it himself."""
        promised = revealed = None
        dealt: list[Plain] = []
        table = self.piece.table
        decks = 0
        for deed in self.piece.deeds:
            body = codec.decode(deed.body)
            for event in codec.events_of(body):
                match event:
                    case e.CardsLoaded() if not decks:
                        decks = event.decks
                    case e.ShoeCommitted() if promised is None:
                        promised = {**_place(deed, body), "commitment": event.commitment}
                    case e.ShoeRevealed() if promised is not None and revealed is None:
                        if event.commitment == promised["commitment"]:
                            revealed = {**_place(deed, body), **_order(event)}
                    case _:
                        pass
                place = decks * len(DECK) - table.cards_left
                table = evolve(table, event)
                dealt += _left(event, place, table)
        return {"name": self.name, "decks": decks, "promised": promised, "revealed": revealed} | {
            "dealt": dealt
        }


def find_shoe(
    store: Store, history: History, stream: str, chapter: Chapter, upto: int, most: int
) -> PastShoe:
    """Find the shoe that a round was dealt from; what is behind `upto` is left out."""
    loaded = _loaded(store, stream, history.deeds(chapter), chapter.first)
    config, piece = shoe_piece(store, stream, 1, history.at(loaded - 1, most))
    piece.deeds = [deed for deed in piece.deeds if deed.position <= upto]
    return PastShoe(
        stream=stream,
        name=f"shoe of round {chapter.number}",
        config=config,
        piece=piece,
    )


def _loaded(store: Store, stream: str, own: list[Deed], first: int) -> int:
    """Return where the cards were loaded that the first card of a round was drawn from."""
    for deed in chain(_until_drawn(own), backwards(store, stream, first)):
        if any(event.type == "CardsLoaded" for event in glance(deed).events):
            return deed.position
    msg = f"{stream}: no cards were loaded before deed {first}"
    raise StoreFault(msg)


def _until_drawn(deeds: list[Deed]) -> list[Deed]:
    """Return the deeds of a round before its first card, newest first."""
    found: list[Deed] = []
    for deed in deeds:
        if any(event.type == "CardDrawn" for event in glance(deed).events):
            return found[::-1]
        found.append(deed)
    return []


def _place(deed: Deed, body: codec.Body) -> Plain:
    return {"position": deed.position, "at": body.at}


def _order(event: e.ShoeRevealed) -> Plain:
    """Show the order, the nonce, and the hash of both as it is computed here and now."""
    computed = commitment(event.order, event.nonce)
    return {"nonce": event.nonce, "order": event.order.split(), "computed": computed}


def _left(event: e.Event, place: int, after: Table) -> list[Plain]:
    """Tell which card left the shoe by an event: its place from the top, and the round."""
    match event:
        case e.CardDrawn(from_device=True):
            card, number = event.drawn.card, None if after.round is None else after.round.number
        case e.CardBurnt():
            card, number = event.card, None
        case _:
            return []
    return [{"place": place + 1, "card": None if card is None else str(card), "round": number}]
