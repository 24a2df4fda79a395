// SPDX-License-Identifier: MIT

package goals

import "slices"

// What is said behind a goal and is no goal of its own: that its place is told, what is kept, what is not meant.

// hasPart says that one of some things may have a part in a goal, so that to go
// without it changes what is done: it goes into what is made, it is burnt or worked
// with, it is what comes of it.
func (r *Reader) hasPart(g Goal, of []string) bool {
	if r.madeBefore(g.Items, of) || slices.ContainsFunc(g.Items, func(id string) bool { return r.needs(id, of).each > 0 }) {
		return true
	}
	if slices.ContainsFunc(r.brings(g), func(b brought) bool { return !slices.Equal(b.items, g.Items) && meet(of, b.items) }) {
		return true
	}
	molten := g.Kind == Smelt || (g.Kind == Get || g.Kind == Craft) && len(r.Version.SmeltingTo(g.Items[0])) > 0
	return slices.ContainsFunc(of, func(id string) bool {
		worked := r.Version.IsStation(id) || r.item(id).Tool != nil
		return worked && !r.Outfit(g.Name) && g.Kind != Place && g.Kind != Give || molten && r.item(id).FuelTicks > 0
	})
}
