// SPDX-License-Identifier: MIT

package conformance

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// soft is a block that is broken by hand, and what it always drops.
type soft struct{ block, drop string }

// softBlocks are tried from the first on. Drops as in the loot tables of
// Minecraft 1.21.
var softBlocks = []soft{
	{"oak_log", "oak_log"}, {"birch_log", "birch_log"}, {"spruce_log", "spruce_log"}, {"jungle_log", "jungle_log"},
	{"acacia_log", "acacia_log"}, {"dark_oak_log", "dark_oak_log"}, {"mangrove_log", "mangrove_log"},
	{"cherry_log", "cherry_log"}, {"pale_oak_log", "pale_oak_log"},
	{"dirt", "dirt"}, {"grass_block", "dirt"}, {"sand", "sand"}, {"red_sand", "red_sand"}, {"coarse_dirt", "coarse_dirt"},
	{"podzol", "dirt"}, {"mud", "mud"}, {"soul_sand", "soul_sand"}, {"pumpkin", "pumpkin"},
}

// softMost bounds how many kinds of block are tried, for looking around takes
// a body its time.
const softMost = 6

// softHere lists the blocks to try: those in view when the body says what it
// sees, else the commonest.
func (b *bench) softHere() []soft {
	var list []soft
	if seen := b.now().Nearby; seen != nil {
		for _, so := range softBlocks {
			if slices.ContainsFunc(seen.Blocks, func(n game.Sight) bool { return n.Name == so.block }) {
				list = append(list, so)
			}
		}
	}
	for _, so := range []soft{softBlocks[0], {"dirt", "dirt"}, {"grass_block", "dirt"}, {"birch_log", "birch_log"},
		{"spruce_log", "spruce_log"}, {"sand", "sand"}} {
		if !slices.Contains(list, so) {
			list = append(list, so)
		}
	}
	return list[:min(len(list), softMost)]
}

// elsewhere reports whether a failure says something about the place only, so
// that another one is worth a try. A version 1 body gives no codes: any may.
func (b *bench) elsewhere(o *outcome) bool {
	if !b.v2() {
		return true
	}
	switch o.code() {
	case game.CodeNotFound, game.CodeUnreachable, game.CodeNoPath, game.CodeNoSupport, game.CodeProtected, game.CodeMissingTool:
		return true
	default:
	}
	return false
}

// mineSoft breaks n of a block that hands can break. make builds the action.
func (b *bench) mineSoft(
	ctx context.Context, list []soft, n int, do func(context.Context, soft) (*outcome, error),
) (soft, *outcome, error) {
	var tried []string
	for _, so := range list {
		o, err := do(ctx, so)
		if err != nil {
			return so, nil, err
		}
		if o.ok() {
			return so, o, nil
		}
		if !b.elsewhere(o) {
			return so, nil, fmt.Errorf("mining %d %s %s", n, so.block, o.said())
		}
		tried = append(tried, so.block+" "+o.said())
	}
	return soft{}, nil, skip("nothing that hands can break seems to be near: %s", strings.Join(tried, "; "))
}

// gained checks that a success really brought an item, in the action's own delta
// and in the state (rule 11). No more than least was asked for, more is fine.
func (b *bench) gained(ctx context.Context, o *outcome, item string, least int) error {
	before := o.before.Count(item)
	after, there, err := b.shows(ctx, o, func(s *game.State) bool { return s.Count(item) >= before+least })
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("%s said success and the state shows %d %s instead of %d or more (before: %d)",
			o.kind, after.Count(item), item, before+least, before)
	}
	return b.deltaAgrees(o, item, after.Count(item)-before)
}

// lost checks that a success really took an item away.
func (b *bench) lost(ctx context.Context, o *outcome, item string, n int) error {
	before := o.before.Count(item)
	after, there, err := b.shows(ctx, o, func(s *game.State) bool { return s.Count(item) == before-n })
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("%s said success and the state shows %d %s instead of %d (before: %d)",
			o.kind, after.Count(item), item, before-n, before)
	}
	return b.deltaAgrees(o, item, -n)
}

