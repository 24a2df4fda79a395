// SPDX-License-Identifier: MIT

package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

// keptStone is how much cobblestone is never thrown away: tools and furnaces are
// made of it.
const keptStone = 64

// roomForDrops is how many slots are made free for an action that found the
// inventory full although the plan had room: drops come in several kinds.
const roomForDrops = 3

const (
	// roomyAtFirst is how few slots are taken at the start when a plan without
	// room is itself what fills the inventory.
	roomyAtFirst = 30
	// mostHalvings bounds how often what is wanted at once is halved.
	mostHalvings = 6
)

// errTooMuch: what a plan brings on its way does not fit, whatever is held.
var errTooMuch = &game.GaveUpError{
	Reason: fmt.Sprintf("This needs more room on the way than the %d slots of an inventory; ask for less at once", game.SlotsMain),
	Why:    game.Say("gave-up.room", "slots", game.SlotsMain),
}

// noRoom says why there is no room: the inventory is full of what is worth
// keeping, and of what mostly, or the plan itself fills it.
func (d drafter) noRoom(l *state) *game.GaveUpError {
	if len(l.Counts()) == 0 || d.open().Slots < roomyAtFirst {
		return errTooMuch
	}
	items := slices.SortedFunc(maps.Keys(l.Counts()), func(a, b string) int {
		return cmp.Or(d.Solver.SlotsFor(b, l.Count(b))-d.Solver.SlotsFor(a, l.Count(a)), strings.Compare(a, b))
	})
	most := map[string]int{}
	for _, item := range items[:min(3, len(items))] {
		most[item] = l.Count(item)
	}
	return messages.GaveUp(game.Say("gave-up.no-junk", "held", most))
}

// roomless is why there is no room, as an error that techtree.ErrFull is too.
type roomless struct{ *game.GaveUpError }

func (roomless) Is(err error) bool { return err == techtree.ErrFull }
func (r roomless) Unwrap() error   { return r.GaveUpError }

// plan finds the quickest way to the wants. Where the inventory has no room for
// it, it begins with throwing junk away, no more than it takes; all of it before a
// thorough search, which is made once.
func (d drafter) plan(ctx context.Context, l *state, wants []techtree.Want) (way, error) {
	best, err := way{}, error(techtree.ErrFull)
	if !l.thorough || len(d.junk(l, wants)) == 0 || !d.Can(game.Drop) {
		best, err = d.quickest(ctx, l, wants)
	}
	if d.Closed || !errors.Is(err, techtree.ErrFull) || !d.Can(game.Drop) {
		return best, err
	}
	lean, junk := l.clone(), d.junk(l, wants)
	var drops []techtree.Step
	for i, s := range junk {
		out := d.Solver.Spend(game.Drop, s.Item)
		lean.apply([]*rules.Op{&out}, s.Count, rules.Choice{})
		if n := len(drops); n > 0 && drops[n-1].Action.Item == s.Item {
			drops[n-1].Action.Quantity += s.Count
		} else {
			drops = append(drops, techtree.Step{Action: throw(s), Why: makeRoom, Seconds: rules.HandSeconds})
		}
		if l.thorough && i < len(junk)-1 {
			continue
		}
		if best, err = d.quickest(ctx, lean, wants); !errors.Is(err, techtree.ErrFull) {
			break
		}
	}
	if errors.Is(err, techtree.ErrFull) {
		err = roomless{d.noRoom(lean)}
	}
	if err != nil {
		return way{}, err
	}
	return way{append(drops, best.steps...), best.seconds + float64(len(drops))*rules.HandSeconds}, nil
}

// portion is the wants with half of what is missing of each, nil when there is
// no half.
func portion(l *state, wants []techtree.Want) []techtree.Want {
	less, halved := slices.Clone(wants), false
	for i := range less {
		if missing := less[i].Count - l.Count(less[i].Items...); missing > 1 {
			less[i].Count -= missing / 2
			halved = true
		}
	}
	if !halved {
		return nil
	}
	return less
}

