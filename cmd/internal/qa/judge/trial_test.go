// SPDX-License-Identifier: MIT

package judge

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/qa/testnet"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// trial is one goal: the body that it is given to, what the world tells, and what
// Minehand says.
type trial struct {
	goal
	mode *mode
	// asked is the person who is there: their answer to a plan that waits for one. Nobody
	// is there when it is nil.
	asked func(waits *view.Task) (yes bool)
	// guess is what becomes of a guess that nobody is there for, provider who translates
	// what is said, read or not, owner the name of a player who stands near. Each may be
	// empty.
	guess, provider, owner string

	mu   sync.Mutex
	seen []sim.Occurrence // owned by mu

	played *body.Body
	task   string
	// said is the task at its end, or as it waits for a person; facts is what was
	// true then.
	said  view.Task
	facts []fact
	story string
}

func (tr *trial) watch(o sim.Occurrence) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.seen = append(tr.seen, o)
}

const (
	// together is how many goals one backend carries out at a time, each with a
	// body of its own.
	together = 20
	// longest is how long a goal may take, in time of the bubble.
	longest = 4 * time.Hour
)

// carryOut has goals planned and carries them out with bodies of a mode, all of
// them at a time.
func carryOut(t *testing.T, trials []*trial, who orchestrator.Planner) {
	t.Helper()
	var lines testnet.Network
	b, err := app.Start(context.WithoutCancel(t.Context()), app.BackendConfig{
		Port: testnet.Port, Listeners: []net.Listener{lines.Listen()}, DataDir: t.TempDir(), Planner: who,
	})
	if err != nil {
		t.Fatal(err)
	}
	c := b.Connect()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var bodies sync.WaitGroup
	defer func() {
		cancel()
		bodies.Wait()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		lines.Unlisten()
		time.Sleep(time.Minute) // what still waits for an answer gives up
	}()
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		t.Fatal(err)
	}
	for _, tr := range trials {
		played := tr.body(t, &lines)
		tr.played = played
		bodies.Go(func() { _ = played.Run(ctx) }) // until ctx ends
	}
	begun := map[string]*trial{}
	for _, tr := range trials {
		tr.submit(ctx, t, c)
		begun[tr.task] = tr
	}
	limit := time.After(longest)
	for left := len(trials); left > 0; {
		select {
		case e, ok := <-c.Events():
			if !ok {
				t.Fatalf("the events ended: %v", c.Err())
			}
			tr := begun[e.TaskID]
			if e.Kind != view.EventTask || tr == nil || tr.facts != nil {
				continue
			}
			if e.Task.State == view.TaskAwaiting && tr.asked != nil {
				// a plan that changed meanwhile is told of again
				_ = c.AnswerPlan(ctx, view.Answer{TaskID: tr.task, Revision: e.Task.Revision, Approve: tr.asked(e.Task)})
			}
			if e.Task.State.Ended() || e.Task.NeedsPerson {
				tr.end(ctx, t, c)
				left--
			}
		case <-limit:
			for _, tr := range trials {
				if tr.facts == nil {
					tr.end(ctx, t, c)
				}
			}
			return
		}
	}
}

func (tr *trial) instance() string { return fmt.Sprintf("judged_%d", tr.number) }

func (tr *trial) body(t *testing.T, lines *testnet.Network) *body.Body {
	cfg := sim.Config{Seed: tr.seed, Inventory: tr.start, Hunger: startHunger, Speed: max(tr.mode.speed, 1), Watch: tr.watch, Owner: tr.owner}
	if tr.chest != nil {
		cfg.Blocks = map[game.Pos]string{*tr.chest: "chest"}
	}
	w, err := sim.New(cfg)
	if err != nil {
		t.Fatalf("%q: %v", tr.text, err)
	}
	f, err := fault.Parse(tr.mode.faults)
	if err != nil {
		t.Fatal(err)
	}
	f.Seed = int64(tr.number) + 1
	return body.New(w, body.Config{
		URL: fmt.Sprintf("ws://localhost:%d/", testnet.Port), Kind: tr.mode.kind, InstanceID: tr.instance(), Faults: f, Owner: tr.owner,
		Dialer: &websocket.Dialer{NetDialContext: lines.Dial, HandshakeTimeout: 10 * time.Second},
	})
}

// submit gives the goal as soon as the body has reported a state.
func (tr *trial) submit(ctx context.Context, t *testing.T, c *client.Client) {
	var st view.State
	var err error
	for range 600 {
		if st, err = c.GetState(ctx, view.OfBody{Instance: tr.instance()}); err == nil && st.Position != nil {
			prompt := view.Prompt{Prompt: tr.text, OfBody: view.OfBody{Instance: tr.instance()}}
			set := &prompt.Settings
			if set.Unattended, set.Guess = tr.asked == nil, tr.guess; tr.provider != "" {
				set.Provider, set.Assist = tr.provider, game.AssistTranslate
			}
			q, err := c.SendPrompt(ctx, prompt)
			if err != nil {
				t.Fatalf("%q: %v", tr.text, err)
			}
			tr.task = q.TaskID
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s did not come: %v, %+v, %+v", tr.instance(), err, st, tr.played.Truth())
}

// end takes down what Minehand says and what is true now.
func (tr *trial) end(ctx context.Context, t *testing.T, c *client.Client) {
	rec, err := c.GetTask(ctx, view.OfTask{TaskID: tr.task})
	if err != nil {
		t.Fatal(err)
	}
	tr.said = rec.Task
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.facts = judge(tr.clauses, tr.seen)
	tr.story = tell(&rec, tr.seen)
}

// tell is what happened, for a person who looks for the cause.
func tell(rec *view.TaskRecord, seen []sim.Occurrence) string {
	var b strings.Builder
	for _, r := range rec.Rounds {
		fmt.Fprintf(&b, "  round %d: %d steps %s%s\n", r.Round, len(r.Plan.Steps), r.Why, r.Error)
	}
	for _, a := range rec.Actions {
		fmt.Fprintf(&b, "  %d.%d %s: %s %s %v %s\n", a.Round, a.Index+1, a.Step.Text, a.End, a.Verdict, a.Gained, a.Reason)
	}
	b.WriteString("  the world:")
	for _, o := range seen {
		if o.What != sim.Arrived {
			fmt.Fprintf(&b, " %s %s %+d;", o.What, o.Name, o.Count)
		}
	}
	return b.String()
}

// all are the trials of a mode, carried out.
func all(t *testing.T, m *mode, seed uint64, n int) []*trial {
	var list []*trial
	for k := range n {
		if *flagOnly >= 0 && k != *flagOnly {
			continue
		}
		list = append(list, &trial{goal: draw(seed, k, m.kind == body.V1 || m.kind == body.V1Worst), mode: m})
	}
	for from := 0; from < len(list); from += together {
		synctest.Test(t, func(t *testing.T) {
			carryOut(t, list[from:min(from+together, len(list))], planner.NewBuiltin(planner.Config{}))
		})
	}
	return list
}
