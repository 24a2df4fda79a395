// SPDX-License-Identifier: MIT

// What a block drops, from the version's own tables of loot.
import type { Block, Bot } from './lib.ts'

interface Loot { drops: { item: string; dropChance?: number; silkTouch?: boolean; noSilkTouch?: boolean; blockAge?: number }[] }

/**
 * The name of what a block surely drops to its tool without silk touch; null when that is left to chance or its age, or
 * not known (no tables before 1.16).
 */
export function sureDrop(registry: Bot['registry'], block: Pick<Block, 'name'>): string | null {
  const loot = (registry as unknown as { blockLoot?: Record<string, Loot | undefined> }).blockLoot?.[block.name]
  const plain = loot?.drops.filter(d => !d.silkTouch) ?? []
  const first = plain[0]
  // The chances of what silk touch changes are halved in the tables.
  return first && plain.every(d => d.item === first.item && d.blockAge === undefined && (d.noSilkTouch === true || d.dropChance === 1)) ? first.item : null
}
