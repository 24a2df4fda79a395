// SPDX-License-Identifier: MIT

package book

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// Unknown reports whether an id is a thing of the game that the tables do not have: one
// of another namespace (a mod's or a data pack's), or one that the body itself has
// reported. It is passed on and tried, never called impossible (docs/protocol, rule 22).
// A misspelt name is neither.
func (b *Book) Unknown(id string) bool {
	name := game.Name(id)
	if _, known := b.Version.Item(name); known || name == "" {
		return false
	}
	if _, known := b.Version.Block(name); known {
		return false
	}
	if _, known := b.Version.Mob(name); known {
		return false
	}
	space, path, ok := strings.Cut(name, ":")
	if ok && space != "" && path != "" {
		return true
	}
	_, seen := b.Seen()[name]
	return seen || b.Held(name) > 0
}

// KnownDimension reports whether the tables know what is found in a dimension; that one
// was not told stands for one that they know.
func KnownDimension(id string) bool {
	return slices.Contains([]string{"", Overworld, "the_nether", "the_end"}, game.Name(id))
}

// Leads reports whether the body goes through a portal from one dimension to another.
func (b *Book) Leads(from, to string) bool {
	_, ok := b.Solver.Travel(from, to, true)
	return ok && b.Can(game.Travel)
}

// Tried says in a sentence that a thing of the tables' unknown is tried as it is.
func (b *Book) Tried(id string) game.Message {
	return game.Say("step.tried", "thing", game.Name(id), "version", b.Version.Name)
}

// elsewhere says that the body is in a dimension that the tables do not know.
func (b *Book) elsewhere() (m game.Message) {
	at := game.Name(b.Request.State.Dimension)
	if KnownDimension(at) {
		return m
	}
	return game.Say("notice.elsewhere", "world", at)
}
