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
		for _, bound := range b.rules.bindings(rule.With, rule.Gives) {
			with := bound.apply(rule.With)
			name, rest, _ := strings.Cut(bound.apply(rule.Gives), " ")
			d, err := parseDrop(name, rest)
			if err != nil {
				return fmt.Errorf("interaction: %w", err)
			}
			_, standing := b.src.block[rule.Block]
			ok := (with == "" || b.isItem(with)) && b.isItem(name) && mobs[rule.Mob] && (rule.Block == "" || standing)
			b.rules.mark("interactions "+with+" on "+rule.Block+rule.Mob, ok)
			if ok {
				b.file.Interactions = append(b.file.Interactions, table.Interaction{
					With: with, Block: rule.Block, Mob: rule.Mob, Result: name, Min: d.Min, Max: d.Max, Spent: rule.Spent,
				})
			}
		}
	}
	return nil
}
