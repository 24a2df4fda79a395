// SPDX-License-Identifier: MIT

package crew

import (
	"context"
	"slices"

	"github.com/minehand/minehand/game"
)

// mostTries is how often a member's share of a build fails before it gets no other one.
const mostTries = 3

// whole is how many units an action is of.
func whole(a *game.Action) int { return max(a.Count(), len(a.Edits)) }

func (x *carrying) fail(p *part, why string) {
	if x.tries[p.Body]++; len(p.Edits) == 0 || x.tries[p.Body] >= mostTries {
		x.failed[p.Body] = why
	}
}

// goal is what a share of so many units is in words; a build is a list.
func (x *carrying) goal(n int) string {
	if len(x.call.Action.Edits) > 0 {
		return ""
	}
	return Goal(x.call.Action.Item, n)
}

func (x *carrying) result() *game.Result {
	if n := len(x.call.Action.Edits); n > 0 {
		return &game.Result{Success: true, Placed: &n, Total: &n}
	}
	return &game.Result{Success: true, Delta: map[string]int{x.call.Action.Item: x.have()}}
}

// lacking is the result of a build that failed: what stands of it goes on in the next round.
func (x *carrying) lacking() *game.Result {
	var r *game.Result
	for i, e := range x.call.Action.Edits {
		if r == nil {
			n := len(x.built)
			r = &game.Result{Placed: &n, Lacks: []int{}}
		}
		if !x.built[e] {
			r.Lacks = append(r.Lacks, i)
		}
	}
	return r
}

// gaveUp says why nobody can do the rest.
func (x *carrying) gaveUp() *game.Failure {
	f := &game.Failure{Code: game.CodeNotFound, Message: x.why()}
	if len(x.call.Action.Edits) > 0 {
		f.Code = game.CodeMissingItem
	}
	return f
}

func (x *carrying) stands(edits []game.Edit) {
	for _, e := range edits {
		x.built[e] = true
	}
}

// look learns what stands, whoever built it.
func (x *carrying) look(ctx context.Context) {
	if len(x.call.Action.Edits) > 0 {
		x.stands(x.cfg.Stand(ctx, x.call.Action.Edits))
	}
}

// cells shares out what can be built now among members.
func (x *carrying) cells(able []Member) []Share {
	taken := map[game.Edit]bool{}
	for _, p := range x.parts {
		if !p.over {
			for _, e := range p.Edits {
				taken[e] = true
			}
		}
	}
	return deal(able, x.call.Action.Edits, x.built, taken)
}

// site is a build that is dealt out.
type site struct {
	shares []Share
	held   []map[string]int // by each, of what is not dealt yet
	of     map[game.Cell]int
}

// deal deals to members what they hold the blocks for: what lies lowest and what stands beside
// what was built, in equal parts that follow one another, and on from each part what stands
// beside that. What is dug free comes before the first block, and what lies behind the highest
// in the list, a door say, after all else, a kind of block at a time.
func deal(able []Member, edits []game.Edit, built, taken map[game.Edit]bool) []Share {
	s := site{make([]Share, len(able)), make([]map[string]int, len(able)), map[game.Cell]int{}}
	for i := range able {
		s.shares[i].Body, s.held[i] = able[i].Info.ID, able[i].State.Counts()
	}
	lacks := slices.DeleteFunc(stage(edits, built), func(e game.Edit) bool { return taken[e] })
	firm := map[game.Cell]bool{}
	low := game.MaxCoordinate
	for _, e := range edits {
		if !game.IsAir(e.Block) {
			firm[e.Cell()] = built[e]
			low = min(low, e.Y)
		}
	}
	begins := func(e game.Edit) bool {
		return game.IsAir(e.Block) || e.Y == low || slices.ContainsFunc(sides(e.Cell()), func(c game.Cell) bool { return firm[c] })
	}
	first := slices.DeleteFunc(slices.Clone(lacks), func(e game.Edit) bool { return !begins(e) })
	if len(first) == 0 && len(taken) == 0 {
		first = lacks // beside what nobody knows of
	}
	s.begin(first)
	for s.grow(lacks) {
	}
	return slices.DeleteFunc(s.shares, func(s Share) bool { return s.Count == 0 })
}

// begin deals edits in equal parts.
func (s *site) begin(edits []game.Edit) {
	each, at := (len(edits)+len(s.shares)-1)/max(len(s.shares), 1), 0
	for _, e := range edits {
		for n := range 2 * len(s.shares) { // once around, and once more with those that have enough
			i := (at + n) % len(s.shares)
			if (s.shares[i].Count < each || n >= len(s.shares)) && s.give(i, e) {
				at = i
				break
			}
		}
	}
}

// grow deals what stands beside what was dealt, to who has least, and reports whether there was any.
func (s *site) grow(edits []game.Edit) (more bool) {
	for _, e := range edits {
		if _, dealt := s.of[e.Cell()]; dealt {
			continue
		}
		to := -1
		for _, c := range sides(e.Cell()) {
			if i, dealt := s.of[c]; dealt && (to < 0 || s.shares[i].Count < s.shares[to].Count) {
				to = i
			}
		}
		more = to >= 0 && s.give(to, e) || more
	}
	return more
}

// give deals an edit to a member that holds its block.
func (s *site) give(i int, e game.Edit) bool {
	if !game.IsAir(e.Block) {
		if s.held[i][e.Block] == 0 {
			return false
		}
		s.held[i][e.Block]--
	}
	s.of[e.Cell()] = i
	s.shares[i].Edits = append(s.shares[i].Edits, e)
	s.shares[i].Count++
	return true
}

func sides(c game.Cell) []game.Cell {
	return []game.Cell{
		{X: c.X, Y: c.Y - 1, Z: c.Z}, {X: c.X, Y: c.Y + 1, Z: c.Z}, {X: c.X - 1, Y: c.Y, Z: c.Z},
		{X: c.X + 1, Y: c.Y, Z: c.Z}, {X: c.X, Y: c.Y, Z: c.Z - 1}, {X: c.X, Y: c.Y, Z: c.Z + 1},
	}
}

// stage are the edits that are not built yet of the stage that a build is at.
func stage(edits []game.Edit, built map[game.Edit]bool) []game.Edit {
	begin := max(slices.IndexFunc(edits, func(e game.Edit) bool { return !game.IsAir(e.Block) }), 0)
	top := begin
	for i, e := range edits[begin:] {
		if !game.IsAir(e.Block) && e.Y >= edits[top].Y {
			top = begin + i
		}
	}
	lacks := func(some []game.Edit) []game.Edit {
		return slices.DeleteFunc(slices.Clone(some), func(e game.Edit) bool { return built[e] })
	}
	for _, some := range [][]game.Edit{edits[:begin], edits[begin : top+1]} {
		if undone := lacks(some); len(undone) > 0 {
			return undone
		}
	}
	rest := lacks(edits[top+1:])
	return slices.DeleteFunc(rest, func(e game.Edit) bool { return e.Block != rest[0].Block })
}
