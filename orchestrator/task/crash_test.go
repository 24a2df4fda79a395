// SPDX-License-Identifier: MIT

package task

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
)

// rowsOf is what a journal holds: the last row of every key.
type rowsOf struct {
	tasks   map[string]Task
	moves   map[string][]Move
	rounds  map[string]map[int]Round
	actions map[string]map[int]Action
}

func newRows() *rowsOf {
	return &rowsOf{map[string]Task{}, map[string][]Move{}, map[string]map[int]Round{}, map[string]map[int]Action{}}
}

func (k *rowsOf) keep(f *Fact) {
	switch {
	case f.Passing:
	case f.Task != nil:
		k.tasks[f.Task.ID] = *f.Task
	case f.Move != nil:
		k.moves[f.Move.Task] = append(k.moves[f.Move.Task], *f.Move)
	case f.Round != nil:
		if k.rounds[f.Round.Task] == nil {
			k.rounds[f.Round.Task] = map[int]Round{}
		}
		k.rounds[f.Round.Task][f.Round.Round] = *f.Round
	case f.Action != nil:
		if k.actions[f.Action.Task] == nil {
			k.actions[f.Action.Task] = map[int]Action{}
		}
		k.actions[f.Action.Task][f.Action.Seq] = *f.Action
	}
}

// restored is the agent that the next process makes of the rows.
func (k *rowsOf) restored() Agent {
	var a Agent
	for _, id := range slices.Sorted(maps.Keys(k.tasks)) {
		if k.tasks[id].State.Ended() {
			continue
		}
		rec := Record{Task: k.tasks[id], Moves: k.moves[id]}
		for _, n := range slices.Sorted(maps.Keys(k.rounds[id])) {
			rec.Rounds = append(rec.Rounds, k.rounds[id][n])
		}
		for _, n := range slices.Sorted(maps.Keys(k.actions[id])) {
			rec.Actions = append(rec.Actions, k.actions[id][n])
		}
		a = Restore(a, &rec)
	}
	return a
}

// known is all of an agent that is to outlive the process, in one order.
func known(a *Agent) map[string]Run {
	list := map[string]Run{}
	for _, r := range a.all() {
		c := *r
		c.Work = Work{}
		c.Task.Waiting, c.Task.Awaits = "", game.Message{}
		c.past = slices.Clone(c.past)
		list[r.Task.ID] = c
	}
	return list
}

// sameAfter compares what two agents make of the restart.
func sameAfter(live, kept Agent, now time.Time) string {
	in := &Input{Now: now, What: Recovered{Alive: now.Add(-time.Second)}}
	x, _, xe := new(Desk).Decide(rules, live, in)
	y, _, ye := new(Desk).Decide(rules, kept, in)
	if !reflect.DeepEqual(xe, ye) {
		return fmt.Sprintf("effects %v and %v", xe, ye)
	}
	work := func(a *Agent) map[string]Work {
		list := map[string]Work{}
		for _, r := range a.all() {
			w := r.Work
			w.Wait.Gen = 0
			list[r.Task.ID] = w
		}
		return list
	}
	if d := cmp.Diff(known(&x), known(&y), whole...); d != "" {
		return d
	}
	return cmp.Diff(work(&x), work(&y), whole...)
}

// whole compares all fields; no list and an empty one are alike.
var whole = []cmp.Option{cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty()}

// TestACrashAfterAnyFactLosesNothing runs random inputs. After every fact the
// process may end: what Apply makes of the rows is what was known, and goes on
// alike. Decide and Apply agree, and neither changes what it is given.
func TestACrashAfterAnyFactLosesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &envoy{T: rt, now: someTime, rows: newRows(), body: &Body{
			Info: game.BodyInfo{ID: "b", Protocol: rapid.IntRange(1, 2).Draw(rt, "protocol"), Actions: kindsOf()},
			Link: game.Link{State: game.LinkUp}, Snap: game.Snapshot{Seq: 1, At: someTime, State: st(map[string]int{"torch": 3})},
			Adopts: rapid.Bool().Draw(rt, "adopts"),
		}}
		w.there = true
		for range rapid.IntRange(5, 40).Draw(rt, "inputs") {
			w.input(w.next())
		}
	})
}

func kindsOf() []game.Kind {
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
	}
	return kinds
}

// envoy plays the world around an agent.
type envoy struct {
	*rapid.T
	now   time.Time
	ids   int
	there bool
	body  *Body
	a     Agent
	rows  *rowsOf
}

func (w *envoy) pick(what string, list ...string) string {
	return rapid.SampledFrom(list).Draw(w.T, what)
}

func (w *envoy) input(what any) {
	w.ids++
	in := &Input{Now: w.now, ID: fmt.Sprint("id", w.ids), What: what}
	if w.there {
		body := *w.body
		in.Body = &body
	}
	before := known(&w.a)
	next, facts, effects := new(Desk).Decide(rules, w.a, in)
	if !reflect.DeepEqual(before, known(&w.a)) {
		w.Fatalf("%T changed what it was given", what)
	}
	live := w.a
	for i := range facts {
		live = Apply(live, facts[i])
		w.rows.keep(&facts[i])
		if facts[i].Passing {
			continue
		}
		kept := w.rows.restored()
		if d := cmp.Diff(known(&live), known(&kept), whole...); d != "" {
			w.Fatalf("after fact %d of %T the rows tell another story:\n%s", i, what, d)
		}
		if d := sameAfter(live, kept, w.now); d != "" {
			w.Fatalf("after fact %d of %T the next process goes on otherwise:\n%s", i, what, d)
		}
	}
	if !reflect.DeepEqual(live, next) {
		w.Fatalf("%T: Decide and Apply differ", what)
	}
	sends := 0
	for _, e := range effects {
		if _, ok := e.(*Send); ok {
			sends++
		}
	}
	if wait := Outstanding(rules, &next); sends > 1 || sends == 1 && (wait.For != ForEnd || wait.Action == nil || !wait.Action.Open()) {
		w.Fatalf("%T: %d actions go out, it waits for %d", what, sends, wait.For)
	}
	if r := next.Current; r != nil && r.Work.Wait.For == ForNothing {
		w.Fatalf("%T: %s %s waits for nothing", what, r.Task.ID, r.Task.State)
	}
	w.a = next
}

