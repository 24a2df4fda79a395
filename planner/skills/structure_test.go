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
