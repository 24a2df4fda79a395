// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

// buildInteractions keeps the rules whose item, block, mob and result the
// version has; it runs after the mobs.
func (b *builder) buildInteractions() error {
	mobs := map[string]bool{"": true}
	for _, m := range b.file.Mobs {
		mobs[m.Name] = true
	}
	for _, rule := range b.rules.interactions {
		for _, bound := range b.rules.bindings(append([]string{rule.Block, rule.Gives}, rule.With...)...) {
			block, with := bound.apply(rule.Block), b.pick("interactions", bound.applyAll(rule.With), b.itemNames)
			name, rest, _ := strings.Cut(bound.apply(rule.Gives), " ")
			d, err := parseDrop(name, rest)
			if err != nil {
				return fmt.Errorf("interaction: %w", err)
			}
			_, standing := b.src.block[block]
			ok := !b.experimental[name] && len(with) >= len(rule.With) && b.isItem(name) && mobs[rule.Mob] && (block == "" || standing)
			b.rules.mark("interactions on "+block+rule.Mob+" giving "+name, ok)
			if ok {
				b.file.Interactions = append(b.file.Interactions, table.Interaction{
					With: with, Block: block, Mob: rule.Mob, Result: name,
					Min: d.Min, Max: d.Max, Spent: rule.Spent, Turns: rule.Turns,
				})
			}
		}
	}
	return nil
}
