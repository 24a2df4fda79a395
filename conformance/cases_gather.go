// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// gatherCases are the successes of mine.
func gatherCases() []testCase {
	return []testCase{
		{id: "action/mine/complete", about: "success comes when that many blocks are broken and their drops are in the inventory",
			kind: game.Mine, run: mineComplete},
		{id: "action/mine/at-place", about: "mine takes the place of one block", on: onlyV2, kind: game.Mine, run: mineAtPlace},
		{id: "action/mine/until", about: "mine stops when that many more of an item were gained", on: onlyV2, kind: game.Mine, run: mineUntil},
		{id: "rule-01/names-with-namespace", about: "names are taken with and without minecraft:", kind: game.Mine, run: mineNamespaced},
		{id: "action/mine/missing_tool", about: "a block that needs a tool which is not held is refused before it is broken",
			on: onlyV2, kind: game.Mine, run: mineMissingTool},
	}
}

func mineComplete(ctx context.Context, b *bench) (string, error) {
	const n = 2
	so, o, err := b.mineSoft(ctx, b.softHere(), n, func(ctx context.Context, so soft) (*outcome, error) {
		return b.measure(ctx, game.Action{Kind: game.Mine, Target: so.block, Quantity: n})
	})
	if err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, so.drop, n); err != nil {
		return "", err
	}
	if b.v2() && (o.result.Broken == nil || *o.result.Broken != n) {
		return "", fmt.Errorf("the result's broken has to be %d, not %s", n, number(o.result.Broken))
	}
	return fmt.Sprintf("broke %d %s and gained %d %s in %.1f s", n, so.block, n, so.drop, o.took.Seconds()), nil
}

func number(n *int) string {
	if n == nil {
		return "missing"
	}
	return fmt.Sprint(*n)
}

func mineAtPlace(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	if s.Nearby == nil {
		return "", skip("the body does not say which blocks it sees")
	}
	var tried string
	for _, so := range softBlocks {
		i := slices.IndexFunc(s.Nearby.Blocks, func(n game.Sight) bool { return n.Name == so.block })
		if i < 0 {
			continue
		}
		at := game.Vec3{X: s.Nearby.Blocks[i].X, Y: s.Nearby.Blocks[i].Y, Z: s.Nearby.Blocks[i].Z}.Block()
		o, err := b.measure(ctx, game.Action{Kind: game.Mine, At: &at})
		if err != nil {
			return "", err
		}
		if !o.ok() {
			if !b.elsewhere(o) {
				return "", fmt.Errorf("mining the %s at %s %s", so.block, at, o.said())
			}
			tried = o.said()
			continue
		}
		if err := b.gained(ctx, o, so.drop, 1); err != nil {
			return "", err
		}
		return fmt.Sprintf("broke the %s at %s", so.block, at), nil
	}
	if tried != "" {
		return "", skip("no block in view could be broken by its place: the last %s", tried)
	}
	return "", skip("no block that hands can break is in view")
}

func mineUntil(ctx context.Context, b *bench) (string, error) {
	so, o, err := b.mineSoft(ctx, b.softHere(), 1, func(ctx context.Context, so soft) (*outcome, error) {
		return b.measure(ctx, game.Action{Kind: game.Mine, Target: so.block, Until: &game.Until{Item: so.drop, Count: 1}})
	})
	if err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, so.drop, 1); err != nil {
		return "", err
	}
	return fmt.Sprintf("mined %s until 1 %s was gained", so.block, so.drop), nil
}

func mineNamespaced(ctx context.Context, b *bench) (string, error) {
	so, o, err := b.mineSoft(ctx, b.softHere(), 1, func(ctx context.Context, so soft) (*outcome, error) {
		if _, err := b.fresh(ctx); err != nil {
			return nil, err
		}
		return b.doRaw(ctx, map[string]any{"type": "mine", "target": game.Namespace + so.block, "quantity": 1})
	})
	if err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, so.drop, 1); err != nil {
		return "", err
	}
	return fmt.Sprintf("minecraft:%s was understood", so.block), nil
}

// hardBlocks drop nothing without a pickaxe.
var hardBlocks = []string{
	"stone", "cobblestone", "coal_ore", "iron_ore", "deepslate", "andesite", "diorite", "granite", "obsidian", "netherrack",
}

func mineMissingTool(ctx context.Context, b *bench) (string, error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", err
	}
	if item, held := b.most("_pickaxe"); held > 0 {
		return "", skip("the body holds a %s: take every pickaxe away to try this", item)
	}
	for _, block := range hardBlocks {
		if s.Nearby == nil || !slices.ContainsFunc(s.Nearby.Blocks, func(n game.Sight) bool { return n.Name == block }) {
			continue
		}
		o, err := b.do(ctx, game.Action{Kind: game.Mine, Target: block, Quantity: 1})
		if err != nil {
			return "", err
		}
		if err := b.refused(o, "mining "+block+" by hand", game.CodeMissingTool); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s without a pickaxe was refused", block), nil
	}
	return "", skip("no block that needs a pickaxe is in view")
}
