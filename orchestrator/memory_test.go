package orchestrator

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
)

// keptPlaces is what a journal keeps of worlds.
type keptPlaces map[string]map[spot]game.Landmark

func (k keptPlaces) keep(rows []Memory) {
	for _, m := range rows {
		if k[m.World] == nil {
			k[m.World] = make(map[spot]game.Landmark)
		}
		if k[m.World][spotOf(&m.Landmark)] = m.Landmark; m.Gone {
			delete(k[m.World], spotOf(&m.Landmark))
		}
	}
}

// Places implements Atlas.
func (j *memJournal) Places(_ context.Context, world string) ([]game.Landmark, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Collect(maps.Values(j.places[world])), nil
}

// views are the words of what is remembered: "crafting_table 3 64 0 ours".
func views(list []game.Landmark) []string {
	out := make([]string, 0, len(list))
	for _, l := range list {
		w := fmt.Sprintf("%s %d %d %d", l.Name, l.At.X, l.At.Y, l.At.Z)
		if l.Kind == game.LandmarkDeath {
			w = "death" + w
		}
		if l.Ours {
			w += " ours"
		}
		for item, n := range l.Contents {
			w += fmt.Sprintf(" %s=%d", item, n)
		}
		out = append(out, w)
	}
	return out
}

// standing is a state with the feet in the middle of a block, and blocks in
// view as "name x y z".
func standing(x, z int, blocks ...string) *game.State {
	s := &game.State{Position: &game.Vec3{X: float64(x) + 0.5, Y: 64, Z: float64(z) + 0.5}, Dimension: "overworld", World: &game.World{Present: true, ID: "w"}}
	s.Nearby = &game.Nearby{}
	for _, b := range blocks {
		var v game.Sight
		if _, err := fmt.Sscan(b, &v.Name, &v.X, &v.Y, &v.Z); err != nil {
			panic(err)
		}
		v.Distance = s.Position.Distance(game.Vec3{X: v.X + 0.5, Y: v.Y, Z: v.Z + 0.5})
		s.Nearby.Blocks = append(s.Nearby.Blocks, v)
	}
	return s
}

func (m *landmarks) words() string {
	return strings.Join(views(m.known("overworld", &game.Vec3{Y: 64})), ", ")
}

func TestWhatABodySeesIsRememberedAndForgotten(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	table, near := "crafting_table 3 64 0", "stone 1 63 0"
	for _, c := range []struct {
		name string
		then *game.State
		want string
	}{
		{"out of sight it stays", standing(40, 0, "stone 41 63 0"), table},
		{"near and not listed it is gone", standing(0, 0, near, "stone 9 63 0"), ""},
		{"what lies beyond the cut of a list stays", standing(0, 0, near), table},
		{"beyond the nearest of its kind it stays", standing(0, 0, near, "crafting_table 1 64 0", "stone 9 63 0"), "crafting_table 1 64 0, " + table},
		{"a farther one of its kind shows that it is gone", standing(0, 0, "crafting_table 6 64 0"), "crafting_table 6 64 0"},
		{"another block there shows that it is gone", standing(0, 0, "furnace 3 64 0"), "furnace 3 64 0"},
		{"no list shows nothing", standing(0, 0), table},
		{"a list from before a walk shows nothing", func() *game.State {
			s := standing(0, 0, near, "stone 9 63 0")
			s.Nearby.Blocks[0].Distance += 9
			return s
		}(), table},
		{"another dimension shows nothing", func() *game.State {
			s := standing(0, 0, near, "stone 9 63 0")
			s.Dimension = "the_nether"
			return s
		}(), table},
		{"what is no place is not remembered", standing(0, 0, table, "dirt 2 63 0", "grass_block 9 63 0"), table},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newLandmarks()
			m.see(standing(0, 0, table), now)
			m.see(c.then, now.Add(time.Minute))
			if got := m.words(); got != c.want {
				t.Errorf("remembered %q, want %q", got, c.want)
			}
		})
	}
}

func TestSitesAreKeptOncePerNeighbourhood(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := newLandmarks()
	m.see(standing(0, 0, "iron_ore 4 64 0", "iron_ore 5 64 0", "iron_ore 30 64 0", "coal_ore 5 65 0"), now)
	if got, want := m.words(), "iron_ore 4 64 0, coal_ore 5 65 0, iron_ore 30 64 0"; got != want {
		t.Errorf("remembered %q, want %q", got, want)
	}
	if n := len(m.rows("w")); n != 3 {
		t.Errorf("%d rows", n)
	}
	m.see(standing(0, 0, "iron_ore 4 64 0", "iron_ore 30 64 0", "coal_ore 5 65 0"), now.Add(time.Minute))
	if n := len(m.rows("w")); n != 0 {
		t.Errorf("%d rows for what was known", n)
	}
	m.see(standing(0, 0, "iron_ore 5 64 0", "iron_ore 30 64 0", "coal_ore 5 65 0"), now.Add(2*time.Minute))
	if got, want := m.words(), "iron_ore 5 64 0, coal_ore 5 65 0, iron_ore 30 64 0"; got != want {
		t.Errorf("when the vein is mined on: %q, want %q", got, want)
	}
}

