"""How the server is set up: a TOML file, then the environment, then the command line.

Whatever is not known, or not of its kind, is refused before anything starts.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec

from punto.core.checks import Misuse

PREFIX: Final = "PUNTO_"
LEVELS: Final = ("debug", "info", "warning", "error")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    store: str = "var"
    """A folder for the embedded store, or `postgresql://...` for one that processes share."""
    host: str = "127.0.0.1"
    port: int = 8000
    practice: bool = True
    secure_cookie: bool = False
    log_level: str = "info"
    address: str = ""
    """Where other servers of a shared store reach this one; `http://HOST:PORT` if empty."""
    lease_seconds: float = 3.0
    rate_limits: bool = True
    views_per_address: int = 4_000
    """Live views that one address may hold at once; a whole floor may stand behind one."""

    def __post_init__(self) -> None:
        """Refuse what cannot work."""
        if not 0 <= self.port <= 65_535:
            raise Misuse(f"port: {self.port} is no port; it lies between 0 and 65535")
        if self.log_level not in LEVELS:
            raise Misuse(f"log_level: {self.log_level!r} is none of {', '.join(LEVELS)}")
        if not 1 <= self.lease_seconds <= 60:
            raise Misuse(f"lease_seconds: {self.lease_seconds} does not lie between 1 and 60")
        if not 1 <= self.views_per_address <= 1_000_000:
            raise Misuse(
                f"views_per_address: {self.views_per_address} does not lie between 1 and 1000000"
            )
        if not self.store:
            raise Misuse("store: name a folder or a PostgreSQL address")

    @property
    def shared(self) -> bool:
        """Tell whether several processes can use the store."""
        return self.store.startswith(("postgresql://", "postgres://"))


def read(file: Path | None, environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Put the settings together; `given` values that are None were not given."""
    values: dict[str, Any] = {} if file is None else _from_file(file)
    values |= _from_environment(os.environ if environment is None else environment)
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=True)
    except msgspec.ValidationError as error:
        raise Misuse(f"settings: {error}") from None


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Misuse(f"there is no file {file}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Misuse(f"{file}: {error}") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read `PUNTO_PORT=8080` and the like; a variable of ours that means nothing is refused."""
    kinds = get_type_hints(Settings)
    found: dict[str, Any] = {}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        if name not in kinds:
            raise Misuse(f"{variable}: there is no such setting")
        try:
            found[name] = msgspec.convert(text, kinds[name], strict=False)
        except msgspec.ValidationError:
            raise Misuse(f"{variable}: {text!r} is not of the right kind") from None
    return found


NOT_SETTINGS: Final = (
    "require_system",
    "pictures",
    "postgres_bin",
    "server",
    "token",
    "password",
)
"""Variables with our prefix that are for the tests and for the client."""
