-- +goose Up
-- What is remembered of worlds: a block at a place, or (death = 1) the one place
-- where the body last died. Times are nanoseconds since 1970.
CREATE TABLE places (
    world     TEXT NOT NULL,
    death     INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    x         INTEGER NOT NULL,
    y         INTEGER NOT NULL,
    z         INTEGER NOT NULL,
    kind      TEXT NOT NULL,
    name      TEXT NOT NULL,
    ours      INTEGER NOT NULL,
    sighted   INTEGER NOT NULL,
    seen      INTEGER NOT NULL,
    contents  TEXT,
    PRIMARY KEY (world, death, dimension, x, y, z)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE places;