func TestMemoryIsBoundedAndForgetsTheOldest(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := newLandmarks()
	m.see(standing(0, 0, "chest 1 64 0"), now)
	for i := range mostSites + mostOthers {
		at := 40 * (i + 1)
		m.see(standing(at, 0, fmt.Sprintf("iron_ore %d 64 0", at+1), fmt.Sprintf("furnace %d 64 0", at+2)), now.Add(time.Duration(i)*time.Second))
	}
	sites, others := 0, 0
	for _, l := range m.known("overworld", nil) {
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
		m := newLandmarks()
		for range rapid.IntRange(1, 6).Draw(t, "states") {
			s := standing(0, 0)
			s.Position.X = rapid.Float64().Draw(t, "x")
			for range rapid.IntRange(0, 5).Draw(t, "blocks") {
				s.Nearby.Blocks = append(s.Nearby.Blocks, game.Sight{
					Name: rapid.SampledFrom([]string{"chest", "iron_ore", "", "stone", "furnace"}).Draw(t, "name"),
					X:    rapid.Float64().Draw(t, "bx"), Y: rapid.Float64().Draw(t, "by"), Distance: rapid.Float64().Draw(t, "d"),
				})
			}
			m.see(s, time.Unix(0, 0))
		}
		for _, l := range m.known("overworld", nil) {
			if game.LandmarkOf(l.Name) != l.Kind || l.At.X > game.MaxCoordinate || l.At.X < -game.MaxCoordinate {
				t.Fatalf("remembered %+v", l)
			}
		}
	})
}

func TestDeedsAreRemembered(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	at := func(x int) *game.Pos { return &game.Pos{X: x, Y: 64} }
	done := func(a game.Action) deed { return deed{action: a, done: true, state: standing(0, 0)} }
	failed := func(a game.Action, c game.Code) deed { return deed{action: a, code: c, state: standing(0, 0)} }
	chest := done(game.Action{Kind: game.Deposit, Item: "dirt", At: at(7)})
	chest.result = &game.Result{Contents: []game.Stack{{Item: "minecraft:dirt", Count: 2}, {Item: "dirt", Count: 3}}}
	by := done(game.Action{Kind: game.Place, Block: "furnace"})
	by.result = &game.Result{Position: &game.Vec3{X: 5.5, Y: 64, Z: 0.5}}
	corpse, gone := failed(game.Action{Kind: game.Mine, Target: "stone"}, game.CodeDied), standing(90, 0)
	corpse.state, corpse.stood = gone, standing(4, 0)
	sees := failed(game.Action{Kind: game.Craft, Recipe: "bucket"}, game.CodeNoStation)
	sees.state = standing(0, 0, "crafting_table 3 64 0")
	liar := deed{action: game.Action{Kind: game.Craft, Recipe: "bucket"}, contradicted: true, state: standing(0, 0)}
	const table, ore = "crafting_table 3 64 0", "iron_ore 20 64 0"
	for _, c := range []struct {
		name string
		deed deed
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
			m := newLandmarks()
			m.see(standing(0, 0, table, ore), now)
			c.deed.at = now.Add(time.Minute)
			m.take(&c.deed)
			if got := m.words(); got != c.want {
				t.Errorf("remembered %q, want %q", got, c.want)
			}
		})
	}
}

func TestAListFromBeforeDoesNotBringBackWhatWasBroken(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	m := newLandmarks()
	old := standing(0, 0, "crafting_table 3 64 0")
	m.see(old, now)
	m.take(&deed{action: game.Action{Kind: game.Mine, Target: "crafting_table"}, done: true, state: old, at: now})
	m.see(old, now.Add(time.Second))
	if got := m.words(); got != "" {
		t.Errorf("remembered %q", got)
	}
	m.see(old, now.Add(time.Minute))
	if got := m.words(); got == "" {
		t.Error("a table placed there later is not remembered")
	}
}

// knows is a planner that has a table placed in its first round and keeps what
// it was told.
type knows struct {
	told  [][]string
	steps []game.Step
}

func (k *knows) Plan(_ context.Context, req game.Request) (game.Plan, error) {
	k.told = append(k.told, views(req.Known))
	return planOf(nil, k.steps...), nil
}

func inWorld(id string) func(*game.State) {
	return func(s *game.State) { s.World = &game.World{Present: true, ID: id} }
}

