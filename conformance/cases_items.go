// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// itemCases are the successes of place and of the kinds that move items.
func itemCases() []testCase {
	return []testCase{
		{id: "action/place/complete", about: "success comes when the block stands, and one item is gone", kind: game.Place, run: placeComplete},
		{id: "action/place/anywhere", about: "place without a position finds a free place", on: onlyV2, kind: game.Place, run: placeAnywhere},
		{id: "action/build/complete", about: "success comes when all blocks stand: placed and total say so", on: onlyV2,
			kind: game.Build, run: buildComplete},
		{id: "action/equip/complete", about: "the item is in hand afterwards", on: onlyV2, kind: game.Equip, run: equipComplete},
		{id: "action/drop/complete", about: "the items are gone from the inventory", on: onlyV2, kind: game.Drop, run: dropComplete},
		{id: "action/collect/complete", about: "items that lie around are in the inventory afterwards", on: onlyV2,
			kind: game.Collect, run: collectComplete},
		{id: "action/deposit/complete", about: "the items are in the container: delta and contents say so", on: onlyV2,
			kind: game.Deposit, run: depositComplete},
		{id: "action/withdraw/complete", about: "the items are back in the inventory: delta and contents say so", on: onlyV2,
			kind: game.Withdraw, run: withdrawComplete},
		{id: "action/use/complete", about: "using an item that does nothing is a success", on: onlyV2, kind: game.Use, run: useComplete},
	}
}

// cheap is a block that is held and that nothing else is made of: something to
// place and to throw away.
func (b *bench) cheap(ctx context.Context, n int) (string, error) {
	s, err := b.fresh(ctx) // the state before may still hold what a case has just used up
	if err != nil {
		return "", err
	}
	for _, item := range []string{"dirt", "sand", "cobblestone", "red_sand", "mud"} {
		if s.Count(item) >= n {
			return item, nil
		}
	}
	if item, held := b.most("_planks"); held >= n {
		return item, nil
	}
	if item, held := b.most("_log"); held >= n {
		return item, nil
	}
	return b.planks(ctx, n)
}

func placeComplete(ctx context.Context, b *bench) (string, error) {
	block, err := b.cheap(ctx, 1)
	if err != nil {
		return "", err
	}
	at, o, err := b.placeNear(ctx, block)
	if err != nil {
		return "", err
	}
	if !o.ok() {
		if b.elsewhere(o) {
			return "", skip("no place beside the body took a %s: the last %s", block, o.said())
		}
		return "", fmt.Errorf("placing a %s %s", block, o.said())
	}
	if b.v2() && (o.result.Position == nil || o.result.Position.Block() != at) {
		return "", fmt.Errorf("the result's position has to be %s, not %s", at, spot(o.result.Position))
	}
	return fmt.Sprintf("placed a %s at %s", block, at), nil
}

func placeAnywhere(ctx context.Context, b *bench) (string, error) {
	block, err := b.cheap(ctx, 1)
	if err != nil {
		return "", err
	}
	o, err := b.measure(ctx, game.Action{Kind: game.Place, Block: block})
	if err != nil {
		return "", err
	}
	if !o.ok() {
		if b.elsewhere(o) {
			return "", skip("the body found no free place: it %s", o.said())
		}
		return "", fmt.Errorf("placing a %s %s", block, o.said())
	}
	if o.result.Position == nil {
		return "", fmt.Errorf("the result has no position, so nobody knows where it stands")
	}
	return fmt.Sprintf("placed a %s at %s", block, o.result.Position.Block()), b.lost(ctx, o, block, 1)
}

