// SPDX-License-Identifier: MIT

package missions

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// faultText is the mission's faults as sim/fault reads them, scaled.
func (m *Mission) faultText(seed int) string {
	var parts []string
	if m.World.Chance != "" {
		parts = append(parts, m.World.Chance)
	}
	for _, f := range m.Faults {
		text := fmt.Sprintf("%s@%d", f.What, f.At)
		switch {
		case f.For > 0:
			text += "=" + scaled(f.For, m.Scaled()).String()
		case f.Code != "":
			text += "=" + f.Code
		}
		parts = append(parts, text)
	}
	if seed != 0 {
		parts = append(parts, fmt.Sprintf("seed=%d", seed))
	}
	return strings.Join(parts, ",")
}

// repliesText are the replies as a script of llm/scripted.
func (p *Planner) repliesText() []byte {
	raw, err := json.Marshal(p.Replies)
	if err != nil {
		panic(fmt.Sprintf("missions: replies that were read cannot be written: %v", err))
	}
	return raw
}

// tally is what the records of a run add up to.
type tally struct {
	sent, failed  int
	inserted, own int
	steps         int
	calls, tokens int
	unread        int
	planFaults    int
	repaired      bool
	builtin       bool
	kinds         map[game.Kind]int
	codes         map[string]int
	ids           []string
}

func tallyOf(records []view.TaskRecord) tally {
	t := tally{kinds: map[game.Kind]int{}, codes: map[string]int{}}
	for i := range records {
		rec := &records[i]
		t.sent += rec.Task.Sent
		t.failed += rec.Task.Failed
		for k := range rec.Actions {
			a := &rec.Actions[k]
			if a.ID != "" && a.End != game.EndUnsent {
				t.kinds[a.Step.Action.Kind]++
				t.ids = append(t.ids, a.ID)
			}
			if a.Failure != nil {
				t.codes[or(string(a.Failure.Code), "no_code")]++
			}
			if a.Verdict == game.Contradicted {
				t.codes["contradicted"]++
			}
		}
		last := map[int]*view.Round{}
		for k := range rec.Rounds {
			last[rec.Rounds[k].Round] = &rec.Rounds[k]
		}
		for _, n := range slices.Sorted(maps.Keys(last)) {
			t.round(last[n])
		}
	}
	return t
}

func (t *tally) round(r *view.Round) {
	if r.Plan.Source == game.FromBuiltin && len(r.Plan.Steps) > 0 {
		t.builtin = true
	}
	for k := range r.Plan.Steps {
		t.steps++
		switch r.Plan.Steps[k].Source {
		case game.FromCompleting:
			t.inserted++
		case game.FromModel, game.FromRepair:
			t.own++
		default:
		}
	}
	if rec := r.Plan.Record; rec != nil {
		t.calls += rec.Calls
		t.tokens += rec.Tokens
		t.unread += rec.Unread
		t.planFaults += len(rec.Faults)
		t.repaired = t.repaired || rec.Repaired
	}
}

