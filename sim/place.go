// SPDX-License-Identifier: MIT

package sim

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// placeSeconds is how long placing a block takes, turning to it included.
const placeSeconds = 0.3

// chestSlots is the size of a chest or barrel.
const chestSlots = 27

// place puts one block into the world: at a place, or at a free one near the
// player.
func (x *run) place() *game.Failure {
	at := x.action.At
	if at == nil {
		p, ok := x.freeSpot()
		if !ok {
			if f := x.protected(x.feet()); f != nil {
				return f
			}
			return fail(game.CodeUnreachable, "there is no free place near the player")
		}
		at = &p
	}
	p, f := x.putAt(*at, x.action.Block)
	if f != nil {
		return f
	}
	x.result.Position = &game.Vec3{X: float64(p.X), Y: float64(p.Y), Z: float64(p.Z)}
	return nil
}

// build puts blocks one after the other, and digs free what is to be air; those that stand
// already are counted.
func (x *run) build() *game.Failure {
	edits := x.action.Edits
	placed, made, total := 0, 0, max(x.action.Made(edits), 1)
	x.result.Total, x.result.Placed = intp(len(edits)), intp(0)
	for i, e := range edits {
		p := game.Pos{X: e.X, Y: e.Y, Z: e.Z, Dimension: x.player.dimension}
		if !e.Is(x.blockAt(p)) {
			var f *game.Failure
			if game.IsAir(e.Block) || x.grows(p) {
				f = x.free(p, "")
			}
			if f == nil && !game.IsAir(e.Block) {
				f = x.makeStand(p, e.Block)
			}
			if f != nil {
				f.Message = "block " + p.String() + ": " + f.Message
				return f
			}
		}
		placed++
		x.result.Placed = intp(placed)
		made += x.action.Made(edits[i : i+1])
		x.progress(fmt.Sprintf("%s %d of %d", x.action.Makes(), made, total), float64(made)/float64(total))
	}
	return nil
}

// makeStand is one block of a build: tilled, sown, poured or placed.
func (x *run) makeStand(p game.Pos, block string) *game.Failure {
	c := x.cropNamed(block)
	switch {
	case block == farmland:
		return x.soften(p)
	case c != nil && c.block == block && c.soils == nil:
		return x.sow(c, p)
	case fluid(block):
		return x.pour(p, block)
	}
	return x.put(p, block)
}

// soften tills the ground of a build; where it is gone, dirt comes first.
func (x *run) soften(p game.Pos) *game.Failure {
	if replaceable(x.blockAt(p)) {
		if f := x.put(p, "dirt"); f != nil {
			return f
		}
	}
	top := above(p)
	if b := x.blockAt(top); b != "" && !fluid(b) && (replaceable(b) || x.grows(top)) {
		if f := x.free(top, ""); f != nil {
			return f
		}
	}
	switch {
	case x.hoe() < 0:
		return fail(game.CodeMissingTool, "tilling needs a hoe")
	case x.kept(p):
		return x.protected(p)
	case !x.World.free(p):
		return fail(game.CodeUnreachable, "%s at %s cannot be tilled", game.Display(x.blockAt(p)), p)
	}
	return x.tillAt(p)
}

// sow plants a crop of a build.
func (x *run) sow(c *crop, p game.Pos) *game.Failure {
	switch {
	case x.player.inv.count(c.seed) == 0:
		return fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(c.seed))
	case x.kept(p):
		return x.protected(p)
	case !x.takes(c, below(p)):
		return fail(game.CodeUnreachable, "%s cannot be planted on %s", game.Display(c.seed), game.Display(x.blockAt(below(p))))
	}
	return x.plantAt(c, p)
}

// pour empties a bucket where the ground is dug away for it, and wets the soil around.
func (x *run) pour(p game.Pos, liquid string) *game.Failure {
	bucket := liquid + "_bucket"
	if x.player.inv.count(bucket) == 0 {
		return fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(bucket))
	}
	if f := x.protected(p); f != nil {
		return f
	}
	if !replaceable(x.blockAt(p)) {
		if f := x.free(p, ""); f != nil {
			return f
		}
	}
	if f := x.workAt(p, handleSeconds); f != nil {
		return f
	}
	x.take(bucket, 1)
	x.items(Put, bucket, -1, p)
	x.give("bucket", 1)
	x.items(Filled, "bucket", 1, p)
	x.alter(p, liquid, game.WhyGoal)
	x.placed[p] = liquid
	for soil := range x.wet {
		x.wet[soil] = x.watered(soil)
	}
	return nil
}

// grows reports whether a plant stands in the way of a block that breaks at a touch.
func (w *World) grows(p game.Pos) bool {
	b, known := w.data.Block(w.blockAt(p))
	return known && b.Natural && b.Hardness == 0 && !replaceable(b.Name)
}

// frees: what is dug is to be gone, whatever it leaves, so that the bare hand will do.
func (x *run) frees() bool { return x.action.Kind == game.Build }

