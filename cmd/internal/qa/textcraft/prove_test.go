// SPDX-License-Identifier: MIT

package textcraft_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/planner"
)

// TestASmallSet is our own set, with what makes such sets hard: alternatives, what is left
// over, a thing that is made of itself, one that nothing leads to.
func TestASmallSet(t *testing.T) {
	got := prove(t, filepath.Join("testdata", "small"))
	if want := (figures{recipes: 17, things: 14, planned: 12, refused: 12, circles: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestADeepSet: more kinds of things lie between than an inventory has slots, so each
// has to be used up before the next is made, and what is over thrown away.
func TestADeepSet(t *testing.T) {
	alone(t)
	if got := prove(t, filepath.Join("testdata", "deep")); got.planned != got.things || got.things != 60 {
		t.Errorf("%+v, want all 60 planned", got)
	}
}

// TestACrowdedInventory: the deep set's engine with ever fewer slots for it, the others
// full of what is worth keeping. From six full ones on, the long search alone finds an
// order.
func TestACrowdedInventory(t *testing.T) {
	alone(t)
	s := load(t, filepath.Join("testdata", "deep"))
	body := register(t, s)
	goal := named("engine")
	stock := s.stock(goal)
	for _, full := range []int{0, 6, 9} {
		st := holding(stock)
		for range full {
			st.Inventory = append(st.Inventory, game.Stack{Slot: len(st.Inventory), Item: "diamond", Count: stack})
		}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "get 1 " + goal, Body: body, State: st})
		if err == nil {
			err = s.play(p.Steps, stock, goal)
		}
		if err != nil {
			t.Errorf("with %d slots full: %v", full, err)
		}
	}
}

// alone leaves what computes for a minute, and shares nothing, to make whole.
func alone(t *testing.T) {
	if raced.On {
		t.Skip("make whole plays it, without the race detector")
	}
}

// TestPublicSets plays the sets in the folders that TEXTCRAFT names.
func TestPublicSets(t *testing.T) {
	dirs := filepath.SplitList(os.Getenv("TEXTCRAFT"))
	if len(dirs) == 0 {
		t.Skip("TEXTCRAFT names no folders; make test-textcraft does")
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) { t.Logf("%s: %+v", dir, prove(t, dir)) })
	}
}

// figures are what came of a set.
type figures struct {
	// recipes and the things that they make.
	recipes, things int
	// planned things: the plan made it. refused: without something that every way needs
	// it was refused.
	planned, refused int
	// gaveUp: the planner said that it found no plan or no room, which is no refusal.
	gaveUp int
	// circles are things that only themselves lead to: they were refused too. tooMany:
	// their stock is more than an inventory holds, and they were not asked for.
	circles, tooMany int
	// noRoom: what is made on the way is more than an inventory holds, says the planner.
	noRoom int
}

// prove asks for each thing of a set, with enough and with too little.
func prove(t *testing.T, dir string) figures {
	t.Helper()
	s := load(t, dir)
	body := register(t, s)
	plan := func(goal string, stock map[string]int) (game.Plan, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		return planner.NewBuiltin(planner.Config{}).Plan(ctx, game.Request{Goal: "get 1 " + goal, Body: body, State: holding(stock)})
	}
	f := figures{recipes: len(s.all), things: len(s.of)}
	all := s.reach(func(string) bool { return true })
	for _, goal := range slices.Sorted(maps.Keys(s.of)) {
		if !all[goal] {
			f.circles++
			if p, err := plan(goal, nil); !refused(err) {
				t.Errorf("%s comes of itself alone, and got %d steps, %v", goal, len(p.Steps), err)
			}
			continue
		}
		stock := s.stock(goal)
		if slots(stock) > mostSlots {
			f.tooMany++
			continue
		}
		p, err := plan(goal, stock)
		if gave := (*game.GaveUpError)(nil); errors.As(err, &gave) {
			t.Logf("%s of %v: %v", goal, stock, err)
			f.gaveUp++
			continue
		}
		if err != nil && (strings.Contains(err.Error(), "slots of an inventory") || strings.Contains(err.Error(), "The inventory is full")) {
			f.noRoom++
			continue
		}
		if err != nil {
			t.Errorf("%s of %v: %v", goal, stock, err)
			continue
		}
		if err := s.play(p.Steps, stock, goal); err != nil {
			t.Errorf("%s of %v: %v", goal, stock, err)
			continue
		}
		f.planned++
		for _, without := range slices.Sorted(maps.Keys(stock)) {
			if s.reach(func(item string) bool { return item != without && stock[item] > 0 })[goal] {
				continue // there is another way
			}
			less := maps.Clone(stock)
			delete(less, without)
			if p, err := plan(goal, less); !refused(err) {
				t.Errorf("%s without %s got %d steps, %v", goal, without, len(p.Steps), err)
				break
			}
			f.refused++
			break
		}
	}
	return f
}

