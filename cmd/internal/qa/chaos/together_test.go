// SPDX-License-Identifier: MIT

package chaos

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/ui/view"
)

// band are several players in one world.
type band struct {
	*home
	worlds []*sim.World
	leave  []context.CancelFunc

	mu sync.Mutex
	// broken is who broke what.
	broken map[game.Pos]int
	twice  []game.Pos
	// placed are who placed what.
	placed map[game.Pos]int
}

// newBand brings so many players into one world, which passes as time does.
func newBand(t *testing.T, players int, holds ...map[string]int) *band {
	b := &band{home: newHome(t), broken: map[game.Pos]int{}, placed: map[game.Pos]int{}}
	items := func(i int) map[string]int {
		if i < len(holds) {
			return holds[i]
		}
		return nil
	}
	first, err := sim.New(sim.Config{Seed: 1, Speed: 1, Inventory: items(0), Watch: func(o sim.Occurrence) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if o.What == sim.Stands {
			if _, again := b.placed[o.At]; again {
				b.twice = append(b.twice, o.At)
			}
			b.placed[o.At] = o.Player
		}
		if o.What != sim.Broken {
			return
		}
		if _, again := b.broken[o.At]; again {
			b.twice = append(b.twice, o.At)
		}
		b.broken[o.At] = o.Player
	}})
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for i := range players {
		w := first
		if i > 0 {
			if w, err = first.Join(items(i), 0); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		p := body.New(w, body.Config{
			URL: "ws://localhost:9876/", InstanceID: fmt.Sprintf("p%d", i+1), Dialer: &websocket.Dialer{NetDialContext: b.net.Dial},
		})
		running.Go(func() { _ = p.Run(ctx) })
		b.worlds, b.leave = append(b.worlds, w), append(b.leave, cancel)
	}
	t.Cleanup(func() {
		for _, leave := range b.leave {
			leave()
		}
		running.Wait()
		b.close()
	})
	time.Sleep(5 * time.Second)
	return b
}

// ask gives a goal to the first player and returns its task.
func (b *band) ask(goal string) string {
	b.t.Helper()
	c := b.backend.Connect()
	defer func() { _ = c.Close() }()
	p := view.Prompt{Prompt: goal}
	p.Instance = "p1"
	q, err := c.SendPrompt(b.t.Context(), p)
	if err != nil {
		b.t.Fatal(err)
	}
	return q.TaskID
}

// end waits for the end of a task, and tells how long it took in the game.
func (b *band) end(id string) (orchestrator.Task, time.Duration) {
	b.t.Helper()
	began := time.Now()
	for {
		rec, err := b.backend.Orchestrator.Task(b.t.Context(), id)
		if err != nil {
			b.t.Fatal(err)
		}
		if rec.Task.State.Ended() {
			return rec.Task, time.Since(began)
		}
		if time.Since(began) > 2*time.Hour {
			b.t.Fatalf("it is still %s: %s %s", rec.Task.State, rec.Task.Reason, rec.Task.Waiting)
		}
		time.Sleep(time.Second)
	}
}

// held is what the players that are still there hold together.
func (b *band) held(item string, gone ...int) int {
	n := 0
	for i, w := range b.worlds {
		for _, g := range gone {
			if g == i {
				w = nil
			}
		}
		if w != nil {
			n += w.Facts().Inventory[item]
		}
	}
	return n
}

// parts are the shares of a task, by player.
func (b *band) parts(id string) map[string][]orchestrator.Task {
	b.t.Helper()
	rows, err := b.backend.Orchestrator.Tasks(b.t.Context(), orchestrator.Query{Limit: 200})
	if err != nil {
		b.t.Fatal(err)
	}
	list := map[string][]orchestrator.Task{}
	for _, t := range rows {
		if of, ok := crew.Of(t.Call); ok && of == id {
			list[t.Body] = append(list[t.Body], t)
		}
	}
	return list
}

const logs = "get 128 oak logs"

// alone is how long one player takes for them.
func alone(t *testing.T) (took time.Duration) {
	t.Run("alone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBand(t, 1)
			task, long := b.end(b.ask(logs + " with everyone"))
			if task.State != orchestrator.StateComplete || task.Body != "p1" || b.held("oak_log") != 128 {
				t.Fatalf("%s of %s is %s: %s", task.Goal, task.Body, task.State, task.Reason)
			}
			took = long
		})
	})
	return took
}

// Four players take less than half of the time of one for what they are to get together,
// and no block is broken by two of them.
func TestPlayersShareAGoal(t *testing.T) {
	one := alone(t)
	for _, c := range []struct {
		name string
		// during happens as it goes on.
		during func(*band, string)
		gone   []int
		// most is how much of one player's time it may take.
		most float64
	}{
		{name: "all stay", most: 0.5},
		{name: "one leaves", during: func(b *band, _ string) { time.Sleep(time.Minute); b.leave[3]() }, gone: []int{3}, most: 0.75},
		{name: "the server is killed", during: func(b *band, _ string) {
			for range 3 {
				time.Sleep(25 * time.Second)
				b.kill()
				time.Sleep(time.Second)
				b.start()
			}
		}, most: 0.6},
		{name: "a player's own part is stopped", during: func(b *band, _ string) {
			time.Sleep(30 * time.Second)
			if err := b.backend.Orchestrator.Stop(b.t.Context(), "p2"); err != nil {
				b.t.Error(err)
			}
		}, most: 0.75},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBand(t, 4)
				began := time.Now()
				id := b.ask(logs + " with everyone")
				if c.during != nil {
					c.during(b, id)
				}
				task, _ := b.end(id)
				took := time.Since(began)
				if task.State != orchestrator.StateComplete || task.Body != crew.Everyone {
					t.Fatalf("%s is %s: %s", task.Body, task.State, task.Reason)
				}
				if n := b.held("oak_log", c.gone...); n != 128 && c.during == nil || n < 128 || n > 140 {
					t.Errorf("they hold %d", n)
				}
				if took > time.Duration(c.most*float64(one)) {
					t.Errorf("it took %s, one player takes %s", took, one)
				}
				if len(b.twice) > 0 {
					t.Errorf("broken twice: %v", b.twice)
				}
				parts := b.parts(id)
				if len(parts) != 4 {
					t.Errorf("it was shared among %v", parts)
				}
				for at, who := range b.broken {
					list := parts[fmt.Sprintf("p%d", who+1)]
					in := false
					for i := range list {
						in = in || list[i].Settings.Within.Holds(at)
					}
					if !in {
						t.Errorf("%s was broken by p%d outside of its area", at, who+1)
					}
				}
				t.Logf("%s, alone %s", took, one)
			})
		})
	}
}

