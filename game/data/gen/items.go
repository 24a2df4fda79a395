// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

// fuels are the rules of what burns, by item; the first of an item counts.
func (b *builder) fuels() map[string]fuelRule {
	fuel := map[string]fuelRule{}
	for _, rule := range b.rules.fuel {
		if !b.within(rule.Span) {
			continue
		}
		for _, name := range b.pick("fuel", b.rules.expand(rule.Items), b.itemNames) {
			if _, ok := fuel[name]; !ok {
				fuel[name] = rule
			}
		}
	}
	return fuel
}

// leavings are what is left of each item that is used up.
func (b *builder) leavings() map[string]string {
	leaves := map[string]string{}
	for _, rule := range b.rules.leaves {
		for _, name := range b.pick("leaves", rule.Items, b.itemNames) {
			leaves[name] = rule.Leaves
		}
	}
	return leaves
}

// durabilities are the uses of tools for which the source has none or wrong ones.
func (b *builder) durabilities() map[string]int {
	uses := map[string]int{}
	for _, rule := range b.rules.tools.Durability {
		if b.within(rule.Span) {
			for _, name := range b.pick("tools", rule.Items, b.itemNames) {
				uses[name] = rule.Uses
			}
		}
	}
	return uses
}

func (b *builder) buildItems() error {
	fuel, leaves, uses := b.fuels(), b.leavings(), b.durabilities()
	// Some versions of the source multiply the saturation twice; what a food
	// restores never changed, and the newest has it right.
	last, err := b.pkg.version(newest)
	if err != nil {
		return err
	}
	// One version of the source gives what is worn a single use.
	sated, lasts := map[string]float64{}, map[string]int{}
	for _, in := range last.items {
		sated[in.Name] = math.Round(in.Saturation*100) / 100
		lasts[in.Name] = in.MaxDurability
	}
	for _, in := range b.src.items {
		if isAir(in.Name) {
			continue
		}
		it := table.Item{
			Name: in.Name, Display: displayFor(in.DisplayName, in.Name), Durability: in.MaxDurability,
			Hunger: in.FoodPoints, Saturation: sated[in.Name], Leaves: leaves[in.Name],
			Fuel: fuel[in.Name].Ticks, FuelLeaves: fuel[in.Name].Leaves, Block: b.placed(in.Name),
			Experiment: b.experimental[in.Name],
		}
		if in.StackSize != 64 {
			it.Stack = in.StackSize
		}
		if it.Durability == 1 {
			it.Durability = lasts[in.Name]
		}
		if n, ok := uses[in.Name]; ok {
			it.Durability = n
		}
		b.tool(&it)
		b.file.Items = append(b.file.Items, it)
	}
	return nil
}

func (b *builder) placed(item string) string {
	if block, ok := b.rules.places[item]; ok {
		if _, has := b.src.block[block]; has {
			return block
		}
	}
	if _, ok := b.src.block[item]; ok {
		return item
	}
	return ""
}

// tool fills in class, tier, speed and durability from the name.
func (b *builder) tool(it *table.Item) {
	rules := b.rules.tools
	if it.Name == "shears" {
		it.Class, it.Speed = "shears", rules.ShearsSpeed
		return
	}
	for _, tier := range rules.Tiers {
		class, ok := strings.CutPrefix(it.Name, tier.Prefix+"_")
		if !ok {
			continue
		}
		for _, c := range rules.Classes {
			if class != c {
				continue
			}
			it.Class, it.Tier, it.Speed, it.Durability = c, tier.Tier, tier.Speed, tier.Durability
			if c == "sword" {
				it.Speed = rules.SwordSpeed
			}
		}
	}
}
