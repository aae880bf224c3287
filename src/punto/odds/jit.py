"""How compiled code is compiled: cached on disk, without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba import extending

F = TypeVar("F", bound=Callable[..., Any])

# Numba types some of what it decorates as if it still were the Python function.
_njit: Final[Any] = numba.njit
_intrinsic: Final[Any] = extending.intrinsic


@cache
def _sources(folder: Path) -> str:
    """Digest all modules of a folder: a change in any of them makes what was cached stale.

    Numba itself looks only at the file of the function it caches, and would go on running the
    old code of whatever that calls.
    """
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled(function: F) -> F:
    """Compile on first use, or load what an earlier run compiled from the same sources."""
    dispatcher = _njit(cache=True, nogil=True)(function)
    folder = Path(function.__code__.co_filename).parent
    dispatcher._cache._cache_file._source_stamp = _sources(folder)  # noqa: SLF001
    return cast("F", dispatcher)


def part(function: F) -> F:
    """Compile as a part of whatever calls it; only that is cached."""
    return cast("F", _njit(nogil=True)(function))


def emitted(function: Callable[..., Any]) -> Any:
    """Let a function write vector instructions where compiled code calls it."""
    return _intrinsic(function)
