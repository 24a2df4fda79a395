// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

const (
	placeCols = `kind, name, dimension, x, y, z, ours, sighted, seen, contents`
	placePut  = `INSERT OR REPLACE INTO places (world, death, ` + placeCols + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	placeDrop = `DELETE FROM places WHERE world = ? AND death = ? AND (death = 1 OR dimension = ? AND x = ? AND y = ? AND z = ?)`
)

// keepWorlds is how many worlds are remembered; those not seen for longest are
// forgotten.
const keepWorlds = 64

// appendWorldMap writes the rows in their order.
func appendWorldMap(ctx context.Context, tx *sql.Tx, rows []worldmap.Row) error {
	for i := range rows {
		r := &rows[i]
		death := r.Kind == game.LandmarkDeath
		at := r.At
		if r.Gone || death { // there is one death: the earlier one goes
			if _, err := tx.ExecContext(ctx, placeDrop, r.World, death, at.Dimension, at.X, at.Y, at.Z); err != nil {
				return err
			}
		}
		if r.Gone {
			continue
		}
		contents, err := optional(r.Contents, r.Contents == nil)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, placePut, r.World, death, string(r.Kind), r.Name, at.Dimension, at.X, at.Y, at.Z,
			r.Ours, r.Sighted, nanos(r.Seen), contents); err != nil {
			return err
		}
	}
	return nil
}

// Places implements worldmap.Source.
func (j *Journal) Places(ctx context.Context, world string) ([]game.Landmark, error) {
	if err := j.keeper.until(ctx, j.log.lastOfWorld(world)); err != nil {
		return nil, err
	}
	var list []game.Landmark
	err := j.query(ctx, func(db *sql.DB) error {
		list = nil
		rows, err := db.QueryContext(ctx, `SELECT `+placeCols+` FROM places WHERE world = ? ORDER BY death, dimension, x, y, z`, world)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var l game.Landmark
			var seen int64
			var contents sql.NullString
			if err := rows.Scan(&l.Kind, &l.Name, &l.At.Dimension, &l.At.X, &l.At.Y, &l.At.Z, &l.Ours, &l.Sighted, &seen, &contents); err != nil {
				return err
			}
			l.Seen = moment(seen)
			if contents.Valid {
				_ = json.Unmarshal([]byte(contents.String), &l.Contents) // damaged, it was never opened
			}
			list = append(list, l)
		}
		return rows.Err()
	})
	return list, j.say(err)
}

// World is one world that something is remembered of.
type World struct {
	Name string `json:"name"`
	// Places by kind.
	Places map[game.LandmarkKind]int `json:"places"`
	// Seen is when anything of it was last seen.
	Seen time.Time `json:"seen"`
}

// Worlds lists the worlds that something is remembered of, by name.
func (j *Journal) Worlds(ctx context.Context) ([]World, error) {
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return nil, err
	}
	var list []World
	err := j.query(ctx, func(db *sql.DB) error {
		list = nil
		return raw(ctx, db, 4, func(r row) error {
			name := r.text(0)
			if len(list) == 0 || list[len(list)-1].Name != name {
				list = append(list, World{Name: name, Places: make(map[game.LandmarkKind]int)})
			}
			w := &list[len(list)-1]
			w.Places[game.LandmarkKind(r.text(1))] = int(r.number(2))
			if t := moment(r.number(3)); t.After(w.Seen) {
				w.Seen = t
			}
			return nil
		}, `SELECT world, kind, count(*), max(seen) FROM places GROUP BY world, kind ORDER BY world, kind`)
	})
	return list, j.say(err)
}

// ForgetWorld forgets all that is remembered of a world and returns how much it
// was. It is for programs that run no orchestrator over the journal: one that
// runs goes on with what it knows.
func (j *Journal) ForgetWorld(ctx context.Context, world string) (int, error) {
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return 0, err
	}
	n := int64(0)
	err := j.writes(func() error {
		res, err := j.db.ExecContext(ctx, `DELETE FROM places WHERE world = ?`, world)
		if err == nil {
			n, err = res.RowsAffected()
		}
		return err
	})
	return int(n), j.say(err)
}
