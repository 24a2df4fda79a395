-- +goose Up
-- Stops that bodies were away for. Times are nanoseconds since 1970.
CREATE TABLE owed (
    body TEXT PRIMARY KEY,
    at   INTEGER NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE owed;
