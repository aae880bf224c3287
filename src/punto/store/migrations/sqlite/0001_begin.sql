-- Deeds are the truth; balances are kept beside them in the same transaction.
CREATE TABLE deed (
  stream   TEXT    NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  key      TEXT    NOT NULL,
  body     BLOB    NOT NULL,
  hash     BLOB    NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (stream, position),
  UNIQUE (stream, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
  account  TEXT    NOT NULL,
  stream   TEXT    NOT NULL,
  position INTEGER NOT NULL,
  amount   INTEGER NOT NULL,
  FOREIGN KEY (stream, position) REFERENCES deed (stream, position)
) STRICT;
CREATE INDEX entry_by_account ON entry (account);

CREATE TABLE balance (
  account TEXT PRIMARY KEY,
  amount  INTEGER NOT NULL CHECK (amount >= 0 OR account NOT LIKE 'patron:%')
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (
  stream   TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  hash     BLOB NOT NULL,
  body     BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secret (
  stream TEXT NOT NULL,
  name   TEXT NOT NULL,
  body   BLOB NOT NULL,
  PRIMARY KEY (stream, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
  stream  TEXT PRIMARY KEY,
  owner   TEXT,
  token   INTEGER NOT NULL,
  expires REAL NOT NULL
) STRICT, WITHOUT ROWID;
