// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"fmt"

	"github.com/minehand/minehand/game"
)

// keepsPlaces names the place where the body stands as protected, and asks for
// what may then not be done: the block below it and the one beside it.
func keepsPlaces(ctx context.Context, b *bench) (string, error) {
	if c := b.registered().Capabilities; c == nil || !c.Protects {
		return "", skip("the body says at register that it cannot keep away from protected places: Minehand keeps it from going near them")
	}
	feet, err := b.feet()
	if err != nil {
		return "", err
	}
	dimension := game.Name(b.now().Dimension)
	b.protect(game.Zone{Name: "conformance", X: feet.X, Y: feet.Y, Z: feet.Z, Dimension: dimension, Radius: game.DefaultZoneRadius})
	if _, _, err := b.drop(ctx); err != nil { // it hears of the place when it registers again
		b.protect()
		return "", err
	}
	said, fault := b.refusesThere(ctx, feet)
	b.protect()
	if _, _, err := b.drop(ctx); err != nil {
		return "", err
	}
	return said, fault
}

func (b *bench) refusesThere(ctx context.Context, feet game.Pos) (string, error) {
	acts := []game.Action{{Kind: game.Mine, At: &game.Pos{X: feet.X, Y: feet.Y - 1, Z: feet.Z}}}
	block, _ := b.most("_planks")
	if block == "" {
		block, _ = b.most("_log")
	}
	if block != "" {
		acts = append(acts, game.Action{Kind: game.Place, Block: block, At: &game.Pos{X: feet.X + 1, Y: feet.Y, Z: feet.Z}})
	}
	for _, a := range acts {
		if !b.can(a.Kind) {
			continue
		}
		o, err := b.do(ctx, a)
		if err != nil {
			return "", err
		}
		if err := b.refused(o, a.Describe()+" in a protected place", game.CodeProtected); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("nothing was changed within %d blocks of %s", game.DefaultZoneRadius, feet), nil
}
