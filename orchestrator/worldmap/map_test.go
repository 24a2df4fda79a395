// SPDX-License-Identifier: MIT

package worldmap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

func (m *Map) words() string {
	return strings.Join(bodytest.Words(m.Known("overworld", &game.Vec3{Y: 64})), ", ")
}

func TestWhatABodySeesIsRememberedAndForgotten(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	table, near := "crafting_table 3 64 0", "stone 1 63 0"
	for _, c := range []struct {
		name string
		then *game.State
		want string
	}{
		{"out of sight it stays", bodytest.Standing(40, 0, "stone 41 63 0"), table},
		{"near and not listed it is gone", bodytest.Standing(0, 0, near, "stone 9 63 0"), ""},
		{"what lies beyond the cut of a list stays", bodytest.Standing(0, 0, near), table},
		{"beyond the nearest of its kind it stays", bodytest.Standing(0, 0, near, "crafting_table 1 64 0", "stone 9 63 0"), "crafting_table 1 64 0, " + table},
		{"a farther one of its kind shows that it is gone", bodytest.Standing(0, 0, "crafting_table 6 64 0"), "crafting_table 6 64 0"},
		{"another block there shows that it is gone", bodytest.Standing(0, 0, "furnace 3 64 0"), "furnace 3 64 0"},
		{"no list shows nothing", bodytest.Standing(0, 0), table},
		{"a list from before a walk shows nothing", func() *game.State {
			s := bodytest.Standing(0, 0, near, "stone 9 63 0")
			s.Nearby.Blocks[0].Distance += 9
			return s
		}(), table},
		{"another dimension shows nothing", func() *game.State {
			s := bodytest.Standing(0, 0, near, "stone 9 63 0")
			s.Dimension = "the_nether"
			return s
		}(), table},
		{"what is no place is not remembered", bodytest.Standing(0, 0, table, "dirt 2 63 0", "grass_block 9 63 0"), table},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := New()
			m.See(bodytest.Standing(0, 0, table), now)
			m.See(c.then, now.Add(time.Minute))
			if got := m.words(); got != c.want {
				t.Errorf("remembered %q, want %q", got, c.want)
			}
		})
	}
}

func TestSitesAreKeptOncePerNeighbourhood(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := New()
	m.See(bodytest.Standing(0, 0, "iron_ore 4 64 0", "iron_ore 5 64 0", "iron_ore 30 64 0", "coal_ore 5 65 0"), now)
	if got, want := m.words(), "iron_ore 4 64 0, coal_ore 5 65 0, iron_ore 30 64 0"; got != want {
		t.Errorf("remembered %q, want %q", got, want)
	}
	if n := len(m.take("w", nil)); n != 3 {
		t.Errorf("%d rows", n)
	}
	m.See(bodytest.Standing(0, 0, "iron_ore 4 64 0", "iron_ore 30 64 0", "coal_ore 5 65 0"), now.Add(time.Minute))
	if n := len(m.take("w", nil)); n != 0 {
		t.Errorf("%d rows for what was known", n)
	}
	m.See(bodytest.Standing(0, 0, "iron_ore 5 64 0", "iron_ore 30 64 0", "coal_ore 5 65 0"), now.Add(2*time.Minute))
	if got, want := m.words(), "iron_ore 5 64 0, coal_ore 5 65 0, iron_ore 30 64 0"; got != want {
		t.Errorf("when the vein is mined on: %q, want %q", got, want)
	}
}

func TestMemoryIsBoundedAndForgetsTheOldest(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := New()
	m.See(bodytest.Standing(0, 0, "chest 1 64 0"), now)
	for i := range mostSites + mostOthers {
		at := 40 * (i + 1)
		m.See(bodytest.Standing(at, 0, fmt.Sprintf("iron_ore %d 64 0", at+1), fmt.Sprintf("furnace %d 64 0", at+2)), now.Add(time.Duration(i)*time.Second))
	}
	sites, others := 0, 0
	for _, l := range m.Known("overworld", nil) {
		if l.Kind == game.LandmarkSite {
			sites++
		} else if others++; l.Name == "chest" {
			t.Error("the oldest is still there")
		}
	}
	if sites != mostSites || others != mostOthers {
		t.Errorf("%d sites, %d others", sites, others)
	}
}

func TestHostileSightsNeverBreakMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New()
		for range rapid.IntRange(1, 6).Draw(t, "states") {
			s := bodytest.Standing(0, 0)
			s.Position.X = rapid.Float64().Draw(t, "x")
			for range rapid.IntRange(0, 5).Draw(t, "blocks") {
				s.Nearby.Blocks = append(s.Nearby.Blocks, game.Sight{
					Name: rapid.SampledFrom([]string{"chest", "iron_ore", "", "stone", "furnace"}).Draw(t, "name"),
					X:    rapid.Float64().Draw(t, "bx"), Y: rapid.Float64().Draw(t, "by"), Distance: rapid.Float64().Draw(t, "d"),
				})
			}
			m.See(s, time.Unix(0, 0))
		}
		for _, l := range m.Known("overworld", nil) {
			if game.LandmarkOf(l.Name) != l.Kind || l.At.X > game.MaxCoordinate || l.At.X < -game.MaxCoordinate {
				t.Fatalf("remembered %+v", l)
			}
		}
	})
}

func TestDeedsAreRemembered(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	at := func(x int) *game.Pos { return &game.Pos{X: x, Y: 64} }
	done := func(a game.Action) Deed { return Deed{Action: a, Done: true, State: bodytest.Standing(0, 0)} }
	failed := func(a game.Action, c game.Code) Deed { return Deed{Action: a, Code: c, State: bodytest.Standing(0, 0)} }
	chest := done(game.Action{Kind: game.Deposit, Item: "dirt", At: at(7)})
	chest.Result = &game.Result{Contents: []game.Stack{{Item: "minecraft:dirt", Count: 2}, {Item: "dirt", Count: 3}}}
	by := done(game.Action{Kind: game.Place, Block: "furnace"})
	by.Result = &game.Result{Position: &game.Vec3{X: 5.5, Y: 64, Z: 0.5}}
	corpse, gone := failed(game.Action{Kind: game.Mine, Target: "stone"}, game.CodeDied), bodytest.Standing(90, 0)
	corpse.State, corpse.Stood = gone, bodytest.Standing(4, 0)
	sees := failed(game.Action{Kind: game.Craft, Recipe: "bucket"}, game.CodeNoStation)
	sees.State = bodytest.Standing(0, 0, "crafting_table 3 64 0")
	liar := Deed{Action: game.Action{Kind: game.Craft, Recipe: "bucket"}, Contradicted: true, State: bodytest.Standing(0, 0)}
	const table, ore = "crafting_table 3 64 0", "iron_ore 20 64 0"
	for _, c := range []struct {
		name string
		deed Deed
		want string
	}{
		{"a placed station", done(game.Action{Kind: game.Place, Block: "smoker", At: at(1)}), "smoker 1 64 0 ours, " + table + ", " + ore},
		{"a placed station whose place the body chose", by, table + ", furnace 5 64 0 ours, " + ore},
		{"a failed placing", failed(game.Action{Kind: game.Place, Block: "smoker", At: at(1)}, game.CodeNoSupport), table + ", " + ore},
		{"a placed block that is no place", done(game.Action{Kind: game.Place, Block: "oak_log", At: at(3)}), ore},
		{"a build", done(game.Action{Kind: game.Build, Edits: []game.Edit{{X: 2, Y: 64, Block: "furnace"}, {X: 2, Y: 65, Block: "stone"}}}), "furnace 2 64 0 ours, " + table + ", " + ore},
		{"a station taken along", done(game.Action{Kind: game.Mine, Target: "crafting_table"}), ore},
		{"a block mined at its place", done(game.Action{Kind: game.Mine, At: at(20)}), table},
		{"ore mined", done(game.Action{Kind: game.Mine, Target: "iron_ore", Quantity: 3}), table + ", " + ore},
		{"ore not found", failed(game.Action{Kind: game.Mine, Target: "iron_ore"}, game.CodeNotFound), table},
		{"nothing found at a place", failed(game.Action{Kind: game.Interact, At: at(3)}, game.CodeNotFound), ore},
		{"no station", failed(game.Action{Kind: game.Craft, Recipe: "bucket"}, game.CodeNoStation), ore},
		{"no station for a v1 body", failed(game.Action{Kind: game.Smelt, Item: "sand"}, ""), ore},
		{"a craft that never happened", liar, ore},
		{"no station although it is in view", sees, table + ", " + ore},
		{"a craft that lacks items", failed(game.Action{Kind: game.Craft, Recipe: "bucket"}, game.CodeMissingItem), table + ", " + ore},
		{"a chest's contents", chest, table + ", chest 7 64 0 dirt=5, " + ore},
		{"a death", corpse, table + ", death 4 64 0, " + ore},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := New()
			m.See(bodytest.Standing(0, 0, table, ore), now)
			c.deed.At = now.Add(time.Minute)
			m.Take("w", &c.deed)
			if got := m.words(); got != c.want {
				t.Errorf("remembered %q, want %q", got, c.want)
			}
		})
	}
}

