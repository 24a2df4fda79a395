// SPDX-License-Identifier: MIT

package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator"
)

// Report is what judging a file anew came to.
type Report struct {
	// Title of the goal, State in which it ended, Sentence that the rules make of it now.
	Title    string
	State    orchestrator.State
	Sentence string
	// Parts of the goal, how far each is proven.
	Parts []Part
	// Faults are sentences: why the verdict does not hold. Empty, it holds.
	Faults []string
	// Checked and Taken are sentences: what was found again, and what stands as it was
	// written down.
	Checked, Taken []string
}

// Part of a goal, as a state and the actions show it.
type Part struct {
	Text string
	game.Standing
}

// Judge decides by the rules of the game's goals how the task ended, from what the file
// has, and compares that with how it is said to have ended.
func (c *Content) Judge() *Report {
	rec := &c.Record
	r := &Report{Title: rec.Task.Title(), State: rec.Task.State}
	c.whole(r)
	end := c.at(rec.Task.Ended.UnixNano())
	if end == nil {
		r.fault("The state that the goal ended with is not in the file, so nothing can be judged by it.")
		return r
	}
	credits := rec.Credits()
	proven, sentence := rec.Task.Reading.Ending(rec.Task.Title(), end, &credits)
	r.Sentence = messages.InEnglish(sentence)
	standing, all := rec.Task.Reading.Progress(end, &credits)
	for i := range standing {
		r.Parts = append(r.Parts, Part{rec.Task.Reading.Clauses[i].Describe(), standing[i]})
	}
	switch said := rec.Task.State == orchestrator.StateComplete; {
	case said && len(all.Open) > 0:
		r.Sentence = "Missing: " + game.List(all.Missing()) + "."
		r.fault("It is said to be done, and by the rules it is not.")
	case said && !proven:
		r.fault("It is said to be done, and by the rules nobody could check it.")
	case !said && proven:
		r.fault("It is said to be unverified, and by the rules it is proven.")
	}
	// The words for what came are for people, and each version has its own.
	alike := func(kept game.Proven, now game.Standing) bool { return same(kept.Standing, now) }
	if kept := rec.Task.Proven; kept != nil && !slices.EqualFunc(kept, standing, alike) {
		r.fault("How far its parts were proven is not what the rules make of the states and actions.")
	}
	c.places(r)
	c.again(r)
	c.ledger(r, &credits)
	r.Taken = append(r.Taken, "What the states say: they are what the player's game reported.", "Who saved the file: nothing in it is signed.")
	return r
}

func (r *Report) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

// at is the state that was kept at a moment, nil for none.
func (c *Content) at(ns int64) *game.State {
	i := slices.IndexFunc(c.Record.Samples, func(s orchestrator.Sample) bool { return s.At.UnixNano() == ns })
	if i < 0 {
		return nil
	}
	return &c.Record.Samples[i].State
}

// whole looks whether what is in the file belongs together: no action is missing, each is a
// step of a plan, and the task's last move is its end.
func (c *Content) whole(r *Report) {
	rec := &c.Record
	if !c.steps(r) {
		return
	}
	if n := len(rec.Moves); n == 0 || rec.Moves[n-1].State != rec.Task.State || !rec.Moves[n-1].At.Equal(rec.Task.Ended) {
		r.fault("The task's last move is not its end.")
	}
}

// steps holds the actions against the plans, and reports whether none is missing.
func (c *Content) steps(r *Report) bool {
	rec := &c.Record
	plans := map[int]*game.Plan{}
	for i := range rec.Rounds {
		plans[rec.Rounds[i].Round] = &rec.Rounds[i].Plan
	}
	for i := range rec.Actions {
		a := &rec.Actions[i]
		p := plans[a.Round]
		switch {
		case a.Task != rec.Task.ID || a.Seq != i+1:
			r.fault("Action %d is missing.", i+1)
			return false
		case p == nil || a.Index < 0 || a.Index >= len(p.Steps) || !same(p.Steps[a.Index], a.Step):
			r.fault("Action %d is no step of a plan in the file.", a.Seq)
		}
	}
	return true
}

