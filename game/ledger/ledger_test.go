// SPDX-License-Identifier: MIT

package ledger_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
)

// row is a change of the cell x with that number.
func row(n, x int, from, to string, why game.Why) ledger.Row {
	return ledger.Row{Reported: game.Reported{Series: "s", Change: game.Change{N: n, X: x, Y: 64, Dimension: "overworld", From: from, To: to, Why: why}}}
}

func fold(rows ...ledger.Row) *ledger.Ledger {
	l := &ledger.Ledger{}
	for _, r := range rows {
		l.Fold(r)
	}
	return l
}

func at(x int) game.Pos { return game.Pos{X: x, Y: 64, Dimension: "overworld"} }

// tree is a task that felled a tree by a scaffold, took a leaf out of its way and left
// a torch.
var tree = []ledger.Row{
	row(1, 1, "oak_log[axis=y]", "air", game.WhyGoal),
	row(2, 2, "oak_leaves[persistent=false]", "air", game.WhyWay),
	row(3, 3, "air", "dirt", game.WhyScaffold),
	row(4, 4, "oak_log[axis=y]", "air", game.WhyGoal),
	row(5, 3, "dirt", "air", game.WhyScaffold),
	row(6, 5, "air", "torch", game.WhyGoal),
	row(7, 6, "stone", "air", game.WhyWay),
	row(8, 6, "air", "cobblestone", game.WhyReflex),
	row(9, 7, "water[level=0]", "dirt", game.WhyScaffold),
}

