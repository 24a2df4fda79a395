-- The log beside this file holds the newest facts; folded in meta is the sequence
-- up to which they are here. sequences are those of the tasks whose facts may still
-- come; doubts the tasks of whose records a part was lost, with a sentence each.

-- +goose Up
ALTER TABLE actions ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
ALTER TABLE actions ADD COLUMN used TEXT;
CREATE TABLE sequences (
    task TEXT PRIMARY KEY,
    seq  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE doubts (
    task  TEXT PRIMARY KEY,
    words TEXT NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE doubts;
DROP TABLE sequences;
ALTER TABLE actions DROP COLUMN used;
ALTER TABLE actions DROP COLUMN again;
