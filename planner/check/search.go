// SPDX-License-Identifier: MIT

package check

import (
	"context"
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
	why     game.Message
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
			l.why = game.Say("step.seen", "thing", game.Named(block))
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
		seconds: exploreSeconds, why: game.Say("step.farther", "thing", game.Named(block)),
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
			out = append(out, game.Step{Action: leads[i].walk, Because: leads[i].why})
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
func Notices(b *book.Book, steps []game.Step) []game.Message {
	out := append(drafter{b}.tried(steps), told(b, steps))
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Seeks == "":
		case s.Action.Kind == game.Explore:
			out = append(out, game.Say("notice.around", "thing", game.Named(s.Seeks), "n", s.Action.MaxBlocks))
		case s.Action.Kind == game.Goto && s.Action.At != nil:
			out = append(out, game.Say("notice.there", "thing", game.Named(s.Seeks), "at", s.Action.At.String()))
		}
	}
	return out
}

// mostTold is how many things told names.
const mostTold = 4

// told says whose word it is how some things of a plan are made, where it is not the
// release's; empty where all of it is.
func told(b *book.Book, steps []game.Step) (m game.Message) {
	var names []string
	for i := range steps {
		made := steps[i].Action.Recipe
		if a := &steps[i].Action; a.Kind == game.Smelt {
			sm, _ := b.Version.SmeltingOf(a.Item)
			made = sm.Output
		}
		if b.Version.ToldHow(made) && !slices.Contains(names, made) {
			names = append(names, made)
		}
	}
	if names == nil {
		return m
	}
	return game.Say("notice.told", "things", game.ListOf(mostTold, names, func(name string) any { return game.Named(name) }))
}
