// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
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
func (d drafter) leads() []lead {
	var list []lead
	if d.Closed || !d.Can(game.Mine) {
		return nil
	}
	for _, e := range d.Request.Exclude {
		block := game.Name(e.Subject)
		if e.Kind != game.Mine || e.Code != game.CodeNotFound || block == "" ||
			slices.ContainsFunc(list, func(l lead) bool { return l.block == block }) {
			continue
		}
		if l, ok := d.lead(block); ok {
			list = append(list, l)
		}
	}
	return list
}

func (d drafter) lead(block string) (lead, bool) {
	sites, walks := d.SearchesFor(block)
	if sites < mostSites && d.CanWalkNear() {
		for _, k := range d.Known(game.LandmarkSite) {
			p := book.Place(k)
			if k.Name != block || d.GaveUp(game.Goto, &p) || d.SearchedAt(block, p) {
				continue
			}
			l := lead{block: block, walk: game.Action{Kind: game.Goto, At: &p, Range: besideSite}, seconds: rules.SearchSeconds}
			l.why = fmt.Sprintf("%s was seen there", game.Display(block))
			if at := d.Request.State.Position; at != nil {
				l.seconds = at.Distance(p.Center())/rules.WalkSpeed + 1
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

// farther plans the wants with the leads: what was not found counts as to be
// found after its walk.
func (d drafter) farther(ctx context.Context, l *state, wants []techtree.Want) (way, bool) {
	leads := d.leads()
	if len(leads) == 0 {
		return way{}, false
	}
	p := d.problem(l, wants...)
	p.Exclude = slices.DeleteFunc(slices.Clone(p.Exclude), func(e game.Exclusion) bool {
		return e.Kind == game.Mine && e.Code == game.CodeNotFound &&
			slices.ContainsFunc(leads, func(l lead) bool { return l.block == game.Name(e.Subject) })
	})
	p.Seen = maps.Clone(p.Seen)
	for _, l := range leads { // after the walk it is near
		if p.Seen == nil {
			p.Seen = map[string]float64{}
		}
		p.Seen[l.block] = besideSite
	}
	answer, err := d.Solver.Solve(ctx, p)
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
func (d drafter) lookFirst(steps []game.Step) []game.Step {
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

func sameAt(a, b *game.Pos) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// outgrown says that what an exclusion forbids may be tried after all: a mine
// where the plan has walked to look for its block, or a longer walk than the
// last.
func (d drafter) outgrown(e *game.Exclusion, l *state, a *game.Action) bool {
	if a.Kind == game.Build {
		return book.AboutPlace(e.Code) && len(a.Edits) > 0 && !d.failed(a.Edits[0])
	}
	if e.Code != game.CodeNotFound {
		return false
	}
	switch a.Kind {
	case game.Mine:
		return l.sought[a.Target]
	case game.Explore:
		longest := d.LongestSearch(a.For)
		return longest > 0 && a.MaxBlocks > longest
	default:
	}
	return false
}

// walked notes in the symbolic state what may be found where a step went.
func (d drafter) walked(l *state, a *game.Action) {
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
	for _, k := range d.Known(game.LandmarkSite) {
		if book.Place(k).Center().Distance(a.At.Center()) <= siteReach {
			found(k.Name)
		}
	}
}

// failed says that a build could not go on at a block.
func (d drafter) failed(e game.Edit) bool {
	_, failed := d.FailedAt(e)
	return failed
}

// mark names what the steps of a search look for.
func (d drafter) mark(steps []game.Step) {
	for _, l := range d.leads() {
		for i := range steps {
			s := &steps[i]
			found := s.Action.Kind == game.Mine && s.Action.Target == l.block
			walks := s.Action.Kind == l.walk.Kind && s.Action.For == l.walk.For && sameAt(s.Action.At, l.walk.At)
			if found || walks && s.Seeks == "" {
				s.Seeks = l.block
			}
		}
	}
}

// Notices tell the player of the walks of a plan that look for what was not
// found.
func Notices(b *book.Book, steps []game.Step) []string {
	out := drafter{b}.tried(steps)
	if text := told(b, steps); text != "" {
		out = append(out, text)
	}
	for i := range steps {
		s := &steps[i]
		text := ""
		switch {
		case s.Seeks == "":
			continue
		case s.Action.Kind == game.Explore:
			text = fmt.Sprintf("No %s was found; looking around for it, up to %d blocks away.", game.Display(s.Seeks), s.Action.MaxBlocks)
		case s.Action.Kind == game.Goto && s.Action.At != nil:
			text = fmt.Sprintf("No %s was found; going to %s, where it was seen.", game.Display(s.Seeks), s.Action.At)
		}
		if text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// told says whose word it is how some things of a plan are made, where it is not the
// release's; empty where all of it is.
func told(b *book.Book, steps []game.Step) string {
	var names []string
	for i := range steps {
		made := steps[i].Action.Recipe
		if a := &steps[i].Action; a.Kind == game.Smelt {
			sm, _ := b.Version.SmeltingOf(a.Item)
			made = sm.Output
		}
		if name := game.Display(made); b.Version.ToldHow(made) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	const most = 5
	if len(names) > most {
		names = append(names[:most-1], fmt.Sprintf("%d more", len(names)-most+1))
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("How to make %s was told by your game.", game.List(names))
}
