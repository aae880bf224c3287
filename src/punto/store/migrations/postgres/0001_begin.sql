-- The same tables as in SQLite. Deeds are the truth; balances stand beside them.
CREATE TABLE deed (
  stream   text   COLLATE "C" NOT NULL,
  position bigint NOT NULL CHECK (position >= 1),
  key      text   COLLATE "C" NOT NULL,
  body     bytea  NOT NULL,
  hash     bytea  NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (stream, position),
  UNIQUE (stream, key)
);

CREATE TABLE entry (
  number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account  text   COLLATE "C" NOT NULL,
  stream   text   COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  amount   bigint NOT NULL,
  FOREIGN KEY (stream, position) REFERENCES deed (stream, position)
);
CREATE INDEX entry_by_account ON entry (account, number);

CREATE TABLE balance (
  account text   COLLATE "C" PRIMARY KEY,
  amount  bigint NOT NULL CHECK (amount >= 0 OR account NOT LIKE 'patron:%')
);

-- One row a stream: the lock under which its next deed is appended, and its lease.
CREATE TABLE lease (
  stream   text   COLLATE "C" PRIMARY KEY,
  owner    text,
  token    bigint NOT NULL DEFAULT 0,
  expires  timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE TABLE snapshot (
  stream   text   COLLATE "C" PRIMARY KEY,
  position bigint NOT NULL,
  hash     bytea  NOT NULL,
  body     bytea  NOT NULL
);

CREATE TABLE secret (
  stream text  COLLATE "C" NOT NULL,
  name   text  COLLATE "C" NOT NULL,
  body   bytea NOT NULL,
  PRIMARY KEY (stream, name)
);
