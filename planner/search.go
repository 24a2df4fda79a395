package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// The bounds of a search for what a mine did not find, in one task.
const (
	// mostSites is how many remembered places of a block are looked at.
	mostSites = 3
	// mostWalks is how often a body explores for a block, and firstWalk how far the
	// first time, in blocks; each walk is longer by as much.
	mostWalks = 3
	firstWalk = 80
	// exploreSeconds is what a walk counts as: more than the first search for any
	// ore that lies deep, so that such another source comes first.
	exploreSeconds = 200
	// besideSite is how near the walk to a remembered place comes, in blocks.
	besideSite = 8
	// siteReach is within how many blocks of a remembered place a body finds what
	// stands there.
	siteReach = 16
)

// lead is a walk on which a block may come in reach that was not found.
type lead struct {
	block   string
	walk    game.Action
	seconds float64
	why     string
}

// leads are the walks to try next, one for each block that a mine did not find:
// a remembered place first, then a longer and longer look around.
func (d *Desk) leads() []lead {
	var list []lead
	if d.closed || !d.Can(game.Mine) {
		return nil
	}
	for _, e := range d.req.Exclude {
		block := game.Name(e.Subject)
		if e.Kind != game.Mine || e.Code != game.CodeNotFound || block == "" || slices.ContainsFunc(list, func(l lead) bool { return l.block == block }) {
			continue
		}
		if l, ok := d.lead(block); ok {
			list = append(list, l)
		}
	}
	return list
}

func (d *Desk) lead(block string) (lead, bool) {
	sites, walks := d.tried(block)
	if sites < mostSites && d.Can(game.Goto) && d.req.Body.CanField(game.Goto, "range") {
		for _, k := range d.known(game.LandmarkSite) {
			p := place(k)
			if k.Name != block || d.gaveUp(game.Goto, &p) || d.wentTo(block, p) {
				continue
			}
			l := lead{block: block, walk: game.Action{Kind: game.Goto, At: &p, Range: besideSite}, seconds: searchSeconds}
			l.why = fmt.Sprintf("%s was seen there", game.Display(block))
			if at := d.req.State.Position; at != nil {
				l.seconds = at.Distance(p.Center())/walkSpeed + 1
			}
			return l, true
		}
	}
	if walks >= mostWalks || !d.Can(game.Explore) {
		return lead{}, false
	}
	return lead{
		block: block, walk: game.Action{Kind: game.Explore, For: block, MaxBlocks: firstWalk * (walks + 1)},
		seconds: exploreSeconds, why: fmt.Sprintf("no %s was found nearer", game.Display(block)),
	}, true
}

// tried counts the walks of this task for a block since one was found.
func (d *Desk) tried(block string) (sites, walks int) {
	for i := foundLast(d.req.History, block) + 1; i < len(d.req.History); i++ {
		s := &d.req.History[i].Step
		switch {
		case s.Seeks != block:
		case s.Action.Kind == game.Goto:
			sites++
		case s.Action.Kind == game.Explore:
			walks++
		}
	}
	return sites, walks
}

// foundLast is the index of the last attempt that mined a block, -1 for none.
func foundLast(history []game.Attempt, block string) int {
	for i := len(history) - 1; i >= 0; i-- {
		a := &history[i]
		if a.Step.Action.Kind == game.Mine && a.Step.Action.Target == block && (a.Verdict == game.Confirmed || a.Verdict == game.Claimed) {
			return i
		}
	}
	return -1
}

// standing are the exclusions that hold: what was not found and then was, after
// a walk, is no longer given up.
func standing(list []game.Exclusion, history []game.Attempt) []game.Exclusion {
	return slices.DeleteFunc(slices.Clone(list), func(e game.Exclusion) bool {
		if e.Kind != game.Mine || e.Code != game.CodeNotFound {
			return false
		}
		i := foundLast(history, game.Name(e.Subject))
		return i >= 0 && history[i].Step.Seeks != "" && !slices.ContainsFunc(history[i:], func(a game.Attempt) bool {
			return a.Step.Action.Kind == game.Mine && a.Step.Action.Target == game.Name(e.Subject) && a.Verdict == game.Failed
		})
	})
}

// wentTo says that a remembered place was looked at already.
func (d *Desk) wentTo(block string, p game.Pos) bool {
	return slices.ContainsFunc(d.req.History[foundLast(d.req.History, block)+1:], func(a game.Attempt) bool {
		s := &a.Step
		return s.Seeks == block && s.Action.Kind == game.Goto && s.Action.At != nil && *s.Action.At == p
	})
}