// next draws what happens.
func (w *envoy) next() any {
	w.now = w.now.Add(time.Duration(rapid.SampledFrom([]int{0, 1, 6, 700}).Draw(w.T, "passes")) * time.Second)
	w.body.Snap.At = w.now
	wait := Outstanding(rules, &w.a)
	if w.pick("goes on", "yes", "yes", "yes", "no") == "yes" {
		switch wait.For {
		case ForPlan:
			return w.reply(&wait)
		case ForEnd, ForAdopted:
			return &Ended{ID: wait.Action.ID, Outcome: w.outcome(wait.Action)}
		case ForRest:
			var err error
			if w.pick("rests", "yes", "yes", "no") == "no" {
				err = errors.New("it did not come to rest")
			}
			return Rested{Gen: wait.Gen, Err: err}
		case ForAnswer:
			return Answered{Task: wait.Task, Revision: w.a.Current.Task.Revision, Yes: w.pick("answer", "yes", "no") == "yes", All: true}
		case ForNothing, ForReport, ForTime, ForReady, ForBody, ForPerson:
		}
	}
	switch w.pick("happens", "submit", "report", "report", "report", "stop", "pause", "resume", "skip", "clear", "leave", "down", "back", "died", "late reply") {
	case "submit":
		id := fmt.Sprintf("t%03d", w.ids)
		return Submitted{Task: Task{ID: id, Goal: "x", Policy: Policy(w.pick("policy", "replan", "continue", "stop")), Approve: w.pick("approve", "yes", "no") == "yes"}}
	case "report":
		w.body.Snap.Seq++
		w.body.Snap.State = st(map[string]int{"torch": rapid.IntRange(0, 3).Draw(w.T, "torches"), "coal": rapid.IntRange(0, 3).Draw(w.T, "coal")})
	case "stop":
		return StopAsked{}
	case "pause":
		return PauseAsked{}
	case "resume":
		return ResumeAsked{}
	case "skip":
		return SkipAsked{}
	case "clear":
		return Cleared{}
	case "leave":
		w.there = false
	case "down":
		w.body.Link.State = game.LinkDown
	case "back":
		w.there, w.body.Link.State = true, game.LinkUp
		w.body.Snap.Seq++
	case "died":
		zero := 0.0
		w.body.Snap.Seq++
		w.body.Snap.State.Health = &zero
	case "late reply":
		return Replied{Task: wait.Task, Gen: wait.Gen - 1}
	}
	return nil
}

func (w *envoy) reply(wait *Waits) Replied {
	r := Replied{Task: wait.Task, Round: wait.Round, Gen: wait.Gen}
	switch w.pick("reply", "plan", "plan", "plan", "faults", "impossible", "error") {
	case "faults":
		r.Err = &game.FaultsError{Faults: []string{"nonsense"}}
	case "impossible":
		r.Err = &game.ImpossibleError{Reason: "it cannot be"}
	case "error":
		r.Err = errors.New("no model")
	default:
		steps := []game.Step{mine("coal", 1), place("torch"), say("hi"), mine("iron", 2)}
		n := rapid.IntRange(0, len(steps)).Draw(w.T, "steps")
		r.Plan = game.Plan{Steps: rapid.Permutation(steps).Draw(w.T, "order")[:n]}
		if w.pick("judged", "yes", "no") == "yes" {
			r.Plan.Goal = game.Goal{Text: "x", Clauses: game.Clauses([]game.Check{{Kind: game.CheckHave, Items: []string{"coal"}, Count: 2}})}
		}
	}
	return r
}

func (w *envoy) outcome(act *Action) game.Outcome {
	out := game.Outcome{Started: act.Started, Ended: w.now, Before: act.Mark.State()}
	state := w.body.Snap.State
	out.After = &state
	switch w.pick("ends", "done", "done", "done", "delta", "not found", "no code", "died", "deadline", "gone", "given up", "unsent", "denied") {
	case "done":
		out.End, out.Result = game.EndReported, &game.Result{Success: true}
	case "delta":
		out.End, out.Result = game.EndReported, &game.Result{Success: true, Delta: map[string]int{act.Step.Action.Subject(): act.Step.Action.Count()}}
	case "not found":
		out.End, out.Failure = game.EndReported, &game.Failure{Code: game.CodeNotFound}
	case "no code":
		out.End, out.Failure = game.EndReported, &game.Failure{Message: "it did not work"}
	case "died":
		out.End, out.Failure = game.EndReported, &game.Failure{Code: game.CodeDied}
	case "deadline":
		out.End, out.Failure = game.EndDeadline, &game.Failure{Code: game.CodeTimeout}
	case "gone":
		out.End, out.Failure = game.EndGone, &game.Failure{Code: game.CodeConnectionLost}
	case "given up":
		out.End, out.Failure = game.EndCaller, &game.Failure{Code: game.CodeInterrupted}
	case "unsent":
		out.End, out.Failure = game.EndUnsent, &game.Failure{Code: game.CodeInterrupted}
	case "denied":
		out.End, out.Failure = game.EndUnsent, &game.Failure{Code: game.CodeDenied}
	}
	return out
}
