// SPDX-License-Identifier: MIT

package sim

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// What lies open is what stands there: trees of the land until they are mined,
// placed blocks, pits.
func TestTerrainIsTheLandAsItIs(t *testing.T) {
	spawn := newWorld(t, Config{Seed: 4}).land.spawn
	tower := game.Pos{X: spawn.X + 3, Y: ground + 2, Z: spawn.Z}
	pit := game.Pos{X: spawn.X - 3, Y: ground, Z: spawn.Z}
	w := newWorld(t, Config{Seed: 4, Blocks: map[game.Pos]string{tower: "cobblestone", pit: ""}})
	look := func() (map[string]int, func(x, z int) (int, string)) {
		m := w.Terrain(64, nil)
		if m.Side != 129 || len(m.Heights) != 129*129 || len(m.Tops) != 129*129 {
			t.Fatalf("a square of %d with %d heights and %d tops", m.Side, len(m.Heights), len(m.Tops))
		}
		count := map[string]int{}
		for _, k := range m.Tops {
			count[m.Kinds[k]]++
		}
		return count, func(x, z int) (int, string) {
			i := (z-m.Z)*m.Side + x - m.X
			return m.Heights[i], m.Kinds[m.Tops[i]]
		}
	}
	before, at := look()
	if y, b := at(tower.X, tower.Z); y != tower.Y || b != "cobblestone" {
		t.Errorf("the tower is %s at %d", b, y)
	}
	if y, b := at(pit.X, pit.Z); y != ground-1 || b != "dirt" {
		t.Errorf("the pit is %s at %d", b, y)
	}
	for _, want := range []string{"grass_block", "oak_leaves", "water"} {
		if before[want] == 0 {
			t.Errorf("there is no %s in %v", want, before)
		}
	}
	away := game.Vec3{X: float64(spawn.X) + 300.5, Z: float64(spawn.Z) - 0.5}
	if m := w.Terrain(8, &away); m.X != spawn.X+292 || m.Z != spawn.Z-9 || len(m.Tops) != 17*17 {
		t.Errorf("the land at %v begins at %d %d", away, m.X, m.Z)
	}
	if _, err := w.Do(t.Context(), game.Action{Kind: game.Mine, Target: "oak_leaves", Quantity: 9}, nil); err != nil {
		t.Fatal(err)
	}
	feet := w.State().Position.Block()
	if feet.X < spawn.X-200 || feet.Z < spawn.Z-200 {
		t.Fatalf("the player went to %s", feet)
	}
	w.player.at = spawn.Center()
	if after, _ := look(); after["oak_leaves"] >= before["oak_leaves"] {
		t.Errorf("%d leaves before mining, %d after", before["oak_leaves"], after["oak_leaves"])
	}
}

func BenchmarkTerrain(b *testing.B) {
	w, err := New(Config{Speed: Unlimited})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w.Terrain(48, nil)
	}
}
