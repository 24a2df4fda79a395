// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
)

// everything counts what there is of each item: held, in chests, lying around,
// and standing as a placed block.
func (w *World) everything() map[string]int {
	total := w.player.inv.counts()
	for _, chest := range w.chests {
		for _, s := range chest {
			if s.count > 0 {
				total[s.item] += s.count
			}
		}
	}
	for _, l := range w.litter {
		total[l.item] += l.count
	}
	for _, b := range w.placed {
		total[b]++
	}
	return total
}

// sound checks what must hold of every inventory.
func sound(t *rapid.T, w *World) {
	check := func(where string, slots []slot) {
		for i, s := range slots {
			if s == (slot{}) {
				continue
			}
			if s.count < 1 || s.count > w.stackSize(s.item) || s.item == "" {
				t.Fatalf("%s slot %d holds %+v", where, i, s)
			}
			if it, ok := w.data.Item(s.item); !ok || (it.Durability > 0 && s.wear >= it.Durability) {
				t.Fatalf("%s slot %d holds %+v", where, i, s)
			}
		}
	}
	check("inventory", w.player.inv[:])
	for p, c := range w.chests {
		check("chest "+p.String(), c)
	}
	p := w.player
	if p.health < 0 || p.health > 20 || p.hunger < 0 || p.hunger > 20 || p.saturation < 0 || p.saturation > 20 {
		t.Fatalf("player %+v", p)
	}
}

// Moving things about makes nothing and loses nothing.
func TestItemsAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, err := New(Config{Speed: Unlimited, Seed: rapid.Int64Range(1, 50).Draw(t, "seed"), Inventory: map[string]int{
			"dirt": rapid.IntRange(1, 1984).Draw(t, "dirt"), "chest": 2, "oak_planks": 70, "iron_axe": 1, "iron_helmet": 1,
		}})
		if err != nil {
			t.Fatal(err)
		}
		before := w.everything()
		item := rapid.SampledFrom([]string{"dirt", "chest", "oak_planks", "iron_axe", "iron_helmet"})
		near := rapid.Custom(func(t *rapid.T) *game.Pos {
			for p := range w.placed {
				if rapid.Bool().Draw(t, "placed") {
					return &p
				}
			}
			p := w.feet()
			p.X += rapid.IntRange(-3, 3).Draw(t, "dx")
			p.Z += rapid.IntRange(-3, 3).Draw(t, "dz")
			p.Y += rapid.IntRange(0, 2).Draw(t, "dy")
			return &p
		})
		for range rapid.IntRange(1, 25).Draw(t, "actions") {
			a := game.Action{Quantity: rapid.IntRange(1, 130).Draw(t, "quantity")}
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				a.Kind, a.Block, a.At = game.Place, item.Draw(t, "block"), near.Draw(t, "at")
			case 1:
				a.Kind, a.At = game.Mine, near.Draw(t, "at")
				if w.placed[*a.At] == "" {
					continue // the land's own blocks would be new items
				}
			case 2:
				a.Kind, a.Item, a.At = game.Deposit, item.Draw(t, "item"), near.Draw(t, "at")
			case 3:
				a.Kind, a.Item, a.At = game.Withdraw, item.Draw(t, "item"), near.Draw(t, "at")
			case 4:
				a.Kind, a.Item = game.Drop, item.Draw(t, "item")
			case 5:
				a.Kind, a.Item = game.Collect, item.Draw(t, "item")
			case 6:
				a.Kind, a.Item = game.Equip, item.Draw(t, "item")
			}
			_, err := w.Do(t.Context(), a, nil)
			var f *game.Failure
			if err != nil && (!errors.As(err, &f) || f.Code == game.CodeInternal) {
				t.Fatal(err)
			}
			sound(t, w)
			if now := w.everything(); !maps.Equal(before, now) {
				t.Fatalf("after %s (%v) there is %v, and before there was %v", a.Describe(), err, now, before)
			}
		}
	})
}

// Any actions leave a sound world, a delta that is what changed, and who watches
// is told of every change of what is held.
func TestAnyActionsLeaveASoundWorld(t *testing.T) {
	names := []string{
		"oak_log", "stone", "iron_ore", "gravel", "oak_planks", "stick", "crafting_table", "furnace", "chest", "raw_iron",
		"coal", "apple", "bucket", "water", "cow", "white_bed", "torch", "netherrack", "diamond_pickaxe", "", "nonsense",
		"grass_block", "wheat_seeds", "wheat", "oak_sapling", "sugar_cane", "sheep", "fish", "egg",
	}
	rapid.Check(t, func(t *rapid.T) {
		watched := map[string]int{}
		watch := func(o Occurrence) {
			if watched[o.Name] += o.Count; watched[o.Name] == 0 {
				delete(watched, o.Name)
			}
		}
		w, err := New(Config{Speed: Unlimited, Watch: watch, Inventory: map[string]int{
			"wooden_pickaxe": 2, "oak_planks": 64, "raw_iron": 20, "coal": 9, "furnace": 1, "crafting_table": 1, "chest": 1, "bucket": 1, "apple": 3,
			"iron_hoe": 1, "wheat_seeds": 9, "wheat": 9, "oak_sapling": 3, "sugar_cane": 3, "shears": 1, "fishing_rod": 1,
		}})
		if err != nil {
			t.Fatal(err)
		}
		var changes ledger.Ledger
		number := 0
		for range rapid.IntRange(1, 12).Draw(t, "actions") {
			name := func(label string) string { return rapid.SampledFrom(names).Draw(t, label) }
			a := game.Action{
				Kind: rapid.SampledFrom(Kinds()).Draw(t, "kind"), Target: name("target"), Item: name("item"), Block: name("block"),
				Recipe: name("recipe"), For: name("for"), Message: "hello", Quantity: rapid.IntRange(0, 20).Draw(t, "quantity"),
			}
			if a.Kind == game.Wait || a.Kind == game.Follow {
				a.Seconds = 5
			}
			if rapid.Bool().Draw(t, "somewhere") {
				p := w.feet()
				p.X += rapid.IntRange(-40, 40).Draw(t, "x")
				p.Y += rapid.IntRange(-70, 10).Draw(t, "y")
				p.Z += rapid.IntRange(-40, 40).Draw(t, "z")
				a.At = &p
			}
			before := w.player.inv.counts()
			r, err := w.Do(t.Context(), a, nil)
			var f *game.Failure
			if err != nil && (!errors.As(err, &f) || f.Code == game.CodeInternal) {
				t.Fatal(err)
			}
			sound(t, w)
			if now := w.player.inv.counts(); !maps.Equal(watched, now) {
				t.Fatalf("after %s (%v) the occurrences add up to %v, and %v are held", a.Describe(), err, watched, now)
			}
			if diff := cmp.Diff(altered(w), told(w, &changes, &number)); diff != "" && len(w.grown) == 0 {
				t.Fatalf("after %s (%v) the world differs from what was told:\n%s", a.Describe(), err, diff)
			}
			if err == nil && r.Delta != nil {
				for item, n := range r.Delta {
					before[item] += n
				}
				for item, n := range before {
					if n != w.player.inv.count(item) {
						t.Fatalf("%s says it changed %v and holds %v", a.Describe(), r.Delta, w.player.inv.counts())
					}
				}
			}
		}
	})
}
