// SPDX-License-Identifier: MIT

package techtree

import "github.com/minehand/minehand/game/data"

// Search is how many seconds a walk to the first block or mob of a name is
// expected to take when none is in view. ok is false for what is nowhere to be
// met by itself.
func (s *Solver) Search(name string) (seconds float64, ok bool) {
	if m, is := s.v.Mob(name); is {
		return m.Search, true
	}
	b, is := s.v.Block(name)
	switch {
	case !is || b.Hardness < 0:
	case b.Natural:
		return b.Search, true
	case b.Structure != "":
		return structureSeconds(b.Structure), true
	}
	return 0, false
}

// Kill is how many seconds it is expected to take to run after a mob and kill it.
func Kill(m *data.Mob) float64 { return killSeconds + m.Health/4 }
