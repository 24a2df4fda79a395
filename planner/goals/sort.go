// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/skills"
)

func sortRow() Frame {
	return Frame{
		Kind: Sort, Grade: game.Seen,
		Met:      "a look into each chest shows that what lies together there lies nowhere else",
		Examples: []string{"sort the chests"},
		draft:    fromHere((*drafter).partSort), needs: sorts,
		product: nothing,
		spoken:  (*speech).plain,
	}
}

// sorts are the kinds of actions that chests are sorted by.
var sorts = []game.Kind{game.Interact, game.Withdraw, game.Deposit}

// partSort looks into the chests around, then brings each kind into the one that holds most of
// it, and looks again: what somebody changed meanwhile is sorted in the next round.
func (d *drafter) partSort(p *part, here game.Cell) error {
	all := d.boxes(here)
	known, unseen := d.opened(all)
	switch {
	case len(all) < 2:
		return impossible("impossible.few-chests", "blocks", skills.SortBlocks, "n", len(all))
	case len(known)+len(unseen) < 2:
		return impossible("impossible.shut-chests", "blocks", skills.SortBlocks, "n", len(all))
	case len(unseen) > 0:
		p.look(game.Say("step.tells"), unseen...)
		d.await(p)
		return nil
	}
	s := skills.Storage{Boxes: known, Stack: d.stack, Carried: d.Request.Baseline.Carries(d.Request.History, d.Request.State.Count)}
	if spread := s.Settle(); len(spread) > 0 {
		d.notice("spread", "things", named(spread))
	}
	free := game.SlotsMain // those that hold nothing
	for _, held := range d.Request.State.Inventory {
		if held.Slot < game.SlotsMain {
			free--
		}
	}
	if moves := s.Moves(free); len(moves) > 0 {
		p.move(known, moves)
		d.await(p)
		return nil
	}
	return sorted(p, &s, free)
}

// look has chests opened.
func (p *part) look(why game.Message, boxes ...skills.Box) {
	for _, b := range boxes {
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Interact, Target: b.Name, At: &b.At}, Because: why})
	}
}

// move takes things from where they lie to where they are kept, and has a look at each chest then.
func (p *part) move(known []skills.Box, moves []skills.Move) {
	var used []skills.Box
	for _, m := range moves {
		b, to := known[m.Box], known[m.To]
		a, why := game.Action{Kind: game.Deposit, Item: m.Item, Quantity: m.Count, At: &b.At}, game.Say("step.kept")
		if m.Out {
			a.Kind, why = game.Withdraw, game.Say(game.ToSort, "thing", game.Named(to.Name), "at", to.At.String())
		}
		p.Steps = append(p.Steps, game.Step{Action: a, Because: why})
		if !slices.ContainsFunc(used, func(o skills.Box) bool { return o.At == b.At }) {
			used = append(used, b)
		}
	}
	p.look(game.Say("step.sorted"), used...)
}

// sorted is what shows that nothing is left to be moved.
func sorted(p *part, s *skills.Storage, free int) error {
	kinds := 0
	for i := range s.Boxes {
		items, n := s.Kept(i)
		if kinds += len(items); n == 0 {
			continue
		}
		p.checks = append(p.checks, game.Check{Kind: game.CheckStored, Items: items, Count: n, At: &s.Boxes[i].At})
	}
	switch apart := s.Apart(); {
	case len(s.Carried) > 0:
		return impossible("impossible.full-chests", "things", named(slices.Sorted(maps.Keys(s.Carried))))
	case len(apart) > 0 && free <= 0:
		return impossible("impossible.no-hands", "things", named(apart))
	case kinds == 0:
		return impossible("impossible.empty-chests", "blocks", skills.SortBlocks)
	}
	return nil
}

// named are some items, each by its name.
func named(items []string) []game.Message {
	return game.ListOf(mostListed, items, func(id string) any { return game.Named(id) })
}

// stack is how many of an item lie in one slot.
func (d *drafter) stack(item string) int { return max(Of(d.Version).Stack(item), 1) }

// boxes are the chests around a place that are remembered or that a look shows, the two halves
// of a double one as one, in an order that does not change when the body walks.
func (d *drafter) boxes(here game.Cell) []skills.Box {
	stands, ground := d.chests(here)
	var out []skills.Box
	for c, block := range stands {
		if skills.Sortable(block) {
			out = append(out, skills.Box{Name: block, At: c.In(""), State: ground[c], Slots: skills.ChestSlots})
		}
	}
	slices.SortFunc(out, func(a, b skills.Box) int {
		return cmp.Or(cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Z, b.At.Z), cmp.Compare(a.At.Y, b.At.Y))
	})
	halves := map[game.Cell]bool{}
	for i := range out {
		at := game.CellOf(out[i].At)
		if other := skills.Joined(at, out[i].State); other != nil {
			out[i].Slots, halves[*other] = 2*skills.ChestSlots, !halves[at]
		}
	}
	return slices.DeleteFunc(out, func(b skills.Box) bool { return halves[game.CellOf(b.At)] })
}

// chests are the containers that are remembered around a place, and those that a look shows now with all else that it shows.
func (d *drafter) chests(here game.Cell) (stands, ground map[game.Cell]string) {
	stands = map[game.Cell]string{}
	for _, l := range d.Known(game.LandmarkContainer) {
		if at := book.Place(l); at.Center().Distance(here.In("").Center()) <= skills.SortBlocks {
			stands[game.CellOf(at)] = l.Name
		}
	}
	ground = d.Ground(slices.AppendSeq(skills.Sight(here), maps.Keys(stands))...)
	for c, state := range ground {
		if block := game.BlockName(state); stands[c] != "" || skills.Sortable(block) {
			stands[c] = block
		}
	}
	return stands, ground
}

// opened are the chests that the task has looked into, and those that it has not yet. The player is told of those that are left alone.
func (d *drafter) opened(all []skills.Box) (known, unseen []skills.Box) {
	found := skills.LookedInto(d.Request.History)
	for _, b := range all {
		o := found[b.At]
		if o.Shut == "" && slices.ContainsFunc(sorts, func(k game.Kind) bool { return d.GaveUp(k, &b.At) }) {
			o.Shut = "it could not be used"
		}
		switch {
		case o.Shut != "":
			d.notice("shut", "thing", game.Named(b.Name), "at", b.At.String(), "why", strings.TrimSuffix(o.Shut, "."))
		case !o.Known:
			unseen = append(unseen, b)
		default:
			if b.Fill(o.Stacks); !slices.ContainsFunc(known, func(k skills.Box) bool { return k.Same(&b) }) {
				known = append(known, b)
			}
		}
	}
	return known, unseen
}
