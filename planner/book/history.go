// SPDX-License-Identifier: MIT

package book

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// happened says that an attempt was confirmed or claimed.
func happened(a *game.Attempt) bool {
	return a.Verdict == game.Confirmed || a.Verdict == game.Claimed
}

// Did counts how often an action was confirmed or claimed in this task, and how far one
// that failed got all the same, as clauses count it; an empty subject stands for any.
func (b *Book) Did(k game.Kind, subject string) int { return b.DidAt(k, subject, nil) }

// DidAt counts those of them at a place; nil stands for any.
func (b *Book) DidAt(k game.Kind, subject string, at *game.Pos) int {
	n := 0
	for i := range b.Request.History {
		h := &b.Request.History[i]
		a := &h.Step.Action
		if a.Kind != k || subject != "" && a.Subject() != subject || at != nil && !game.SamePlace(a.At, at) {
			continue
		}
		switch r := h.Outcome.Result; {
		case !happened(h):
			if c, shown := game.CreditOf(h, i+1); shown {
				n += c.Units
			}
		case k == game.Attack && r != nil && r.Killed != nil:
			n += *r.Killed
		default:
			n += a.Count()
		}
	}
	return n
}

// Left reports whether one of some blocks was left as it was asked to stand (game.Action.As).
func (b *Book) Left(blocks []string, as string) bool {
	for i := range b.Request.History {
		if c, worked := game.CreditOf(&b.Request.History[i], i+1); worked && c.As == as && slices.Contains(blocks, c.Subject) {
			return true
		}
	}
	return false
}

// WentTo is where the body stood when such a walk of this task ended last; nil
// when none did. Where that was not told it is where the body stands now.
func (b *Book) WentTo(walk *game.Action) *game.Pos {
	for i := range slices.Backward(b.Request.History) {
		h := &b.Request.History[i]
		a := &h.Step.Action
		same := a.At == nil && walk.At == nil && strings.EqualFold(a.Target, walk.Target) ||
			a.At != nil && walk.At != nil && a.At.X == walk.At.X && a.At.Z == walk.At.Z
		if a.Kind != game.Goto || !same || !happened(h) {
			continue
		}
		return b.stoodAfter(h)
	}
	return nil
}

// stoodAfter is where the body stood after an attempt, as far as is known.
func (b *Book) stoodAfter(h *game.Attempt) *game.Pos {
	stood := b.Request.State.Position
	switch r := h.Outcome.Result; {
	case h.Outcome.After != nil && h.Outcome.After.Position != nil:
		stood = h.Outcome.After.Position
	case r != nil && r.Position != nil:
		stood = r.Position
	}
	if stood == nil {
		return nil
	}
	at := stood.Feet()
	return &at
}

// Said reports whether a line was said in this task.
func (b *Book) Said(line string) bool {
	return slices.ContainsFunc(b.Request.History, func(h game.Attempt) bool {
		return h.Step.Action.Kind == game.Chat && h.Step.Action.Message == line && happened(&h)
	})
}

// PlacedBefore lists the stations that this task set up where the body still
// stands. A body that said it placed one and then found none is not believed.
func (b *Book) PlacedBefore() []string {
	var blocks []string
	for _, h := range slices.Backward(b.Request.History) {
		if f := h.Outcome.Failure; f != nil && f.Code == game.CodeNoStation {
			return nil
		}
		a := &h.Step.Action
		if info, _ := game.Lookup(a.Kind); info.StaysPut {
			continue
		}
		if a.Kind != game.Place {
			return blocks
		}
		if b.Version.IsStation(a.Block) && happened(&h) {
			blocks = append(blocks, a.Block)
		}
	}
	return blocks
}

