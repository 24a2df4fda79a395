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
				t.codes[cmp.Or(string(a.Failure.Code), "no_code")]++
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
	t := tallyOf(p.res.Records)
	f := faults{}
	p.judgeEnd(&f)
	p.judgeCounts(&f, &t)
	p.judgeWorld(&f)
	e := &p.run.Mission.Expect
	for _, k := range e.Never {
		if n := t.kinds[game.Kind(k)]; n > 0 {
			f.add("%d actions were %s, expected none", n, k)
		}
	}
	if n := len(p.order); n > 0 {
		for _, s := range e.Was {
			if !slices.Contains(p.was[p.order[n-1]], s) {
				f.add("it was never %s", s)
			}
		}
	}
	if l := p.run.Mission.Limits; l.ModelCalls > 0 && t.calls > l.ModelCalls || l.Tokens > 0 && t.tokens > l.Tokens {
		f.add("%d calls and %d tokens of a model, more than the mission's limits", t.calls, t.tokens)
	}
	p.always(&f, &t)
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
	f.count("actions sent", e.Actions, t.sent)
	f.count("actions failed", e.Failed, t.failed)
	f.count("rounds", e.Rounds, last.Round)
	f.count("steps inserted", e.Inserted, t.inserted)
	f.count("calls of a model", e.ModelCalls, t.calls)
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