// deltaAgrees compares a version 2 result's delta with what the states show.
func (b *bench) deltaAgrees(o *outcome, item string, shown int) error {
	row, _ := game.Lookup(o.kind)
	if !b.v2() || !slices.Contains(row.Result, "delta") {
		return nil
	}
	said := 0
	for name, n := range o.result.Delta {
		if game.Name(name) == item {
			said += n
		}
	}
	if said != shown {
		return fmt.Errorf("the result's delta says %+d %s and the state shows %+d", said, item, shown)
	}
	return nil
}

// cannot is the skip for what could not be got ready.
func cannot(what string, err error) error {
	return skip("could not get %s, which the case needs: %v", what, err)
}

// get does an action that a case needs done first, and sees that it brought the
// item; where it did not, the case is skipped.
func (b *bench) get(ctx context.Context, item string, n int, a game.Action) error {
	o, err := b.measure(ctx, a)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil && !o.ok() {
		err = fmt.Errorf("%s %s", a.Kind, o.said())
	}
	if err == nil {
		err = b.gained(ctx, o, item, n)
	}
	if err != nil {
		return cannot(fmt.Sprintf("%d %s", n, item), err)
	}
	return nil
}

// most is the item with a suffix of which most is held.
func (b *bench) most(suffix string) (item string, n int) {
	for name, held := range b.now().Counts() {
		if strings.HasSuffix(name, suffix) && (held > n || (held == n && name < item)) {
			item, n = name, held
		}
	}
	return item, n
}

// logs gets n logs of one kind.
func (b *bench) logs(ctx context.Context, n int) (string, error) {
	if item, held := b.most("_log"); held >= n {
		return item, nil
	}
	var last error
	for _, so := range b.softHere() {
		if !strings.HasSuffix(so.block, "_log") {
			continue
		}
		want := n - b.now().Count(so.drop)
		if last = b.get(ctx, so.drop, want, game.Action{Kind: game.Mine, Target: so.block, Quantity: want}); last == nil {
			return so.drop, nil
		}
		if ctx.Err() != nil {
			return "", last
		}
	}
	return "", last
}

// planks gets n planks of one wood.
func (b *bench) planks(ctx context.Context, n int) (string, error) {
	item, held := b.most("_planks")
	if held >= n {
		return item, nil
	}
	log, err := b.logs(ctx, (n+3)/4) // a log makes four (Minecraft Wiki, "Planks")
	if err != nil {
		return "", err
	}
	item = strings.TrimSuffix(log, "_log") + "_planks"
	want := n - b.now().Count(item)
	if want <= 0 {
		return item, nil
	}
	return item, b.get(ctx, item, want, game.Action{Kind: game.Craft, Recipe: item, Quantity: want})
}

// sticks gets n sticks, leaving spare planks besides.
func (b *bench) sticks(ctx context.Context, n, spare int) error {
	if b.now().Count("stick") >= n {
		return nil
	}
	if _, err := b.planks(ctx, spare+2*((n+3)/4)); err != nil {
		return err
	}
	want := n - b.now().Count("stick")
	return b.get(ctx, "stick", want, game.Action{Kind: game.Craft, Recipe: "stick", Quantity: want})
}

// stationNear is how near a station has to be to count as at hand, in blocks.
const stationNear = 16

// near finds a station that was placed or is in view.
func (b *bench) near(block string) (game.Pos, bool) {
	s := b.now()
	if s.Position == nil {
		return game.Pos{}, false
	}
	if at, ok := b.placed[block]; ok && s.Position.Distance(at.Center()) <= stationNear {
		return at, true
	}
	if s.Nearby != nil {
		for _, n := range s.Nearby.Blocks {
			at := n.At()
			if n.Name == block && s.Position.Distance(at) <= stationNear {
				return at.Block(), true
			}
		}
	}
	return game.Pos{}, false
}

