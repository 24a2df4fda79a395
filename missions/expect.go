// SPDX-License-Identifier: MIT

package missions

import (
	"cmp"
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

// tally is what the records of a run add up to, in its row and beside it.
type tally struct {
	Row
	own, unread, planFaults int
	kinds                   map[game.Kind]int
	ids                     []string
	prompts                 strings.Builder
}

func tallyOf(records []view.TaskRecord) *tally {
	t := &tally{kinds: map[game.Kind]int{}, Row: Row{Faults: map[string]int{}}}
	for i := range records {
		rec := &records[i]
		t.Sent += rec.Task.Sent
		t.Failed += rec.Task.Failed
		t.ValidAfter = len(rec.Rounds) > 0 && len(rec.Rounds[0].Plan.Steps) > 0
		t.Replanned += max(rec.Task.Round-1, 0)
		t.Clauses += len(rec.Task.Clauses)
		t.Proven += proven(&rec.Task)
		for k := range rec.Actions {
			a := &rec.Actions[k]
			if a.ID != "" && a.End != game.EndUnsent {
				t.kinds[a.Step.Action.Kind]++
				t.ids = append(t.ids, a.ID)
			}
			if a.Failure != nil {
				t.Faults[cmp.Or(string(a.Failure.Code), "no_code")]++
			}
			if a.Verdict == game.Contradicted {
				t.Faults["contradicted"]++
			}
		}
		last := map[int]*view.Round{}
		for k := range rec.Rounds {
			last[rec.Rounds[k].Round] = &rec.Rounds[k]
			if r := rec.Rounds[k].Plan.Record; r != nil {
				t.prompts.WriteString(r.Prompt)
			}
		}
		for _, r := range last {
			t.round(r)
		}
	}
	return t
}

func (t *tally) round(r *view.Round) {
	t.Builtin = t.Builtin || r.Plan.Source == game.FromBuiltin && len(r.Plan.Steps) > 0
	for k := range r.Plan.Steps {
		t.Steps++
		switch r.Plan.Steps[k].Source {
		case game.FromCompleting:
			t.Inserted++
		case game.FromModel, game.FromRepair:
			t.own++
		default:
		}
	}
	if rec := r.Plan.Record; rec != nil {
		t.Calls += rec.Calls
		t.Tokens += rec.Tokens
		t.unread += rec.Unread
		t.planFaults += len(rec.Faults)
		t.Repaired = t.Repaired || rec.Repaired
	}
}

// judge holds what came of a run to what was expected. Each entry is a sentence.
func (p *play) judge() []string {
	t := tallyOf(p.res.Records)
	f := faults{}
	p.judgeEnd(&f)
	p.judgeCounts(&f, t)
	p.judgeWorld(&f)
	e := &p.run.Mission.Expect
	for _, k := range e.Never {
		if n := t.kinds[game.Kind(k)]; n > 0 {
			f.add("%d actions were %s, expected none", n, k)
		}
	}
	if n := len(p.goals); n > 0 {
		for _, s := range e.Was {
			if !slices.Contains(p.goals[n-1].was, s) {
				f.add("it was never %s", s)
			}
		}
	}
	if l := p.run.Mission.Limits; l.ModelCalls > 0 && t.Calls > l.ModelCalls || l.Tokens > 0 && t.Tokens > l.Tokens {
		f.add("%d calls and %d tokens of a model, more than the mission's limits", t.Calls, t.Tokens)
	}
	p.always(&f, t)
	return f
}

// faults are what is not as a mission expects it.
type faults []string

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

func (f *faults) count(what string, b *Bound, n int) {
	if !b.Holds(n) {
		f.add("%d %s, expected %s", n, what, b)
	}
}

// judgeEnd looks at how each step and the whole ended, by whom it was planned and what was
// said.
func (p *play) judgeEnd(f *faults) {
	m, e := p.run.Mission, &p.run.Mission.Expect
	for i := range m.Do {
		want := m.Do[i].Verdict
		if want != "" && p.verdicts[i] != want {
			f.add("step %d (%s) ended %s, expected %s", i+1, cmp.Or(m.Do[i].Goal, m.Do[i].Command), cmp.Or(p.verdicts[i], "without a goal"), want)
		}
	}
	if e.Verdict != "" && p.res.Verdict != e.Verdict {
		f.add("it ended %s (%s), expected %s", cmp.Or(p.res.Verdict, "without a goal"), p.res.Reason, e.Verdict)
	}
	if !says(p.res.Reason, e.Reason) {
		f.add("it ended with %q, expected a sentence with %q", p.res.Reason, e.Reason)
	}
	if e.Notice != "" && !slices.ContainsFunc(p.notices, func(s string) bool { return says(s, e.Notice) }) {
		f.add("no notice said %q; there were %q", e.Notice, p.notices)
	}
	if by := p.last().PlannedBy; !strings.Contains(by, e.PlannedBy) {
		f.add("it was planned by %q, expected %q", by, e.PlannedBy)
	}
}

// says reports whether a sentence has a part, in whatever case.
func says(sentence, part string) bool {
	return strings.Contains(strings.ToLower(sentence), strings.ToLower(part))
}

// last is the last task of the run; the zero value when there was none.
func (p *play) last() view.Task {
	if n := len(p.res.Records); n > 0 {
		return p.res.Records[n-1].Task
	}
	return view.Task{}
}

func (p *play) judgeCounts(f *faults, t *tally) {
	e, last := &p.run.Mission.Expect, p.last()
	f.count("clauses proven", e.Clauses, proven(&last))
	f.count("actions sent", e.Actions, t.Sent)
	f.count("actions failed", e.Failed, t.Failed)
	f.count("rounds", e.Rounds, last.Round)
	f.count("steps inserted", e.Inserted, t.Inserted)
	f.count("calls of a model", e.ModelCalls, t.Calls)
}

// judgeWorld looks at what is so in the world afterwards.
func (p *play) judgeWorld(f *faults) {
	e, truth := &p.run.Mission.Expect, p.res.Truth
	for _, item := range slices.Sorted(maps.Keys(e.Inventory)) {
		f.count(item+" held", e.Inventory[item], truth.Inventory[game.Name(item)])
	}
	if p.stage.World() != nil { // a live body does not tell
		for _, block := range slices.Sorted(maps.Keys(e.Standing)) {
			f.count(block+" placed and standing", e.Standing[block], truth.Standing[game.Name(block)])
		}
		f.count("deaths", e.Deaths, truth.Deaths)
		f.count("seconds in the game", e.Sim, int(math.Ceil(truth.Seconds)))
	}
	if at := e.Position; at != nil {
		if d := distance(truth.Position, at); d > float64(cmp.Or(at.Within, 2)) {
			f.add("the player is %.1f blocks from %d %d %d, expected at most %d", d, at.X, at.Y, at.Z, cmp.Or(at.Within, 2))
		}
	}
	if e.Chat != nil && !slices.Equal(truth.Chat, e.Chat) {
		f.add("said was %q, expected %q, each once", truth.Chat, e.Chat)
	}
}

// always is what holds of every run: nothing is begun twice, or that was not sent.
func (p *play) always(f *faults, t *tally) {
	seen := map[string]bool{}
	for _, id := range p.res.Truth.Begun {
		switch {
		case seen[id]:
			f.add("the body began the action %s twice", id)
		case !slices.Contains(t.ids, id):
			f.add("the body began the action %s, which no goal sent", id)
		}
		seen[id] = true
	}
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
