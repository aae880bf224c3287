"""One suite over memory, SQLite and PostgreSQL (the contract's own promises)."""

from __future__ import annotations

from punto.testing.stores import StoreConformance


class TestStores(StoreConformance):
    """The fixture `bench` gives one kind of store after the other."""
