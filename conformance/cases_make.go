// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"fmt"

	"github.com/minehand/minehand/game"
)

// makeCases are craft and smelt. What they need is fetched first, from logs on.
func makeCases() []testCase {
	return []testCase{
		{id: "action/craft/complete", about: "success comes when that many items were gained; the body makes whole batches",
			kind: game.Craft, run: craftComplete},
		{id: "action/craft/no_station", about: "a recipe that needs a crafting table fails without one", on: onlyV2,
			kind: game.Craft, run: craftNoStation},
		{id: "action/craft/at-table", about: "a recipe that needs a crafting table is made at one nearby", kind: game.Craft, run: craftAtTable},
		{id: "action/craft/using", about: "a craft that names its ingredients takes no others, and fails when they do not suffice",
			on: onlyV2, kind: game.Craft, run: craftUsing},
		{id: "action/smelt/no_station", about: "smelting fails without a furnace", on: onlyV2, kind: game.Smelt, run: smeltNoStation},
		{id: "action/smelt/complete", about: "success comes when the outputs are in the inventory", kind: game.Smelt, run: smeltComplete},
	}
}

func craftComplete(ctx context.Context, b *bench) (string, error) {
	log, err := b.logs(ctx, 2)
	if err != nil {
		return "", err
	}
	planks := log[:len(log)-len("_log")] + "_planks"
	const n = 5 // two batches of four
	o, err := b.achieves(ctx, game.Action{Kind: game.Craft, Recipe: planks, Quantity: n}, "crafting %d %s from 2 %s", n, planks, log)
	if err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, planks, n); err != nil {
		return "", err
	}
	if err := b.lost(ctx, o, log, 2); err != nil {
		return "", err
	}
	return fmt.Sprintf("asked for %d %s and got two batches from 2 %s", n, planks, log), nil
}

func craftNoStation(ctx context.Context, b *bench) (string, error) {
	if err := b.sticks(ctx, 2, 3); err != nil {
		return "", err
	}
	if _, err := b.planks(ctx, 3); err != nil {
		return "", err
	}
	if _, ok := b.near("crafting_table"); ok || b.now().Count("crafting_table") > 0 {
		return "", skip("a crafting table is at hand")
	}
	o, err := b.do(ctx, game.Action{Kind: game.Craft, Recipe: "wooden_pickaxe", Quantity: 1})
	if err != nil {
		return "", err
	}
	if o.ok() && b.gained(ctx, o, "wooden_pickaxe", 1) == nil {
		return "", skip("the body found a crafting table of its own")
	}
	if err := b.refused(o, "crafting a wooden pickaxe without a table", game.CodeNoStation); err != nil {
		return "", err
	}
	return o.said(), nil
}

func craftAtTable(ctx context.Context, b *bench) (string, error) {
	at, err := b.station(ctx, "crafting_table")
	if err != nil {
		return "", err
	}
	if err := b.sticks(ctx, 2, 3); err != nil {
		return "", err
	}
	if _, err := b.planks(ctx, 3); err != nil {
		return "", err
	}
	a := game.Action{Kind: game.Craft, Recipe: "wooden_pickaxe", Quantity: 1}
	o, err := b.achieves(ctx, a, "crafting a wooden pickaxe with a table at %s", at)
	if err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, "wooden_pickaxe", 1); err != nil {
		return "", err
	}
	return fmt.Sprintf("made a wooden pickaxe at the table at %s", at), nil
}

func craftUsing(ctx context.Context, b *bench) (string, error) {
	planks, err := b.planks(ctx, 3)
	if err != nil {
		return "", err
	}
	const sticks = 4 // of two planks (Minecraft Wiki, "Stick")
	a := game.Action{Kind: game.Craft, Recipe: "stick", Quantity: sticks, Using: map[string]int{planks: 1}}
	o, err := b.do(ctx, a)
	if err != nil {
		return "", err
	}
	what := "crafting sticks with using {" + planks + ": 1}, where two are needed and more are held,"
	if err := b.refused(o, what, game.CodeMissingItem); err != nil {
		return "", err
	}
	a.Using = map[string]int{planks: 2}
	if o, err = b.achieves(ctx, a, "crafting %d sticks with using {%s: 2}", sticks, planks); err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, "stick", sticks); err != nil {
		return "", err
	}
	if err := b.lost(ctx, o, planks, 2); err != nil {
		return "", err
	}
	return fmt.Sprintf("1 %s was not enough, and 2 of those held were used", planks), nil
}

// smeltingReady gets a log to smelt and planks to burn.
func (b *bench) smeltingReady(ctx context.Context) (string, error) {
	if _, err := b.planks(ctx, 2); err != nil { // two burn for 30 s, one item takes 10
		return "", err
	}
	return b.logs(ctx, 1)
}

func smeltNoStation(ctx context.Context, b *bench) (string, error) {
	log, err := b.smeltingReady(ctx)
	if err != nil {
		return "", err
	}
	if _, ok := b.near("furnace"); ok || b.now().Count("furnace") > 0 {
		return "", skip("a furnace is at hand")
	}
	o, err := b.do(ctx, game.Action{Kind: game.Smelt, Item: log, Quantity: 1})
	if err != nil {
		return "", err
	}
	if o.ok() && b.gained(ctx, o, "charcoal", 1) == nil {
		return "", skip("the body found a furnace of its own")
	}
	if err := b.refused(o, "smelting without a furnace", game.CodeNoStation); err != nil {
		return "", err
	}
	return o.said(), nil
}

func smeltComplete(ctx context.Context, b *bench) (string, error) {
	at, err := b.station(ctx, "furnace")
	if err != nil {
		return "", err
	}
	log, err := b.smeltingReady(ctx)
	if err != nil {
		return "", err
	}
	a := game.Action{Kind: game.Smelt, Item: log, Quantity: 1}
	o, err := b.achieves(ctx, a, "smelting a %s with a furnace at %s and planks to burn", log, at)
	if err != nil {
		return "", err
	}
	if err := b.gained(ctx, o, "charcoal", 1); err != nil {
		return "", err
	}
	return fmt.Sprintf("smelted 1 %s into charcoal in %.1f s", log, o.took.Seconds()), nil
}
