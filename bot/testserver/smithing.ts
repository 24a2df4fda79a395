// SPDX-License-Identifier: MIT

// What a smithing table makes: netherite gear of diamond gear and a netherite ingot, since 1.20 with a template before
// them (minecraft.wiki, Smithing). Enchantments and wear stay.
import type { Items } from './items.ts'
import type { Item } from './squid.ts'

const TEMPLATE = 'netherite_upgrade_smithing_template'

/** The result of the cells, which are template (since 1.20), base and addition; null for none. */
export function forged(items: Items, cells: readonly (Item | null)[]): Item | null {
  const [addition, base, template] = [...cells].reverse()
  if (!base || addition?.name !== 'netherite_ingot' || !base.name.startsWith('diamond_') || cells.length > 2 && template?.name !== TEMPLATE) return null
  const name = base.name.replace('diamond', 'netherite')
  const info = items.registry.itemsByName[name]
  return info ? items.as(base, info.id) : null
}
