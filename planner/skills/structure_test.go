// SPDX-License-Identifier: MIT

package skills

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// What has become of a structure is said in words.
func TestEachStructureHasWords(t *testing.T) {
	for name := range structures {
		if code := "built." + name; !messages.Has(code) {
			t.Errorf("game/messages/en.json lacks %q", code)
		}
	}
}

// From a cave, a house stands on the surface above it; under a roof, and under the sky, it is not
// looked for elsewhere.
func TestWhatIsBuiltOutside(t *testing.T) {
	const surface = 64
	world := func(c game.Cell) Fill {
		cave := c.Y >= 20 && c.Y < 23 && max(c.X, -c.X, c.Z, -c.Z) <= 2
		return Fill{Firm: c.Y < surface && !cave, Soft: c.Y >= surface || cave}
	}
	looks := 0
	look := func(at game.Cell) Ground {
		looks++
		g, b := Ground{}, game.BoxAround(at, SightBlocks)
		for i := range b.Size() {
			c := b.Cell(i)
			g[c] = world(c)
		}
		return g
	}
	house, cave := StructureOf("house"), game.Cell{Y: 20}
	cells := house.Cells(house.Usual)
	if g := look(cave); !g.Covered(cave) || len(house.Sites(cells, house.Usual, cave, g)) > 0 {
		t.Fatal("a cave is not covered, or has room for a house")
	}
	looks = 0
	spots := house.Outside(cells, house.Usual, cave, look)
	if len(spots) == 0 || spots[0].Y != surface || looks > mostClimbs {
		t.Errorf("%d spots, the first at %+v, after %d looks", len(spots), spots, looks)
	}
	if high := (game.Cell{Y: 110}); len(house.Outside(cells, house.Usual, high, look)) == 0 {
		t.Error("from high above there is no way down")
	}
	indoors := game.Cell{Y: surface}
	g := look(indoors)
	for y := 3; y < 9; y++ {
		g[game.Cell{Y: surface + y}] = Fill{Firm: true, Made: true}
	}
	if g.Covered(indoors) {
		t.Error("a roof is ground")
	}
}

// seen is a look at a world.
func seen(fill func(game.Cell) Fill) func(game.Cell) Ground {
	return func(at game.Cell) Ground {
		g, b := Ground{}, game.BoxAround(at, SightBlocks)
		for i := range b.Size() {
			g[b.Cell(i)] = fill(b.Cell(i))
		}
		return g
	}
}

// A bridge leads over what begins and ends in sight, else over what is wide, else over what lies
// farther off; over open ground, and where the far side is never seen, there is none.
func TestWhatABridgeLeadsOver(t *testing.T) {
	for name, c := range map[string]struct{ from, to, begins, long int }{
		"near": {3, 8, 2, 6}, "wide": {5, 34, 4, 30}, "far": {22, 30, 21, 9}, "the sea": {5, 500, 0, 0}, "none": {900, 910, 0, 0},
	} {
		looks := 0
		look := seen(func(c2 game.Cell) Fill {
			river := c2.X >= c.from && c2.X <= c.to && c2.Y >= 62
			return Fill{Firm: c2.Y < 64 && !river, Soft: c2.Y >= 64 || river}
		})
		at, long, ok := Across(game.Cell{Y: 64}, func(c game.Cell) Ground { looks++; return look(c) })
		if ok != (c.long > 0) || long != c.long || at.X != c.begins || looks > mostLooks {
			t.Errorf("%s: from %+v %d long, %v, after %d looks", name, at, long, ok, looks)
		}
	}
}

// Rubble that fills a hole is ground; a wall, a floor and a lining of it were built.
func TestWhatFillsAHoleIsGround(t *testing.T) {
	wall := game.Box{From: game.Cell{X: 1, Y: 64}, To: game.Cell{X: 5, Y: 66}}
	floor := game.Box{From: game.Cell{X: -5, Y: 63, Z: -5}, To: game.Cell{X: -2, Y: 63, Z: -2}}
	tunnel := game.Box{From: game.Cell{X: 1, Y: 50, Z: 7}, To: game.Cell{X: 6, Y: 51, Z: 7}}
	g := seen(func(c game.Cell) Fill {
		rubble := wall.Holds(c) || floor.Holds(c) || tunnel.Holds(c)
		mouth := c.Y >= 50 && c.Y <= 51 && c.X <= 0 && c.Z == 7
		firm := rubble || c.Y < 64 && !mouth
		return Fill{Firm: firm, Soft: !firm, Made: rubble, Rubble: rubble}
	})(game.Cell{Y: 58})
	g.Settle()
	for name, box := range map[string]game.Box{"wall": wall, "floor": floor, "tunnel": tunnel} {
		for i := range box.Size() {
			if got := g[box.Cell(i)].Made; got != (name != "tunnel") {
				t.Fatalf("%s: %+v is made: %v", name, box.Cell(i), got)
			}
		}
	}
}