func TestMemoryOutlivesTheProcessAndIsOfOneWorld(t *testing.T) {
	at := &game.Pos{X: 5, Y: 64, Z: 2}
	p := &knows{steps: []game.Step{{Action: game.Action{Kind: game.Place, Block: "crafting_table", At: at}}}}
	inBubble(t, 2, p, func(w *world) {
		w.body.Change(inWorld("home"))
		w.body.Give("crafting_table", 9)
		// The place goes with the action's own commit.
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		// A sight goes with the next sign of life.
		w.body.Change(func(s *game.State) { s.Nearby = standing(0, 0, "iron_ore 9 60 0").Nearby })
		time.Sleep(aliveEvery + time.Second)
		w.crash()
		w.start()
		w.again()
		p.steps = []game.Step{say("hi")}
		for _, id := range []string{"home", "abroad", "home"} {
			w.body.Change(inWorld(id))
			w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
			w.body.Change(func(s *game.State) { s.Nearby = nil })
		}
		want := [][]string{nil, {"crafting_table 5 64 2 ours", "iron_ore 9 60 0"}, nil, {"crafting_table 5 64 2 ours", "iron_ore 9 60 0"}}
		for i := range want {
			if !slices.Equal(p.told[i], want[i]) {
				t.Errorf("plan %d was told %q, want %q", i+1, p.told[i], want[i])
			}
		}
	})
}

func TestAWorldWithoutANameIsRememberedForTheTaskAlone(t *testing.T) {
	n := 0
	k := &knows{}
	p := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		if n++; n == 1 {
			k.steps = []game.Step{{Action: game.Action{Kind: game.Place, Block: "crafting_table"}}, mine("diamond", 1)}
		} else {
			k.steps = []game.Step{say("hi")}
		}
		return k.Plan(ctx, req)
	})
	inBubble(t, 1, p, func(w *world) {
		w.body.Give("crafting_table", 1)
		w.body.Faults = failing("diamond", game.CodeNotFound, 1)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if len(k.told) != 3 || len(k.told[0]) != 0 || !slices.Equal(k.told[1], []string{"crafting_table 1 64 0 ours"}) || len(k.told[2]) != 0 {
			t.Errorf("told %q", k.told)
		}
		if len(w.j.places) != 0 {
			t.Errorf("kept %v", w.j.places)
		}
	})
}

func TestWritesAreBatched(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil)), func(w *world) {
		w.body.Change(inWorld("w"))
		before := w.j.batches
		for i := range 300 {
			w.body.Change(func(s *game.State) { s.Nearby = standing(0, 0, fmt.Sprintf("iron_ore %d 60 0", 20*i)).Nearby })
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if n := w.j.batches - before; n > 11 {
			t.Errorf("%d commits in five minutes", n)
		}
		if n := len(w.j.places["w"]); n < 100 {
			t.Errorf("%d places are kept", n)
		}
	})
}

func TestWhereABodyDiedIsRemembered(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil)), func(w *world) {
		w.body.Change(inWorld("w"))
		zero := 0.0
		w.body.Change(func(s *game.State) { s.Health, s.Position = &zero, &game.Vec3{X: 3.5, Y: 12, Z: 8.5} })
		time.Sleep(time.Minute)
		w.j.mu.Lock()
		defer w.j.mu.Unlock()
		if l := w.j.places["w"][spot{death: true}]; l.Kind != game.LandmarkDeath || l.At != (game.Pos{X: 3, Y: 12, Z: 8, Dimension: "overworld"}) {
			t.Errorf("kept %+v", l)
		}
	})
}

func TestHostileWorldNamesAreBounded(t *testing.T) {
	a := newAtlas(newMemJournal(), nil)
	for i := range 3 * mostWorlds {
		a.of(fmt.Sprint("w", i%mostWorlds+i/2))
	}
	if len(a.worlds) > mostWorlds || len(a.recent) != len(a.worlds) {
		t.Errorf("%d worlds are held, %d recent", len(a.worlds), len(a.recent))
	}
	if got := nameOf(&game.State{World: &game.World{ID: strings.Repeat("w", longestWorld+1)}}); got != "" {
		t.Error("an endless name is remembered by")
	}
}

func TestRoundsOfASearchAreNotCountedAndReported(t *testing.T) {
	steps := []game.Action{
		{Kind: game.Mine, Target: "iron_ore"}, {Kind: game.Goto, At: &game.Pos{X: 9, Y: 9}},
		{Kind: game.Explore, For: "iron_ore", MaxBlocks: 80}, {Kind: game.Explore, For: "iron_ore", MaxBlocks: 160}, {Kind: game.Explore, For: "iron_ore", MaxBlocks: 240},
	}
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if req.Round > len(steps) {
			return game.Plan{}, &game.ImpossibleError{Reason: "iron comes from nowhere else"}
		}
		s := game.Step{Action: steps[req.Round-1]}
		if req.Round > 1 {
			s.Seeks = "iron_ore"
		}
		return planOf([]game.Check{have("raw_iron", 1)}, s), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Fail: &game.Failure{Code: game.CodeNotFound}} }
		got := w.until(w.submit(Submission{Goal: "x"}), StateError, 5*time.Minute)
		want := "Could not look around for iron ore: none was found. There is no other way: Iron comes from nowhere else. Iron ore was looked for at 1 remembered place and on 3 walks."
		if got.Reason != want || got.BadRounds != 1 || got.Round != 6 {
			t.Errorf("%d rounds, %d bad: %s", got.Round, got.BadRounds, got.Reason)
		}
	})
}
