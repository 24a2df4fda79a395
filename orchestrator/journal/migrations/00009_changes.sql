-- +goose Up
-- What bodies changed in their worlds, each number of a series once, and what surveys
-- showed since. action is that of the change, task that of a survey; data is the row
-- as JSON. Times are nanoseconds since 1970.
CREATE TABLE changes (
    id     INTEGER PRIMARY KEY,
    body   TEXT NOT NULL,
    series TEXT NOT NULL,
    n      INTEGER NOT NULL,
    world  TEXT NOT NULL,
    action TEXT NOT NULL,
    task   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    data   TEXT NOT NULL,
    UNIQUE (body, series, n)
);
CREATE INDEX changes_action ON changes (action);
CREATE INDEX changes_task ON changes (task);
CREATE INDEX changes_world ON changes (world, id);

-- +goose Down
DROP TABLE changes;
