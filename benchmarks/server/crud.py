"""What a competent person would write without punto: a row per bet, on SQLite, just as durable.

No rules, no rounds, no audit, nobody to watch: it takes a bet once per key from a patron who can
pay for it. `python crud.py PORT FOLDER` serves it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock
from typing import Annotated, Any

import uvicorn
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel, Field
from sqlalchemy import ForeignKey, create_engine, event, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

CHIPS = 1_000_000_000


class Base(DeclarativeBase):
    """The tables."""


class Patron(Base):
    """Who bets, and what he has."""

    __tablename__ = "patron"
    name: Mapped[str] = mapped_column(primary_key=True)
    balance: Mapped[int]


class Bet(Base):
    """A bet; its key keeps it from being placed twice."""

    __tablename__ = "bet"
    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(unique=True)
    table_number: Mapped[int]
    patron: Mapped[str] = mapped_column(ForeignKey("patron.name"), index=True)
    box: Mapped[str]
    bet: Mapped[str]
    stake: Mapped[int]
    placed_at: Mapped[datetime]


class NewBet(BaseModel):
    """What is sent."""

    patron: str
    box: str
    bet: str
    stake: int = Field(gt=0)


class Placed(NewBet):
    """What is answered."""

    id: int
    balance: int


def create_app(folder: str) -> FastAPI:
    """Make the application over a file in a folder."""
    engine = create_engine(f"sqlite:///{folder}/crud.db", pool_size=40)
    writing = Lock()

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 5000")

    Base.metadata.create_all(engine)
    app = FastAPI()

    @contextmanager
    def one_writer() -> Iterator[Session]:
        """SQLite takes one writer; a lock is quicker than its own waiting in steps."""
        with writing, Session(engine) as session, session.begin():
            yield session

    @app.post("/tables/{table}/bets")
    def place(
        table: int, wanted: NewBet, idempotency_key: Annotated[str, Header(max_length=128)]
    ) -> Placed:
        """Place a bet: it is on the disk when it is answered."""
        try:
            with one_writer() as session:
                paid = session.execute(
                    update(Patron)
                    .where(Patron.name == wanted.patron, Patron.balance >= wanted.stake)
                    .values(balance=Patron.balance - wanted.stake)
                    .returning(Patron.balance)
                ).scalar()
                if paid is None:
                    raise HTTPException(409, "not enough chips")
                bet = Bet(
                    key=idempotency_key,
                    table_number=table,
                    placed_at=datetime.now(UTC),
                    **wanted.model_dump(),
                )
                session.add(bet)
                session.flush()
                return Placed(id=bet.id, balance=paid, **wanted.model_dump())
        except IntegrityError:
            with Session(engine) as session:
                known = session.execute(select(Bet).where(Bet.key == idempotency_key)).scalar_one()
                balance = session.get_one(Patron, known.patron).balance
                shown = NewBet.model_validate(known, from_attributes=True).model_dump()
                return Placed(id=known.id, balance=balance, **shown)

    @app.post("/patrons/{name}")
    def join(name: str) -> str:
        """Give somebody chips."""
        with one_writer() as session:
            session.merge(Patron(name=name, balance=CHIPS))
        return name

    return app


if __name__ == "__main__":
    uvicorn.run(
        create_app(sys.argv[2]), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning"
    )
