// SPDX-License-Identifier: MIT

// Items as this server makes, compares, wears out and sends them.
import { POTIONS } from './brewing.ts'
import { itemClass, plainName } from './squid.ts'
import type { Item, ItemClass, Registry } from './squid.ts'

export class Items {
  readonly registry: Registry
  private readonly ItemOf: ItemClass

  constructor(registry: Registry) {
    this.registry = registry
    this.ItemOf = itemClass(registry)
  }

  /** A new stack; throws when this version has no such item. */
  make(name: string, count: number): Item {
    const brewed = /^(splash_)?(\w+)_potion$/.exec(plainName(name))
    if (name === 'potion' || brewed && POTIONS.includes(brewed[2] ?? '')) return this.potion(`${brewed?.[1] ?? ''}potion`, brewed?.[2] ?? 'water')
    const info = this.registry.itemsByName[plainName(name)]
    if (!info) throw new Error(`this version has no item ${name}`)
    return new this.ItemOf(info.id, count)
  }

  of(type: number, count: number): Item {
    return new this.ItemOf(type, count)
  }

  copy(item: Item, count: number): Item {
    const made = new this.ItemOf(item.type, count, item.metadata, item.nbt)
    if (item.components) setComponents(made, item.components)
    return made
  }

  /** An item of another type with the marks of this one. */
  as(item: Item, type: number): Item {
    const made = new this.ItemOf(type, 1, item.metadata, item.nbt)
    if (item.components) setComponents(made, item.components)
    return made
  }

  wire(item: Item | null): unknown {
    return this.ItemOf.toNotch(item)
  }

  same(a: Item, b: Item): boolean {
    return a.type === b.type && JSON.stringify(a.nbt ?? null) === JSON.stringify(b.nbt ?? null) && worn(a) === worn(b) && JSON.stringify(a.components ?? []) === JSON.stringify(b.components ?? [])
  }

  /** A bottle of some potion, in its item; since 1.20.5 a component says which, by its number. */
  potion(item: string, potion: string): Item {
    const made = new this.ItemOf(this.registry.itemsByName[item]?.id ?? 0, 1)
    if (made.components) setComponents(made, [{ type: 'potion_contents', data: { potionId: POTIONS.indexOf(potion), customColor: undefined, customEffects: [], customName: undefined } }])
    else made.nbt = { type: 'compound', name: '', value: { Potion: { type: 'string', value: `minecraft:${potion}` } } }
    return made
  }

  /** Which potion a bottle holds; null for what is none. */
  potionOf(item: Item): string | null {
    if (!/^(splash_)?potion$/.test(item.name)) return null
    const told = item.components?.find(c => c.type === 'potion_contents')?.data as { potionId?: number } | undefined
    const tag = (item.nbt as { value?: { Potion?: { value: string } } } | null)?.value?.Potion?.value
    return told ? POTIONS[told.potionId ?? 0] ?? 'water' : tag?.replace('minecraft:', '') ?? 'water'
  }

  /** What an item is called: a potion by what is in the bottle, as give takes it. */
  nameOf(item: Item): string {
    const potion = this.potionOf(item)
    return potion === null || potion === 'water' ? item.name : `${item.name.replace(/potion$/, '')}${potion}_potion`
  }

  enchantments(item: Item): Record<string, number> {
    if (!item.components) return Object.fromEntries(item.enchants.map(e => [e.name, e.lvl]))
    const told = item.components.find(c => c.type === 'enchantments')?.data as { enchantments: { id: number; level: number }[] } | undefined
    const names = Object.values(this.registry.enchantmentsByName)
    return Object.fromEntries((told?.enchantments ?? []).map(e => [names.find(n => n.id === e.id)?.name ?? String(e.id), e.level]))
  }

  /** Since 1.20.5 it is a component, by the number of the enchantment. */
  enchant(item: Item, name: string, level: number): void {
    if (!item.components) item.enchants = [{ name, lvl: level }]
    else setComponents(item, [...item.components.filter(c => c.type !== 'enchantments'), { type: 'enchantments', data: { enchantments: [{ id: this.registry.enchantmentsByName[name]?.id ?? 0, level }], showTooltip: true } }])
  }

  /** One use of a tool: the worn item, or null when it broke. */
  wear(item: Item): Item | null {
    if (!item.maxDurability) return item
    const used = worn(item) + 1
    if (item.components) setComponents(item, [...item.components.filter(c => c.type !== 'damage'), { type: 'damage', data: used }])
    else item.durabilityUsed = used
    return worn(item) >= item.maxDurability ? null : item
  }
}

/** Since 1.20.5 an item's wear is a component of its own. */
function setComponents(item: Item, components: { type: string; data: unknown }[]): void {
  item.components = components
  item.componentMap = new Map(components.map(c => [c.type, c]))
}

const worn = (item: Item): number => (item.maxDurability ? item.durabilityUsed || 0 : 0)

/** Puts as much of the stack into the cells (in order) as fits; returns what is left. */
export function pour(items: Items, cells: (Item | null)[], order: number[], stack: Item, changed: (i: number) => void): number {
  let left = stack.count
  for (const i of order) {
    const at = cells[i]
    if (left === 0) return 0
    if (!at || !items.same(at, stack) || at.count >= at.stackSize) continue
    const n = Math.min(left, at.stackSize - at.count)
    at.count += n
    left -= n
    changed(i)
  }
  for (const i of order) {
    if (left === 0) return 0
    if (cells[i]) continue
    const n = Math.min(left, stack.stackSize)
    cells[i] = items.copy(stack, n)
    left -= n
    changed(i)
  }
  return left
}