// station finds a station or makes and places one.
func (b *bench) station(ctx context.Context, block string) (game.Pos, error) {
	if at, ok := b.near(block); ok {
		return at, nil
	}
	if b.now().Count(block) == 0 {
		if err := b.makeStation(ctx, block); err != nil {
			return game.Pos{}, err
		}
	}
	at, o, err := b.placeNear(ctx, block)
	if err == nil && !o.ok() {
		err = fmt.Errorf("placing it %s", o.said())
	}
	if err != nil {
		return at, cannot("a "+game.Display(block)+" beside the body", err)
	}
	return at, nil
}

func (b *bench) makeStation(ctx context.Context, block string) error {
	var err error
	switch block {
	case "crafting_table":
		_, err = b.planks(ctx, 4)
	case "chest":
		if _, err = b.station(ctx, "crafting_table"); err == nil {
			_, err = b.planks(ctx, 8)
		}
	case "furnace":
		err = b.cobblestone(ctx, 8)
	}
	if err != nil {
		return err
	}
	return b.get(ctx, block, 1, game.Action{Kind: game.Craft, Recipe: block, Quantity: 1})
}

// cobblestone gets n cobblestone, with a wooden pickaxe when there is none.
func (b *bench) cobblestone(ctx context.Context, n int) error {
	if b.now().Count("cobblestone") >= n {
		return nil
	}
	if _, held := b.most("_pickaxe"); held == 0 {
		if err := b.woodenPickaxe(ctx); err != nil {
			return err
		}
	}
	want := n - b.now().Count("cobblestone")
	return b.get(ctx, "cobblestone", want, game.Action{Kind: game.Mine, Target: "stone", Quantity: want})
}

func (b *bench) woodenPickaxe(ctx context.Context) error {
	if _, err := b.station(ctx, "crafting_table"); err != nil {
		return err
	}
	if err := b.sticks(ctx, 2, 3); err != nil {
		return err
	}
	if _, err := b.planks(ctx, 3); err != nil {
		return err
	}
	return b.get(ctx, "wooden_pickaxe", 1, game.Action{Kind: game.Craft, Recipe: "wooden_pickaxe", Quantity: 1})
}

// outside walks back to where the body stood at first when it stands lower
// now: the cases before this one dig, and in a pit everything around is taken.
func (b *bench) outside(ctx context.Context) error {
	s := b.now()
	if b.ground == nil || s.Position == nil || s.Position.Y > b.ground.Y-1 || !b.can(game.Goto) {
		return nil
	}
	to := b.ground.Block()
	_, err := b.measure(ctx, game.Action{Kind: game.Goto, At: &to})
	return err
}

// beside lists places two blocks from the feet, the level ones first, on open
// ground if the body can get there.
func (b *bench) beside(ctx context.Context) ([]game.Pos, error) {
	if err := b.outside(ctx); err != nil {
		return nil, err
	}
	feet, err := b.feet()
	if err != nil {
		return nil, err
	}
	var list []game.Pos
	for _, dy := range [...]int{0, 1, -1} {
		for _, d := range [...][2]int{{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {2, 2}, {-2, -2}} {
			list = append(list, game.Pos{X: feet.X + d[0], Y: feet.Y + dy, Z: feet.Z + d[1]})
		}
	}
	return list, nil
}

// placeNear places a block at the first place beside the body that takes it.
// A success that used nothing up counts for nothing: such a block may have
// stood there before, and what the body then says is its own affair. Only a
// body that uses nothing up anywhere is at fault.
func (b *bench) placeNear(ctx context.Context, block string) (game.Pos, *outcome, error) {
	places, err := b.beside(ctx)
	if err != nil {
		return game.Pos{}, nil, err
	}
	var o *outcome
	var kept error
	for _, at := range places {
		if o, err = b.measure(ctx, game.Action{Kind: game.Place, Block: block, At: &at}); err != nil {
			return at, nil, err
		}
		if o.ok() {
			if err := b.lost(ctx, o, block, 1); err != nil {
				kept = cmp.Or(kept, err)
				continue
			}
			b.placed[block] = at
			return at, o, nil
		}
		if !b.elsewhere(o) {
			break
		}
	}
	return game.Pos{}, o, kept
}
