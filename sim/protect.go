// SPDX-License-Identifier: MIT

package sim

import (
	"github.com/minehand/minehand/game"
)

// zoneAt is the protected place that holds a block and that the action may not
// change, nil for none.
func (x *run) zoneAt(p game.Pos) *game.Zone {
	for i := range x.bounds.Zones {
		if x.bounds.Zones[i].Holds(p) {
			return &x.bounds.Zones[i]
		}
	}
	return nil
}

// kept reports whether the running action has to leave a block as it is.
func (w *World) kept(p game.Pos) bool { return w.running != nil && w.running.zoneAt(p) != nil }

// avoided reports whether a block is passed over when the running action looks
// for one to break.
func (w *World) avoided(p game.Pos) bool {
	return w.running != nil && w.running.action.Alters() && w.kept(p) || w.outside(p)
}

// outside reports whether a place lies beyond where the running action may look for things.
func (w *World) outside(p game.Pos) bool {
	return w.running != nil && !w.running.bounds.Within.Holds(p)
}

// protected is the failure for a block in a protected place.
func (x *run) protected(p game.Pos) *game.Failure {
	if z := x.zoneAt(p); z != nil {
		return fail(game.CodeProtected, "%s lies in the protected place %q", p, z.Name)
	}
	return nil
}

// trespass refuses an action that names a block in a protected place.
func (x *run) trespass() *game.Failure {
	for _, p := range x.action.Changes(x.player.dimension) {
		if f := x.protected(p); f != nil {
			return f
		}
	}
	return nil
}

// onlyProtected says that what was not found elsewhere is there in a protected
// place; nil when it is not.
func (x *run) onlyProtected(block string) *game.Failure {
	zones := x.bounds.Zones
	if len(zones) == 0 {
		return nil
	}
	x.bounds.Zones = nil
	f, ok := x.nearest(block)
	x.bounds.Zones = zones
	if !ok {
		return nil
	}
	return x.protected(f.at)
}