// Reach is within how many blocks a station is at hand: StationReach, until the body
// found none although one stands there. Another body reaches less far, and how far
// off a thing is may be told in round figures.
func (b *Book) Reach() float64 {
	for _, h := range slices.Backward(b.Request.History) {
		if f := h.Outcome.Failure; f != nil && f.Code == game.CodeNoStation {
			return 2 * BesideStation
		}
		info, _ := game.Lookup(h.Step.Action.Kind)
		needed := slices.Contains(info.Codes, game.CodeNoStation)
		if happened(&h) && (needed || h.Step.Action.Kind == game.Goto || b.Version.IsStation(h.Step.Action.Block)) {
			break
		}
	}
	return StationReach
}

// OwnContainer is where the container stands that this task placed last; nil
// when there is none with room.
func (b *Book) OwnContainer(block string) *game.Pos {
	var at *game.Pos
	for i := range b.Request.History {
		h := &b.Request.History[i]
		switch a := &h.Step.Action; {
		case a.Kind == game.Place && a.Block == block && happened(h):
			if r := h.Outcome.Result; r != nil && r.Position != nil {
				stands := r.Position.Block()
				at = &stands
			}
		case a.Kind == game.Deposit && at != nil && a.At != nil && *a.At == *at:
			if f := h.Outcome.Failure; f != nil && f.Code == game.CodeInventoryFull {
				at = nil
			}
		}
	}
	return at
}

// FoundFull reports whether the last action failed because the inventory had no
// room.
func (b *Book) FoundFull() bool {
	n := len(b.Request.History)
	if n == 0 {
		return false
	}
	last := &b.Request.History[n-1]
	f := last.Outcome.Failure
	if last.Step.Action.Kind == game.Deposit { // the container is
		return false
	}
	return f != nil && f.Code == game.CodeInventoryFull
}

// KilledLast reports whether the last attack of this task on a mob was confirmed
// or claimed.
func (b *Book) KilledLast(mob string) bool {
	for i := range slices.Backward(b.Request.History) {
		if a := &b.Request.History[i]; a.Step.Action.Kind == game.Attack && a.Step.Action.Target == mob {
			return happened(a)
		}
	}
	return false
}

// FoundFed reports whether the body was not hungry enough in this task to eat.
func (b *Book) FoundFed() bool {
	return slices.ContainsFunc(b.Request.History, func(h game.Attempt) bool {
		return h.Step.Action.Kind == game.Consume && h.Outcome.Failure != nil && h.Outcome.Failure.Code == game.CodeNotHungry
	})
}

// LastFailure is the failure of this task's last action of a kind that failed, empty for none.
func (b *Book) LastFailure(kind game.Kind) game.Code {
	for _, h := range slices.Backward(b.Request.History) {
		if f := h.Outcome.Failure; h.Step.Action.Kind == kind && f != nil {
			return f.Code
		}
	}
	return ""
}

// TooFewLevels says that the body lacked levels when it was to enchant, and has fought
// for none since.
func (b *Book) TooFewLevels() bool {
	for _, h := range slices.Backward(b.Request.History) {
		switch f := h.Outcome.Failure; {
		case h.Step.Action.Kind == game.Attack && happened(&h):
			return false
		case h.Step.Action.Kind == game.Enchant && f != nil:
			return f.Code == game.CodeMissingLevels
		}
	}
	return false
}

// PlacedBed says that a bed of this task stands, as far as the body found it.
func (b *Book) PlacedBed() bool {
	stands := false
	for i := range b.Request.History {
		h := &b.Request.History[i]
		switch a := &h.Step.Action; {
		case a.Kind == game.Place && b.Version.IsBed(a.Block) && happened(h):
			stands = true
		case h.Outcome.Failure != nil && h.Outcome.Failure.Code == game.CodeNoBed:
			stands = false
		}
	}
	return stands
}

// Placed says that the task placed such a block before.
func (b *Book) Placed(block string) bool {
	return slices.ContainsFunc(b.Request.History, func(a game.Attempt) bool {
		return a.Step.Action.Kind == game.Place && a.Step.Action.Block == block
	})
}

