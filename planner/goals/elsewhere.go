// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// newest makes the reader of the newest version that is known, nil for that
// version itself.
func newest(v *data.Version) *Reader {
	if other, err := data.Load(data.Newest()); err == nil && v.Name != other.Name {
		return New(other)
	}
	return nil
}

// elsewhere answers a goal that could not be read: an *game.ImpossibleError when
// it is about a thing that a newer version has, else nil.
func (r *Reader) elsewhere(text string) error {
	other := r.newest()
	if other == nil {
		return nil
	}
	said, _, ok := other.spokenBy(text)
	if !ok || len(said.Respelt) > 0 {
		return nil
	}
	for _, g := range said.Goals {
		if len(g.Items) == 0 || g.Kind == Find || slices.ContainsFunc(g.Items, func(id string) bool { return has(r.Version, id) }) {
			continue
		}
		if since, ok := data.Since(g.Items[0]); ok {
			return impossible("impossible.newer", "thing", game.Named(g.Items[0]), "version", r.Version.Name, "since", since)
		}
	}
	return nil
}

// has says that a version knows an item, block or mob.
func has(v *data.Version, id string) bool {
	_, item := v.Item(id)
	_, block := v.Block(id)
	_, mob := v.Mob(id)
	return item || block || mob
}
