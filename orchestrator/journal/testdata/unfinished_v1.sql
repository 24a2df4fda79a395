PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-22 10:54:47');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-22 10:54:47');
INSERT INTO goose_db_version VALUES(3,3,1,'2026-11-22 10:54:47');
INSERT INTO goose_db_version VALUES(4,4,1,'2026-11-22 10:54:47');
CREATE TABLE tasks (
    id    TEXT PRIMARY KEY,
    body  TEXT NOT NULL,
    state TEXT NOT NULL,
    ended INTEGER NOT NULL,
    data  TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT3M44RYR2','b1','running',0,'{"id":"00VHNCZB0003JK7JJT3M44RYR2","body":"b1","goal":"get 2 coal and say hi","policy":"replan","state":"running","since":"2000-01-01T00:00:00Z","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:00Z","round":1,"step":0,"of":2,"revision":1,"reading":{"text":"get 2 coal and say hi","reading":"get 2 coal and say hi","checks":[{"kind":"have","items":["coal"],"count":2},{"kind":"said","text":"hi"}]},"plannedBy":"built-in planner","source":"built-in","baseline":{"inventory":{},"hunger":20,"at":{"x":0,"y":64,"z":0,"dimension":"overworld"}},"sent":0,"failed":0,"active":0}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT3MK7EK7S','b1','queued',0,'{"id":"00VHNCZB0003JK7JJT3MK7EK7S","body":"b1","goal":"get 2 coal","policy":"replan","state":"queued","since":"2000-01-01T00:00:00Z","created":"2000-01-01T00:00:00Z","round":0,"step":0,"of":0,"sent":0,"failed":0,"active":0}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT3Q87W6WH','b2','running',0,'{"id":"00VHNCZB0003JK7JJT3Q87W6WH","body":"b2","goal":"get 2 coal and say hi","policy":"replan","state":"running","since":"2000-01-01T00:00:00Z","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:00Z","round":1,"step":0,"of":2,"revision":1,"reading":{"text":"get 2 coal and say hi","reading":"get 2 coal and say hi","checks":[{"kind":"have","items":["coal"],"count":2},{"kind":"said","text":"hi"}]},"plannedBy":"built-in planner","source":"built-in","baseline":{"inventory":{},"hunger":20,"at":{"x":0,"y":64,"z":0,"dimension":"overworld"}},"sent":0,"failed":0,"active":0}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT3S7GPQQ0','b3','paused',0,'{"id":"00VHNCZB0003JK7JJT3S7GPQQ0","body":"b3","goal":"get 2 coal","policy":"replan","state":"paused","since":"2000-01-01T00:00:02.05Z","reason":"Paused.","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:00Z","round":1,"step":1,"of":1,"revision":1,"reading":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"plannedBy":"built-in planner","source":"built-in","baseline":{"inventory":{},"hunger":20,"at":{"x":0,"y":64,"z":0,"dimension":"overworld"}},"sent":1,"failed":1,"active":2050000000}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT3WPMEJWV','b4','awaiting_approval',0,'{"id":"00VHNCZB0003JK7JJT3WPMEJWV","body":"b4","goal":"get 2 coal","policy":"replan","approve":true,"state":"awaiting_approval","since":"2000-01-01T00:00:00Z","reason":"Waiting for your yes to the plan.","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:00Z","round":1,"step":0,"of":1,"revision":1,"reading":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"plannedBy":"built-in planner","source":"built-in","baseline":{"inventory":{},"hunger":20,"at":{"x":0,"y":64,"z":0,"dimension":"overworld"}},"sent":0,"failed":0,"active":0}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT3ZYXKEEN','b5','planning',0,'{"id":"00VHNCZB0003JK7JJT3ZYXKEEN","body":"b5","goal":"get 2 coal","policy":"replan","state":"planning","since":"2000-01-01T00:00:04Z","reason":"Could not mine 2 coal: none was found.","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:00Z","round":3,"step":0,"of":0,"reading":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"plannedBy":"built-in planner","source":"built-in","baseline":{"inventory":{},"hunger":20,"at":{"x":0,"y":64,"z":0,"dimension":"overworld"}},"sent":1,"failed":1,"active":0,"badRounds":2}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT42GQHCR3','b6','complete',946684803000000000,'{"id":"00VHNCZB0003JK7JJT42GQHCR3","body":"b6","goal":"get 2 coal","policy":"replan","state":"complete","since":"2000-01-01T00:00:03Z","reason":"Done: 2 coal held.","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:00Z","ended":"2000-01-01T00:00:03Z","round":1,"step":1,"of":1,"revision":1,"reading":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"plannedBy":"built-in planner","source":"built-in","baseline":{"inventory":{},"hunger":20,"at":{"x":0,"y":64,"z":0,"dimension":"overworld"}},"sent":1,"failed":0,"active":3000000000}');
INSERT INTO tasks VALUES('00VHNCZB0003JK7JJT47QMR276','b6','planning',0,'{"id":"00VHNCZB0003JK7JJT47QMR276","body":"b6","goal":"get 2 coal","policy":"replan","state":"planning","since":"2000-01-01T00:00:03Z","created":"2000-01-01T00:00:00Z","started":"2000-01-01T00:00:03Z","round":1,"step":0,"of":0,"sent":0,"failed":0,"active":0}');
CREATE TABLE moves (
    task   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    state  TEXT NOT NULL,
    round  INTEGER NOT NULL,
    reason TEXT NOT NULL
);
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3M44RYR2',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3M44RYR2',946684800000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3M44RYR2',946684800000000000,'running',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3MK7EK7S',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3Q87W6WH',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3WPMEJWV',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',946684800000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',946684800000000000,'running',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3Q87W6WH',946684800000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3WPMEJWV',946684800000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3WPMEJWV',946684800000000000,'awaiting_approval',1,'Waiting for your yes to the plan.');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT42GQHCR3',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT47QMR276',946684800000000000,'queued',0,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684800000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3Q87W6WH',946684800000000000,'running',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT42GQHCR3',946684800000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684800000000000,'running',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT42GQHCR3',946684800000000000,'running',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',946684802050000000,'paused',1,'Paused.');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT42GQHCR3',946684803000000000,'complete',1,'Done: 2 coal held.');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT47QMR276',946684803000000000,'planning',1,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684803000000000,'planning',2,'Could not mine 2 coal: none was found.');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684804000000000,'running',2,'');
INSERT INTO moves VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684804000000000,'planning',3,'Could not mine 2 coal: none was found.');
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
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT3M44RYR2',1,1,946684800000000000,'','{"goal":{"text":"get 2 coal and say hi","reading":"get 2 coal and say hi","checks":[{"kind":"have","items":["coal"],"count":2},{"kind":"said","text":"hi"}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"chat","message":"hi"},"expect":{},"source":""},{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT3Q87W6WH',1,1,946684800000000000,'','{"goal":{"text":"get 2 coal and say hi","reading":"get 2 coal and say hi","checks":[{"kind":"have","items":["coal"],"count":2},{"kind":"said","text":"hi"}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"chat","message":"hi"},"expect":{},"source":""},{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',1,1,946684800000000000,'','{"goal":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT3WPMEJWV',1,1,946684800000000000,'','{"goal":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',1,1,946684800000000000,'','{"goal":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',2,1,946684804000000000,'Could not mine 2 coal: none was found.','{"goal":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
INSERT INTO rounds VALUES('00VHNCZB0003JK7JJT42GQHCR3',1,1,946684800000000000,'','{"goal":{"text":"get 2 coal","reading":"get 2 coal","checks":[{"kind":"have","items":["coal"],"count":2}]},"source":"built-in","plannedBy":"built-in planner","steps":[{"action":{"type":"mine","target":"coal","quantity":2},"expect":{"gains":[{"items":["coal"],"min":2}]},"seconds":2,"source":"built-in","why":"the goal needs it"}]}','');
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
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT3M44RYR2',1,'00VHNCZB0003JK7JJT3Q37M5XJ',1,0,NULL,NULL,946684800000000000,946684803000000000,'reported','claimed','',NULL,'{"success":true}',NULL);
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT3M44RYR2',2,'00VHNCZDXR8RJF0S83WW4MKNMQ',1,1,NULL,'{"c":{"coal":0},"p":{"x":0.5,"y":64,"z":0.5},"d":"overworld","g":"survival"}',946684803000000000,0,'','','',NULL,NULL,NULL);
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT3Q87W6WH',1,'00VHNCZB0003JK7JJT48BR14YJ',1,0,NULL,NULL,946684800000000000,946684803000000000,'reported','claimed','',NULL,'{"success":true}',NULL);
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT3Q87W6WH',2,'00VHNCZDXR8RJF0S83WT9QWHRC',1,1,NULL,'{"c":{"coal":0},"p":{"x":0.5,"y":64,"z":0.5},"d":"overworld","g":"survival"}',946684803000000000,0,'','','',NULL,NULL,NULL);
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',1,'00VHNCZB0003JK7JJT43XP5K6R',1,0,NULL,'{"c":{"coal":0},"p":{"x":0.5,"y":64,"z":0.5},"d":"overworld","g":"survival"}',946684800000000000,946684802000000000,'caller','failed','it was interrupted','{"code":"interrupted","message":""}',NULL,NULL);
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',1,'00VHNCZB0003JK7JJT4AVTNCKQ',1,0,NULL,'{"c":{"coal":0},"p":{"x":0.5,"y":64,"z":0.5},"d":"overworld","g":"survival"}',946684800000000000,946684803000000000,'reported','failed','none was found','{"code":"not_found","message":"none was found"}',NULL,NULL);
INSERT INTO actions VALUES('00VHNCZB0003JK7JJT42GQHCR3',1,'00VHNCZB0003JK7JJT4CGMN1SV',1,0,NULL,'{"c":{"coal":0},"p":{"x":0.5,"y":64,"z":0.5},"d":"overworld","g":"survival"}',946684800000000000,946684803000000000,'reported','confirmed','',NULL,'{"success":true,"delta":{"coal":2}}','{"coal":2}');
CREATE TABLE samples (
    task  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    state TEXT NOT NULL
);
INSERT INTO samples VALUES('00VHNCZB0003JK7JJT3S7GPQQ0',946684802000000000,'{"position":{"x":0.5,"y":64,"z":0.5},"health":20,"hunger":20,"inventory":null,"dimension":"overworld","gameMode":"survival"}');
INSERT INTO samples VALUES('00VHNCZB0003JK7JJT42GQHCR3',946684803000000000,'{"position":{"x":0.5,"y":64,"z":0.5},"health":20,"hunger":20,"inventory":[{"slot":0,"item":"coal","count":2}],"dimension":"overworld","gameMode":"survival"}');
INSERT INTO samples VALUES('00VHNCZB0003JK7JJT3Q87W6WH',946684803000000000,'{"position":{"x":0.5,"y":64,"z":0.5},"health":20,"hunger":20,"inventory":null,"dimension":"overworld","gameMode":"survival"}');
INSERT INTO samples VALUES('00VHNCZB0003JK7JJT3M44RYR2',946684803000000000,'{"position":{"x":0.5,"y":64,"z":0.5},"health":20,"hunger":20,"inventory":null,"dimension":"overworld","gameMode":"survival"}');
INSERT INTO samples VALUES('00VHNCZB0003JK7JJT3ZYXKEEN',946684803000000000,'{"position":{"x":0.5,"y":64,"z":0.5},"health":20,"hunger":20,"inventory":null,"dimension":"overworld","gameMode":"survival"}');
CREATE TABLE tokens (
    body TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    at   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES('alive',946684800000000000);
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
CREATE TABLE owed (
    body TEXT PRIMARY KEY,
    at   INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO owed VALUES('b6',946684804000000000);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('goose_db_version',4);
CREATE INDEX tasks_body ON tasks (body, id);
CREATE INDEX tasks_open ON tasks (id) WHERE ended = 0;
CREATE INDEX tasks_ended ON tasks (ended) WHERE ended > 0;
CREATE INDEX moves_task ON moves (task);
CREATE INDEX samples_task ON samples (task);
COMMIT;
