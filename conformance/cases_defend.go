// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"errors"

	"github.com/minehand/minehand/game"
)

// defendCases are what a body has to do for defend.
func defendCases() []testCase {
	return []testCase{
		{id: "action/defend/complete", about: "guarding ends when its seconds are over, within the radius", on: onlyV2,
			kind: game.Defend, run: defendComplete},
	}
}

func defendComplete(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	if s.Position == nil {
		return "", skip("the states carry no position")
	}
	const radius = 4
	post := s.Position.Feet()
	o, err := b.succeeds(ctx, game.Action{Kind: game.Defend, At: &post, Radius: radius, Seconds: 2}, "guarding its place for 2 s")
	if err != nil {
		return "", err
	}
	if at := o.result.Position; at == nil || at.Distance(post.Center()) > radius {
		return "", errors.New("the result's position is not within the radius")
	}
	return "guarded its place for 2 s", nil
}
