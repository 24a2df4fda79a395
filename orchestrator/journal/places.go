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

// putWorldMap writes the rows in their order.
func putWorldMap(do executor, rows []worldmap.Row) error {
	for i := range rows {
		r := &rows[i]
		death := r.Kind == game.LandmarkDeath
		at := r.At
		if r.Gone || death { // there is one death: the earlier one goes
			do(placeDrop, r.World, death, at.Dimension, at.X, at.Y, at.Z)
		}
		if r.Gone {
			continue
		}
		var contents any
		if r.Contents != nil {
			data, err := json.Marshal(r.Contents)
			if err != nil {
				return err
			}
			contents = string(data)
		}
		do(placePut, r.World, death, string(r.Kind), r.Name, at.Dimension, at.X, at.Y, at.Z, r.Ours, r.Sighted, nanos(r.Seen), contents)
	}
	return nil
}

// Places implements worldmap.Source.
func (j *Journal) Places(ctx context.Context, world string) ([]game.Landmark, error) {
	return listed(ctx, j, j.log.lastOfWorld(world), func(r row) (game.Landmark, error) {
		l := game.Landmark{
			Kind: game.LandmarkKind(r.text(0)), Name: r.text(1), Ours: r.number(6) != 0, Sighted: r.number(7) != 0, Seen: moment(r.number(8)),
			At: game.Pos{Dimension: r.text(2), X: int(r.number(3)), Y: int(r.number(4)), Z: int(r.number(5))},
		}
		_ = r.parse(9, &l.Contents) // damaged, it was never opened
		return l, r.numbers(3, 9)
	}, `SELECT `+placeCols+` FROM places WHERE world = ? ORDER BY death, dimension, x, y, z`, world)
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
		return raw(ctx, db, func(r row) error {
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
