"""Letting people in: passwords, tokens, seats, revocation, lock-out. Every attempt is on record."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from unicodedata import is_normalized, normalize

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.state import Actor
from punto.service.accounts import EVERY, GRANTABLE, Account, Grant, Register
from punto.service.audiences import Audience
from punto.service.audit import STREAM, AuditLog
from punto.service.clock import Clock
from punto.service.host import Writer
from punto.store.contract import Store

SESSION_LASTS: Final = timedelta(hours=12)
SEAT_TOKEN_LASTS: Final = timedelta(minutes=10)
FIRST_ACCOUNT: Final = "manager"
SHORTEST_PASSWORD: Final = 10
LONGEST_NAME: Final = 32
RESERVED: Final = frozenset({"host", "the House", "first start"})
"""What the server calls itself in the records; nobody else goes by it."""
MOST_SESSIONS: Final = 20_000
"""Sessions kept in memory; the others are read from the store when they are needed."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """What a token stands for. Only the token's hash is kept."""

    staff: bool
    name: str
    epoch: int
    expires: datetime
    tables: tuple[str, ...] = ()
    """Where a patron may play; `*` is every practice table."""
    ended: bool = False


class SeatToken(msgspec.Struct, frozen=True, kw_only=True):
    """What a dealer gives a patron to sit down with."""

    table: str
    patron: str
    box: str | None
    expires: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: a member of staff, a patron, or nobody in particular."""

    session: Session | None = None
    account: Account | None = None
    token_hash: str = ""

    @property
    def patron(self) -> str | None:
        """Return the patron's name."""
        return self.session.name if self.session is not None and not self.session.staff else None

    def plays_at(self, table_id: str, *, practice: bool) -> bool:
        """Tell whether the caller is a patron of this table."""
        if self.session is None or self.session.staff:
            return False
        return table_id in self.session.tables or (practice and EVERY in self.session.tables)


ANYBODY: Final = Caller()


