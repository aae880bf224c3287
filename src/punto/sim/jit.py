"""How this room compiles: cached on disk, without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba import extending

F = TypeVar("F", bound=Callable[..., Any])


# Numba types some of what it decorates as if it still were the Python function.
_njit: Final[Any] = numba.njit
_intrinsic: Final[Any] = extending.intrinsic


def _sources() -> str:
    """Digest all modules of this room: a change in any of them makes every cached kernel stale.

    Numba itself looks only at the file of the function it caches, and would go on running the
    old code of whatever that calls.
    """
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


SOURCES: Final = _sources()


def compiled(function: F) -> F:
    """Compile on first use, or load what an earlier run compiled from the same sources."""
    dispatcher = _njit(cache=True, nogil=True, error_model="numpy")(function)
    dispatcher._cache._cache_file._source_stamp = SOURCES  # noqa: SLF001 - see _sources
    return cast("F", dispatcher)


def part(function: F) -> F:
    """Compile as a part of whatever calls it; only that is cached."""
    return cast("F", _njit(nogil=True, error_model="numpy")(function))


def emitted(function: Callable[..., Any]) -> Any:
    """Let a function write vector instructions where compiled code calls it."""
    return _intrinsic(function)
