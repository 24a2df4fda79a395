-- +goose Up
-- Calls of models, each with what it cost. Texts are without secrets, and empty
-- where texts are not kept. Times are nanoseconds since 1970.
CREATE TABLE model_calls (
    id          INTEGER PRIMARY KEY,
    began       INTEGER NOT NULL,
    ended       INTEGER NOT NULL,
    who         TEXT NOT NULL,
    task        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    provider    TEXT NOT NULL,
    model       TEXT NOT NULL,
    attempt     INTEGER NOT NULL,
    input       INTEGER NOT NULL,
    output      INTEGER NOT NULL,
    outcome     TEXT NOT NULL,
    detail      TEXT NOT NULL,
    prompt      TEXT NOT NULL,
    reply       TEXT NOT NULL,
    prompt_hash TEXT NOT NULL,
    reply_hash  TEXT NOT NULL
);
CREATE INDEX model_calls_began ON model_calls (began);

-- +goose Down
DROP TABLE model_calls;
