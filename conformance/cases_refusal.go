// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// refusal is an action that has to fail, and the codes that say why. What make returns gets
// the row's kind.
type refusal struct {
	kind  game.Kind
	name  string
	about string
	on    int
	make  func(b *bench) (game.Action, error)
	codes []game.Code
}

// Names of what nobody has by chance.
const (
	rareItem  = "nether_star"
	rareBlock = "dragon_egg"
	rareMob   = "wither"
)

// refusals are the failure codes of the action table that can be provoked
// without harm.
var refusals = []refusal{
	{game.Goto, "unreachable", "a place in the air cannot be gone to", both, above(game.Goto, 60),
		[]game.Code{game.CodeNoPath, game.CodeUnreachable}},
	{game.Goto, "not_found", "a block that is nowhere near cannot be gone to", onlyV2, simply(game.Action{Target: rareBlock}),
		[]game.Code{game.CodeNotFound}},
	{game.Goto, "wrong_dimension", "a place in another dimension cannot be gone to", onlyV2, elsewhereGoto,
		[]game.Code{game.CodeWrongDimension}},
	{game.Mine, "not_found", "a block that is nowhere near cannot be mined", both, simply(game.Action{Target: rareBlock, Quantity: 1}),
		[]game.Code{game.CodeNotFound}},
	{game.Mine, "nothing-there", "air cannot be mined", onlyV2, above(game.Mine, 4), []game.Code{game.CodeNotFound}},
	{game.Place, "missing_item", "a block that is not held cannot be placed", both, besides(game.Action{Block: "sponge"}),
		[]game.Code{game.CodeMissingItem}},
	{game.Place, "no_support", "a block cannot be placed in mid-air", onlyV2, midAir,
		[]game.Code{game.CodeNoSupport, game.CodeUnreachable}},
	{game.Craft, "missing_item", "nothing is crafted from what is not held", both,
		simply(game.Action{Recipe: "flint_and_steel", Quantity: 1}), []game.Code{game.CodeMissingItem}},
	{game.Craft, "unknown_recipe", "what has no recipe cannot be crafted", both, simply(game.Action{Recipe: "bedrock", Quantity: 1}),
		[]game.Code{game.CodeUnknownRecipe}},
	{game.Smelt, "missing_item", "nothing is smelted that is not held", both, simply(game.Action{Item: "gold_ore", Quantity: 1}),
		[]game.Code{game.CodeMissingItem, game.CodeNoStation}},
	{game.Interact, "not_found", "a block that is nowhere near cannot be used", both, above(game.Interact, 3),
		[]game.Code{game.CodeNotFound, game.CodeUnreachable}},
	{game.Collect, "not_found", "an item that lies nowhere cannot be collected", onlyV2, simply(game.Action{Item: rareItem, Quantity: 1}),
		[]game.Code{game.CodeNotFound}},
	{game.Build, "missing_item", "nothing is built of what is not held", onlyV2, buildOf("sponge"), []game.Code{game.CodeMissingItem}},
	{game.Equip, "missing_item", "what is not held cannot be taken in hand", onlyV2, simply(game.Action{Item: "elytra"}),
		[]game.Code{game.CodeMissingItem}},
	{game.Consume, "missing_item", "what is not held cannot be eaten", onlyV2, simply(game.Action{Item: "golden_apple"}),
		[]game.Code{game.CodeMissingItem}},
	{game.Attack, "not_found", "a mob that is nowhere near cannot be attacked", onlyV2,
		simply(game.Action{Target: rareMob, Quantity: 1, Radius: 24}), []game.Code{game.CodeNotFound}},
	{game.Drop, "missing_item", "what is not held cannot be thrown away", onlyV2, simply(game.Action{Item: rareItem, Quantity: 1}),
		[]game.Code{game.CodeMissingItem}},
	{game.Deposit, "not_found", "nothing is put into a container that is not there", onlyV2, above(game.Deposit, 3),
		[]game.Code{game.CodeNotFound}},
	{game.Withdraw, "not_found", "nothing is taken out of a container that is not there", onlyV2, above(game.Withdraw, 3),
		[]game.Code{game.CodeNotFound}},
	{game.Follow, "not_found", "a mob that is nowhere near cannot be followed", onlyV2, simply(game.Action{Target: rareMob, Seconds: 5}),
		[]game.Code{game.CodeNotFound}},
	{game.Explore, "not_found", "looking for what is nowhere near ends after maxBlocks", onlyV2,
		simply(game.Action{For: rareBlock, MaxBlocks: 16, MaxSeconds: 30}), []game.Code{game.CodeNotFound}},
	{game.Use, "missing_item", "what is not held cannot be used", onlyV2, simply(game.Action{Item: rareItem}),
		[]game.Code{game.CodeMissingItem}},
	{game.Sleep, "not_night", "one cannot sleep by day or without a bed", onlyV2, sleepByDay,
		[]game.Code{game.CodeNotNight, game.CodeNoBed, game.CodeMissingItem}},
	{game.Till, "missing_tool", "soil is not tilled without a hoe", onlyV2,
		without("_hoe", game.Action{Target: "grass_block", Quantity: 1}), []game.Code{game.CodeMissingTool, game.CodeMissingItem}},
	{game.Plant, "missing_item", "nothing is planted that is not held", onlyV2,
		without("beetroot_seeds", game.Action{Target: "beetroot_seeds", Quantity: 1}), []game.Code{game.CodeMissingItem}},
	{game.Harvest, "not_found", "nothing is harvested where nothing grows", onlyV2,
		unseen("beetroots", game.Action{Target: "beetroots", Quantity: 1}), []game.Code{game.CodeNotFound}},
	{game.Breed, "not_found", "animals that are nowhere near are not bred", onlyV2,
		unseen("mooshroom", game.Action{Target: "mooshroom", Quantity: 1}), []game.Code{game.CodeNotFound, game.CodeMissingItem}},
	{game.Shear, "missing_tool", "sheep are not shorn without shears", onlyV2, without("shears", game.Action{Target: "sheep", Quantity: 1}),
		[]game.Code{game.CodeMissingTool, game.CodeMissingItem, game.CodeNotFound}},
	{game.Milk, "missing_item", "cows are not milked without a bucket", onlyV2, without("bucket", game.Action{Target: "cow", Quantity: 1}),
		[]game.Code{game.CodeMissingItem, game.CodeMissingTool, game.CodeNotFound}},
	{game.Travel, "missing_item", "nobody goes to the Nether without a portal", onlyV2, withoutPortal,
		[]game.Code{game.CodeMissingItem, game.CodeNotFound, game.CodeMissingTool}},
	{game.Brew, "missing_item", "no potion is brewed out of nothing", onlyV2,
		without("awkward_potion", game.Action{Recipe: "fire_resistance_potion", Quantity: 1}),
		[]game.Code{game.CodeMissingItem, game.CodeNoStation, game.CodeNoFuel}},
	{game.Smith, "missing_item", "nothing is smithed out of nothing", onlyV2,
		without("netherite_ingot", game.Action{Recipe: "netherite_pickaxe", Quantity: 1}),
		[]game.Code{game.CodeMissingItem, game.CodeNoStation}},
	{game.Smith, "unknown_recipe", "a smithing table makes nothing that a grid makes", onlyV2,
		simply(game.Action{Recipe: "wooden_pickaxe", Quantity: 1}), []game.Code{game.CodeUnknownRecipe}},
	{game.Barter, "missing_item", "nobody barters with what is not held", onlyV2,
		without("gold_ingot", game.Action{Item: "gold_ingot", Quantity: 1}),
		[]game.Code{game.CodeMissingItem, game.CodeMissingTool, game.CodeNotFound}},
	{game.Trade, "missing_item", "nothing is sold that is not held", onlyV2,
		without("rabbit", game.Action{Item: "rabbit", For: "emerald", Quantity: 1}), []game.Code{game.CodeMissingItem, game.CodeNotFound}},
	{game.Enchant, "missing_item", "what is not held is not enchanted", onlyV2, without("_pickaxe", game.Action{Item: "diamond_pickaxe"}),
		[]game.Code{game.CodeMissingItem, game.CodeNoStation, game.CodeMissingLevels}},
	{game.Fish, "missing_tool", "no fish is caught without a rod", onlyV2, without("fishing_rod", game.Action{Target: "cod", Quantity: 1}),
		[]game.Code{game.CodeMissingTool, game.CodeMissingItem, game.CodeNotFound}},
}