class Access:
    """The accounts of a house and who is signed in."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Clock,
        *,
        shared: bool = False,
        hasher: PasswordHasher | None = None,
    ) -> None:
        """Read the accounts. `shared`: other processes may change them at any moment."""
        self.register = Register()
        self.log = AuditLog(store, writer, clock, self.register.learn)
        self._store = store
        self._clock = clock
        self._shared = shared
        self._hasher = hasher or PasswordHasher()
        self._nobody = _hash_of_nothing(self._hasher)
        """Checked when there is no such account, so that the answer takes as long."""
        self._sessions: dict[str, Session] = {}
        self._judging = asyncio.Lock()
        self._numbers: dict[str, int] = {}
        """Where to go on numbering guests of one name."""
        self.log.refresh()

    # --- accounts ---------------------------------------------------------------------------------

    async def first_start(self) -> tuple[str, str] | None:
        """Create the first account; its name and password, told once, or None later on."""
        if self.register.accounts:
            return None
        password = secrets.token_urlsafe(12)
        grant = Grant(role=Role.ASSISTANT_CASINO_MANAGER.value)
        await self.create_account("first start", FIRST_ACCOUNT, password, (grant,))
        return FIRST_ACCOUNT, password

    async def create_account(
        self, by: str, name: str, password: str, grants: tuple[Grant, ...]
    ) -> Refused | None:
        """Create an account."""
        refused = check_name(name) or _check_password(password) or self._check_grants(by, grants)
        if refused is None and (name in self.register.accounts or name in RESERVED):
            refused = _refuse("account_exists", f"there is an account {name!r}", "name")
        act = {"type": "CreateAccount", "by": by, "name": name, "grants": _plain(grants)}
        if refused is None:
            await self._keep_password(name, password)
        await self.log.append(act, _new_key("account"), refused)
        return refused

    async def change(self, by: str, kind: str, name: str, **more: Any) -> Refused | None:
        """Change an account: SetGrants, SetPassword, Revoke, Disable, Enable."""
        grants: tuple[Grant, ...] = more.get("grants", ())
        password: str | None = more.get("password")
        refused = self._check_grants(by, grants)
        if name not in self.register.accounts:
            refused = _refuse("unknown_account", f"there is no account {name!r}", "name")
        if refused is None and password is not None:
            refused = _check_password(password)
        if refused is None and password is not None:
            await self._keep_password(name, password)
        act: dict[str, Any] = {"type": kind, "by": by, "name": name}
        if kind == "SetGrants":
            act["grants"] = _plain(grants)
        await self.log.append(act, _new_key("account"), refused)
        return refused

    def _check_grants(self, by: str, grants: Iterable[Grant]) -> Refused | None:
        """Nobody gives what he does not hold himself."""
        giver = self.register.accounts.get(by)
        held = None if giver is None else giver.role_at(None, self._clock.now())
        for grant in grants:
            if grant.role not in GRANTABLE:
                return _refuse("unknown_role", f"{grant.role!r} is no role", "grants")
            above = giver is not None and grant.role in tuple(Role)
            if above and (held is None or not held.at_least(Role(grant.role))):
                return _refuse("above_own_role", f"{by} may not make a {grant.role}", "grants")
        return None

    async def _keep_password(self, name: str, password: str) -> None:
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        self._store.put_secret(STREAM, f"password:{name}", hashed.encode())

    # --- signing in -------------------------------------------------------------------------------

    async def log_in(self, name: str, password: str) -> str | Refused:
        """Return a token for a name and its password."""
        account = await self.check_password(name, password)
        if isinstance(account, Refused):
            return account
        return self._open(
            Session(
                staff=True,
                name=name,
                epoch=account.epoch,
                expires=self._clock.now() + SESSION_LASTS,
            )
        )

    async def check_password(self, name: str, password: str) -> Account | Refused:
        """Check a name and its password; too many wrong ones lock the account for a while."""
        self.log.refresh()
        account = self.register.accounts.get(name)
        stored = self._store.secret(STREAM, f"password:{name}") if account is not None else None
        hashed = self._nobody if stored is None else stored.decode()
        right = await asyncio.to_thread(self._verify, hashed, password) and stored is not None
        async with self._judging:
            # Many guesses at once were all checked before the first was counted: count, then judge.
            self.log.refresh()
            account = self.register.accounts.get(name)
            refused = self._judge(account, right=right)
            await self.log.append({"type": "LogIn", "name": name[:64]}, _new_key("login"), refused)
        if refused is not None or account is None:
            return refused or _refuse("wrong_password", "there is no such account", "name")
        return account

    def _judge(self, account: Account | None, *, right: bool) -> Refused | None:
        if account is not None and account.locked(self._clock.now()):
            return _refuse("locked_out", "too many wrong passwords", "name", "wait 15 minutes")
        if account is None or account.disabled or not right:
            return _refuse("wrong_password", "the name or the password is wrong", "password")
        return None

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def log_out(self, caller: Caller) -> None:
        """End a session at once."""
        if caller.session is None:
            return
        self._write(caller.token_hash, msgspec.structs.replace(caller.session, ended=True))
        act = {"type": "LogOut", "name": caller.session.name, "staff": caller.session.staff}
        await self.log.append(act, _new_key("logout"))

    def _open(self, session: Session) -> str:
        token = secrets.token_urlsafe(32)
        self._write(hash_of(token), session)
        return token

    def _write(self, token_hash: str, session: Session) -> None:
        self._store.put_secret(STREAM, f"session:{token_hash}", msgspec.json.encode(session))
        self._remember(token_hash, session)

    def _remember(self, token_hash: str, session: Session) -> None:
        self._sessions[token_hash] = session
        if len(self._sessions) > MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]

    def caller(self, token: str | None) -> Caller:
        """Say who holds a token; a revoked, ended or unknown one is nobody's."""
        if not token:
            return ANYBODY
        token_hash = hash_of(token)
        session = self._session(token_hash)
        if session is None or session.ended or session.expires <= self._clock.now():
            return ANYBODY
        if not session.staff:
            return Caller(session=session, token_hash=token_hash)
        if self._shared:
            self.log.refresh()
        account = self.register.accounts.get(session.name)
        if account is None or account.disabled or account.epoch != session.epoch:
            return ANYBODY
        return Caller(session=session, account=account, token_hash=token_hash)

    def _session(self, token_hash: str) -> Session | None:
        found = None if self._shared else self._sessions.get(token_hash)
        if found is None:
            body = self._store.secret(STREAM, f"session:{token_hash}")
            if body is None:
                return None
            found = msgspec.json.decode(body, type=Session)
            self._remember(token_hash, found)
        return found

    # --- roles ------------------------------------------------------------------------------------

    def actor(self, caller: Caller, table_id: str, *, practice: bool) -> Actor | None:
        """Say as whom the caller acts at a table."""
        if caller.account is not None:
            role = caller.account.role_at(table_id, self._clock.now())
            return None if role is None else Actor(name=caller.account.name, role=role)
        if caller.patron is not None and caller.plays_at(table_id, practice=practice):
            return Actor(name=caller.patron, role=Role.PATRON)
        return None

    def audience(self, caller: Caller, table_id: str, *, practice: bool) -> Audience:
        """Say what the caller may see of a table."""
        if caller.account is not None:
            return caller.account.audience_at(table_id, self._clock.now())
        plays = caller.plays_at(table_id, practice=practice)
        return Audience.PATRON if plays else Audience.BOARD

    # --- patrons ----------------------------------------------------------------------------------

    async def admit(self, patron: str, table_id: str) -> tuple[str, str] | Refused:
        """Let somebody play at the practice tables: a token, and the name he plays under."""
        self.log.refresh()
        patron = normalize("NFC", patron)
        refused = check_name(patron)
        if refused is not None:
            return refused
        name = self._free_name(patron)
        act = {"type": "GiveSeat", "patron": name, "table": table_id, "practice": True}
        await self.log.append(act, _new_key("seat"))
        return self._patron_session(name, (EVERY,)), name

    def _free_name(self, wanted: str) -> str:
        """Give everybody a purse of his own: a name that was taken before gets a number."""
        name, number = wanted, self._numbers.get(wanted, 1)
        while self._taken(name):
            number += 1
            name = f"{wanted} {number}"
        self._numbers[wanted] = number
        return name

    def _taken(self, name: str) -> bool:
        known = self.register
        return name in RESERVED or name in known.patrons or name in known.accounts

    async def issue_seat_token(
        self, by: str, table_id: str, patron: str, box: str | None
    ) -> str | Refused:
        """Let a dealer invite a patron; the token works once."""
        self.log.refresh()
        refused = check_name(patron, "patron")
        known = self.register
        if patron in known.practising or patron in known.accounts or patron in RESERVED:
            refused = _refuse("name_taken", f"{patron} is somebody else's name", "patron")
        act = {"type": "IssueSeatToken", "by": by, "table": table_id, "patron": patron}
        if refused is not None:
            await self.log.append(act, _new_key("seat-token"), refused)
            return refused
        token = secrets.token_urlsafe(18)
        expires = self._clock.now() + SEAT_TOKEN_LASTS
        seat = SeatToken(table=table_id, patron=patron, box=box, expires=expires)
        self._store.put_secret(STREAM, f"seat:{hash_of(token)}", msgspec.json.encode(seat))
        await self.log.append(act, _new_key("seat-token"))
        return token

    async def redeem(self, table_id: str, token: str) -> tuple[str, SeatToken] | Refused:
        """Turn a seat token into a patron's session, once."""
        body = self._store.secret(STREAM, f"seat:{hash_of(token)}")
        seat = None if body is None else msgspec.json.decode(body, type=SeatToken)
        if seat is None or seat.table != table_id or seat.expires <= self._clock.now():
            refused = _refuse(
                "bad_seat_token", "the token is not valid here", "token", "ask the dealer"
            )
            act = {"type": "GiveSeat", "patron": "", "table": table_id, "practice": False}
            await self.log.append(act, _new_key("seat"), refused)
            return refused
        act = {"type": "GiveSeat", "patron": seat.patron, "table": table_id, "practice": False}
        if not await self.log.append(act, f"redeem-{hash_of(token)}"):
            return _refuse("bad_seat_token", "the token was used", "token", "ask the dealer")
        return self._patron_session(seat.patron, (table_id,)), seat

    def _patron_session(self, name: str, tables: tuple[str, ...]) -> str:
        expires = self._clock.now() + SESSION_LASTS
        return self._open(Session(staff=False, name=name, epoch=0, expires=expires, tables=tables))


