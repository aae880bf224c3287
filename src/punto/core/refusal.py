"""A refusal is a value: what is wrong, where, under which clause, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The answer to a request that the rules do not allow, or that cannot be understood."""

    code: str
    reason: str
    remedy: str
    clauses: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    where: str = ""

    @property
    def message(self) -> str:
        """Say in one line what is wrong and what would be right."""
        return f"{self.reason}: {self.remedy}" if self.remedy else self.reason
