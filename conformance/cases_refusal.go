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

// refusing is a refusal that is named for the first of its codes.
func refusing(kind game.Kind, about string, on int, do func(b *bench) (game.Action, error), codes ...game.Code) refusal {
	return refusal{kind, string(codes[0]), about, on, do, codes}
}

// refusals are the failure codes of the action table that can be provoked
// without harm.
var refusals = []refusal{
	refusing(game.Goto, "a place in the air cannot be gone to", both, above(game.Goto, 60), game.CodeUnreachable, game.CodeNoPath),
	refusing(game.Goto, "a block that is nowhere near cannot be gone to", onlyV2, simply(game.Action{Target: rareBlock}),
		game.CodeNotFound),
	refusing(game.Goto, "a place in another dimension cannot be gone to", onlyV2, elsewhereGoto, game.CodeWrongDimension),
	refusing(game.Mine, "a block that is nowhere near cannot be mined", both, simply(game.Action{Target: rareBlock, Quantity: 1}),
		game.CodeNotFound),
	{game.Mine, "nothing-there", "air cannot be mined", onlyV2, above(game.Mine, 4), []game.Code{game.CodeNotFound}},
	refusing(game.Place, "a block that is not held cannot be placed", both, besides(game.Action{Block: "sponge"}),
		game.CodeMissingItem),
	refusing(game.Place, "a block cannot be placed in mid-air", onlyV2, midAir, game.CodeNoSupport, game.CodeUnreachable),
	refusing(game.Craft, "nothing is crafted from what is not held", both,
		simply(game.Action{Recipe: "flint_and_steel", Quantity: 1}), game.CodeMissingItem),
	refusing(game.Craft, "what has no recipe cannot be crafted", both, simply(game.Action{Recipe: "bedrock", Quantity: 1}),
		game.CodeUnknownRecipe),
	refusing(game.Smelt, "nothing is smelted that is not held", both, simply(game.Action{Item: "gold_ore", Quantity: 1}),
		game.CodeMissingItem, game.CodeNoStation),
	refusing(game.Interact, "a block that is nowhere near cannot be used", both, above(game.Interact, 3), game.CodeNotFound,
		game.CodeUnreachable),
	refusing(game.Collect, "an item that lies nowhere cannot be collected", onlyV2, simply(game.Action{Item: rareItem, Quantity: 1}),
		game.CodeNotFound),
	refusing(game.Build, "nothing is built of what is not held", onlyV2, buildOf("sponge"), game.CodeMissingItem),
	refusing(game.Equip, "what is not held cannot be taken in hand", onlyV2, simply(game.Action{Item: "elytra"}),
		game.CodeMissingItem),
	refusing(game.Consume, "what is not held cannot be eaten", onlyV2, simply(game.Action{Item: "golden_apple"}),
		game.CodeMissingItem),
	refusing(game.Attack, "a mob that is nowhere near cannot be attacked", onlyV2,
		simply(game.Action{Target: rareMob, Quantity: 1, Radius: 24}), game.CodeNotFound),
	refusing(game.Drop, "what is not held cannot be thrown away", onlyV2, simply(game.Action{Item: rareItem, Quantity: 1}),
		game.CodeMissingItem),
	refusing(game.Deposit, "nothing is put into a container that is not there", onlyV2, above(game.Deposit, 3), game.CodeNotFound),
	refusing(game.Withdraw, "nothing is taken out of a container that is not there", onlyV2, above(game.Withdraw, 3),
		game.CodeNotFound),
	refusing(game.Follow, "a mob that is nowhere near cannot be followed", onlyV2, simply(game.Action{Target: rareMob, Seconds: 5}),
		game.CodeNotFound),
	refusing(game.Explore, "looking for what is nowhere near ends after maxBlocks", onlyV2,
		simply(game.Action{For: rareBlock, MaxBlocks: 16, MaxSeconds: 30}), game.CodeNotFound),
	refusing(game.Use, "what is not held cannot be used", onlyV2, simply(game.Action{Item: rareItem}), game.CodeMissingItem),
	refusing(game.Sleep, "one cannot sleep by day or without a bed", onlyV2, sleepByDay, game.CodeNotNight, game.CodeNoBed,
		game.CodeMissingItem),
	refusing(game.Till, "soil is not tilled without a hoe", onlyV2, without("_hoe", game.Action{Target: "grass_block", Quantity: 1}),
		game.CodeMissingTool, game.CodeMissingItem),
	refusing(game.Plant, "nothing is planted that is not held", onlyV2,
		without("beetroot_seeds", game.Action{Target: "beetroot_seeds", Quantity: 1}), game.CodeMissingItem),
	refusing(game.Harvest, "nothing is harvested where nothing grows", onlyV2,
		unseen("beetroots", game.Action{Target: "beetroots", Quantity: 1}), game.CodeNotFound),
	refusing(game.Breed, "animals that are nowhere near are not bred", onlyV2,
		unseen("mooshroom", game.Action{Target: "mooshroom", Quantity: 1}), game.CodeNotFound, game.CodeMissingItem),
	refusing(game.Shear, "sheep are not shorn without shears", onlyV2, without("shears", game.Action{Target: "sheep", Quantity: 1}),
		game.CodeMissingTool, game.CodeMissingItem, game.CodeNotFound),
	refusing(game.Milk, "cows are not milked without a bucket", onlyV2, without("bucket", game.Action{Target: "cow", Quantity: 1}),
		game.CodeMissingItem, game.CodeMissingTool, game.CodeNotFound),
	refusing(game.Travel, "nobody goes to the Nether without a portal", onlyV2, withoutPortal, game.CodeMissingItem,
		game.CodeNotFound, game.CodeMissingTool),
	refusing(game.Brew, "no potion is brewed out of nothing", onlyV2,
		without("awkward_potion", game.Action{Recipe: "fire_resistance_potion", Quantity: 1}), game.CodeMissingItem,
		game.CodeNoStation, game.CodeNoFuel),
	refusing(game.Smith, "nothing is smithed out of nothing", onlyV2,
		without("netherite_ingot", game.Action{Recipe: "netherite_pickaxe", Quantity: 1}), game.CodeMissingItem, game.CodeNoStation),
	refusing(game.Smith, "a smithing table makes nothing that a grid makes", onlyV2,
		simply(game.Action{Recipe: "wooden_pickaxe", Quantity: 1}), game.CodeUnknownRecipe),
	refusing(game.Barter, "nobody barters with what is not held", onlyV2,
		without("gold_ingot", game.Action{Item: "gold_ingot", Quantity: 1}), game.CodeMissingItem, game.CodeMissingTool,
		game.CodeNotFound),
	refusing(game.Trade, "nothing is sold that is not held", onlyV2,
		without("rabbit", game.Action{Item: "rabbit", For: "emerald", Quantity: 1}), game.CodeMissingItem, game.CodeNotFound),
	refusing(game.Enchant, "what is not held is not enchanted", onlyV2, without("_pickaxe", game.Action{Item: "diamond_pickaxe"}),
		game.CodeMissingItem, game.CodeNoStation, game.CodeMissingLevels),
	refusing(game.Fish, "no fish is caught without a rod", onlyV2, without("fishing_rod", game.Action{Target: "cod", Quantity: 1}),
		game.CodeMissingTool, game.CodeMissingItem, game.CodeNotFound),
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
