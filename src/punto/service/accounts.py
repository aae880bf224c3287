"""Accounts as the access log tells them: names, roles per table and shift, failures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from punto.core.policies import Role
from punto.service.audiences import Audience

AUDITOR: Final = "auditor"
"""Reads everything, does nothing; no role of the rules."""
GRANTABLE: Final = (*(role.value for role in Role if role is not Role.PATRON), AUDITOR)
EVERY: Final = "*"
FAILURES: Final = 5
LOCKED_FOR: Final = timedelta(minutes=15)


class Grant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role at some tables, for a shift where its ends are given."""

    role: str
    tables: tuple[str, ...] = (EVERY,)
    since: datetime | None = None
    until: datetime | None = None

    def covers(self, table_id: str | None, moment: datetime) -> bool:
        """Tell whether the role is held at a table now; None asks for the whole floor."""
        here = EVERY in self.tables or (table_id is not None and table_id in self.tables)
        begun = self.since is None or self.since <= moment
        return here and begun and (self.until is None or moment < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A member of staff."""

    name: str
    grants: tuple[Grant, ...]
    epoch: int = 0
    """Counts revocations: a token of an earlier epoch is worth nothing."""
    disabled: bool = False
    password_by: str = ""
    """Who chose the password: until its holder has, two people may know it."""
    failures: int = 0
    failed_at: datetime | None = None

    def role_at(self, table_id: str | None, moment: datetime) -> Role | None:
        """Return the highest role at a table now."""
        held = [
            Role(grant.role)
            for grant in self.grants
            if grant.role != AUDITOR and grant.covers(table_id, moment)
        ]
        return max(held, key=list(Role).index, default=None)

    def highest(self) -> Role | None:
        """Return the highest role at any table, in any shift."""
        held = [Role(grant.role) for grant in self.grants if grant.role != AUDITOR]
        return max(held, key=list(Role).index, default=None)

    def audits(self, table_id: str | None, moment: datetime) -> bool:
        """Tell whether the account reads the books of a table."""
        return any(
            grant.role == AUDITOR and grant.covers(table_id, moment) for grant in self.grants
        )

    def audience_at(self, table_id: str, moment: datetime) -> Audience:
        """Return what the account may see of a table."""
        role = self.role_at(table_id, moment)
        if role is not None:
            return Audience.PIT if role.at_least(Role.PIT_SUPERVISOR) else Audience.DEALER
        return Audience.AUDITOR if self.audits(table_id, moment) else Audience.BOARD

    def locked(self, moment: datetime) -> bool:
        """Tell whether too many wrong passwords were tried too lately."""
        return (
            self.failures >= FAILURES
            and self.failed_at is not None
            and moment < self.failed_at + LOCKED_FOR
        )


@dataclass(slots=True)
class Register:
    """Everything that the access log says."""

    accounts: dict[str, Account] = field(default_factory=dict)
    patrons: set[str] = field(default_factory=set)
    practising: set[str] = field(default_factory=set)
    """Patrons of the practice tables: play chips never reach another table."""

    def learn(self, act: dict[str, Any], at: str, refused: bool) -> None:
        """Take in one act."""
        name = str(act.get("name", ""))
        account = self.accounts.get(name)
        kind = act["type"]
        if kind == "LogIn" and account is not None:
            self.accounts[name] = _tried(account, at, refused)
        if refused:
            return
        if kind == "CreateAccount":
            grants = grants_from(act["grants"])
            self.accounts[name] = Account(name=name, grants=grants, password_by=str(act["by"]))
        elif kind == "GiveSeat":
            self.patrons.add(str(act["patron"]))
            if act["practice"]:
                self.practising.add(str(act["patron"]))
        elif account is not None:
            self.accounts[name] = _changed(account, act)


def _tried(account: Account, at: str, refused: bool) -> Account:
    if not refused:
        return replace(account, failures=0, failed_at=None)
    moment = datetime.fromisoformat(at)
    if account.locked(moment):
        return account
    fresh = account.failed_at is None or moment >= account.failed_at + LOCKED_FOR
    return replace(account, failures=1 if fresh else account.failures + 1, failed_at=moment)


def _changed(account: Account, act: dict[str, Any]) -> Account:
    match act["type"]:
        case "SetGrants":
            return replace(account, grants=grants_from(act["grants"]))
        case "SetPassword":
            fresh = replace(account, failures=0, failed_at=None, password_by=str(act["by"]))
            return replace(fresh, epoch=account.epoch + 1)
        case "Revoke":
            return replace(account, epoch=account.epoch + 1)
        case "Disable":
            return replace(account, epoch=account.epoch + 1, disabled=True)
        case "Enable":
            return replace(account, disabled=False)
        case _:
            return account


def grants_from(values: Iterable[dict[str, Any]]) -> tuple[Grant, ...]:
    """Read grants from the log."""
    return msgspec.convert(tuple(values), tuple[Grant, ...])
