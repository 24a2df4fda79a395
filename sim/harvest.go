// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"github.com/minehand/minehand/game/data"
	"math"

	"github.com/minehand/minehand/game"
)

// harvest takes in ripe crops: what the player planted nearby, and what grows in
// view by itself. It waits for what will be ripe within five minutes.
func (x *run) harvest() *game.Failure {
	a := x.action
	c := x.cropNamed(a.Target)
	for done := 0; done < a.Count(); done++ {
		p, f := x.nearestRipe(c)
		if f == nil {
			ok, failure := x.harvestWild(c)
			if failure != nil {
				return failure
			}
			if !ok {
				if failure := x.awaitRipe(c, float64(done)/float64(a.Count())); failure != nil {
					return failure
				}
				done-- // look again
				continue
			}
		} else {
			if failure := x.workAt(p, handleSeconds); failure != nil {
				return failure
			}
			if x.fields[p] != f || x.ripe(p, f) == 0 { // somebody else took it
				done--
				continue
			}
			if x.pickUp(Gathered, x.reap(p, f), p) {
				return fail(game.CodeInventoryFull, "the inventory is full: the harvest lies at %s", p)
			}
		}
		x.progress("harvested "+game.Display(a.Target), float64(done+1)/float64(a.Count()))
	}
	return nil
}

// harvestPatience is how long a harvest waits for what is not ripe, in seconds.
const harvestPatience = 300

// nearby reports whether a field is of the crop and near enough.
func (x *run) nearby(p game.Pos, f *field, c *crop) bool {
	if at := x.action.At; at != nil && x.action.Count() == 1 && (p.X != at.X || p.Y != at.Y || p.Z != at.Z) {
		return false
	}
	return f.crop == c && p.Dimension == x.player.dimension && x.player.at.Distance(p.Center()) <= farmReach
}

// nearestRipe is the nearest ripe field of a crop, nil for none.
func (x *run) nearestRipe(c *crop) (game.Pos, *field) {
	best, least := game.Pos{}, math.Inf(1)
	for p, f := range x.fields {
		if !x.nearby(p, f, c) || x.ripe(p, f) == 0 || x.kept(p) {
			continue
		}
		if d := x.player.at.Distance(p.Center()); d < least || d == least && p.Before(best) {
			best, least = p, d
		}
	}
	return best, x.fields[best]
}

// harvestWild breaks one ripe block in view that nobody planted; ok is false
// when there is none.
func (x *run) harvestWild(c *crop) (ok bool, failure *game.Failure) {
	b, name, failure := x.wildBlock(c)
	if failure != nil {
		return false, failure
	}
	if x.action.At != nil {
		return false, nil
	}
	f, found := x.nearestSite(x.feet(), func(f *feature) bool { return f.block == name }, func(s *site) (find, bool) {
		for _, sp := range s.spots {
			if sp.block == name && x.blockAtIsSpot(sp) && !x.kept(sp.at) && x.player.at.Distance(sp.at.Center()) <= sightBlocks {
				return find{at: sp.at, stand: s.stand}, true
			}
		}
		return find{}, false
	})
	if !found {
		return false, nil
	}
	if failure := x.approach(f, nil); failure != nil {
		return false, failure
	}
	return true, x.breakBlock(f.at, b)
}

// wildBlock is the block that is broken to harvest what grows by itself.
func (x *run) wildBlock(c *crop) (b *data.Block, name string, failure *game.Failure) {
	name = x.action.Target
	if c != nil {
		name = cmp.Or(c.fruit, c.block)
	}
	b, known := x.data.Block(name)
	if !known || c == nil && !b.Natural && b.Structure == "" || b.Hardness < 0 {
		return nil, name, fail(game.CodeNotFound, "%s is nothing that is harvested", game.Display(x.action.Target))
	}
	if c != nil && c.log != "" {
		return nil, name, fail(game.CodeNotFound, "a sapling is not harvested: mine the tree that it becomes")
	}
	return b, name, nil
}

// awaitRipe lets time pass until the next field of a crop is ripe; done is the
// share of the harvest that is in.
func (x *run) awaitRipe(c *crop, done float64) *game.Failure {
	due := math.Inf(1)
	for p, f := range x.fields {
		if x.nearby(p, f, c) {
			due = min(due, x.due(p, f))
		}
	}
	switch left := due - x.now; {
	case math.IsInf(left, 1):
		return fail(game.CodeNotFound, "no %s grows within %d blocks", game.Display(x.action.Target), sightBlocks)
	case left > harvestPatience:
		return fail(
			game.CodeNotFound, "the %s will not be ripe for another %d minutes: wait, then harvest", game.Display(x.action.Target),
			int(math.Ceil(left/60)),
		)
	}
	return x.linger(due, "waiting for "+game.Display(c.block)+" to ripen", done)
}
