// SPDX-License-Identifier: MIT

package crew

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// yard is where members of a crew do what they are given, each at another Minehand.
type yard struct {
	crew *Crew

	mu    sync.Mutex
	there []string
	tasks map[string]*orchestrator.Task // by id, which is the call
	asked []string                      // calls, as they came
	left  []string
	lost  int // so many answers get lost, after they were taken
	// deaf: none is told to leave; over: another goes on with the crew.
	deaf, over bool
}

func (y *yard) Status(string) (orchestrator.View, error) {
	return orchestrator.View{Current: &orchestrator.Task{ID: "T"}}, nil
}

func (y *yard) Task(_ context.Context, id string) (r orchestrator.Record, err error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.tasks[id] == nil {
		return r, errors.New("not known yet")
	}
	r.Task = *y.tasks[id]
	return r, nil
}

func (y *yard) Tasks(_ context.Context, q orchestrator.Query) (list []orchestrator.Task, err error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, t := range y.tasks {
		if !q.Open || !t.State.Ended() {
			list = append(list, *t)
		}
	}
	return list, nil
}

func (y *yard) members() (list []Member) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, id := range y.there {
		list = append(list, Member{Info: game.BodyInfo{ID: id}, State: game.State{World: &game.World{Present: true, ID: "w"}}})
	}
	return list
}

func (y *yard) submit(_ context.Context, _, call string, s Share) (string, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.asked = append(y.asked, call)
	if y.tasks[call] == nil {
		y.tasks[call] = &orchestrator.Task{
			ID: call, Call: call, Body: s.Body, State: orchestrator.StateRunning, Settings: game.Settings{Within: s.Within},
		}
	}
	if y.lost > 0 {
		y.lost--
		return "", fmt.Errorf("%w: no answer", ErrUnsure)
	}
	return call, nil
}

func (y *yard) leave(_ context.Context, _, task string) error {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.deaf {
		return errors.New("its Minehand is lost")
	}
	y.left = append(y.left, task)
	y.tasks[task].State = orchestrator.StateStopped
	return nil
}

// of are the tasks of a member that are under way.
func (y *yard) of(body string) (list []orchestrator.Task) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, t := range y.tasks {
		if t.Body == body && !t.State.Ended() {
			list = append(list, *t)
		}
	}
	return list
}

// later changes something, and has some time go by.
func (y *yard) later(change func(), d time.Duration) {
	y.mu.Lock()
	change()
	y.mu.Unlock()
	time.Sleep(d)
	synctest.Wait()
}

// complete has a member do all that it was given.
func (y *yard) complete(body string) func() {
	return func() {
		for _, t := range y.tasks {
			if t.Body == body && !t.State.Ended() {
				t.State = orchestrator.StateComplete
			}
		}
	}
}

// looks is so many looks at the members later, between two of them.
func looks(n int) time.Duration { return time.Duration(n)*lookEvery + lookEvery/2 }

// newYard has two members, and tasks that were begun before.
func newYard(t *testing.T, before ...orchestrator.Task) *yard {
	t.Helper()
	y := &yard{there: []string{"ada", "bob"}, tasks: map[string]*orchestrator.Task{}}
	for i := range before {
		y.tasks[before[i].ID] = &before[i]
	}
	y.crew = New(Config{
		Tasks: y, Members: y.members, Submit: y.submit, Leave: y.leave, Over: func() bool { return y.over },
		Split: func(_ context.Context, _ string, n int, among []Member) []int {
			counts := make([]int, len(among))
			for i := range counts {
				counts[i] = n / len(among)
			}
			return counts
		},
		Areas: func(at []game.Pos) (areas []game.Area) {
			for i := range at {
				wide := 20 / len(at)
				areas = append(areas, game.Area{MinX: wide * i, MaxX: wide*(i+1) - 1, MaxZ: 9})
			}
			return areas
		},
	})
	go y.crew.Run(t.Context())
	return y
}

// begin has the members bring 8 of something.
func begin(ctx context.Context, do func(context.Context, game.Call) game.Outcome) (end <-chan game.Outcome) {
	done := make(chan game.Outcome, 1)
	call := game.Call{Action: game.Action{ID: "A", Kind: game.Collect, Item: "dirt", Quantity: 8}}
	go func() { done <- do(ctx, call) }()
	return done
}

func brought(t *testing.T, end <-chan game.Outcome) {
	t.Helper()
	if out := <-end; out.Result == nil || out.Result.Delta["dirt"] != 8 {
		t.Errorf("%+v", out)
	}
}

// A share whose answer was lost is asked for again by the same call, and not given to another.
func TestAShareThatMayHaveBegunIsNotGivenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := newYard(t)
		y.lost = 3
		end := begin(t.Context(), y.crew.Do)
		y.later(func() {}, looks(9))
		if len(y.tasks) != 2 || len(y.asked) != 5 {
			t.Fatalf("%d tasks by %v", len(y.tasks), y.asked)
		}
		y.later(y.complete("ada"), 0)
		y.later(y.complete("bob"), 0)
		brought(t, end)
	})
}

// The area of one who left, and whom nobody can tell so, is nobody's until its task has ended,
// which it is told when it is back.
func TestTheAreaOfOneWhoMayGoOnIsNotGivenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := newYard(t)
		end := begin(t.Context(), y.crew.Do)
		y.later(func() { y.deaf = true }, gathering+looks(0))
		bobs := y.of("bob")
		y.later(func() { y.there = []string{"ada"} }, looks(1))
		y.later(y.complete("ada"), looks(1))
		more := y.of("ada")
		if len(bobs) != 1 || len(more) != 1 || more[0].Settings.Within.Meets(*bobs[0].Settings.Within) {
			t.Fatalf("ada has %+v, bob %+v", more, bobs)
		}
		y.later(func() { y.there, y.deaf = []string{"ada", "bob"}, false }, looks(1))
		if !slices.Equal(y.left, []string{bobs[0].ID}) {
			t.Errorf("told to leave: %v", y.left)
		}
		y.later(y.complete("ada"), 0)
		brought(t, end)
	})
}

