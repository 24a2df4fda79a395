// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// moveCases are goto, which everything else stands on.
func moveCases() []testCase {
	return []testCase{
		{id: "action/goto/complete", about: "success comes when the feet are within range, and the state shows them there",
			kind: game.Goto, run: gotoComplete},
		{id: "action/goto/target", about: "goto takes a block in view instead of a position", on: onlyV2, kind: game.Goto, run: gotoTarget},
	}
}

// far is what a place that is off by more than the body's width is: not reached.
const (
	gotoBlocks = 6   // how far the walk leads
	gotoSlack  = 1.0 // beyond the range: feet stand anywhere in a block
	touch      = 5.0 // as far as hands reach, and a little
)

func gotoComplete(ctx context.Context, b *bench) (string, error) {
	start, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	if start.Position == nil {
		return "", errors.New("the state has no position")
	}
	from := start.Position.Feet()
	var last *outcome
	for _, d := range [...][2]int{{gotoBlocks, 0}, {-gotoBlocks, 0}, {0, gotoBlocks}, {0, -gotoBlocks}} {
		to := game.Pos{X: from.X + d[0], Y: from.Y, Z: from.Z + d[1]}
		o, err := b.measure(ctx, game.Action{Kind: game.Goto, At: &to})
		if err != nil {
			return "", err
		}
		if last = o; !o.ok() {
			if !b.elsewhere(o) {
				return "", fmt.Errorf("goto %s, %d blocks away, %s", to, gotoBlocks, o.said())
			}
			continue
		}
		return b.arrived(ctx, o, to)
	}
	return "", fmt.Errorf("none of four places %d blocks away could be gone to: the last %s", gotoBlocks, last.said())
}

// arrived compares a success of goto with the states.
func (b *bench) arrived(ctx context.Context, o *outcome, to game.Pos) (string, error) {
	within := func(p *game.Vec3) bool { return p != nil && p.Distance(to.Center()) <= 1+gotoSlack }
	after, there, err := b.shows(ctx, o, func(s *game.State) bool { return within(s.Position) })
	if err != nil {
		return "", err
	}
	if !there {
		return "", fmt.Errorf("goto %s said success and the state shows the feet at %s", to, spot(after.Position))
	}
	if b.v2() {
		if o.result.Position == nil {
			return "", errors.New("the result has no position")
		}
		if !within(o.result.Position) {
			return "", fmt.Errorf("the result's position is %s and the place was %s", spot(o.result.Position), to)
		}
	}
	return fmt.Sprintf("went from %s to %s in %.1f s", spot(o.before.Position), spot(after.Position), o.took.Seconds()), nil
}

func spot(p *game.Vec3) string {
	if p == nil {
		return "an unknown place"
	}
	return fmt.Sprintf("%.1f %.1f %.1f", p.X, p.Y, p.Z)
}

func gotoTarget(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	if s.Nearby == nil || len(s.Nearby.Blocks) == 0 {
		return "", skip("the body does not say which blocks it sees")
	}
	target := s.Nearby.Blocks[0].Name
	o, err := b.do(ctx, game.Action{Kind: game.Goto, Target: target})
	if err != nil {
		return "", err
	}
	if !o.ok() {
		if b.elsewhere(o) {
			return "", skip("going to %s %s", target, o.said())
		}
		return "", fmt.Errorf("goto %s %s", target, o.said())
	}
	_, there, err := b.shows(ctx, o, func(s *game.State) bool { return touches(s, target) })
	if err != nil {
		return "", err
	}
	if !there {
		return "", fmt.Errorf("goto %s said success and the state shows none within %g blocks", target, touch)
	}
	return "went to " + target, nil
}

// touches reports whether a body stands beside a block of a kind.
func touches(s *game.State, block string) bool {
	return s.Position != nil && s.Nearby != nil && slices.ContainsFunc(s.Nearby.Blocks, func(n game.Sight) bool {
		return n.Name == block && s.Position.Distance(game.Vec3{X: n.X + 0.5, Y: n.Y, Z: n.Z + 0.5}) <= touch
	})
}
