// SPDX-License-Identifier: MIT

package standing_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/standing"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const body = "bot"

// world plays the part of the orchestrator: one body that does one task after another,
// each for a while, and a shelf that outlives the keeper.
type world struct {
	mu      sync.Mutex
	hear    func(orchestrator.Event)
	current *orchestrator.Task
	until   time.Time
	queue   []orchestrator.Task
	held    map[string]bool
	torches int
	n       int
	dead    bool
	tick    int
	hunger  float64
	fail    string
	notices []string
	// runs are the goals of orders that began, interrupted the persons' goals that an order
	// was in the way of for more than a moment.
	runs []string
	kept standing.Kept
}

func newWorld() *world { return &world{held: map[string]bool{}, hunger: 20} }

func (w *world) Load() (standing.Kept, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept, nil
}

func (w *world) Save(k standing.Kept) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = k
	return nil
}

func (w *world) Listen(hear func(orchestrator.Event)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hear = hear
}

func (w *world) Status(id string) (orchestrator.View, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	v := orchestrator.View{Body: id, Connected: true, Queue: slices.Clone(w.queue)}
	for i := range v.Queue {
		v.Queue[i].Held = w.held[v.Queue[i].ID]
	}
	if w.current != nil {
		now := *w.current
		v.Current = &now
	}
	return v, nil
}

func (w *world) Stop(context.Context, string) error {
	w.mu.Lock()
	for i := range w.queue {
		w.held[w.queue[i].ID] = true
	}
	w.mu.Unlock()
	w.end(orchestrator.StateStopped, "Stopped.")
	return nil
}

func (w *world) GiveWay(_ context.Context, _, task string) error {
	w.mu.Lock()
	runs := w.current != nil && w.current.ID == task
	w.mu.Unlock()
	if runs {
		w.end(orchestrator.StateStopped, "Stopped.")
	}
	return nil
}

func (w *world) Notice(_ string, say game.Message) {
	text := messages.InEnglish(say)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.notices = append(w.notices, text)
}

// did is what orders began, told what was noticed, has how many torches there are.
func (w *world) did() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.runs)
}

func (w *world) told() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.notices)
}

func (w *world) has() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.torches
}

func (w *world) submit(_ context.Context, id, goal, call string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fail == "refuse" {
		return "", errors.New("the queue is full")
	}
	w.n++
	t := orchestrator.Task{ID: fmt.Sprint("t", w.n), Body: id, Goal: goal, Call: call, State: orchestrator.StateQueued}
	w.queue = append(w.queue, t)
	if call != "" {
		w.runs = append(w.runs, goal)
	}
	return t.ID, nil
}

func (w *world) state(string) *game.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	health := 20.0
	if w.dead {
		health = 0
	}
	hunger, tick := w.hunger, w.tick
	s := &game.State{Health: &health, Hunger: &hunger, Time: &tick, Inventory: []game.Stack{}}
	if w.torches > 0 {
		s.Inventory = append(s.Inventory, game.Stack{Item: "torch", Count: w.torches})
	}
	return s
}

func (w *world) read(_ context.Context, _, goal string) ([]game.Clause, error) {
	var n int
	if _, err := fmt.Sscanf(goal, "get %d torches", &n); err != nil {
		return nil, errors.New("it is not understood")
	}
	return []game.Clause{game.ClauseOf("get", goal, game.Check{Kind: game.CheckHave, Items: []string{"torch"}, Count: n})}, nil
}

// end ends the task at hand.
func (w *world) end(state orchestrator.State, reason string) {
	w.mu.Lock()
	t := w.current
	w.current = nil
	if t != nil {
		if state == orchestrator.StateComplete && strings.HasPrefix(t.Goal, "get 10") {
			w.torches = 10
		}
		t.State, t.Reason = state, reason
	}
	hear := w.hear
	w.mu.Unlock()
	if t != nil && hear != nil {
		hear(orchestrator.Event{Kind: orchestrator.EventTask, Body: body, TaskID: t.ID, Task: t})
	}
}

