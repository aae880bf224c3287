"""Events that the service adds to a table's history; they change no round."""

from __future__ import annotations

from dataclasses import dataclass

from punto.core.events import Note, ShoeCommitted, ShoeRevealed

__all__ = ["InterruptionDismissed", "Recovered", "ShoeCommitted", "ShoeRevealed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Note):
    """The server came back and found the table as its last deed left it."""

    interrupted: bool
    """A round was under way, so somebody in authority has to say what now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionDismissed(Note):
    """Somebody in authority found that the interruption did not touch the round."""

    reason: str