// farther plans the wants with the leads: what was not found counts as to be
// found after its walk.
func (d *Desk) farther(ctx context.Context, l *ledger, wants []techtree.Want) (way, bool) {
	leads := d.leads()
	if len(leads) == 0 {
		return way{}, false
	}
	p := d.problem(l, wants...)
	p.Exclude = slices.DeleteFunc(slices.Clone(p.Exclude), func(e game.Exclusion) bool {
		return e.Kind == game.Mine && e.Code == game.CodeNotFound && slices.ContainsFunc(leads, func(l lead) bool { return l.block == game.Name(e.Subject) })
	})
	p.Seen = maps.Clone(p.Seen)
	for _, l := range leads { // after the walk it is near
		if p.Seen == nil {
			p.Seen = map[string]float64{}
		}
		p.Seen[l.block] = besideSite
	}
	answer, err := d.rules.solver.Solve(ctx, p)
	if err != nil {
		return way{}, false
	}
	w := way{seconds: answer.Seconds}
	for _, s := range answer.Steps {
		for i, l := range leads {
			if s.Action.Kind == game.Mine && s.Action.Target == l.block {
				w.steps = append(w.steps, techtree.Step{Action: l.walk, Seconds: l.seconds, Why: l.why})
				w.seconds += l.seconds
				leads = slices.Delete(leads, i, i+1)
				break
			}
		}
		w.steps = append(w.steps, s)
	}
	return w, true
}

// lookFirst puts the walk before a mine of a task's own whose block was not
// found.
func (d *Desk) lookFirst(steps []game.Step) []game.Step {
	leads := d.leads()
	if len(leads) == 0 {
		return steps
	}
	var out []game.Step
	for _, s := range steps {
		if i := slices.IndexFunc(leads, func(l lead) bool { return s.Action.Kind == game.Mine && s.Action.Target == l.block }); i >= 0 {
			out = append(out, game.Step{Action: leads[i].walk, Why: leads[i].why})
			leads = slices.Delete(leads, i, i+1)
		}
		out = append(out, s)
	}
	return out
}

// mark names what the steps of a search look for, and tells the player of it.
func (d *Desk) mark(steps []game.Step) {
	for _, l := range d.leads() {
		for i := range steps {
			s := &steps[i]
			switch {
			case s.Action.Kind == game.Mine && s.Action.Target == l.block:
				s.Seeks = l.block
			case s.Action.Kind != l.walk.Kind || s.Action.For != l.walk.For || !sameAt(s.Action.At, l.walk.At):
			case s.Seeks == "":
				s.Seeks = l.block
				d.tell(l)
			}
		}
	}
}

func sameAt(a, b *game.Pos) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// tell adds the sentence about a search.
func (d *Desk) tell(l lead) {
	text := fmt.Sprintf("No %s was found; looking around for it, up to %d blocks away.", game.Display(l.block), l.walk.MaxBlocks)
	if l.walk.At != nil {
		text = fmt.Sprintf("No %s was found; going to %s, where it was seen.", game.Display(l.block), l.walk.At)
	}
	d.notice(text)
}

// sayings adds to a plan's notices what the player should know of how it came
// about.
func (d *Desk) sayings(notices []string) []string {
	if d.Notice != "" {
		notices = append(notices, d.Notice)
	}
	return append(notices, d.notices...)
}

// outgrown says that what an exclusion forbids may be tried after all: a mine
// where the plan has walked to look for its block, or a longer walk than the
// last.
func (d *Desk) outgrown(e *game.Exclusion, l *ledger, a *game.Action) bool {
	if a.Kind == game.Build {
		return placeCode(e.Code) && len(a.Edits) > 0 && !d.buildFailed(a.Edits[0])
	}
	if e.Code != game.CodeNotFound {
		return false
	}
	switch a.Kind {
	case game.Mine:
		return l.sought[a.Target]
	case game.Explore:
		longest := 0
		for i := range d.req.History {
			if past := &d.req.History[i].Step.Action; past.Kind == game.Explore && past.For == a.For {
				longest = max(longest, past.MaxBlocks)
			}
		}
		return longest > 0 && a.MaxBlocks > longest
	}
	return false
}

// walked notes in the ledger what may be found where a step went.
func (d *Desk) walked(l *ledger, a *game.Action) {
	found := func(block string) {
		if l.sought == nil {
			l.sought = map[string]bool{}
		}
		l.sought[block] = true
	}
	if a.Kind == game.Explore {
		found(a.For)
		return
	}
	if a.At == nil {
		return
	}
	for _, k := range d.known(game.LandmarkSite) {
		if place(k).Center().Distance(a.At.Center()) <= siteReach {
			found(k.Name)
		}
	}
}
