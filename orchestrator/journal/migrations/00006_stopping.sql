-- A stop for a body that was away used to be kept beside the task that it was to
-- end. It is the session's to deliver now, and the task says itself that it is
-- being stopped.

-- +goose Up
UPDATE tasks SET state = 'stopping', data = json_set(data, '$.state', 'stopping')
WHERE ended = 0 AND state <> 'queued'
    AND NOT (state = 'interrupted' AND coalesce(json_extract(data, '$.needsPerson'), 0))
    AND EXISTS (SELECT 1 FROM owed
        WHERE owed.body = tasks.body AND unixepoch(json_extract(data, '$.since')) <= owed.at / 1000000000);

-- +goose Down