// What is shared out stays so when another Minehand goes on with it.
func TestWhoIsSucceededLeavesTheSharesAlone(t *testing.T) {
	for _, over := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			y := newYard(t)
			y.over = over
			end := begin(ctx, y.crew.Do)
			time.Sleep(looks(1))
			cancel()
			<-end
			y.later(func() {}, looks(0))
			if over != (len(y.left) == 0) {
				t.Errorf("over %v: told to leave: %v", over, y.left)
			}
		})
	}
}

// Whoever takes the crew over may not know of each share of before: what it gives out is none
// of those.
func TestAShareIsNoneOfThoseOfBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		call := calls + "T:A:8:1" // 8:0 is not known
		y := newYard(t, orchestrator.Task{ID: call, Call: call, Body: "bob", State: orchestrator.StateStopped})
		end := begin(t.Context(), y.crew.Adopt)
		y.later(func() { y.there = []string{"ada"} }, looks(0))
		y.later(y.complete("ada"), looks(0))
		if n := len(y.asked); n == 0 || slices.Contains(y.asked, call) {
			t.Errorf("asked for %v", y.asked)
		}
		brought(t, end)
	})
}

// A share that nobody wants any more ends, though its member could not be told at once, or its
// task was not known; the crew is not at rest before.
func TestWhoCannotBeToldToLeaveIsToldLater(t *testing.T) {
	for _, lost := range []int{0, 1} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			y := newYard(t)
			y.deaf, y.lost = true, lost
			end := begin(ctx, y.crew.Do)
			y.later(func() {}, looks(0)-lookEvery/4) // before it is asked for again
			cancel()
			y.crew.Stop()
			<-end
			short, end2 := context.WithTimeout(t.Context(), 5*time.Second)
			defer end2()
			if err := y.crew.Settle(short); err == nil || len(y.left) > 0 {
				t.Errorf("at rest after %v left", y.left)
			}
			y.later(func() { y.deaf = false }, looks(2))
			if len(y.left) != 2 || len(y.tasks) != 2 {
				t.Errorf("told to leave: %v", y.left)
			}
			if err := y.crew.Settle(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// Who takes the crew over ends the shares of goals that ended, whose members could not be
// told while their Minehand was there. Those of a goal that goes on are let alone.
func TestSharesOfEndedGoalsEndWithTheNextCrew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := newYard(t,
			orchestrator.Task{ID: "T0", Body: Everyone, State: orchestrator.StateStopped},
			orchestrator.Task{ID: "T1", Body: Everyone, State: orchestrator.StateRunning},
			orchestrator.Task{ID: "left", Call: calls + "T0:A:4:1", Body: "bob", State: orchestrator.StateRunning},
			orchestrator.Task{ID: "done", Call: calls + "T0:A:4:2", Body: "ada", State: orchestrator.StateComplete},
			orchestrator.Task{ID: "wanted", Call: calls + "T1:A:4:1", Body: "ada", State: orchestrator.StateRunning},
		)
		y.later(func() { y.deaf = true }, looks(0))
		y.later(func() { y.deaf = false }, looks(1))
		if !slices.Equal(y.left, []string{"left"}) {
			t.Errorf("told to leave: %v", y.left)
		}
	})
}

// counted counts which records are read.
type counted struct {
	*yard
	read []string
}

func (c *counted) Task(ctx context.Context, id string) (orchestrator.Record, error) {
	c.read = append(c.read, id)
	return c.yard.Task(ctx, id)
}

// However many shares a goal has, its record is read once to see whether it has ended.
func TestTheRecordOfAGoalIsReadOnceForAllShares(t *testing.T) {
	c := &counted{yard: &yard{tasks: map[string]*orchestrator.Task{}}}
	for whole, state := range map[string]orchestrator.State{"T0": orchestrator.StateStopped, "T1": orchestrator.StateRunning} {
		c.tasks[whole] = &orchestrator.Task{ID: whole, Body: Everyone, State: state}
		for i := range 100 {
			id := fmt.Sprintf("%s-%d", whole, i)
			c.tasks[id] = &orchestrator.Task{ID: id, Call: calls + whole + ":A:4:1", Body: id, State: orchestrator.StateRunning}
		}
	}
	left, err := Left(t.Context(), c)
	slices.Sort(c.read)
	if err != nil || len(left) != 100 || !slices.Equal(c.read, []string{"T0", "T1"}) {
		t.Errorf("%d are left, and %v were read: %v", len(left), c.read, err)
	}
}

// One whose goal ends only after the crew was taken over is found, too.
func TestAShareIsFoundWhoseGoalEndsLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := newYard(t,
			orchestrator.Task{ID: "T0", Body: Everyone, State: orchestrator.StateRunning},
			orchestrator.Task{ID: "left", Call: calls + "T0:A:4:1", Body: "bob", State: orchestrator.StateRunning},
		)
		y.later(func() { y.tasks["T0"].State = orchestrator.StateStopped }, looks(reviewEach+1))
		if !slices.Equal(y.left, []string{"left"}) {
			t.Errorf("told to leave: %v", y.left)
		}
	})
}