func TestAListFromBeforeDoesNotBringBackWhatWasBroken(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := New()
	old := bodytest.Standing(0, 0, "crafting_table 3 64 0")
	m.See(old, now)
	m.Take("w", &Deed{Action: game.Action{Kind: game.Mine, Target: "crafting_table"}, Done: true, State: old, At: now})
	m.See(old, now.Add(time.Second))
	if got := m.words(); got != "" {
		t.Errorf("remembered %q", got)
	}
	m.See(old, now.Add(time.Minute))
	if got := m.words(); got == "" {
		t.Error("a table placed there later is not remembered")
	}
}

func TestHostileWorldNamesAreBounded(t *testing.T) {
	a := NewMaps(nil, slog.New(slog.DiscardHandler))
	trails := []*Trail{a.Trail(), a.Trail()}
	in := func(world string) *game.State {
		s := bodytest.Standing(0, 0, "chest 1 64 0")
		s.World = &game.World{Present: true, ID: world}
		return s
	}
	for i := range 3 * mostSpare {
		for n, trail := range trails {
			trail.See("", in(fmt.Sprint("w", n, i%mostSpare+i/2)), time.Unix(1, 0))
		}
	}
	if err := a.Save(func([]Row) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if len(a.left) != mostSpare || len(a.worlds) != mostSpare+len(trails) {
		t.Errorf("%d worlds are held, %d of them left", len(a.worlds), len(a.left))
	}
	for _, trail := range trails {
		trail.Close()
		trail.See("", in("late"), time.Unix(1, 0)) // as one that looked it up before
		trail.Close()
	}
	if err := a.Save(func([]Row) error { return nil }); err != nil || len(a.left) != mostSpare || len(a.worlds) != mostSpare {
		t.Errorf("%d worlds are held, %d of them left (%v)", len(a.worlds), len(a.left), err)
	}
	if got := Name(&game.State{World: &game.World{ID: strings.Repeat("w", longestName+1)}}); got != "" {
		t.Error("an endless name is remembered by")
	}
}

// slow is a source that answers about one world only when it is told to.
type slow struct {
	mu      sync.Mutex
	asked   map[string]int
	release chan struct{}
}

func (s *slow) Places(_ context.Context, world string) ([]game.Landmark, error) {
	s.mu.Lock()
	s.asked[world]++
	s.mu.Unlock()
	if world == "slow" {
		<-s.release
	}
	return []game.Landmark{{Kind: game.LandmarkStation, Name: "furnace", At: game.Pos{X: 1, Y: 64, Dimension: "overworld"}}}, nil
}

func TestNobodyWaitsForTheReadingOfAnotherWorld(t *testing.T) {
	src := &slow{asked: map[string]int{}, release: make(chan struct{})}
	a := NewMaps(src, slog.New(slog.DiscardHandler))
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			if got := a.enter("slow").words(); got != "furnace 1 64 0" {
				t.Errorf("read %q", got)
			}
		})
	}
	if got := a.enter("quick").words(); got != "furnace 1 64 0" {
		t.Errorf("read %q", got)
	}
	if err := a.Save(func([]Row) error { return nil }); err != nil {
		t.Error(err)
	}
	close(src.release)
	readers.Wait()
	if src.asked["slow"] != 1 || src.asked["quick"] != 1 {
		t.Errorf("asked %v", src.asked)
	}
}

