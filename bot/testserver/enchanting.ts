// SPDX-License-Identifier: MIT

// Enchanting tables: what they offer, by the bookshelves around, and what they take (minecraft.wiki, Enchanting).
import type { Experience } from './experience.ts'
import type { Game } from './game.ts'
import type { Face } from './clicks.ts'
import type { World } from './squid.ts'
import { VecOf } from './squid.ts'

/** What a table gives here, by a part of the item's name; it has more to choose from in the game. */
const GIVES: [RegExp, string][] = [
  [/_(pickaxe|axe|shovel|hoe)$/, 'efficiency'], [/_sword$/, 'sharpness'], [/^bow$/, 'power'], [/^fishing_rod$/, 'lure'],
  [/_(helmet|chestplate|leggings|boots)$/, 'protection'],
]
const MOST_SHELVES = 15

interface Offer { asks: number; enchantment: string; level: number }

export class Enchanting {
  private readonly game: Game
  private readonly where: { x: number; y: number; z: number }
  private offers: Offer[] = []

  constructor(game: Game, where: { x: number; y: number; z: number }) {
    this.game = game
    this.where = where
  }

  /** What lies in the table is something else: the offers for it, as the window shows them. */
  async changed(face: Face, world: World, { seed }: Experience, tell: (property: number, value: number) => void): Promise<void> {
    const item = face.cells[0]
    const plain = item && Object.keys(this.game.items.enchantments(item)).length === 0
    const gives = plain ? GIVES.find(([names]) => names.test(item.name))?.[1] : undefined
    const shelves = gives === undefined ? 0 : await this.shelves(world)
    let dice = seed
    const of = (n: number): number => {
      dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0
      return Math.floor(dice / 4294967296 * n)
    }
    this.offers = []
    if (gives !== undefined) {
      for (const slot of [0, 1, 2]) {
        const base = 1 + of(8) + Math.floor(shelves / 2) + of(shelves + 1)
        const asks = Math.floor(slot === 0 ? Math.max(base / 3, 1) : slot === 1 ? base * 2 / 3 + 1 : Math.max(base, shelves * 2))
        this.offers.push({ asks, enchantment: gives, level: Math.min(5, 1 + Math.floor(asks / 8)) })
      }
    }
    const id = gives === undefined ? -1 : this.game.serv.registry.enchantmentsByName[gives]?.id ?? -1
    for (const slot of [0, 1, 2]) {
      const o = this.offers[slot]
      // A window shows no offer that the item does not leave room for: level 0.
      tell(slot, o?.asks ?? 0)
      tell(4 + slot, o ? id : -1)
      tell(7 + slot, o?.level ?? -1)
    }
    tell(3, seed & 0x7ff0)
  }

  /** The player takes an offer; false where the game does not let him. */
  taken(face: Face, slot: number, experience: Experience): boolean {
    const o = this.offers[slot]
    const [item, lapis] = [face.cells[0], face.cells[1]]
    const costs = slot + 1
    if (!o || !item || lapis?.name !== 'lapis_lazuli' || lapis.count < costs || experience.level < Math.max(o.asks, costs)) return false
    experience.set(experience.level - costs)
    experience.seed = Math.floor(this.game.random() * 4294967296)
    this.game.items.enchant(item, o.enchantment, o.level)
    face.cells[1] = lapis.count > costs ? this.game.items.copy(lapis, lapis.count - costs) : null
    this.game.count('enchanted', item.name)
    this.game.emit({ event: 'enchanted', item: item.name, enchantment: o.enchantment, asked: o.asks })
    return true
  }

  /** Bookshelves two blocks off, at the table's height or one above, with nothing between. */
  private async shelves(world: World): Promise<number> {
    let n = 0
    const { x, y, z } = this.where
    for (let dx = -2; dx <= 2; dx++) for (let dz = -2; dz <= 2; dz++) for (const dy of [0, 1]) {
      if (Math.max(Math.abs(dx), Math.abs(dz)) !== 2) continue
      const between = await world.getBlock(new VecOf(x + Math.trunc(dx / 2), y + dy, z + Math.trunc(dz / 2)))
      if (/air$/.test(between.name) && (await world.getBlock(new VecOf(x + dx, y + dy, z + dz))).name === 'bookshelf') n++
    }
    return Math.min(n, MOST_SHELVES)
  }
}