// refusalCases are the refusals, and for every kind an action without what it
// needs.
func refusalCases() []testCase {
	var cases []testCase
	for _, r := range refusals {
		cases = append(cases, testCase{
			id: fmt.Sprintf("action/%s/%s", r.kind, r.name), about: r.about, on: r.on, kind: r.kind,
			run: func(ctx context.Context, b *bench) (string, error) { return refuses(ctx, b, r) },
		})
	}
	for _, row := range game.Catalogue() {
		bare := game.Action{Kind: row.Kind}
		if row.Local || bare.Validate() == nil {
			continue
		}
		cases = append(cases, testCase{
			id: fmt.Sprintf("action/%s/invalid", row.Kind), about: fmt.Sprintf("%s without what it needs fails (code invalid)", row.Kind),
			on: onlyV2, kind: row.Kind, run: func(ctx context.Context, b *bench) (string, error) { return bareFails(ctx, b, row.Kind) },
		})
	}
	return cases
}

func refuses(ctx context.Context, b *bench, r refusal) (string, error) {
	a, err := r.make(b)
	if err != nil {
		return "", err
	}
	a.Kind = r.kind
	if r.codes[0] == game.CodeMissingItem && b.now().Count(a.Subject()) > 0 {
		return "", skip("the body holds %s, which this case takes for missing", a.Subject())
	}
	o, err := b.do(ctx, a)
	if err != nil {
		return "", err
	}
	if err := b.refused(o, a.Describe(), r.codes...); err != nil {
		return "", err
	}
	return o.said(), nil
}

