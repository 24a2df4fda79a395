-- +goose Up
-- Times are nanoseconds since 1970, 0 for none.
CREATE TABLE tasks (
    id    TEXT PRIMARY KEY,
    body  TEXT NOT NULL,
    state TEXT NOT NULL,
    ended INTEGER NOT NULL,
    data  TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tasks_body ON tasks (body, id);
CREATE INDEX tasks_open ON tasks (id) WHERE ended = 0;
CREATE INDEX tasks_ended ON tasks (ended) WHERE ended > 0;

CREATE TABLE moves (
    task   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    state  TEXT NOT NULL,
    round  INTEGER NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX moves_task ON moves (task);

CREATE TABLE rounds (
    task     TEXT NOT NULL,
    round    INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    why      TEXT NOT NULL,
    plan     TEXT NOT NULL,
    error    TEXT NOT NULL,
    PRIMARY KEY (task, round)
) WITHOUT ROWID;

-- An action's step is the one at idx in its round's plan.
CREATE TABLE actions (
    task    TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    id      TEXT NOT NULL,
    round   INTEGER NOT NULL,
    idx     INTEGER NOT NULL,
    filled  TEXT,
    mark    TEXT,
    started INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    how     TEXT,
    verdict TEXT,
    reason  TEXT,
    failure TEXT,
    result  TEXT,
    gained  TEXT,
    PRIMARY KEY (task, seq)
) WITHOUT ROWID;

CREATE TABLE samples (
    task  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    state TEXT NOT NULL
);
CREATE INDEX samples_task ON samples (task);

CREATE TABLE tokens (
    body TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    at   INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE meta;
DROP TABLE tokens;
DROP TABLE samples;
DROP TABLE actions;
DROP TABLE rounds;
DROP TABLE moves;
DROP TABLE tasks;