func buildComplete(ctx context.Context, b *bench) (string, error) {
	block, err := b.cheap(ctx, 2)
	if err != nil {
		return "", err
	}
	places, err := b.beside(ctx)
	if err != nil {
		return "", err
	}
	var last *outcome
	var unspent error
	for _, at := range places {
		edits := []game.Edit{{X: at.X, Y: at.Y, Z: at.Z, Block: block}, {X: at.X, Y: at.Y + 1, Z: at.Z, Block: block}}
		o, err := b.measure(ctx, game.Action{Kind: game.Build, Edits: edits})
		if err != nil {
			return "", err
		}
		if last = o; !o.ok() {
			if !b.elsewhere(o) {
				return "", fmt.Errorf("building two blocks of %s %s", block, o.said())
			}
			continue
		}
		if o.result.Placed == nil || *o.result.Placed != 2 || o.result.Total == nil || *o.result.Total != 2 {
			return "", fmt.Errorf("the result's placed and total have to be 2 and 2, not %s and %s", number(o.result.Placed), number(o.result.Total))
		}
		gone := func(s *game.State) bool { return s.Count(block) < o.before.Count(block) }
		if after, there, err := b.shows(ctx, o, gone); err != nil || !there {
			if err != nil {
				return "", err
			}
			// Both may have stood there already, placed by an earlier case: another place tells.
			unspent = fmt.Errorf("build said success and the state shows %d %s as before", after.Count(block), block)
			continue
		}
		return fmt.Sprintf("built two %s at %s", block, at), nil
	}
	if unspent != nil {
		return "", unspent
	}
	return "", skip("no place beside the body took two %s: the last %s", block, last.said())
}

// held is any item that the body holds, "" for none.
func (b *bench) held() string {
	s := b.now()
	if len(s.Inventory) == 0 {
		return ""
	}
	for _, st := range s.Inventory {
		if st.Slot < game.SlotsMain && st.Item != s.HeldItem {
			return st.Item
		}
	}
	return s.Inventory[0].Item
}

func equipComplete(ctx context.Context, b *bench) (string, error) {
	item := b.held()
	if item == "" {
		return "", skip("the inventory is empty")
	}
	o, err := b.succeeds(ctx, game.Action{Kind: game.Equip, Item: item, Slot: "hand"}, "taking the %s in hand", item)
	if err != nil {
		return "", err
	}
	after, there, err := b.shows(ctx, o, func(s *game.State) bool { return s.HeldItem == item })
	if err != nil {
		return "", err
	}
	if !there {
		if after.HeldItem == "" {
			return "", fmt.Errorf("equip said success and the state has no heldItem to show it")
		}
		return "", fmt.Errorf("equip said success for %s and the state's heldItem is %s", item, after.HeldItem)
	}
	return fmt.Sprintf("took the %s in hand", item), nil
}

// foods are eaten without harm, and only when hungry.
var foods = []string{
	"bread", "apple", "cooked_beef", "cooked_porkchop", "cooked_chicken", "cooked_mutton", "cooked_cod", "cooked_salmon",
	"baked_potato", "carrot", "melon_slice", "cookie", "sweet_berries", "beef", "porkchop", "mutton",
}

func (b *bench) food() string {
	s := b.now()
	for _, f := range foods {
		if s.Count(f) > 0 {
			return f
		}
	}
	return ""
}

// full is the hunger of a player who cannot eat.
const full = 20

// meal is something to eat that the body holds, and its player's hunger; a case
// that needs both is skipped without.
func (b *bench) meal(ctx context.Context) (food string, hunger float64, err error) {
	s, err := b.fresh(ctx)
	if err != nil {
		return "", 0, err
	}
	if food = b.food(); food == "" {
		return "", 0, skip("the body holds nothing to eat, such as bread")
	}
	if s.Hunger == nil {
		return "", 0, skip("the body does not report its hunger")
	}
	return food, *s.Hunger, nil
}

// mealCases come behind attack: a fight makes hungry, so that one of the two has
// something to try.
func mealCases() []testCase {
	return []testCase{
		{id: "action/consume/complete", about: "the food is gone and hunger is stilled", on: onlyV2, kind: game.Consume, run: consumeComplete},
		{id: "action/consume/not_hungry", about: "food is refused on a full stomach", on: onlyV2, kind: game.Consume, run: consumeNotHungry},
	}
}

func consumeComplete(ctx context.Context, b *bench) (string, error) {
	food, hunger, err := b.meal(ctx)
	switch {
	case err != nil:
		return "", err
	case hunger >= full:
		return "", skip("the player is not hungry")
	}
	o, err := b.achieves(ctx, game.Action{Kind: game.Consume, Item: food}, "eating %s with hunger at %g", food, hunger)
	if err != nil {
		return "", err
	}
	return "ate 1 " + food, b.lost(ctx, o, food, 1)
}

