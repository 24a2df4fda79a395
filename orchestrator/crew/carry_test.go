// SPDX-License-Identifier: MIT

package crew

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// yard is where members of a crew do what they are given, each at another Minehand.
type yard struct {
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
	if y.tasks[id] == nil {
		return r, errors.New("not known yet")
	}
	r.Task = *y.tasks[id]
	return r, nil
}

func (y *yard) Tasks(context.Context, orchestrator.Query) ([]orchestrator.Task, error) {
	return nil, nil
}

func (y *yard) members() (list []Member) {
	for _, id := range y.there {
		list = append(list, Member{Info: game.BodyInfo{ID: id}, State: game.State{World: &game.World{Present: true, ID: "w"}}})
	}
	return list
}

func (y *yard) submit(_ context.Context, _, call string, s Share) (string, error) {
	y.asked = append(y.asked, call)
	if y.tasks[call] == nil {
		y.tasks[call] = &orchestrator.Task{ID: call, Body: s.Body, State: orchestrator.StateRunning, Settings: game.Settings{Within: s.Within}}
	}
	if y.lost > 0 {
		y.lost--
		return "", fmt.Errorf("%w: no answer", ErrUnsure)
	}
	return call, nil
}

func (y *yard) leave(_ context.Context, _, task string) error {
	if y.deaf {
		return errors.New("its Minehand is lost")
	}
	y.left = append(y.left, task)
	y.tasks[task].State = orchestrator.StateStopped
	return nil
}

// of are the tasks of a member that are under way.
func (y *yard) of(body string) (list []*orchestrator.Task) {
	for _, call := range slices.Compact(slices.Clone(y.asked)) {
		if t := y.tasks[call]; t.Body == body && !t.State.Ended() {
			list = append(list, t)
		}
	}
	return list
}

// begin has two members bring 8 of something.
func (y *yard) begin(ctx context.Context, t *testing.T) (end <-chan game.Outcome) {
	t.Helper()
	y.there, y.tasks = []string{"ada", "bob"}, map[string]*orchestrator.Task{}
	c := New(Config{
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
	done := make(chan game.Outcome, 1)
	call := game.Call{Action: game.Action{ID: "A", Kind: game.Collect, Item: "dirt", Quantity: 8}}
	go func() { done <- c.Do(ctx, call) }()
	return done
}

// A share whose answer was lost is asked for again by the same call, and not given to another.
func TestAShareThatMayHaveBegunIsNotGivenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := &yard{lost: 3}
		end := y.begin(t.Context(), t)
		time.Sleep(5 * time.Second)
		if len(y.tasks) != 2 || len(y.asked) != 5 {
			t.Fatalf("%d tasks by %v", len(y.tasks), y.asked)
		}
		for _, task := range y.tasks {
			task.State = orchestrator.StateComplete
		}
		if out := <-end; out.Result == nil || out.Result.Delta["dirt"] != 8 {
			t.Errorf("%+v", out)
		}
	})
}

// The area of one who left, and whom nobody can tell so, is nobody's until its task has ended,
// which it is told when it is back.
func TestTheAreaOfOneWhoMayGoOnIsNotGivenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		y := &yard{deaf: true}
		end := y.begin(t.Context(), t)
		time.Sleep(gathering)
		bobs := y.of("bob")[0]
		y.there = []string{"ada"}
		time.Sleep(time.Second)
		y.of("ada")[0].State = orchestrator.StateComplete
		time.Sleep(time.Second)
		more := y.of("ada")
		if len(more) != 1 || more[0].Settings.Within.Meets(*bobs.Settings.Within) {
			t.Fatalf("ada has %+v in %+v, bob %+v", more, more[0].Settings.Within, bobs.Settings.Within)
		}
		y.there, y.deaf = []string{"ada", "bob"}, false
		time.Sleep(time.Second)
		if !slices.Equal(y.left, []string{bobs.ID}) {
			t.Errorf("told to leave: %v", y.left)
		}
		more[0].State = orchestrator.StateComplete
		if out := <-end; out.Result == nil || out.Result.Delta["dirt"] != 8 {
			t.Errorf("%+v", out)
		}
	})
}

// What is shared out stays so when another Minehand goes on with it.
func TestWhoIsSucceededLeavesTheSharesAlone(t *testing.T) {
	for _, over := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			y := &yard{over: over}
			end := y.begin(ctx, t)
			time.Sleep(time.Second)
			cancel()
			<-end
			if over != (len(y.left) == 0) {
				t.Errorf("over %v: told to leave: %v", over, y.left)
			}
		})
	}
}
