// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"strings"

	"github.com/minehand/minehand/game"
)

// owner is a second player in the world: whose body the first one is. They stand
// where they stood from the beginning, and pick up what is dropped for them.
type owner struct {
	name string
	at   game.Pos
	has  map[string]int
}

// ownerSteps is how far from the first player's start the owner stands, in blocks:
// in view, and far enough that coming is a walk.
const ownerSteps = 12

// newOwner has the owner stand near where the player starts; nil without a name.
func (w *World) newOwner(name string) *owner {
	if name == "" {
		return nil
	}
	at := w.land.spawn
	at.X += ownerSteps
	if stand, ok := w.footing(at, ownerSteps/2); ok {
		at = stand
	}
	return &owner{name: name, at: at, has: map[string]int{}}
}

// isOwner reports whether a name is the owner's.
func (w *World) isOwner(name string) bool {
	return w.owner != nil && strings.EqualFold(name, w.owner.name)
}

// toOwner takes the player beside the owner.
func (x *run) toOwner() *game.Failure {
	if x.owner.at.Dimension != x.player.dimension {
		return fail(game.CodeWrongDimension, "%s is in %s and the player is in %s", x.owner.name, game.Display(x.owner.at.Dimension),
			game.Display(x.player.dimension))
	}
	stand, ok := x.beside(x.owner.at)
	if !ok {
		return fail(game.CodeNoPath, "there is no place to stand near %s", x.owner.name)
	}
	if x.feet() == stand {
		return nil
	}
	return x.walk(stand)
}

// hand drops items for the owner, who picks them up.
func (x *run) hand(stacks []slot) {
	for _, s := range stacks {
		x.items(Thrown, s.item, -s.count, x.owner.at)
		x.owner.has[s.item] += s.count
	}
}

// ownerInView is the owner as the player sees them, nil when they do not.
func (w *World) ownerInView() []game.Sight {
	if w.owner == nil || w.owner.at.Dimension != w.player.dimension {
		return nil
	}
	d := w.player.at.Distance(w.owner.at.Center())
	if d > sightBlocks {
		return nil
	}
	at := w.owner.at
	return []game.Sight{{Name: w.owner.name, X: float64(at.X), Y: float64(at.Y), Z: float64(at.Z), Distance: math.Round(d*10) / 10}}
}

// kind says how many may be in the world: an owner comes over the local network.
func (w *World) kind() string {
	if w.owner != nil {
		return "lan"
	}
	return "singleplayer"
}
