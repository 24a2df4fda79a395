// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
)

// worldCases are the successes of the kinds that look, wait, fight and speak.
func worldCases() []testCase {
	return []testCase{
		{id: "action/interact/complete", about: "a block is used once", kind: game.Interact, run: interactComplete},
		{id: "action/chat/complete", about: "a line is said in the chat, once", kind: game.Chat, run: chatComplete},
		{id: "action/look/complete", about: "the body looks at a place", on: onlyV2, kind: game.Look, run: lookComplete},
		{id: "action/wait/complete", about: "success comes when the seconds are over", on: onlyV2, kind: game.Wait, run: waitComplete},
		{id: "action/wait/until", about: "waiting for the time of day that it is ends at once", on: onlyV2, kind: game.Wait, run: waitUntil},
		{id: "action/explore/complete", about: "success comes when what is looked for is in sight, with a position", on: onlyV2,
			kind: game.Explore, run: exploreComplete},
		{id: "action/follow/complete", about: "following ends when its seconds are over", on: onlyV2, kind: game.Follow, run: followComplete},
		{id: "action/attack/complete", about: "success comes when that many were killed", on: onlyV2, kind: game.Attack, run: attackComplete},
	}
}

func interactComplete(ctx context.Context, b *bench) (string, error) {
	at, err := b.feet()
	if err != nil {
		return "", err
	}
	a := game.Action{Kind: game.Interact}
	if table, ok := b.near("crafting_table"); ok {
		a.At, a.Target = &table, "crafting_table"
	} else {
		at.X, at.Y = at.X+1, at.Y-1 // the ground before the feet
		a.At = &at
		if !b.v2() {
			return "", skip("no block of a known name is at hand")
		}
	}
	if _, err := b.succeeds(ctx, a, "using the block at %s", a.At); err != nil {
		return "", err
	}
	return fmt.Sprintf("used the block at %s", a.At), nil
}

func chatComplete(ctx context.Context, b *bench) (string, error) {
	const line = "minehand conformance says hello"
	if _, err := b.succeeds(ctx, game.Action{Kind: game.Chat, Message: line}, "saying a line"); err != nil {
		return "", err
	}
	return fmt.Sprintf("said %q", line), nil
}

func lookComplete(ctx context.Context, b *bench) (string, error) {
	a, err := b.idle()
	if err != nil {
		return "", err
	}
	a.At.X += 3
	if _, err := b.succeeds(ctx, game.Action{Kind: game.Look, At: a.At}, "looking at %s", a.At); err != nil {
		return "", err
	}
	return "looked at " + a.At.String(), nil
}

func waitComplete(ctx context.Context, b *bench) (string, error) {
	o, err := b.succeeds(ctx, game.Action{Kind: game.Wait, Seconds: 2}, "waiting 2 s")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("waited 2 s of the game in %.1f s", o.took.Seconds()), nil
}

// Minecraft's night, in ticks of the day (Minecraft Wiki, "Daylight cycle").
const (
	nightFrom = 13_000
	nightTo   = 23_000
	// edge keeps clear of the moment at which day and night change.
	edge = 500
	// edgeMost is how long that takes at the game's 20 ticks a second, and a little.
	edgeMost = 55 * time.Second
)

// turning: day and night are about to change, or have just.
func turning(t int) bool {
	return t > nightFrom-edge && t < nightFrom+edge || t > nightTo-edge && t < nightTo+edge
}

func waitUntil(ctx context.Context, b *bench) (string, error) {
	now := b.now().Time
	if now == nil {
		return "", skip("the body does not say what time it is")
	}
	t, phase := *now, "day"
	if turning(t) {
		e, _, err := b.await(ctx, b.len(), edgeMost, func(e *entry) bool {
			return isState(e) && e.state().Data.Time != nil && !turning(*e.state().Data.Time)
		})
		switch {
		case ctx.Err() != nil:
			return "", err
		case err != nil:
			return "", skip("it is about to become day or night, and stays so")
		}
		t = *e.state().Data.Time
	}
	if t > nightFrom && t < nightTo {
		phase = "night"
	}
	until := game.Action{Kind: game.Wait, Until: &game.Until{Phase: phase}}
	if _, err := b.succeeds(ctx, until, "waiting until %s when it is %[1]s", phase); err != nil {
		return "", err
	}
	return fmt.Sprintf("at %d ticks it is %s already", t, phase), nil
}

func exploreComplete(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	if s.Nearby == nil || len(s.Nearby.Blocks) == 0 {
		return "", skip("the body does not say which blocks it sees")
	}
	block := s.Nearby.Blocks[0].Name
	a := game.Action{Kind: game.Explore, For: block, MaxBlocks: 32, MaxSeconds: 60}
	o, err := b.succeeds(ctx, a, "exploring for %s, which is in sight,", block)
	if err != nil {
		return "", err
	}
	if o.result.Position == nil {
		return "", fmt.Errorf("the result has no position")
	}
	return fmt.Sprintf("%s came in sight at %s", block, spot(o.result.Position)), nil
}

func followComplete(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	mob := inView(s, slices.Concat(prey, strangers))
	if mob == "" {
		return "", skip("no mob is in view that is known here")
	}
	if _, err := b.succeeds(ctx, game.Action{Kind: game.Follow, Target: mob, Seconds: 2}, "following a %s for 2 s", mob); err != nil {
		return "", err
	}
	return "followed a " + mob + " for 2 s", nil
}

// prey are the animals that may be killed to try attack: nobody's pets.
var prey = []string{"chicken", "cow", "pig", "sheep", "rabbit", "cod", "salmon"}

// strangers are other mobs that can be followed. What lies there is an entity, too, and is not.
var strangers = []string{"villager", "horse", "donkey", "goat", "wolf", "cat", "zombie", "skeleton", "spider", "creeper", "slime", "enderman"}

// inView is the first of some mobs that a state shows, empty for none.
func inView(s *game.State, mobs []string) string {
	for _, mob := range mobs {
		if s.Nearby != nil && slices.ContainsFunc(s.Nearby.Entities, func(n game.Sight) bool { return n.Name == mob }) {
			return mob
		}
	}
	return ""
}

func attackComplete(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	mob := inView(s, prey)
	if mob == "" {
		return "", skip("no animal is in view: %v", prey)
	}
	o, err := b.succeeds(ctx, game.Action{Kind: game.Attack, Target: mob, Quantity: 1}, "attacking a %s", mob)
	if err != nil {
		return "", err
	}
	if o.result.Killed == nil || *o.result.Killed != 1 {
		return "", fmt.Errorf("the result's killed has to be 1, not %s", number(o.result.Killed))
	}
	return "killed 1 " + mob, nil
}