// free digs away what stands at a position; what it drops and nobody has room for lies there.
func (x *run) free(p game.Pos, _ string) *game.Failure {
	name := x.blockAt(p)
	if fluid(name) {
		return fail(game.CodeUnreachable, "at %s there is %s, which cannot be dug away", p, game.Display(name))
	}
	f := x.near(p)
	if b, ok := x.data.Block(name); f == nil && ok && replaceable(name) {
		f = x.breakBlock(p, b)
	} else {
		f = x.mineAt(p)
	}
	x.result.Broken = nil
	if f != nil && f.Code == game.CodeInventoryFull {
		return nil
	}
	return f
}

// put places a block at a position.
func (x *run) put(p game.Pos, block string) *game.Failure {
	_, f := x.putAt(p, block)
	return f
}

// putAt is put, and says in which dimension the block stands.
func (x *run) putAt(p game.Pos, block string) (game.Pos, *game.Failure) {
	p = x.named(p)
	if p.Dimension != x.player.dimension {
		return p, fail(game.CodeUnreachable, "%s is in another dimension", p)
	}
	item, stands, ok := x.placeable(block)
	if c := x.cropNamed(block); c != nil && c.soils == nil && c.fruit != block {
		return p, fail(game.CodeInvalid, "%s is not placed: plant %s on farmland", game.Display(block), game.Display(c.seed))
	}
	if !ok {
		return p, fail(game.CodeInvalid, "%s cannot be placed", game.Display(block))
	}
	if x.player.inv.count(item) == 0 {
		return p, fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(item))
	}
	if f := x.protected(p); f != nil {
		return p, f
	}
	if f := x.hasRoom(p); f != nil {
		return p, f
	}
	if f := x.near(p); f != nil { // into a pit, from above
		if stand, ok := x.beside(above(p)); !ok || x.walk(stand) != nil || !x.inReach(p) {
			return p, f
		}
	}
	if f := x.stepAside(p); f != nil {
		return p, f
	}
	if f := x.pass(placeSeconds); f != nil {
		return p, f
	}
	x.take(item, 1)
	x.items(Put, item, -1, p)
	x.alter(p, stands, game.WhyGoal)
	x.placed[p] = stands
	x.tell(Occurrence{What: Stands, Name: stands, At: p})
	x.placing[p]++
	if holdsItems(stands) {
		x.chests[p] = make([]slot, chestSlots)
	}
	return p, nil
}

// hasRoom is why no block can be placed at a position; nil if one can.
func (x *run) hasRoom(p game.Pos) *game.Failure {
	if b := x.blockAt(p); !replaceable(b) {
		return fail(game.CodeUnreachable, "at %s there is %s already", p, game.Display(b))
	}
	if !x.supported(p) {
		return fail(game.CodeNoSupport, "at %s there is nothing to place a block against", p)
	}
	return nil
}

func holdsItems(block string) bool {
	return slices.Contains([]string{"chest", "barrel", "trapped_chest"}, block)
}

// placeable finds the item that places a block and the block that then stands.
func (w *World) placeable(block string) (item, stands string, ok bool) {
	if it, found := w.data.Item(block); found {
		if it.Block != "" {
			return it.Name, it.Block, true
		}
		if _, same := w.data.Block(block); same {
			return it.Name, block, true
		}
		return "", "", false
	}
	for _, it := range w.data.Items() {
		if it.Block == block {
			return it.Name, block, true
		}
	}
	return "", "", false
}

// sides are what lies at a block, flanks those of them that lie beside it.
var (
	sides  = [...]game.Pos{{Y: -1}, {X: 1}, {X: -1}, {Z: 1}, {Z: -1}, {Y: 1}}
	flanks = sides[1:5]
)

func (w *World) supported(p game.Pos) bool {
	return slices.ContainsFunc(sides[:], func(s game.Pos) bool {
		return w.solid(off(p, s.X, s.Y, s.Z))
	})
}

// stepAside moves the player out of a block that is about to be filled.
func (x *run) stepAside(p game.Pos) *game.Failure {
	feet := x.feet()
	if p != feet && below(p) != feet {
		return nil
	}
	for _, dy := range [...]int{0, 1, -1, -2, -3, -4} {
		for d := 1; d <= 2; d++ {
			for _, s := range flanks {
				q := off(feet, d*s.X, dy, d*s.Z)
				if q != p && below(p) != q && x.standable(q) {
					return x.walk(q)
				}
			}
		}
	}
	return fail(game.CodeUnreachable, "the player cannot step out of %s", p)
}

// freeSpot is a free block on solid ground within two blocks of the player.
func (w *World) freeSpot() (game.Pos, bool) {
	feet := w.feet()
	for d := 1; d <= 2; d++ {
		for _, dy := range [...]int{0, 1, -1} {
			for dx := -d; dx <= d; dx++ {
				for dz := -d; dz <= d; dz++ {
					p := off(feet, dx, dy, dz)
					if (dx != 0 || dz != 0) && replaceable(w.blockAt(p)) && w.solid(below(p)) && w.inReach(p) && !w.kept(p) {
						return p, true
					}
				}
			}
		}
	}
	return game.Pos{}, false
}
