// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

var _ worldmap.Source = (*Journal)(nil)

func table(x int) game.Landmark {
	return game.Landmark{Kind: game.LandmarkStation, Name: "crafting_table", At: game.Pos{X: x, Y: 64, Z: -3, Dimension: "overworld"}, Ours: true, Seen: at(x)}
}

func remember(t testing.TB, j *Journal, rows ...worldmap.Row) {
	t.Helper()
	if err := j.Append(t.Context(), &orchestrator.Batch{WorldMap: rows}); err != nil {
		t.Fatal(err)
	}
}

func places(t testing.TB, j *Journal, world string) []game.Landmark {
	t.Helper()
	list, err := j.Places(t.Context(), world)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestPlacesComeBackWholeAndByWorld(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	chest := game.Landmark{Kind: game.LandmarkContainer, Name: "barrel", At: game.Pos{X: 2, Y: 70, Z: 9, Dimension: "the_nether"}, Sighted: true, Seen: at(4), Contents: map[string]int{"dirt": 3}}
	death := game.Landmark{Kind: game.LandmarkDeath, At: game.Pos{X: 9, Dimension: "overworld"}, Seen: at(5)}
	later := death
	later.At.X = 10
	remember(t, j, worldmap.Row{World: "a", Landmark: table(1)}, worldmap.Row{World: "a", Landmark: table(2)},
		worldmap.Row{World: "a", Landmark: chest}, worldmap.Row{World: "a", Landmark: death}, worldmap.Row{World: "b", Landmark: table(3)})
	remember(t, j, worldmap.Row{World: "a", Landmark: table(2), Gone: true}, worldmap.Row{World: "a", Landmark: later})
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir)
	if d := cmp.Diff([]game.Landmark{table(1), chest, later}, places(t, j, "a")); d != "" {
		t.Errorf("the places changed (-want +got):\n%s", d)
	}
	worlds, err := j.Worlds(t.Context())
	if err != nil || len(worlds) != 2 || worlds[0].Name != "a" || worlds[0].Places[game.LandmarkDeath] != 1 || !worlds[0].Seen.Equal(at(5)) {
		t.Errorf("worlds %+v, %v", worlds, err)
	}
	if n, err := j.ForgetWorld(t.Context(), "a"); n != 3 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
	if len(places(t, j, "a")) != 0 || len(places(t, j, "b")) != 1 {
		t.Error("not the one world was forgotten")
	}
}

func TestWorldsAreBounded(t *testing.T) {
	j := opened(t, t.TempDir())
	for i := range keepWorlds + 6 {
		remember(t, j, worldmap.Row{World: fmt.Sprint("w", i), Landmark: table(i)})
	}
	if _, err := j.Worlds(t.Context()); err != nil { // all is folded
		t.Fatal(err)
	}
	if err := j.prune(context.Background(), at(0)); err != nil {
		t.Fatal(err)
	}
	worlds, err := j.Worlds(t.Context())
	if err != nil || len(worlds) != keepWorlds || len(places(t, j, "w5")) != 0 || len(places(t, j, "w6")) != 1 {
		t.Errorf("%d worlds, %v", len(worlds), err)
	}
}

func BenchmarkAppendPlaces(b *testing.B) {
	j := opened(b, b.TempDir())
	rows := make([]worldmap.Row, 50)
	for b.Loop() {
		for i := range rows {
			rows[i] = worldmap.Row{World: "a", Landmark: table(i)}
		}
		remember(b, j, rows...)
	}
}
