-- Tasks that a person deleted: their rows are gone, and what else the disk holds of them
-- is still to be scrubbed.

-- +goose Up
CREATE TABLE gone (
    task TEXT PRIMARY KEY
) WITHOUT ROWID;

-- +goose Down
DROP TABLE gone;