def _hash_of_nothing(hasher: PasswordHasher) -> str:
    """Write a hash that no password is known for; checking one takes as long as any other.

    Making one by hashing would cost every start of a server as much as a log-in does.
    """
    salt, digest = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${digest}"


def hash_of(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _new_key(kind: str) -> str:
    return f"{kind}-{secrets.token_hex(12)}"


def _plain(grants: tuple[Grant, ...]) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = msgspec.to_builtins(list(grants))
    return plain


def check_name(name: Any, where: str = "name") -> Refused | None:
    """Refuse what names nobody: what is invisible, empty, long, or written in two ways."""
    if (
        isinstance(name, str)
        and 1 <= len(name) <= LONGEST_NAME
        and name.isprintable()
        and name == name.strip()
        and is_normalized("NFC", name)
    ):
        return None
    return _refuse("bad_name", f"a name has 1 to {LONGEST_NAME} printable characters", where)


def _check_password(password: str) -> Refused | None:
    if SHORTEST_PASSWORD <= len(password) <= 256:
        return None
    return _refuse(
        "bad_password", f"a password has {SHORTEST_PASSWORD} to 256 characters", "password"
    )


def _refuse(code: str, reason: str, where: str, remedy: str = "") -> Refused:
    return Refused(code=code, reason=reason, remedy=remedy, where=where)