// judge holds what came of a run to what was expected. Each entry is a sentence.
func (p *play) judge() []string {
	var wrong []string
	fault := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	m, e, truth := p.run.Mission, &p.run.Mission.Expect, p.res.Truth
	t := tallyOf(p.res.Records)
	for i := range m.Do {
		want := m.Do[i].Verdict
		if want != "" && p.verdicts[i] != want {
			fault("step %d (%s) ended %s, expected %s", i+1, or(m.Do[i].Goal, m.Do[i].Command), or(p.verdicts[i], "without a goal"), want)
		}
	}
	if e.Verdict != "" && p.res.Verdict != e.Verdict {
		fault("it ended %s (%s), expected %s", or(p.res.Verdict, "without a goal"), p.res.Reason, e.Verdict)
	}
	count := func(what string, b *Bound, n int) {
		if !b.Holds(n) {
			fault("%d %s, expected %s", n, what, b)
		}
	}
	var last view.TaskRecord
	if n := len(p.res.Records); n > 0 {
		last = p.res.Records[n-1]
	}
	count("clauses proven", e.Clauses, proven(&last.Task))
	count("actions sent", e.Actions, t.sent)
	count("actions failed", e.Failed, t.failed)
	count("rounds", e.Rounds, last.Task.Round)
	count("steps inserted", e.Inserted, t.inserted)
	count("calls of a model", e.ModelCalls, t.calls)
	for _, item := range slices.Sorted(maps.Keys(e.Inventory)) {
		count(item+" held", e.Inventory[item], truth.Inventory[game.Name(item)])
	}
	if p.stage.World() != nil { // a live body does not tell
		for _, block := range slices.Sorted(maps.Keys(e.Standing)) {
			count(block+" placed and standing", e.Standing[block], truth.Standing[game.Name(block)])
		}
		count("deaths", e.Deaths, truth.Deaths)
		count("seconds in the game", e.Sim, int(math.Ceil(truth.Seconds)))
	}
	if at := e.Position; at != nil {
		if d := distance(truth.Position, at); d > float64(or(at.Within, 2)) {
			fault("the player is %.1f blocks from %d %d %d, expected at most %d", d, at.X, at.Y, at.Z, or(at.Within, 2))
		}
	}
	if e.Chat != nil && !slices.Equal(truth.Chat, e.Chat) {
		fault("said was %q, expected %q, each once", truth.Chat, e.Chat)
	}
	for _, k := range e.Never {
		if n := t.kinds[game.Kind(k)]; n > 0 {
			fault("%d actions were %s, expected none", n, k)
		}
	}
	if n := len(p.order); n > 0 {
		for _, s := range e.Was {
			if !slices.Contains(p.was[p.order[n-1]], s) {
				fault("it was never %s", s)
			}
		}
	}
	if !strings.Contains(strings.ToLower(p.res.Reason), strings.ToLower(e.Reason)) {
		fault("it ended with %q, expected a sentence with %q", p.res.Reason, e.Reason)
	}
	if e.Notice != "" &&
		!slices.ContainsFunc(p.notices, func(s string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(e.Notice)) }) {
		fault("no notice said %q; there were %q", e.Notice, p.notices)
	}
	if !strings.Contains(last.Task.PlannedBy, e.PlannedBy) {
		fault("it was planned by %q, expected %q", last.Task.PlannedBy, e.PlannedBy)
	}
	if l := m.Limits; l.ModelCalls > 0 && t.calls > l.ModelCalls || l.Tokens > 0 && t.tokens > l.Tokens {
		fault("%d calls and %d tokens of a model, more than the mission's limits", t.calls, t.tokens)
	}
	return append(wrong, p.always(&t)...)
}

// always is what holds of every run: nothing is begun twice, or that was not sent.
func (p *play) always(t *tally) []string {
	var wrong []string
	seen := map[string]bool{}
	for _, id := range p.res.Truth.Begun {
		switch {
		case seen[id]:
			wrong = append(wrong, fmt.Sprintf("the body began the action %s twice", id))
		case !slices.Contains(t.ids, id):
			wrong = append(wrong, fmt.Sprintf("the body began the action %s, which no goal sent", id))
		}
		seen[id] = true
	}
	return wrong
}

// proven counts the clauses of a task that are met.
func proven(t *view.Task) int {
	n := 0
	for i := range t.Clauses {
		if t.Clauses[i].Met {
			n++
		}
	}
	return n
}

// distance in blocks; a place without a height is met on any.
func distance(v game.Vec3, at *Place) float64 {
	dx, dy, dz := v.X-float64(at.X)-0.5, v.Y-float64(at.Y), v.Z-float64(at.Z)-0.5
	if at.Y == 0 {
		dy = 0
	}
	return math.Sqrt(dx*dx + dy*dy + dz*dz)
}