func TestWhatAWorldLeavesWhenItIsLetGoOfIsKept(t *testing.T) {
	a := NewMaps(nil, slog.New(slog.DiscardHandler))
	first := a.enter("first")
	first.See(bodytest.Standing(0, 0, "chest 1 64 0"), time.Unix(1, 0))
	a.leave(first)
	for i := range 2 * mostSpare {
		a.leave(a.enter(fmt.Sprint("w", i)))
	}
	full := errors.New("full")
	if err := a.Save(func(rows []Row) error { return full }); !errors.Is(err, full) {
		t.Fatal(err)
	}
	var kept []Row
	save := func() {
		t.Helper()
		if err := a.Save(func(rows []Row) error { kept = append(kept, rows...); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if save(); len(kept) != 1 || kept[0].World != "first" || kept[0].Name != "chest" {
		t.Fatalf("kept %+v", kept)
	}
	if save(); len(kept) != 1 || len(a.worlds) != mostSpare {
		t.Errorf("kept %+v, %d worlds", kept, len(a.worlds))
	}
}

func TestWhatManyWorldsHoldIsKeptInPieces(t *testing.T) {
	const worlds, each = 3000, 5
	a := NewMaps(nil, slog.New(slog.DiscardHandler))
	see := func(i int, now time.Time) {
		e := a.enter(fmt.Sprint("w", i))
		defer a.leave(e)
		var blocks []string
		for n := range each {
			blocks = append(blocks, fmt.Sprintf("iron_ore %d 64 0", n*siteApart))
		}
		e.See(bodytest.Standing(0, 0, blocks...), now)
	}
	for i := range worlds {
		see(i, time.Unix(1, 0))
	}
	pieces, most := 0, 0
	kept := map[string]int{}
	full := errors.New("full")
	keep := func(rows []Row) error {
		if pieces++; pieces == 4 {
			return full
		}
		most = max(most, len(rows))
		for i := range rows {
			kept[rows[i].World]++
		}
		return nil
	}
	if err := a.Save(keep); !errors.Is(err, full) {
		t.Fatal(err)
	}
	if err := a.Save(keep); err != nil {
		t.Fatal(err)
	}
	if len(kept) != worlds || most > pieceRows+each || pieces < worlds*each/most {
		t.Errorf("%d worlds in %d pieces of at most %d", len(kept), pieces, most)
	}
	for w, n := range kept {
		if n != each {
			t.Errorf("%d rows of %s", n, w)
		}
	}
	clear(kept)
	see(7, time.Unix(1, 0).Add(2*seenAgain))
	if err := a.Save(keep); err != nil || len(kept) != 1 || kept["w7"] != each {
		t.Errorf("kept %v again (%v)", kept, err)
	}
}

func TestABodyThatStandsStillIsLookedAtNowAndThen(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	a := NewMaps(nil, slog.New(slog.DiscardHandler))
	trail := a.Trail()
	s := bodytest.Standing(0, 0, "chest 1 64 0", "stone 9 64 0")
	s.World = &game.World{Present: true, ID: "w"}
	trail.See("", s, now)
	m := trail.mapOf("", s)
	m.Take("w", &Deed{Action: game.Action{Kind: game.Mine, At: &game.Pos{X: 1, Y: 64}}, Done: true, State: s, At: now.Add(-time.Hour)})
	next := *s
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{lookAgain / 2, ""}, {lookAgain, "chest 1 64 0"}} {
		trail.See("", &next, now.Add(c.after))
		if got := m.words(); got != c.want {
			t.Errorf("after %v: %q", c.after, got)
		}
	}
	next.Nearby = &game.Nearby{Blocks: s.Nearby.Blocks[1:]}
	trail.See("", &next, now.Add(lookAgain+time.Second))
	if got := m.words(); got != "" {
		t.Errorf("remembered %q", got)
	}
}

func TestADeedTellsOfItsOwnChangesAlone(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := New()
	m.See(bodytest.Standing(0, 0, "crafting_table 3 64 0", "iron_ore 20 64 0"), now)
	place := func(block string, x int) []Row {
		return m.Take("w", &Deed{Action: game.Action{Kind: game.Place, Block: block, At: &game.Pos{X: x, Y: 64}}, Done: true, State: bodytest.Standing(0, 0), At: now})
	}
	if rows := place("smoker", 1); len(rows) != 1 || rows[0].Name != "smoker" || rows[0].Gone {
		t.Errorf("rows %+v", rows)
	}
	if rows := place("stone", 3); len(rows) != 0 { // over what the journal never heard of
		t.Errorf("rows %+v", rows)
	}
	if rows := place("stone", 1); len(rows) != 1 || !rows[0].Gone || rows[0].At.X != 1 {
		t.Errorf("rows %+v", rows)
	}
	if rows := m.take("w", nil); len(rows) != 1 || rows[0].Name != "iron_ore" {
		t.Errorf("rows %+v", rows)
	}
}

// TestTheJournalComesToWhatIsRemembered: whatever is put and dropped, saved and not,
// the rows come to the map.
func TestTheJournalComesToWhatIsRemembered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New()
		kept := map[spot]game.Landmark{}
		keep := func(rows []Row) {
			for i := range rows {
				if k := spotOf(&rows[i].Landmark); rows[i].Gone {
					delete(kept, k)
				} else {
					kept[k] = rows[i].Landmark
				}
			}
		}
		now := time.Unix(1_700_000_000, 0)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now = now.Add(time.Hour)
			at := &game.Pos{X: rapid.IntRange(0, 3).Draw(t, "x"), Y: 64}
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				m.See(bodytest.Standing(0, 0, fmt.Sprintf("furnace %d 64 0", at.X), "stone 9 64 0"), now)
			case 1:
				keep(m.Take("w", &Deed{Action: game.Action{Kind: game.Place, Block: "chest", At: at}, Done: true, State: bodytest.Standing(0, 0), At: now}))
			case 2:
				keep(m.Take("w", &Deed{Action: game.Action{Kind: game.Mine, At: at}, Done: true, State: bodytest.Standing(0, 0), At: now}))
			case 3:
				keep(m.take("w", nil))
			case 4:
				m.again("w", m.take("w", nil))
			}
		}
		keep(m.take("w", nil))
		if len(kept) != len(m.places) {
			t.Fatalf("kept %v, remembered %v", kept, m.places)
		}
		for k, l := range m.places {
			if kept[k].Name != l.Name || !kept[k].Seen.Equal(l.Seen) {
				t.Fatalf("kept %+v, remembered %+v", kept[k], l.Landmark)
			}
		}
	})
}

func TestFreeNeighbour(t *testing.T) {
	s := game.State{
		Position: &game.Vec3{X: -0.5, Y: 64.7, Z: 2.2},
		Nearby:   &game.Nearby{Blocks: []game.Sight{{Name: "stone", X: 0, Y: 64, Z: 2}}},
	}
	got := freeNeighbour(&s, []game.Attempt{{Step: game.Step{Action: game.Action{Kind: game.Place, Block: "dirt", At: &game.Pos{X: -1, Y: 64, Z: 3}}}}})
	if want := (game.Pos{X: -2, Y: 64, Z: 2}); *got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
