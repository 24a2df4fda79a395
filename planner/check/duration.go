// SPDX-License-Identifier: MIT

package check

import (
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Expected durations, in seconds of game time.
const (
	// walkSpeed is a player's, in blocks a second (Minecraft Wiki, "Walking").
	walkSpeed = 4.3
	// searchSeconds is a walk of unknown length among the chunks that are loaded.
	// What blocks and mobs of a kind take to be found is the solver's to say.
	searchSeconds = 12
	// stepSeconds is getting from one block to the next and picking up its drop.
	stepSeconds  = 1
	craftSeconds = 1
	batchSeconds = 0.25
	placeSeconds = 2
	smallSeconds = 2
	ticks        = 20
	// splitSeconds is what one action may be expected to take on a body of
	// version 1 (docs/protocol, rule 5).
	splitSeconds = 30
)

// breakSeconds is the time to break a block with a tool, or by hand when tool
// is empty (Minecraft Wiki, "Breaking": hardness x 1.5 / speed with what
// harvests it, x 5 with what does not).
func breakSeconds(v *data.Version, b *data.Block, tool string) float64 {
	speed := 1.0
	if it, ok := v.Item(tool); ok && it.Tool != nil && it.Tool.Class == b.Class {
		speed = max(it.Tool.Speed, 1)
	}
	base := 1.5
	if !b.HarvestedBy(tool) {
		base = 5
	}
	return max(b.Hardness, 0) * base / speed
}

// bestTool is the fastest held tool for a block, empty for the hand.
func (l *state) bestTool(b *data.Block) string {
	best, speed := "", 0.0
	for _, w := range l.wear {
		it, ok := l.v.Item(w.item)
		if !ok || it.Tool == nil || w.left <= 0 || !b.HarvestedBy(w.item) {
			continue
		}
		s := 1.0
		if it.Tool.Class == b.Class {
			s = it.Tool.Speed
		} else if b.Harvest == nil {
			continue
		}
		if s > speed {
			best, speed = w.item, s
		}
	}
	return best
}

// search is the walk to the first of a kind, as the solver reckons it. A body of
// version 1 is told of no walk that takes longer than an action of its may.
func (d drafter) search(name string) float64 {
	most, ok := d.Solver.Search(name)
	if !ok || d.Request.Body.Protocol < game.ProtocolV2 {
		most = searchSeconds
	}
	if dist, ok := d.Seen()[name]; ok {
		return math.Min(most, dist/walkSpeed)
	}
	return most
}

// walk is the way to a place.
func (d drafter) walk(l *state, to game.Pos) float64 {
	if l.at == nil {
		return searchSeconds
	}
	return l.at.Distance(to.Center())/walkSpeed + 1
}

// split divides a long fight, and a step for a body of version 1 so that each
// part is expected to take at most splitSeconds. The walk to the first block cannot be divided.
func (d drafter) split(s game.Step, l *state) []game.Step {
	if s.Action.Kind == game.Attack {
		return splitFight(s)
	}
	info, ok := game.Lookup(s.Action.Kind)
	if !ok || !info.Divisible || d.Request.Body.Protocol >= game.ProtocolV2 || s.Action.Count() < 2 {
		return []game.Step{s}
	}
	unit, once, batch := 0.0, 0.0, 1
	switch s.Action.Kind {
	case game.Smelt:
		unit = 10
	case game.Craft:
		unit, once = batchSeconds, craftSeconds
		if r := d.Version.Recipes(s.Action.Recipe); len(r) > 0 {
			batch = max(r[0].Count, 1)
		}
	case game.Mine:
		b, ok := d.Version.Block(s.Action.Target)
		if !ok {
			return []game.Step{s}
		}
		once, unit = searchSeconds, stepSeconds+breakSeconds(d.Version, b, l.bestTool(b))
	default:
		return []game.Step{s}
	}
	most := max(1, int((splitSeconds-once)/unit)) * batch
	total := s.Action.Count()
	if total <= most {
		return []game.Step{s}
	}
	var parts []game.Step
	for left := total; left > 0; left -= most {
		part := s
		part.Action = s.Action.Clone()
		part.Action.Quantity = min(most, left)
		parts = append(parts, part)
	}
	return parts
}