// Four players build a house in less than half of the time of one, each some of its cells, and
// none is placed by two of them; who leaves, or a server that is killed, costs only its part.
func TestPlayersShareABuild(t *testing.T) {
	const goal = "build a 9x9 house of oak planks with everyone"
	var one time.Duration
	for _, c := range []struct {
		name    string
		players int
		planks  int // of each
		during  func(*band)
		most    float64
	}{
		{name: "alone", players: 1, planks: 256},
		{name: "all stay", players: 4, planks: 48, most: 0.5},
		{name: "some is fetched", players: 4, planks: 40, most: 1},
		{name: "one leaves", players: 4, planks: 48, during: func(b *band) { time.Sleep(20 * time.Second); b.leave[3]() }, most: 1},
		{name: "one leaves with what is needed", players: 4, planks: 40, during: func(b *band) { time.Sleep(45 * time.Second); b.leave[3]() }, most: 1.75},
		{name: "the server is killed", players: 4, planks: 48, during: func(b *band) {
			time.Sleep(15 * time.Second)
			b.kill()
			time.Sleep(time.Second)
			b.start()
		}, most: 0.75},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				kit := map[string]int{"oak_planks": c.planks, "oak_door": 1, "torch": 4}
				b := newBand(t, c.players, kit, kit, kit, kit)
				began := time.Now()
				id := b.ask(goal)
				if c.during != nil {
					c.during(b)
				}
				task, _ := b.end(id)
				took := time.Since(began)
				if task.State != orchestrator.StateComplete {
					t.Fatalf("%s of %s is %s: %s", task.Goal, task.Body, task.State, task.Reason)
				}
				if len(b.twice) > 0 {
					t.Errorf("placed or broken twice: %v", b.twice)
				}
				who := map[int]int{}
				for _, player := range b.placed {
					who[player]++
				}
				t.Logf("%s, placed by each: %v; %s", took, who, task.Reason)
				if one == 0 {
					one = took
				} else if took > time.Duration(c.most*float64(one)) || len(who) != c.players {
					t.Errorf("it took %s, one player takes %s", took, one)
				}
			})
		})
	}
}

// What nobody can share is refused in a sentence.
func TestWhatIsNotShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBand(t, 2)
		task, _ := b.end(b.ask("everyone sleep"))
		if task.State != orchestrator.StateError || !strings.Contains(task.Reason, "cannot be shared among several players") {
			t.Errorf("%s: %s", task.State, task.Reason)
		}
	})
}

// After a restart all players together can be chosen and asked what they did, also when
// that had ended.
func TestAllCanBeAskedAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBand(t, 2)
		b.reads()
		if task, _ := b.end(b.ask("get 4 oak logs with everyone")); task.State != orchestrator.StateComplete {
			t.Fatalf("%s: %s", task.State, task.Reason)
		}
		for range 2 { // the second process finds no task that it could take up
			b.kill()
			time.Sleep(time.Second)
			b.start()
			time.Sleep(5 * time.Second)
			c := b.backend.Connect()
			p := view.Talk{Text: "what did you do last?"}
			p.Instance = crew.Everyone
			if said, err := c.Talk(t.Context(), p); err != nil || !strings.Contains(said.Say, "4 oak log") {
				t.Errorf("process %d answers %+v, %v", b.processes, said, err)
			}
			if _, err := c.ConnectInstance(t.Context(), view.Connect{InstanceID: crew.Everyone}); err != nil {
				t.Errorf("process %d: %v", b.processes, err)
			}
			_ = c.Close()
		}
	})
}

// What all built together is told, and put back by those who built it.
func TestWhatAllBuiltIsPutBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kit := map[string]int{"oak_planks": 32}
		b := newBand(t, 3, kit, kit, kit)
		b.reads()
		if task, _ := b.end(b.ask("@all build a 9x3 wall of oak planks")); task.State != orchestrator.StateComplete {
			t.Fatalf("%s: %s", task.State, task.Reason)
		}
		c := b.backend.Connect()
		defer func() { _ = c.Close() }()
		say := func(text string) view.Talked {
			p := view.Talk{Text: text}
			p.Instance = crew.Everyone
			said, err := c.Talk(t.Context(), p)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return said
		}
		if said := say("what did you change?"); !strings.Contains(said.Say, "Placed: 27 oak planks") {
			t.Errorf("it says %q", said.Say)
		}
		b.end(say("undo").TaskID)
		time.Sleep(5 * time.Minute)
		if n := b.held("oak_planks"); n != 96 {
			t.Errorf("they hold %d oak planks", n)
		}
		if task, _ := b.end(b.ask("everyone follow me")); strings.Contains(task.Reason, "Nobody else") {
			t.Errorf("%s: %s", task.State, task.Reason)
		}
	})
}