// same compares two values as they are written.
func same(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// places looks for states that show the places which the goal asked for to be reached.
func (c *Content) places(r *Report) {
	rec := &c.Record
	if len(rec.Task.Latched) == 0 {
		return
	}
	then := *rec
	then.Task.Latched = nil
	look := func(s *game.State, ns int64) {
		then.Actions = rec.Actions[:0]
		for i := range rec.Actions {
			if a := &rec.Actions[i]; !a.Ended.IsZero() && a.Ended.UnixNano() <= ns {
				then.Actions = rec.Actions[:i+1]
			}
		}
		credits := then.Credits()
		then.Task.Latched = append(then.Task.Latched, rec.Task.Reading.Latch(s, &credits)...)
	}
	for i := range rec.Samples {
		look(&rec.Samples[i].State, rec.Samples[i].At.UnixNano())
	}
	for _, i := range rec.Task.Latched {
		if words := rec.Task.Reading.Clauses[i].Describe(); slices.Contains(then.Task.Latched, i) {
			r.Checked = append(r.Checked, fmt.Sprintf("A state in the file shows it: %s.", words))
		} else {
			r.Taken = append(r.Taken, fmt.Sprintf("No state in the file shows it any more: %s.", words))
		}
	}
}

// again judges the actions anew whose states before and right after are in the file.
func (c *Content) again(r *Report) {
	judged, shown := 0, 0
	for i := range c.Record.Actions {
		a := &c.Record.Actions[i]
		if a.Verdict != game.Confirmed || a.Step.Expect.Empty() {
			continue
		}
		judged++
		after := c.at(a.Ended.UnixNano())
		if after == nil && i == len(c.Record.Actions)-1 {
			after = c.at(c.Record.Task.Ended.UnixNano())
		}
		claim := game.Claim{Expect: a.Step.Expect, Waited: true, Outcome: game.Outcome{
			End: a.End, Result: a.Result, Failure: a.Failure, Started: a.Started, Ended: a.Ended, Before: a.Mark.State(), After: after,
		}}
		if after != nil && claim.Judge().Verdict == game.Confirmed {
			shown++
		}
	}
	if shown > 0 {
		r.Checked = append(r.Checked, fmt.Sprintf("Of %s judged by states, those before and after are here for %d, and show it again.",
			game.Numbered(judged, "action"), shown))
	}
	if judged > shown {
		r.Taken = append(r.Taken, fmt.Sprintf("Of %s judged by states, %d: no state right after was kept that shows it.",
			game.Numbered(judged, "action"), judged-shown))
	}
}

// blocksIn counts the blocks of credits: those that the account alone has, those that a look
// showed, and those where something else stood.
func blocksIn(l *ledger.Ledger, credits *game.Credits) (told, seen, against, all int) {
	there := map[game.Cell]ledger.Cell{}
	for _, cell := range l.Cells() {
		there[game.CellOf(cell.At)] = cell
	}
	for i := range credits.List {
		for k := range credits.List[i].Blocks {
			e := &credits.List[i].Blocks[k]
			all++
			cell, known := there[e.Cell()]
			switch {
			case !known:
			case cell.Shown == "" && e.Is(cell.To):
				told++
			case cell.Shown != "" && e.Is(cell.Shown):
				seen++
			default:
				against++
			}
		}
	}
	return told, seen, against, all
}

// ledger holds the blocks that count against what the player's game told of its changes,
// and against what surveys showed after the end.
func (c *Content) ledger(r *Report, credits *game.Credits) {
	var l ledger.Ledger
	for i := range c.Changes {
		l.Fold(c.Changes[i].Row)
	}
	if len(c.Changes) == 0 {
		r.Taken = append(r.Taken, "What was changed in the world: the player's game told nothing of it.")
		return
	}
	sum := l.Sum()
	r.Checked = append(r.Checked, fmt.Sprintf("The account of changes comes to %s, %d of which a look after the end showed as they were told.",
		game.Numbered(sum.Cells, "place"), sum.Shown))
	if sum.Incomplete {
		r.Taken = append(r.Taken, "Some of what was changed: the account has a gap.")
	}
	told, seen, against, all := blocksIn(&l, credits)
	if all > 0 {
		r.Checked = append(r.Checked, fmt.Sprintf("Of %s that count, a look after the end showed %d, and the account alone has %d.",
			game.Numbered(all, "block"), seen, told))
	}
	if n := all - seen - told - against; n > 0 {
		r.Taken = append(r.Taken, fmt.Sprintf("Of the blocks that count, %d: the account of changes has nothing there.", n))
	}
	if against > 0 {
		r.Taken = append(r.Taken, fmt.Sprintf("Of the blocks that count, %d: something else was shown there after they were judged.", against))
	}
}