// live does what is queued, each task for 20 s, until ctx ends.
func (w *world) live(ctx context.Context) {
	for {
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return
		}
		w.mu.Lock()
		over := w.current != nil && !time.Now().Before(w.until)
		i := slices.IndexFunc(w.queue, func(t orchestrator.Task) bool { return !w.held[t.ID] })
		if w.current == nil && i >= 0 && !w.dead {
			t := w.queue[i]
			t.State = orchestrator.StateRunning
			w.queue = slices.Delete(w.queue, i, i+1)
			w.current, w.until = &t, time.Now().Add(20*time.Second)
		}
		fail := w.fail
		w.mu.Unlock()
		switch {
		case over && fail != "":
			w.end(orchestrator.StateError, fail)
		case over:
			w.end(orchestrator.StateComplete, "")
		}
	}
}

// person gives a goal of a person's.
func (w *world) person(t testing.TB, goal string) string {
	id, err := w.submit(context.Background(), body, goal, "")
	if err != nil {
		t.Fatal(err)
	}
	w.hear(orchestrator.Event{Kind: orchestrator.EventTask, Body: body, TaskID: id, Task: &orchestrator.Task{ID: id, State: orchestrator.StateQueued}})
	return id
}

// play runs a keeper over the world until the function returns.
func (w *world) play(t testing.TB, f func(k *standing.Keeper)) {
	k, err := standing.New(standing.Config{Tasks: w, Submit: w.submit, Read: w.read, State: w.state, Shelf: w})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { k.Run(ctx) })
	all.Go(func() { w.live(ctx) })
	synctest.Wait()
	f(k)
	cancel()
	all.Wait()
}

func add(t testing.TB, k *standing.Keeper, o standing.Order) standing.Order {
	o.Body = body
	o, err := k.Add(o)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

var torches = standing.Order{Text: "always keep 10 torches", Goal: "get 10 torches", When: standing.Unmet}

// "Always keep 10 torches" holds again within a minute of each idle moment: through two
// hours of other goals, deaths, losses and restarts of Minehand.
func TestAnOrderIsRestoredWithinAMinuteOfEachIdleMoment(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, 1))
			w := newWorld()
			end := time.Now().Add(2 * time.Hour)
			w.play(t, func(k *standing.Keeper) { add(t, k, torches) })
			var lacking time.Duration // while nothing else was to be done
			restarts := 0
			for ; time.Now().Before(end); restarts++ {
				w.play(t, func(*standing.Keeper) {
					for stop := time.Now().Add(time.Duration(1+dice.IntN(40)) * time.Minute); time.Now().Before(stop); {
						switch dice.IntN(60) {
						case 0:
							w.person(t, "mine 3 stone")
						case 1: // they were used
							w.mu.Lock()
							w.torches = 0
							w.mu.Unlock()
						case 2:
							w.die()
							lacking = 0
						}
						time.Sleep(5 * time.Second)
						w.mu.Lock()
						person := w.current != nil && w.current.Call == "" || slices.ContainsFunc(w.queue, func(t orchestrator.Task) bool { return t.Call == "" })
						if lacking += 5 * time.Second; person || w.torches >= 10 {
							lacking = 0
						}
						torches := w.torches
						w.mu.Unlock()
						if lacking > time.Minute {
							t.Fatalf("seed %d: after %v idle there are %d torches", seed, lacking, torches)
						}
					}
				})
			}
			if len(w.did()) < 5 || restarts < 3 {
				t.Fatalf("seed %d: %d runs, %d restarts", seed, len(w.did()), restarts)
			}
		})
	}
}

// die has the body lose everything and come back after 3 s.
func (w *world) die() {
	w.mu.Lock()
	w.dead, w.torches = true, 0
	if w.current != nil {
		w.current.Deaths++
	}
	w.mu.Unlock()
	w.end(orchestrator.StateError, "It died.")
	time.Sleep(3 * time.Second)
	w.mu.Lock()
	w.dead = false
	w.mu.Unlock()
}

