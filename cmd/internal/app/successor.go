// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/orchestrator"
)

// A version 1 mod takes a new id each time its game starts, so that the body of a task
// may be gone for good although its player is back (docs/protocol, rule 14).

// departed is a body that went away.
type departed struct {
	info  game.BodyInfo
	world string
	lost  time.Time // when its line went down
	came  time.Time // when it first came under its id, zero where nobody knows
}

const (
	// maxPast is how many bodies that went away are remembered, for pastLife.
	maxPast  = 1024
	pastLife = 24 * time.Hour
)

func departedOf(s *modbridge.Session) departed {
	d := departed{info: s.Info(), lost: s.Lost()}
	if w := s.Snapshot().State.World; w != nil {
		d.world = w.ID
	}
	return d
}

// departedBefore are the bodies whose tasks an earlier process left: of them the
// journal tells the world at most.
func departedBefore(views []orchestrator.View, now time.Time) map[string]departed {
	past := map[string]departed{}
	for i := range views {
		d := departed{lost: now}
		for _, t := range slices.Concat(views[i].Parked, views[i].Queue) {
			d.world = cmp.Or(d.world, t.World)
		}
		if t := views[i].Current; t != nil {
			d.world = cmp.Or(d.world, t.World)
		}
		past[views[i].Body] = d
	}
	return past
}

// sweep moves sessions that have ended to the past; b.mu is held.
func (b *bodies) sweep() {
	for id, s := range b.ready {
		if now, there := b.bridge.Session(id); there && now == s {
			continue
		}
		if b.past == nil {
			b.past = map[string]departed{}
		}
		d := departedOf(s)
		d.came = b.came[id]
		b.past[id] = d
		delete(b.ready, id)
		delete(b.came, id)
	}
	if len(b.past) > maxPast {
		oldest := time.Now()
		for _, d := range b.past {
			if d.lost.Before(oldest) {
				oldest = d.lost
			}
		}
		maps.DeleteFunc(b.past, func(_ string, d departed) bool { return !d.lost.After(oldest) })
	}
	maps.DeleteFunc(b.past, func(_ string, d departed) bool { return time.Since(d.lost) > pastLife })
}

// Successor is the body that the body of that id, which lost its line, came back as:
// the only one of the same world, player or version that came after it was lost.
func (b *bodies) Successor(id string) (next string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sweep()
	return b.successor(id)
}

// successor is Successor; b.mu is held.
func (b *bodies) successor(id string) (next string, ok bool) {
	if b.ours != nil && !b.ours(id) { // it is another Minehand's, or comes back to any
		return "", false
	}
	gone, known := b.past[id]
	if s := b.ready[id]; s != nil {
		if s.Link().State == game.LinkUp {
			return "", false
		}
		gone, known = departedOf(s), true
	}
	if !known {
		return "", false
	}
	for other, s := range b.ready {
		if other == id || b.came[other].Before(gone.lost) || s.Link().State != game.LinkUp || !gone.alike(departedOf(s)) {
			continue
		}
		if ok {
			return "", false
		}
		next, ok = other, true
	}
	return next, ok
}

// alike reports whether another body may be the same player in the same game: what both
// tell of their player and world decides, else their version of the game, where it is
// known, of two that speak the same version of the protocol: a mod that told neither
// player nor world comes back as one that does not.
func (d *departed) alike(o departed) bool {
	switch {
	case d.info.Name != "" && o.info.Name != "":
		return d.info.Name == o.info.Name
	case d.world != "" && o.world != "":
		return d.world == o.world
	}
	return d.info.Version == o.info.Version && d.info.Protocol == o.info.Protocol || d.info.Version == "" && d.world == "" && o.world == ""
}
