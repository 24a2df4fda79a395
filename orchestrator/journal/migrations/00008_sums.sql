-- Each row of a task has a sum over what it holds, NULL until the first look after
-- this step has added it. number is the order of tasks: the sequence of a task's
-- first record; those from before have numbers below 0.

-- +goose Up
ALTER TABLE tasks ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN sum INTEGER;
ALTER TABLE moves ADD COLUMN sum INTEGER;
ALTER TABLE rounds ADD COLUMN sum INTEGER;
ALTER TABLE actions ADD COLUMN sum INTEGER;
ALTER TABLE samples ADD COLUMN sum INTEGER;
UPDATE tasks SET number = old.n FROM (
    SELECT id, row_number() OVER (ORDER BY id) - (SELECT count(*) FROM tasks) - 1 AS n FROM tasks) AS old
WHERE old.id = tasks.id;
DROP INDEX tasks_body;
CREATE INDEX tasks_body ON tasks (body, number);
CREATE INDEX tasks_number ON tasks (number);

-- +goose Down
DROP INDEX tasks_number;
DROP INDEX tasks_body;
CREATE INDEX tasks_body ON tasks (body, id);
ALTER TABLE samples DROP COLUMN sum;
ALTER TABLE actions DROP COLUMN sum;
ALTER TABLE rounds DROP COLUMN sum;
ALTER TABLE moves DROP COLUMN sum;
ALTER TABLE tasks DROP COLUMN sum;
ALTER TABLE tasks DROP COLUMN number;
