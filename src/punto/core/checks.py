"""Two guards: `require` for what a caller may get wrong, `invariant` for what we may get wrong.

Both stay on under `python -O`, which is why neither is an `assert`.
"""

from typing import TypeVar

T = TypeVar("T")


class Misuse(ValueError):  # noqa: N818 - it names what happened, not a kind of error
    """A caller of the core handed it something that it cannot mean."""


class Defect(AssertionError):  # noqa: N818
    """The core broke one of its own promises. Always a bug."""


def require(condition: bool, message: str) -> None:
    """Raise `Misuse` unless the caller kept its side."""
    if not condition:
        raise Misuse(message)


def known(value: T | None, what: str) -> T:
    """Return a value that the phase of a table promises; raise `Defect` if it is not there."""
    if value is None:
        raise Defect(what)
    return value


def invariant(condition: bool, message: str) -> None:
    """Raise `Defect` unless we kept ours."""
    if not condition:
        raise Defect(message)