// Edits are the blocks that an action places at places.
func Edits(a *game.Action) []game.Edit {
	switch {
	case a.Kind == game.Build:
		return a.Edits
	case a.Kind == game.Place && a.At != nil:
		return []game.Edit{{X: a.At.X, Y: a.At.Y, Z: a.At.Z, Block: a.Block}}
	}
	return nil
}

// stand are those of an attempt's edits that stand by its result: all of them where it
// worked and does not say.
func stand(a *game.Attempt, edits []game.Edit) []game.Edit {
	list, known := a.Outcome.Result.Stand(edits)
	if !known && happened(a) {
		return edits
	}
	return list
}

// BuiltSpots are the places where blocks of this task stand, by the results: of each the
// newest word counts.
func (b *Book) BuiltSpots() map[game.Pos]bool {
	spots := map[game.Pos]bool{}
	for i := range b.Request.History {
		a := &b.Request.History[i]
		edits := Edits(&a.Step.Action)
		if r := a.Outcome.Result; r != nil && r.Lacks != nil {
			for _, e := range edits {
				delete(spots, game.Pos{X: e.X, Y: e.Y, Z: e.Z})
			}
		}
		for _, e := range stand(a, edits) {
			spots[game.Pos{X: e.X, Y: e.Y, Z: e.Z}] = true
		}
	}
	return spots
}

// AboutPlace says that a failure is about the place.
func AboutPlace(c game.Code) bool {
	switch c {
	case game.CodeUnreachable, game.CodeNoSupport, game.CodeProtected, game.CodeNoPath:
		return true
	default:
		return false
	}
}

// FailedAt says why a block could not be placed: the first that an attempt left
// out. A failed build tells no count, so that all its blocks count as left out. One that a
// look found missing may be somebody else's doing: it counts when that goes on.
func (b *Book) FailedAt(e game.Edit) (reason string, failed bool) {
	lacked := 0
	for i := range b.Request.History {
		a := &b.Request.History[i]
		f, r := a.Outcome.Failure, a.Outcome.Result
		edits := Edits(&a.Step.Action)
		switch {
		case f == nil:
		case r != nil && r.Lacks != nil:
			if at := slices.Index(edits, e); slices.Contains(r.Lacks, at) {
				lacked++
			}
			if lacked == mostLacked {
				return f.Message, true
			}
		case AboutPlace(f.Code):
			if n := len(stand(a, edits)); n < len(edits) && edits[n] == e {
				return f.Message, true
			}
		}
	}
	return "", false
}

// mostLacked is how often a block may be found missing after it was placed before its place
// is given up.
const mostLacked = 3

// foundLast is the index of the last attempt that mined a block, -1 for none.
func foundLast(history []game.Attempt, block string) int {
	for i := len(history) - 1; i >= 0; i-- {
		if a := &history[i]; a.Step.Action.Kind == game.Mine && a.Step.Action.Target == block && happened(a) {
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

// SearchesFor counts the walks of this task for a block since one was found: to
// remembered places, and looking around.
func (b *Book) SearchesFor(block string) (sites, walks int) {
	history := b.Request.History
	for i := foundLast(history, block) + 1; i < len(history); i++ {
		s := &history[i].Step
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

// SearchedAt says that a remembered place of a block was looked at already.
func (b *Book) SearchedAt(block string, p game.Pos) bool {
	history := b.Request.History
	return slices.ContainsFunc(history[foundLast(history, block)+1:], func(a game.Attempt) bool {
		s := &a.Step
		return s.Seeks == block && s.Action.Kind == game.Goto && s.Action.At != nil && *s.Action.At == p
	})
}

// LongestSearch is how far this task walked at most to look for something, in
// blocks.
func (b *Book) LongestSearch(thing string) int {
	longest := 0
	for i := range b.Request.History {
		if past := &b.Request.History[i].Step.Action; past.Kind == game.Explore && past.For == thing {
			longest = max(longest, past.MaxBlocks)
		}
	}
	return longest
}
