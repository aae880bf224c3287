"""The event store: every deed of every table, in order, chained and paid for."""