// refused: the planner says that there is no way, rather than that it found none.
func refused(err error) bool {
	var impossible *game.ImpossibleError
	return errors.As(err, &impossible)
}

// register lets a body send the set in a register frame to a bridge, and returns what is
// known of it then.
func register(t *testing.T, s *set) game.BodyInfo {
	t.Helper()
	bridge := modbridge.New(modbridge.Config{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	server := httptest.NewServer(bridge)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- bridge.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		server.Close()
	})
	line, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http")+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.Close() })
	var kinds []game.Kind
	for _, row := range game.Catalogue() {
		if !row.Local {
			kinds = append(kinds, row.Kind)
		}
	}
	frame, err := json.Marshal(map[string]any{
		"type": "register", "instanceId": "madeup", "version": "1.21.5", "protocol": 2,
		"capabilities": map[string]any{"actions": kinds}, "recipes": s.all, "tags": s.tags,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := line.WriteMessage(websocket.TextMessage, frame); err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Type    string
		Success bool
	}
	if err := line.ReadJSON(&answer); err != nil || !answer.Success {
		t.Fatalf("%d bytes: %+v, %v", len(frame), answer, err)
	}
	session, ok := bridge.Session("madeup")
	if !ok || session.Info().Extra == nil {
		t.Fatal("the body has no recipes")
	}
	if n := len(session.Info().Extra.Recipes); n != len(s.all) {
		t.Fatalf("%d of %d recipes were taken", n, len(s.all))
	}
	t.Logf("%d recipes in a register of %d bytes", len(s.all), len(frame))
	return session.Info()
}

// Of an inventory's slots one holds the crafting table, and some stay free.
const mostSlots, stack = 35, 64

func slots(stock map[string]int) int {
	n := 0
	for _, count := range stock {
		n += (count + stack - 1) / stack
	}
	return n
}

func holding(stock map[string]int) game.State {
	st := game.State{Health: new(20.0), Hunger: new(20.0), Dimension: "overworld", GameMode: "survival", World: &game.World{Present: true, ID: "madeup"}}
	put := func(item string, n int) {
		for ; n > 0; n -= stack {
			st.Inventory = append(st.Inventory, game.Stack{Slot: len(st.Inventory), Item: item, Count: min(n, stack)})
		}
	}
	put("crafting_table", 1)
	for _, item := range slices.Sorted(maps.Keys(stock)) {
		put(item, stock[item])
	}
	return st
}

// play carries a plan out by the set's own recipes: whole batches by the first recipe that
// makes all that is asked for, of what is held most of what will do. It says what did not
// work.
func (s *set) play(steps []game.Step, stock map[string]int, goal string) error {
	held, table := maps.Clone(stock), false
	for i := range steps {
		a := &steps[i].Action
		switch {
		case a.Kind == game.Place && a.Block == "crafting_table", a.Kind == game.Mine && a.Target == "crafting_table":
			table = a.Kind == game.Place
		case a.Kind == game.Drop && held[a.Item] >= a.Count():
			held[a.Item] -= a.Count()
		case a.Kind == game.Craft:
			if !s.craft(a.Recipe, a.Count(), held, table) {
				return fmt.Errorf("step %d, %s, cannot be done with %v", i+1, a.Describe(), held)
			}
		default:
			return fmt.Errorf("step %d is to %s", i+1, a.Describe())
		}
	}
	if held[goal] < 1 {
		return fmt.Errorf("%d steps do not make it", len(steps))
	}
	return nil
}

// craft makes so many of a thing, if it can be made.
func (s *set) craft(result string, count int, held map[string]int, table bool) bool {
	for _, r := range s.of[result] {
		if r.table && !table {
			continue
		}
		left, made := maps.Clone(held), 0
		for made < count && !slices.ContainsFunc(r.takes, func(in ingredient) bool { return !take(in, left) }) {
			made += r.count
		}
		if made >= count {
			left[result] += made
			clear(held)
			maps.Copy(held, left)
			return true
		}
	}
	return false
}

// take takes an ingredient out of what is held.
func take(in ingredient, held map[string]int) bool {
	order := slices.Clone(in.anyOf)
	slices.SortStableFunc(order, func(a, b string) int { return held[b] - held[a] })
	n := in.count
	for _, item := range order {
		use := min(held[item], n)
		held[item] -= use
		n -= use
	}
	return n == 0
}
