// SPDX-License-Identifier: MIT

package conformance

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// What is followed is a mob: a sapling that lies there is the nearest entity at times.
func TestWhatIsFollowedIsAMob(t *testing.T) {
	for want, names := range map[string][]string{"cow": {"oak_sapling", "cow"}, "zombie": {"item", "zombie"}, "": {"oak_sapling"}} {
		s := &game.State{Nearby: &game.Nearby{}}
		for _, n := range names {
			s.Nearby.Entities = append(s.Nearby.Entities, game.Sight{Name: n})
		}
		if got := inView(s, append(prey, strangers...)); got != want {
			t.Errorf("of %v %q is followed", names, got)
		}
	}
	if got := inView(&game.State{}, prey); got != "" {
		t.Errorf("%q is followed where nothing is told", got)
	}
}