// A person's goal does not wait for an order, and no order begins before it is done.
func TestAPersonsGoalGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.play(t, func(k *standing.Keeper) {
			add(t, k, torches)
			time.Sleep(5 * time.Second) // it runs
			id := w.person(t, "mine 3 stone")
			time.Sleep(2 * time.Second)
			if v, _ := w.Status(body); v.Current == nil || v.Current.ID != id {
				t.Fatalf("it does %+v; waiting %+v", v.Current, v.Queue)
			}
			if k.Held(body) {
				t.Error("giving way holds the orders as a stop does")
			}
			time.Sleep(time.Minute)
			if w.has() != 10 || len(w.did()) != 2 {
				t.Errorf("%d torches after %d runs", w.has(), len(w.did()))
			}
		})
	})
}

// A stop holds orders until a resume, and over a restart; so does stopping an order's own
// task. A paused order does not run.
func TestAStopHoldsOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.play(t, func(k *standing.Keeper) {
			add(t, k, torches)
			time.Sleep(5 * time.Second)
			_ = w.Stop(context.Background(), body)
			time.Sleep(time.Minute)
			if !k.Held(body) || w.has() != 0 || len(w.did()) != 1 {
				t.Errorf("held %v, %d torches, %d runs", k.Held(body), w.has(), len(w.did()))
			}
		})
		w.play(t, func(k *standing.Keeper) {
			time.Sleep(time.Minute)
			if len(w.did()) != 1 {
				t.Errorf("%d runs", len(w.did()))
			}
			if !k.Hold(body, false) || k.Hold(body, false) {
				t.Error("it was not let go on once")
			}
			time.Sleep(time.Minute)
			if w.has() != 10 {
				t.Errorf("%d torches", w.has())
			}
			if err := k.Pause(body, 0, true); err != nil {
				t.Fatal(err)
			}
			w.mu.Lock()
			w.torches = 3
			w.mu.Unlock()
			time.Sleep(5 * time.Minute)
			if w.has() != 3 {
				t.Error("a paused order ran")
			}
			if err := k.Pause(body, 1, false); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if w.has() != 10 {
				t.Error("it did not go on")
			}
		})
	})
}

func TestMorningsEveningsAndTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		at := func(tick int) {
			w.mu.Lock()
			w.tick = tick
			w.mu.Unlock()
			time.Sleep(time.Minute)
		}
		w.play(t, func(k *standing.Keeper) {
			add(t, k, standing.Order{Text: "every morning", Goal: "harvest wheat", When: standing.Dawn})
			add(t, k, standing.Order{Text: "at night", Goal: "go home", When: standing.Dusk})
			at(1000)
			if len(w.did()) != 0 {
				t.Fatalf("on the day on which it was told it did %v", w.did())
			}
			for range 2 {
				at(13_000)
				at(20_000)
				at(500)
				at(9000)
			}
		})
		if got := strings.Join(w.did(), ", "); got != "go home, harvest wheat, go home, harvest wheat" {
			t.Errorf("it did %s", got)
		}
		w.mu.Lock()
		w.runs = nil
		w.mu.Unlock()
		w.play(t, func(k *standing.Keeper) {
			if err := k.Remove(body, 0); err != nil {
				t.Fatal(err)
			}
			add(t, k, standing.Order{Text: "every 10 minutes", Goal: "get 3 logs", When: standing.Every, Every: 10 * time.Minute})
			add(t, k, standing.Order{Text: "eat when hungry", Goal: "eat", When: standing.Hungry})
			time.Sleep(31 * time.Minute)
			w.mu.Lock()
			w.hunger = 10
			w.mu.Unlock()
			time.Sleep(10 * time.Second)
		})
		if got := strings.Join(w.did(), ", "); got != "get 3 logs, get 3 logs, get 3 logs, eat" {
			t.Errorf("it did %s", got)
		}
	})
}

