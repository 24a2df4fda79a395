// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

// buildMobs takes the first rule for each mob whose drops the version has.
func (b *builder) buildMobs() error {
	display := map[string]string{}
	for _, e := range b.src.entities {
		display[e.Name] = e.DisplayName
	}
	done := map[string]bool{}
	for _, rule := range b.rules.mobs {
		shown, exists := display[rule.Name]
		where := fmt.Sprintf("mob %s %v", rule.Name, rule.Drops)
		if !exists || b.experimental[rule.Name] || done[rule.Name] || !b.within(rule.Span) {
			b.rules.mark(where, false)
			continue
		}
		drops, ok, err := b.drops(rule.Name, "", rule.Drops)
		if err != nil {
			return fmt.Errorf("mob %s: %w", rule.Name, err)
		}
		b.rules.mark(where, ok)
		if !ok {
			continue
		}
		done[rule.Name] = true
		b.file.Mobs = append(b.file.Mobs, table.Mob{
			Name: rule.Name, Display: displayFor(shown, rule.Name), Category: rule.Category,
			Health: rule.Health, Drops: drops, Dimension: cmp.Or(rule.Dimension, "overworld"),
		})
	}
	slices.SortFunc(b.file.Mobs, func(x, y table.Mob) int { return strings.Compare(x.Name, y.Name) })
	return nil
}