func TestALedgerAddsUp(t *testing.T) {
	got := fold(tree...).Sum()
	want := ledger.Sum{
		Told: true, Cells: 6,
		Dug:    map[string]int{"oak_log": 2, "oak_leaves": 1, "stone": 1},
		Placed: map[string]int{"torch": 1, "cobblestone": 1, "dirt": 1},
		Whys:   map[game.Why]int{game.WhyGoal: 3, game.WhyWay: 1, game.WhyReflex: 1, game.WhyScaffold: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWhatIsMissingIsSaid: numbers that the body had to forget, and a count that began
// anew.
func TestWhatIsMissingIsSaid(t *testing.T) {
	lost := row(12, 0, "", "", game.WhyOther)
	lost.Lost = true
	other := row(1, 9, "dirt", "air", game.WhyGoal)
	other.Series = "again"
	for name, c := range map[string]struct {
		rows []ledger.Row
		want bool
	}{
		"whole":       {tree, false},
		"lost":        {append(slices.Clone(tree), lost), true},
		"began again": {append(slices.Clone(tree), other), true},
	} {
		if got := fold(c.rows...).Sum(); got.Incomplete != c.want {
			t.Errorf("%s: incomplete %v", name, got.Incomplete)
		} else if name == "lost" && got.Cells != 6 {
			t.Errorf("what is lost counts as a cell")
		}
	}
}

func TestASurveyShowsWhatWasTold(t *testing.T) {
	l := fold(tree...)
	l.Show(game.Cells{at(1): "air", at(5): "torch", at(6): "chest[facing=north]", at(99): "stone"})
	if s := l.Sum(); s.Shown != 2 || s.Others != 1 || s.Cells != 6 {
		t.Errorf("shown %d, others %d of %d", s.Shown, s.Others, s.Cells)
	}
	l.Fold(row(10, 5, "torch", "air", game.WhyGoal))
	if s := l.Sum(); s.Shown != 1 || s.Cells != 5 {
		t.Errorf("after another change: shown %d of %d", s.Shown, s.Cells)
	}
	seen := row(0, 1, "", "air", "")
	seen.Shown = true
	if again := fold(append(slices.Clone(tree), seen)...).Sum(); again.Shown != 1 {
		t.Errorf("a row of a survey shows %d", again.Shown)
	}
}

// fills knows what stands in for stone and grass.
func fills(state string) []string {
	switch name := game.BlockName(state); name {
	case "stone":
		return []string{"stone", "cobblestone"}
	case "grass_block":
		return []string{"grass_block", "dirt"}
	case "oak_leaves", "iron_ore", "water":
		return nil
	default:
		return []string{name}
	}
}

// means are hands that break everything and keep one item.
func means(held map[string]int, keep string) ledger.Means {
	return ledger.Means{
		Held: held, Keep: func(item string) bool { return item == keep }, Fills: fills,
		Takes: func(game.Pos, string) ledger.Taking { return ledger.Whole },
		Leaves: func(state string) string {
			return map[string]string{"farmland": "dirt", "grass_block": "dirt", "stone": "cobblestone"}[game.BlockName(state)]
		},
	}
}

func TestPutBack(t *testing.T) {
	l := fold(tree...)
	l.Show(game.Cells{at(5): "chest"}) // somebody put it where the torch was
	b := l.PutBack(means(map[string]int{"oak_log": 1, "cobblestone": 3, "dirt": 5}, "oak_log"))
	want := ledger.Back{
		Actions: []game.Action{
			{Kind: game.Mine, Target: "dirt", At: &game.Pos{X: 7, Y: 64, Dimension: "overworld"}, Quantity: 1},
			{Kind: game.Mine, Target: "cobblestone", At: &game.Pos{X: 6, Y: 64, Dimension: "overworld"}, Quantity: 1},
			{Kind: game.Place, Block: "cobblestone", At: &game.Pos{X: 6, Y: 64, Dimension: "overworld"}},
		},
		Cells: 2,
		Fates: map[game.Pos]ledger.Fate{
			at(7): ledger.Restored, at(6): ledger.Refilled, at(5): ledger.Others, at(4): ledger.Missing, at(2): ledger.Missing, at(1): ledger.Missing,
		},
	}
	if diff := cmp.Diff(want, b); diff != "" {
		t.Error(diff)
	}
	var after ledger.Ledger
	after.Fold(row(10, 7, "dirt", "water[level=0]", game.WhyGoal))
	after.Fold(row(11, 6, "cobblestone", "air", game.WhyGoal))
	after.Fold(row(12, 6, "air", "cobblestone", game.WhyGoal))
	counts := l.Outcome(&after, fills)
	if diff := cmp.Diff(map[ledger.Fate]int{ledger.Restored: 1, ledger.Refilled: 1, ledger.Others: 1, ledger.Missing: 3}, counts); diff != "" {
		t.Error(diff)
	}
	for taking, want := range map[ledger.Taking]struct {
		fate   ledger.Fate
		action []game.Action
	}{
		ledger.Stays: {ledger.Missing, nil},
		ledger.Bare:  {ledger.Restored, []game.Action{{Kind: game.Build, Edits: []game.Edit{{X: 8, Y: 64, Block: game.Air}}}}},
	} {
		bare := means(map[string]int{"dirt": 1}, "")
		bare.Takes = func(game.Pos, string) ledger.Taking { return taking }
		bare.Leaves = func(string) string { t.Error("by hand it leaves something"); return "" }
		b := fold(row(1, 8, "air", "cobblestone", game.WhyGoal)).PutBack(bare)
		if diff := cmp.Diff(want.action, b.Actions); diff != "" || b.Fates[at(8)] != want.fate {
			t.Errorf("what is taken away %q is %s:\n%s", taking, b.Fates[at(8)], diff)
		}
	}
	logs := l.PutBack(means(map[string]int{"oak_log": 1}, ""))
	if got := logs.Fates[at(4)]; got != ledger.Restored || logs.Fates[at(1)] != ledger.Missing {
		t.Errorf("one log for two holes: the later one is %s, the earlier one %s", got, logs.Fates[at(1)])
	}
}

// TestWhatIsFilledIsFilled: a hole that an earlier putting back filled with another of its kind
// is nobody else's doing, and nothing is left to do there.
func TestWhatIsFilledIsFilled(t *testing.T) {
	l := fold(row(1, 1, "stone", "air", game.WhyGoal), row(2, 2, "stone", "air", game.WhyGoal), row(3, 3, "air", "dirt", game.WhyGoal))
	l.Show(game.Cells{at(1): "cobblestone", at(2): "chest", at(3): "cobblestone"})
	want := map[game.Pos]ledger.Fate{at(1): ledger.Refilled, at(2): ledger.Others, at(3): ledger.Others}
	if b := l.PutBack(means(map[string]int{"stone": 3}, "")); len(b.Actions) > 0 || b.Cells > 0 || !maps.Equal(want, b.Fates) {
		t.Errorf("%d to do: %v, %v", b.Cells, b.Actions, b.Fates)
	}
	if got := l.Outcome(&ledger.Ledger{}, fills); !maps.Equal(map[ledger.Fate]int{ledger.Refilled: 1, ledger.Others: 2}, got) {
		t.Errorf("it came to %v", got)
	}
}

// TestPutBackFillsFromTheGround: who stands in a hole rises with what fills it, whichever
// cell was dug last; one site comes after the other, the one that was dug last first.
func TestPutBackFillsFromTheGround(t *testing.T) {
	in := func(n, x, y int) ledger.Row {
		r := row(n, x, "stone", "air", game.WhyWay)
		r.Y = y
		return r
	}
	l := fold(in(1, 90, 63), in(2, 0, 63), in(3, 0, 62), in(4, 0, 61), in(5, 1, 62), in(6, 1, 63))
	var got [][2]int
	for _, a := range l.PutBack(means(map[string]int{"stone": 9}, "")).Actions {
		got = append(got, [2]int{a.At.X, a.At.Y})
	}
	if diff := cmp.Diff([][2]int{{0, 61}, {1, 62}, {0, 62}, {1, 63}, {0, 63}, {90, 63}}, got); diff != "" {
		t.Error(diff)
	}
}

// TestWhatWasStoodOnFills: a block that the body put into a hole on its way is what the
// server shows there, and so what is said of it; in the open it is one too many.
func TestWhatWasStoodOnFills(t *testing.T) {
	l := fold(row(1, 1, "stone", "air", game.WhyWay), row(2, 2, "air", "dirt", game.WhyGoal), row(3, 3, "oak_leaves", "air", game.WhyWay), row(4, 4, "iron_ore", "cobblestone", game.WhyGoal))
	after := fold(row(5, 1, "air", "dirt", game.WhyScaffold), row(6, 2, "dirt", "air", game.WhyGoal), row(7, 2, "air", "cobblestone", game.WhyScaffold))
	want := map[ledger.Fate]int{ledger.Refilled: 1, ledger.Missing: 3}
	if diff := cmp.Diff(want, l.Outcome(after, fills)); diff != "" {
		t.Error(diff)
	}
}

// TestPutBackLeavesNoHole: what was turned into something else is put back with what that
// leaves, and where the hole can be filled another time it stays, as what plugs a hole does.
func TestPutBackLeavesNoHole(t *testing.T) {
	l := fold(row(1, 1, "grass_block", "farmland", game.WhyGoal), row(2, 2, "oak_leaves", "cobblestone", game.WhyReflex), row(3, 3, "stone", "oak_planks", game.WhyGoal))
	b := l.PutBack(means(nil, ""))
	want := []game.Action{
		{Kind: game.Mine, Target: "farmland", At: &game.Pos{X: 1, Y: 64, Dimension: "overworld"}, Quantity: 1},
		{Kind: game.Place, Block: "dirt", At: &game.Pos{X: 1, Y: 64, Dimension: "overworld"}},
	}
	if diff := cmp.Diff(want, b.Actions); diff != "" || b.Fates[at(1)] != ledger.Refilled || b.Fates[at(2)] != ledger.Missing || b.Cells != 1 {
		t.Errorf("%v %d\n%s", b.Fates, b.Cells, diff)
	}
	if diff := cmp.Diff(map[string]int{"cobblestone": 1, "oak_planks": 1}, l.Stays(b)); diff != "" {
		t.Errorf("what stands there still is said to be:\n%s", diff)
	}
	if b := l.PutBack(means(nil, "dirt")); len(b.Actions) > 0 {
		t.Errorf("with what the goal asked for: %v", b.Actions)
	}
}

// TestPutBackEmptiesWhatNothingFills: what was built goes though what grew there does not come
// again, both halves of a tall plant too, and a door that stood on grass; what did not come is said.
func TestPutBackEmptiesWhatNothingFills(t *testing.T) {
	cell := func(n, x, y int, from, to string) ledger.Row {
		r := row(n, x, from, to, game.WhyGoal)
		r.Y = y
		return r
	}
	lower, upper := "tall_grass[half=lower]", "tall_grass[half=upper]"
	l := fold(
		cell(1, 1, 64, "short_grass", "cobblestone"), cell(2, 2, 64, lower, "cobblestone"), cell(3, 2, 65, upper, "cobblestone"),
		cell(4, 3, 64, "short_grass", "oak_door[half=lower]"), cell(5, 3, 65, "air", "oak_door[half=upper]"),
		cell(6, 4, 64, lower, "air"), cell(7, 4, 65, upper, "air"),
	)
	b := l.PutBack(means(nil, ""))
	gone := map[game.Pos]string{}
	for _, a := range b.Actions {
		gone[*a.At] = a.Target
	}
	want := map[game.Pos]string{at(1): "cobblestone", at(2): "cobblestone", {X: 2, Y: 65, Dimension: "overworld"}: "cobblestone", at(3): "oak_door"}
	if diff := cmp.Diff(want, gone); diff != "" || b.Cells != 5 {
		t.Errorf("%d cells\n%s", b.Cells, diff)
	}
	if diff := cmp.Diff(map[string]int{"short_grass": 2, "tall_grass": 4}, l.Stays(b)); diff != "" {
		t.Error(diff)
	}
}

// TestPutBackTakesHalvesTogether: a bed, a door and a tall plant go with one blow, and come
// with one placing.
func TestPutBackTakesHalvesTogether(t *testing.T) {
	two := func(x int, from, to [2]string, far game.Pos) []ledger.Row {
		second := row(2*x, 0, from[1], to[1], game.WhyGoal)
		second.X, second.Y, second.Z = x+far.X, 64+far.Y, far.Z
		return []ledger.Row{row(2*x-1, x, from[0], to[0], game.WhyGoal), second}
	}
	air := [2]string{"air", "air"}
	bed := [2]string{"red_bed[facing=north,occupied=false,part=foot]", "red_bed[facing=north,occupied=false,part=head]"}
	door := [2]string{"oak_door[facing=east,half=lower,hinge=left]", "oak_door[facing=east,half=upper,hinge=left]"}
	l := fold(slices.Concat(two(1, air, bed, game.Pos{Z: -1}), two(20, door, air, game.Pos{Y: 1}))...)
	b := l.PutBack(means(map[string]int{"oak_door": 1}, ""))
	want := []game.Action{
		{Kind: game.Mine, Target: "red_bed", At: &game.Pos{X: 1, Y: 64, Dimension: "overworld"}, Quantity: 1},
		{Kind: game.Place, Block: "oak_door", At: &game.Pos{X: 20, Y: 64, Dimension: "overworld"}},
	}
	if diff := cmp.Diff(want, b.Actions); diff != "" || len(b.Fates) != 4 || b.Cells != 4 {
		t.Errorf("%v\n%s", b.Fates, diff)
	}
	for at, fate := range b.Fates {
		if fate != ledger.Restored {
			t.Errorf("%v is %s", at, fate)
		}
	}
	alone := fold(row(1, 1, "air", bed[1], game.WhyGoal)) // its other half is somebody else's
	if b := alone.PutBack(means(nil, "")); len(b.Actions) != 1 {
		t.Errorf("half a bed: %v", b.Actions)
	}
}

// TestAnyLedger: rows that come again or in another order of series change nothing, and
// every cell has one fate.
func TestAnyLedger(t *testing.T) {
	blocks := []string{"air", "stone", "dirt", "oak_leaves", "water", "oak_log[axis=x]", "oak_log[axis=y]"}
	rapid.Check(t, func(t *rapid.T) {
		stands := map[int]string{}
		first := map[int]string{}
		var rows []ledger.Row
		for n := range rapid.IntRange(0, 60).Draw(t, "changes") {
			x := rapid.IntRange(0, 9).Draw(t, "cell")
			if _, known := stands[x]; !known {
				stands[x] = rapid.SampledFrom(blocks).Draw(t, "first")
				first[x] = stands[x]
			}
			to := rapid.SampledFrom(blocks).Draw(t, "to")
			rows = append(rows, row(n+1, x, stands[x], to, game.WhyGoal))
			stands[x] = to
		}
		l := fold(rows...)
		for n := range rows { // what was sent again
			if rapid.Bool().Draw(t, "again") {
				l.Fold(rows[n])
			}
		}
		differ := 0
		for x := range stands {
			if first[x] != stands[x] && (!game.IsAir(first[x]) || !game.IsAir(stands[x])) {
				differ++
			}
		}
		cells := l.Cells()
		if len(cells) != differ {
			t.Fatalf("%d cells, and %d differ", len(cells), differ)
		}
		for _, c := range cells {
			if c.From != first[c.At.X] || c.To != stands[c.At.X] {
				t.Fatalf("the cell %v, and it went from %s to %s", c, first[c.At.X], stands[c.At.X])
			}
		}
		if b := l.PutBack(means(map[string]int{"stone": 2, "dirt": 1}, "")); len(b.Fates) != differ {
			t.Fatalf("%d cells have a fate of %d", len(b.Fates), differ)
		}
		sum := 0
		for _, n := range l.Outcome(&ledger.Ledger{}, fills) {
			sum += n
		}
		if sum != differ {
			t.Fatalf("%d cells came to an end of %d", sum, differ)
		}
	})
}

// TestWhatWasWaterIsWaterAgainOrNotPutBack: a bridge that is taken away leaves water where water
// flows in, and a hole elsewhere.
func TestWhatWasWaterIsWaterAgainOrNotPutBack(t *testing.T) {
	for now, want := range map[string]ledger.Fate{"water": ledger.Restored, "water[level=1]": ledger.Restored, "air": ledger.Missing} {
		l := fold(row(1, 1, "water[level=0]", "dirt", game.WhyGoal))
		got := l.Outcome(fold(row(2, 1, "dirt", now, game.WhyGoal)), func(string) []string { return nil })
		if !maps.Equal(got, map[ledger.Fate]int{want: 1}) {
			t.Errorf("%s stands where water was: %v", now, got)
		}
	}
}
