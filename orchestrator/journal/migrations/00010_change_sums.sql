-- Changes are facts of the log, and each row has a sum like those of tasks; one from
-- before has none. They are in the order of at, which only grows, and within one at of
-- their numbers.

-- +goose Up
ALTER TABLE changes ADD COLUMN sum INTEGER;
DROP INDEX changes_world;
CREATE INDEX changes_world ON changes (world, at);

-- +goose Down
DROP INDEX changes_world;
CREATE INDEX changes_world ON changes (world, id);
ALTER TABLE changes DROP COLUMN sum;