// makeRoom is why something is thrown away.
var makeRoom = game.Say("step.room")

func throw(s game.Stack) game.Action {
	return game.Action{Kind: game.Drop, Item: s.Item, Quantity: s.Count}
}

// roomFirst begins a plan with throwing some junk away when the last action
// found the inventory full: the plan that it was part of had room.
func (d drafter) roomFirst(l *state, list []book.Subgoal) ([]game.Step, error) {
	if !d.FoundFull() || !d.Can(game.Drop) {
		return nil, nil
	}
	var wants []techtree.Want
	for i := range list {
		wants = append(append(wants, list[i].Wants...), list[i].Tools...)
	}
	junk := d.junk(l, wants)
	if len(junk) == 0 {
		return nil, d.noRoom(l)
	}
	var steps []game.Step
	for _, s := range junk[:min(roomForDrops, len(junk))] {
		if n := len(steps); n > 0 && steps[n-1].Action.Item == s.Item {
			steps[n-1].Action.Quantity += s.Count
		} else {
			steps = append(steps, game.Step{Action: throw(s), Source: game.FromRepair, Because: makeRoom})
		}
	}
	return steps, nil
}

// dropLate makes room no sooner than a step needs it, from a step on: what cannot be reached
// costs nothing that is held.
func (d drafter) dropLate(steps []game.Step, from int) []game.Step {
	for i := len(steps) - 1; i >= from; i-- {
		if steps[i].Because.Code != makeRoom.Code {
			continue
		}
		moved := func(to int) []game.Step {
			rest := slices.Delete(slices.Clone(steps), i, i+1)
			return slices.Insert(rest, to, steps[i])
		}
		// How far it may go: one that comes later than there is room finds a step without.
		n := sort.Search(len(steps)-1-i, func(n int) bool { return len(Check(d.Book, moved(i+n+1)).Faults) > 0 })
		if steps = moved(i + n); i+n == len(steps)-1 { // there is room for all of it
			steps = steps[:i+n]
		}
	}
	return steps
}

// roomFor throws one stack of junk away before steps that lack room, nil when
// there is none that they do not need or bring.
func (d drafter) roomFor(l *state, steps []game.Step) *game.Step {
	wants := d.reserve(l, nil, steps)
	for i := range steps {
		a := &steps[i].Action
		wants = append(wants, techtree.Want{Items: []string{a.Subject()}})
		if b, ok := l.v.Block(a.Target); ok && a.Kind == game.Mine {
			for _, y := range b.Yields(false) {
				wants = append(wants, techtree.Want{Items: []string{y.Item}})
			}
		}
	}
	junk := d.junk(l, wants)
	if len(junk) == 0 || !d.Can(game.Drop) {
		return nil
	}
	step := game.Step{Action: throw(junk[0]), Source: game.FromCompleting, Because: makeRoom, Group: steps[0].Group}
	if d.run(l, &step) != nil {
		return nil
	}
	return &step
}

// junk lists what may be thrown away, a stack each, the worst first. What is
// wanted is not among it.
func (d drafter) junk(l *state, wants []techtree.Want) []game.Stack {
	var list []game.Stack
	take := func(item string, kept int) {
		if slices.ContainsFunc(wants, func(w techtree.Want) bool { return slices.Contains(w.Items, item) }) {
			return
		}
		it, ok := l.v.Item(item)
		if !ok {
			return
		}
		for left := l.Count(item) - kept; left > 0; {
			n := left % it.Stack // the broken stack first
			n = cmp.Or(n, it.Stack)
			list = append(list, game.Stack{Item: item, Count: n})
			left -= n
		}
	}
	for _, item := range l.Junk() {
		take(d.Solver.Names[item], 0)
	}
	take("cobblestone", keptStone)
	return list
}

// SpaceFirst is what a plan begins with when the last action found the inventory
// full: the plan that it was part of had room. The error says that nothing may
// be thrown away.
func SpaceFirst(b *book.Book, list []book.Subgoal) ([]game.Step, error) {
	d := drafter{b}
	return d.roomFirst(d.open(), list)
}
