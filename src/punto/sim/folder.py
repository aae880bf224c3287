"""The folder of a run: a manifest that says what it is, a checkpoint, and the results."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from punto import __version__
from punto.core.checks import Misuse, require
from punto.sim.jobs import Job, Tally

MANIFEST: Final = "manifest.json"
CHECKPOINT: Final = "checkpoint.json"
RESULT: Final = "result.parquet"
FORMAT: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What a checkpoint holds: the first `blocks` blocks, done."""

    block: int
    blocks: int
    tally: Tally
    seconds: float


class RunFolder:
    """One folder holds one run; the same command goes on with it, another is refused."""

    def __init__(self, path: Path, rulebook_digest: str) -> None:
        self.path = path
        self._rulebook = rulebook_digest

    def _identity(self, job: Job) -> dict[str, object]:
        return {
            "format": FORMAT,
            "punto": __version__,
            "rulebook_digest": self._rulebook,
            "study": job.name,
            "job": dict(job.describe()),
        }

    def resume(self, job: Job) -> Saved | None:
        """Open the folder for a job: what is done of it, None when it is new."""
        identity = self._identity(job)
        if self.path.exists() and not self.path.is_dir():
            raise Misuse(f"{self.path} is a file, and results need a folder")
        self.path.mkdir(parents=True, exist_ok=True)
        manifest = _read(self.path / MANIFEST)
        if manifest is None:
            require(
                not any(self.path.iterdir()),
                f"{self.path} holds other things: name a new or an empty folder",
            )
            _write(self.path / MANIFEST, {**identity, "finished": False})
            return None
        for name, wanted in identity.items():
            require(
                manifest.get(name) == wanted,
                f"{self.path} holds another run ({name}: {manifest.get(name)!r}, wanted "
                f"{wanted!r}): name another folder",
            )
        found = _read(self.path / CHECKPOINT)
        return None if found is None else Saved(**found)

    def save(self, job: Job, saved: Saved) -> None:
        """Write a checkpoint: the old one or the new one survives a crash, never half of one."""
        if not (self.path / MANIFEST).exists():
            _write(self.path / MANIFEST, {**self._identity(job), "finished": False})
        checkpoint = {
            "block": saved.block,
            "blocks": saved.blocks,
            "tally": saved.tally,
            "seconds": saved.seconds,
        }
        _write(self.path / CHECKPOINT, checkpoint)

    def finish(
        self, job: Job, summary: Mapping[str, object], columns: Mapping[str, object]
    ) -> None:
        """Write the results as Parquet and their summary into the manifest."""
        try:
            import polars  # noqa: PLC0415 - an optional extra
        except ImportError as missing:
            raise Misuse(
                "Parquet needs Polars: install punto with the extra `report`. The counts are in "
                f"{self.path / CHECKPOINT}"
            ) from missing
        polars.DataFrame(dict(columns)).write_parquet(self.path / RESULT)
        _write(self.path / MANIFEST, {**self._identity(job), "finished": True, **summary})


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except json.JSONDecodeError as broken:
        raise Misuse(f"{path} cannot be read: {broken}") from broken
    if not isinstance(found, dict):
        raise Misuse(f"{path} is not what punto writes")
    return found


def _write(path: Path, value: Mapping[str, object]) -> None:
    draft = path.with_suffix(".part")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
