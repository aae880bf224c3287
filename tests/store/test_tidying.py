"""The log of the embedded store stays short while commits go on, and no commit waits for that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from punto.store import tidying
from punto.store.sqlite import SQLiteStore
from punto.store.tidying import Tidier
from punto.testing.stores import deed

PAGE = 4096
DEEDS = 60


def write(store: SQLiteStore, folder: Path) -> list[tuple[int, int]]:
    """Write deeds of several pages; return the sizes of file and log after each."""
    sizes = []
    for position in range(1, DEEDS + 1):
        store.append([replace(deed(position), body=bytes(3 * PAGE))])
        assert store._tidier.idle.wait(60)
        sizes.append(tuple((folder / name).stat().st_size // PAGE for name in ("s", "s-wal")))
    return [(file, log) for file, log in sizes]


def test_the_log_is_moved_beside_the_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "EVERY", 10)
    monkeypatch.setattr(tidying, "MOST", 10**9)
    store = SQLiteStore(tmp_path / "s")
    sizes = write(store, tmp_path)
    assert sizes[-1][0] > 3 * DEEDS - 30, "the file has what was written"
    assert max(log for _, log in sizes) < 60, "and the log began anew"
    store.close()
    assert not (tmp_path / "s-wal").exists()


def test_a_commit_moves_what_the_thread_did_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "EVERY", 10**9)
    monkeypatch.setattr(tidying, "MOST", 30)
    store = SQLiteStore(tmp_path / "s")
    sizes = write(store, tmp_path)
    assert max(log for _, log in sizes) < 90
    assert store._tidier._thread is None
    assert len(list(store.read("table:1"))) == DEEDS
    store.close()


def test_a_fault_on_the_way_is_tried_again_and_fails_no_commit(tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    tries = []

    def connect() -> apsw.Connection:
        tries.append(path)
        if len(tries) == 1:
            raise apsw.CantOpenError
        return apsw.Connection(path)

    tidier, committing = Tidier(connect), apsw.Connection(path)
    for number in (1, 2):
        assert tidier.logged(committing, "main", tidying.EVERY * number) == apsw.SQLITE_OK
        assert tidier.idle.wait(60)
        while number == 1 and tidier._thread is not None:
            tidier._thread.join(60)
    tidier.close()
    assert len(tries) == 2
    assert tidier.logged(committing, "main", tidying.EVERY * 9) == apsw.SQLITE_OK
    committing.close()
