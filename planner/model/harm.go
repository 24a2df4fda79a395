// SPDX-License-Identifier: MIT

package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
)

// denials are words that forbid what a goal names, besides negations.
var denials = []string{"don't", "nobody", "nothing", "leave"}

// longestName is how many words a name of a mob or block has at most.
const longestName = 4

// Harms are faults for what no model does of its own accord (docs/protocol, Do no
// harm): it attacks nobody whom a player keeps or fears, and breaks no container,
// bed or station that was not placed for this goal, unless the goal names it and
// forbids nothing.
func Harms(b *book.Book, steps []game.Step) []string {
	l := lexicon.Of(b.Version)
	words := strings.Fields(lexicon.Normal(b.Request.Goal))
	forbids := slices.ContainsFunc(words, func(w string) bool { return goals.Negates(w) || slices.Contains(denials, w) })
	named := func(t lexicon.Table, id string) bool {
		for from := range words {
			for to := from + 1; to <= min(len(words), from+longestName) && !forbids; to++ {
				if m, ok := t[strings.Join(words[from:to], " ")]; ok && slices.Contains(m.Items, id) {
					return true
				}
			}
		}
		return false
	}
	placed := map[string]bool{} // by the plan itself
	var faults []string
	for i := range steps {
		a := &steps[i].Action
		harm := ""
		switch a.Kind {
		case game.Place:
			placed[a.Block] = true
		case game.Attack:
			if befriended(b, a.Target) && !named(l.Mobs, a.Target) {
				harm = "is attacked"
			}
		case game.Mine:
			if furniture(b, a.Target) && !placed[a.Target] && !b.Placed(a.Target) && !named(l.Blocks, a.Target) {
				harm = "is broken"
			}
		default:
		}
		if harm != "" {
			faults = append(faults, fmt.Sprintf("step %d (%s): no %s %s unless the goal asks for it by name; leave it out",
				i+1, a.Describe(), game.Display(a.Target), harm))
		}
	}
	return faults
}

// befriended reports whether players keep or fear to lose such a mob.
func befriended(b *book.Book, mob string) bool {
	m, ok := b.Version.Mob(mob)
	return ok && m.Friend
}

// furniture reports whether a block is one that somebody uses where it stands.
func furniture(b *book.Book, block string) bool {
	v := b.Version
	return v.IsContainer(block) || v.IsBed(block) || v.IsStation(block)
}
