// SPDX-License-Identifier: MIT

package sim

import (
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// mine breaks blocks of one kind, or the one at a place, and picks up what they
// drop.
func (x *run) mine() *game.Failure {
	a := x.action
	if a.At != nil {
		return x.mineAt(*a.At)
	}
	b, failure := x.minable(a.Target)
	if failure != nil {
		return failure
	}
	want, start := a.Count(), 0
	if a.Until != nil {
		start = x.player.inv.count(a.Until.Item)
	}
	broken := 0
	gained := func() int { return x.player.inv.count(a.Until.Item) - start }
	done := func() bool {
		if a.Until != nil {
			return gained() >= a.Until.Count
		}
		return broken >= want
	}
	var stand *game.Pos
	for !done() {
		if _, ok := x.pickTool(b); !ok {
			return x.noTool(b)
		}
		f, ok := x.nearest(b.Name)
		if !ok {
			if failure := x.onlyProtected(b.Name); failure != nil {
				return failure
			}
			return fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(b.Name), searchBlocks)
		}
		if failure := x.approach(f, stand); failure != nil {
			return failure
		}
		stand = &f.stand
		switch failure := x.breakBlock(f.at, b); {
		case failure == errTaken:
			continue
		case failure != nil:
			return failure
		}
		broken++
		x.result.Broken = intp(broken)
		share := float64(broken) / float64(want)
		if a.Until != nil {
			share = float64(gained()) / float64(a.Until.Count)
		}
		x.progress("broke "+game.Display(b.Name), min(1, share))
	}
	if stand != nil && x.standable(*stand) {
		return x.walk(*stand)
	}
	return nil
}

// minable is the block of a name, if it can be broken by hand or tool.
func (x *run) minable(name string) (*data.Block, *game.Failure) {
	b, ok := x.data.Block(name)
	if !ok {
		return nil, fail(game.CodeNotFound, "there is no block %q in Minecraft %s", name, x.data.Name)
	}
	if b.Hardness < 0 {
		return nil, fail(game.CodeInvalid, "%s cannot be broken in survival", b.Display)
	}
	if fluid(b.Name) {
		return nil, fail(game.CodeInvalid, "%s cannot be mined: use a bucket on it", b.Display)
	}
	return b, nil
}

// approach walks to the stand of a site, and within the site to within reach of
// the block.
func (x *run) approach(f find, last *game.Pos) *game.Failure {
	if last == nil || *last != f.stand {
		if fl := x.walk(f.stand); fl != nil {
			return fl
		}
	}
	gap := math.Hypot(float64(f.at.X)+0.5-x.player.at.X, float64(f.at.Z)+0.5-x.player.at.Z) - reach
	if gap <= 0 {
		return nil
	}
	return x.pass(gap / walkSpeed)
}

// mineAt breaks the block at one place.
func (x *run) mineAt(p game.Pos) *game.Failure {
	p = x.named(p)
	name := x.blockAt(p)
	if passable(name) && replaceable(name) {
		return fail(game.CodeNotFound, "there is nothing to break at %s", p)
	}
	if t := x.action.Target; t != "" && t != name {
		return fail(game.CodeNotFound, "at %s there is %s, not %s", p, game.Display(name), game.Display(t))
	}
	b, ok := x.data.Block(name)
	if !ok || b.Hardness < 0 {
		return fail(game.CodeInvalid, "%s cannot be broken in survival", game.Display(name))
	}
	if _, ok := x.pickTool(b); !ok && !x.frees() {
		return x.noTool(b)
	}
	if !x.inReach(p) {
		if f := x.walkBeside(p); f != nil {
			return f
		}
	}
	if f := x.breakBlock(p, b); f != nil {
		return f
	}
	x.result.Broken = intp(1)
	return nil
}

// walkBeside walks to where a block is in reach: beside it, or on top.
func (x *run) walkBeside(p game.Pos) *game.Failure {
	stand, ok := x.beside(p)
	if !ok {
		if stand, ok = x.footing(above(p), 1); !ok {
			return fail(game.CodeUnreachable, "there is no way to the block at %s", p)
		}
	}
	return x.walk(stand)
}

// errTaken: somebody else broke the block meanwhile.
var errTaken = fail(game.CodeNotFound, "somebody else was there first")

// breakBlock takes the time, wears the tool and picks up the drops. What does
// not fit into the inventory lies there.
func (x *run) breakBlock(p game.Pos, b *data.Block) *game.Failure {
	if f := x.protected(p); f != nil {
		return f
	}
	tool, ok := x.pickTool(b)
	if !ok && !x.frees() {
		return x.noTool(b)
	}
	item := ""
	if tool >= 0 {
		item = x.player.inv[tool].item
		x.hold(tool)
		if tool >= 9 {
			tool = x.player.selected
		}
	}
	ticks, _ := x.breakTicks(b, item)
	if f := x.pass(breakSeconds(ticks)); f != nil {
		return f
	}
	if x.blockAt(p) != b.Name {
		return errTaken
	}
	drops := x.remove(p, b, tool)
	x.player.tire(exhaustionMine)
	x.mined(b.Name)
	lost := x.pickUp(Gathered, drops, p)
	if x.fall() {
		return x.died()
	}
	if lost {
		return fail(game.CodeInventoryFull, "the inventory is full: what %s dropped lies at %s", game.Display(b.Name), p)
	}
	return nil
}

// breakSeconds is how long breaking takes, with the pause after it.
func breakSeconds(ticks int) float64 {
	seconds := float64(ticks) / ticksPerSecond
	if ticks > 0 {
		seconds += breakPause
	}
	return seconds
}

// pickUp puts stacks into the inventory and leaves at a place what does not fit.
func (x *run) pickUp(what What, drops []slot, at game.Pos) (lost bool) {
	for _, d := range drops {
		n := d.count
		d.count = x.stow(x.player.inv[:game.SlotsMain], d)
		x.items(what, d.item, n-d.count, at)
		if d.count > 0 {
			x.scatter(d, at)
			lost = true
		}
	}
	return lost
}

func (x *run) noTool(b *data.Block) *game.Failure {
	if len(b.Harvest) == 0 {
		return fail(game.CodeMissingTool, "no tool breaks %s so that it drops anything", game.Display(b.Name))
	}
	return fail(game.CodeMissingTool, "%s needs a better tool: hold a %s", game.Display(b.Name), game.Display(x.commonTool(b)))
}

// commonTool is the lowest tool that harvests a block, gold and copper left out.
func (x *run) commonTool(b *data.Block) string {
	best, tier := b.Harvest[0], math.MaxInt
	for _, h := range b.Harvest {
		it, ok := x.data.Item(h)
		if !ok || it.Tool == nil || it.Tool.Tier == "gold" || it.Tool.Tier == "copper" {
			continue
		}
		if t := data.Tier(it.Tool.Tier); t < tier {
			best, tier = h, t
		}
	}
	return best
}

func fluid(block string) bool { return block == "water" || block == "lava" }
