// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/internal/table"
)

// stations are the blocks behind the words of smelting.yaml.
var stations = map[string][]string{
	"furnace": {data.StationFurnace},
	"ore":     {data.StationFurnace, data.StationBlast},
	"food":    {data.StationFurnace, data.StationSmoker, data.StationCampfire},
}

// buildStations adds what furnaces, stonecutters and smithing tables make.
func (b *builder) buildStations() error {
	b.buildSmithings()
	return errors.Join(b.buildSmeltings(), b.buildCuts())
}

func (b *builder) buildSmeltings() error {
	seen := map[string]bool{}
	for _, rule := range b.rules.smelting {
		at, ok := stations[rule.At]
		if !ok {
			return fmt.Errorf("smelting to %s: %q is no station", rule.Out, rule.At)
		}
		for _, bound := range b.rules.bindings(rule.Out) {
			out := bound.apply(rule.Out)
			if !b.within(rule.Span) || !b.isItem(out) || b.experimental[out] {
				continue
			}
			for _, in := range b.pick("smelting to "+out, b.rules.expand(bound.applyAll(rule.In)), b.itemNames) {
				if !seen[in] {
					seen[in] = true
					b.file.Smeltings = append(b.file.Smeltings, table.Smelting{Input: in, Output: out, Stations: at})
				}
			}
		}
	}
	return nil
}

func (b *builder) buildSmithings() {
	for _, rule := range b.rules.smithing {
		for _, bound := range b.rules.bindings(rule.Base, rule.Result) {
			s := table.Smithing{
				Template: rule.Template, Base: bound.apply(rule.Base),
				Addition: rule.Addition, Result: bound.apply(rule.Result),
			}
			ok := b.within(rule.Span) && b.isItem(s.Base) && b.isItem(s.Addition) && b.isItem(s.Result) &&
				(s.Template == "" || b.isItem(s.Template))
			if ok {
				b.file.Smithings = append(b.file.Smithings, s)
			}
		}
	}
}

func (b *builder) buildCuts() error {
	for _, rule := range b.rules.cuts {
		for _, bound := range b.rules.bindings(rule.From) {
			from := bound.apply(rule.From)
			for _, text := range bound.applyAll(rule.To) {
				name, digits, counted := strings.Cut(text, " ")
				count := 1
				if counted {
					n, err := strconv.Atoi(digits)
					if err != nil {
						return fmt.Errorf("cutting %s: cannot read %q", from, text)
					}
					count = n
				}
				ok := b.within(rule.Span) && b.isItem(from) && b.isItem(name) && !b.experimental[name]
				b.rules.mark("stonecutting "+from+" to "+name, ok)
				if ok {
					b.file.Cuts = append(b.file.Cuts, table.Cut{Input: from, Output: name, Count: count})
				}
			}
		}
	}
	return nil
}