// What fails is tried again, later and later, and is told once for each reason.
func TestWhatFailsIsTriedAgainAndToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.play(t, func(k *standing.Keeper) {
			w.mu.Lock()
			w.fail = "no coal was found"
			w.mu.Unlock()
			add(t, k, torches)
			time.Sleep(time.Hour)
			if len(w.did()) < 5 || len(w.did()) > 12 {
				t.Errorf("it was tried %d times in an hour", len(w.did()))
			}
			if len(w.told()) != 1 || !strings.Contains(w.told()[0], "No coal was found.") {
				t.Errorf("it was told %q", w.told())
			}
			o := k.Orders(body)[0]
			if o.Last == nil || o.Last.Reason != "no coal was found" || o.Failed == 0 {
				t.Errorf("the order says %+v", o.Last)
			}
			w.mu.Lock()
			w.fail = ""
			w.mu.Unlock()
			time.Sleep(11 * time.Minute)
			if o = k.Orders(body)[0]; w.has() != 10 || o.Failed != 0 {
				t.Errorf("%d torches, %+v", w.has(), o)
			}
			w.mu.Lock()
			w.torches, w.fail = 0, "refuse"
			w.mu.Unlock()
			time.Sleep(5 * time.Second)
			if len(w.told()) != 2 {
				t.Errorf("it was told %q", w.told())
			}
		})
	})
}

func TestWhatIsGivenIsBounded(t *testing.T) {
	k, err := standing.New(standing.Config{Tasks: newWorld()})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 32 {
		add(t, k, standing.Order{Goal: fmt.Sprintf("get %d torches", i), When: standing.Unmet})
	}
	if _, err := k.Add(standing.Order{Body: body, Goal: "one more"}); err == nil {
		t.Error("a 33rd order was taken")
	}
	if again := add(t, k, standing.Order{Goal: "get 3 torches", When: standing.Unmet}); again.N != 33 || len(k.Orders(body)) != 32 {
		t.Errorf("the same again is %d of %d", again.N, len(k.Orders(body)))
	}
	if err := k.Pause(body, 99, true); !errors.Is(err, standing.ErrNoOrder) {
		t.Error(err)
	}
	if err := k.Remove("another", 0); !errors.Is(err, standing.ErrNoOrder) {
		t.Error(err)
	}
}

func TestPlacesAreOfAWorld(t *testing.T) {
	w := newWorld()
	k, err := standing.New(standing.Config{Tasks: w, Shelf: w})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []standing.Place{{World: "a", Name: "home"}, {World: "b", Name: "home"}, {World: "a", Name: "base"}, {World: "a", Name: "home"}} {
		p.At.X = i
		if err := k.Remember(p); err != nil {
			t.Fatal(err)
		}
	}
	if k, err = standing.New(standing.Config{Tasks: w, Shelf: w}); err != nil {
		t.Fatal(err)
	}
	if list := k.Places("a"); len(list) != 2 || list[0].Name != "base" || list[1].At.X != 3 || list[1].Set.IsZero() {
		t.Errorf("they are %+v", list)
	}
	if err := k.Forget("a", "home"); err != nil || len(k.Places("a")) != 1 || len(k.Places("b")) != 1 {
		t.Errorf("%v; %+v", err, k.Places("a"))
	}
	if err := k.Forget("a", "home"); !errors.Is(err, standing.ErrNoPlace) {
		t.Error(err)
	}
	if k.Remember(standing.Place{World: "a"}) == nil || k.Remember(standing.Place{World: "a", Name: strings.Repeat("x", 61)}) == nil {
		t.Error("a place of no name, or of a long one, was taken")
	}
}

func TestOnlyWhatAStateShowsCanBeKept(t *testing.T) {
	have := game.ClauseOf("get", "", game.Check{Kind: game.CheckHave, Items: []string{"torch"}, Count: 1})
	more := game.ClauseOf("mine", "", game.Check{Kind: game.CheckGain, Items: []string{"stone"}, Count: 1})
	for i, c := range []struct {
		list []game.Clause
		want bool
	}{{[]game.Clause{have}, true}, {[]game.Clause{have, more}, false}, {nil, false}, {[]game.Clause{{}}, false}} {
		if standing.Keepable(c.list) != c.want {
			t.Errorf("%d can be kept: %v", i, !c.want)
		}
	}
}