func consumeNotHungry(ctx context.Context, b *bench) (string, error) {
	food, hunger, err := b.meal(ctx)
	switch {
	case err != nil:
		return "", err
	case hunger < full:
		return "", skip("the player is hungry")
	}
	o, err := b.do(ctx, game.Action{Kind: game.Consume, Item: food})
	if err != nil {
		return "", err
	}
	return o.said(), b.refused(o, "eating on a full stomach", game.CodeNotHungry)
}

func dropComplete(ctx context.Context, b *bench) (string, error) {
	item, err := b.cheap(ctx, 1)
	if err != nil {
		return "", err
	}
	return b.throw(ctx, item)
}

func (b *bench) throw(ctx context.Context, item string) (string, error) {
	o, err := b.achieves(ctx, game.Action{Kind: game.Drop, Item: item, Quantity: 1}, "throwing 1 %s away", item)
	if err != nil {
		return "", err
	}
	return "threw 1 " + item + " away", b.lost(ctx, o, item, 1)
}

func collectComplete(ctx context.Context, b *bench) (string, error) {
	if !b.can(game.Drop) {
		return "", skip("the body does not have the action drop, with which something to collect is thrown down")
	}
	item, err := b.cheap(ctx, 1)
	if err != nil {
		return "", err
	}
	if _, err := b.throw(ctx, item); err != nil {
		return "", cannot("something to collect", err)
	}
	o, err := b.measure(ctx, game.Action{Kind: game.Collect, Item: item, Quantity: 1})
	if err != nil {
		return "", err
	}
	if o.code() == game.CodeNotFound {
		return "", skip("what was thrown down was gone: picked up again, or out of reach")
	}
	if !o.ok() {
		return "", fmt.Errorf("collecting 1 %s %s", item, o.said())
	}
	return "picked up 1 " + item, b.gained(ctx, o, item, 1)
}

func depositComplete(ctx context.Context, b *bench) (string, error) {
	at, err := b.station(ctx, "chest")
	if err != nil {
		return "", err
	}
	item, err := b.cheap(ctx, 1)
	if err != nil {
		return "", err
	}
	a := game.Action{Kind: game.Deposit, Item: item, Quantity: 1, At: &at}
	o, err := b.achieves(ctx, a, "putting 1 %s into the chest at %s", item, at)
	if err != nil {
		return "", err
	}
	if err := b.lost(ctx, o, item, 1); err != nil {
		return "", err
	}
	if !slices.ContainsFunc(o.result.Contents, func(s game.Stack) bool { return s.Item == item }) {
		return "", fmt.Errorf("the result's contents do not list the %s", item)
	}
	b.stored = append(b.stored, item)
	return fmt.Sprintf("put 1 %s into the chest at %s", item, at), nil
}

func withdrawComplete(ctx context.Context, b *bench) (string, error) {
	at, ok := b.placed["chest"]
	if !ok || len(b.stored) == 0 {
		if _, err := depositComplete(ctx, b); err != nil {
			return "", cannot("something in a chest", err)
		}
		at = b.placed["chest"]
	}
	item := b.stored[0]
	a := game.Action{Kind: game.Withdraw, Item: item, Quantity: 1, At: &at}
	o, err := b.achieves(ctx, a, "taking 1 %s out of the chest at %s", item, at)
	if err != nil {
		return "", err
	}
	b.stored = b.stored[1:]
	return fmt.Sprintf("took 1 %s out of the chest at %s", item, at), b.gained(ctx, o, item, 1)
}

func useComplete(ctx context.Context, b *bench) (string, error) {
	if err := b.sticks(ctx, 1, 0); err != nil {
		return "", err
	}
	if _, err := b.succeeds(ctx, game.Action{Kind: game.Use, Item: "stick"}, "using a stick"); err != nil {
		return "", err
	}
	return "used a stick: nothing came of it", nil
}
