// SPDX-License-Identifier: MIT

package body

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// Bounds of what a body keeps of its changes (rule 19 of docs/protocol).
const (
	mostKept    = 4096
	mostInFrame = wire.MaxChanges
)

// kept are the changes of the world that Minehand has not said to be kept, in a count
// of their own. The body's mutex owns it.
type kept struct {
	series string
	last   int
	list   []game.Change
}

// add numbers changes. What does not fit pushes the oldest out, and an entry says so.
func (k *kept) add(list []game.Change) {
	for _, c := range list {
		k.last++
		c.N = k.last
		k.list = append(k.list, c)
	}
	if over := len(k.list) - mostKept; over > 0 {
		lost := game.Change{N: k.list[over].N, Why: game.WhyOther, Lost: true}
		k.list = append([]game.Change{lost}, k.list[over+1:]...)
	}
}

// frame is what goes with a frame: the oldest.
func (k *kept) frame() []game.Change { return slices.Clone(k.list[:min(len(k.list), mostInFrame)]) }

// forget drops what Minehand keeps.
func (k *kept) forget(m *wire.ChangesKept) {
	if m.Series == k.series {
		k.list = slices.DeleteFunc(k.list, func(c game.Change) bool { return c.N <= m.Through })
	}
}

// news takes in what changed in the world, and is what goes with the next frame; the
// caller holds mu.
func (b *Body) news() []game.Change {
	b.kept.add(b.world.TakeChanges())
	return b.kept.frame()
}