func bareFails(ctx context.Context, b *bench, kind game.Kind) (string, error) {
	o, err := b.doRaw(ctx, map[string]any{"type": string(kind)})
	if err != nil {
		return "", err
	}
	if err := b.refused(o, string(kind)+" without its fields", game.CodeInvalid); err != nil {
		return "", err
	}
	return o.said(), nil
}

func simply(a game.Action) func(*bench) (game.Action, error) {
	return func(*bench) (game.Action, error) { return a, nil }
}

// above is an action at a place over the head.
func above(kind game.Kind, blocks int) func(*bench) (game.Action, error) {
	return func(b *bench) (game.Action, error) {
		a, err := b.at(0, blocks)
		switch kind {
		case game.Deposit, game.Withdraw:
			a.Item, a.Quantity = rareItem, 1
			if item := b.held(); kind == game.Deposit && item != "" {
				a.Item = item
			}
		case game.Interact:
			a.Target = rareBlock
		default:
		}
		return a, err
	}
}

// at is an action at a place beside the feet.
func (b *bench) at(dx, dy int) (game.Action, error) {
	at, err := b.feet()
	at.X, at.Y = at.X+dx, at.Y+dy
	return game.Action{At: &at}, err
}

func besides(a game.Action) func(*bench) (game.Action, error) {
	return func(b *bench) (game.Action, error) {
		placed, err := b.at(2, 0)
		placed.Block = a.Block
		return placed, err
	}
}

func midAir(b *bench) (game.Action, error) {
	a, err := b.at(2, 30)
	if err != nil {
		return a, err
	}
	if a.Block, _ = b.most("_planks"); a.Block == "" {
		if a.Block, _ = b.most("_log"); a.Block == "" {
			return a, skip("the body holds no planks and no logs to place")
		}
	}
	return a, nil
}

func elsewhereGoto(b *bench) (game.Action, error) {
	a, err := b.at(0, 0)
	a.At.Dimension = "the_end"
	if b.now().Dimension == "the_end" {
		a.At.Dimension = "overworld"
	}
	return a, err
}

func buildOf(block string) func(*bench) (game.Action, error) {
	return func(b *bench) (game.Action, error) {
		a, err := b.at(2, 0)
		return game.Action{Edits: []game.Edit{{X: a.At.X, Y: a.At.Y, Z: a.At.Z, Block: block}}}, err
	}
}

func sleepByDay(b *bench) (game.Action, error) {
	a := game.Action{}
	if t := b.now().Time; t == nil || *t > 12_000 {
		return a, skip("it is not day, or the body does not say what time it is")
	}
	return a, nil
}

// without skips the case when an item with the suffix is held.
func without(suffix string, a game.Action) func(*bench) (game.Action, error) {
	return func(b *bench) (game.Action, error) {
		if item, held := b.most(suffix); held > 0 {
			return a, skip("the body holds a %s", item)
		}
		return a, nil
	}
}

// withoutPortal goes to the Nether where there is no portal and nothing to build one of.
func withoutPortal(b *bench) (game.Action, error) {
	a := game.Action{Target: "the_nether"}
	if game.Name(b.now().Dimension) == a.Target {
		return a, skip("the body is there")
	}
	if a, err := unseen("nether_portal", a)(b); err != nil {
		return a, err
	}
	return without("obsidian", a)(b)
}

// unseen skips the case when something of that name is in view.
func unseen(name string, a game.Action) func(*bench) (game.Action, error) {
	return func(b *bench) (game.Action, error) {
		if seen := b.now().Nearby; seen != nil {
			for _, n := range slices.Concat(seen.Blocks, seen.Entities) {
				if n.Name == name {
					return a, skip("%s is in view", game.Display(name))
				}
			}
		}
		return a, nil
	}
}
