// SPDX-License-Identifier: MIT

// What stands in the world with contents: chests, barrels and furnaces, kept by position over restarts.
import type { Items } from './items.ts'
import type { Item } from './squid.ts'
import { TICKS_PER_ITEM, burns, smelts } from './smelting.ts'

export interface Chest { kind: 'chest'; cells: (Item | null)[] }
export interface Furnace {
  kind: 'furnace'
  /** input, fuel, output */
  cells: (Item | null)[]
  burnLeft: number
  burnTotal: number
  cooked: number
}
/** Bottles (0 to 2), ingredient, fuel; the steps that the fuel is good for, and the ticks of this one. */
export interface Brewery { kind: 'brewing'; cells: (Item | null)[]; fuel: number; left: number }
export type Store = Chest | Furnace | Brewery

export class Storage {
  readonly at = new Map<string, Store>()

  chest(where: string): Chest {
    const s = this.at.get(where)
    if (s?.kind === 'chest') return s
    const made: Chest = { kind: 'chest', cells: new Array<Item | null>(27).fill(null) }
    this.at.set(where, made)
    return made
  }

  furnace(where: string): Furnace {
    const s = this.at.get(where)
    if (s?.kind === 'furnace') return s
    const made: Furnace = { kind: 'furnace', cells: [null, null, null], burnLeft: 0, burnTotal: 0, cooked: 0 }
    this.at.set(where, made)
    return made
  }

  brewery(where: string): Brewery {
    const s = this.at.get(where)
    if (s?.kind === 'brewing') return s
    const made: Brewery = { kind: 'brewing', cells: [null, null, null, null, null], fuel: 0, left: 0 }
    this.at.set(where, made)
    return made
  }
}

/** One tick of a furnace; tells which cells changed. */
export function cook(items: Items, f: Furnace, ticksPerItem: number = TICKS_PER_ITEM): number[] {
  const changed: number[] = []
  const [input, fuel, output] = [f.cells[0] ?? null, f.cells[1] ?? null, f.cells[2] ?? null]
  if (f.burnLeft > 0) f.burnLeft--
  const makes = input ? smelts(input.name) : null
  const room = makes !== null && (!output || (output.name === makes && output.count < output.stackSize))
  if (!room || !input || !makes) {
    f.cooked = 0
    return changed
  }
  if (f.burnLeft === 0 && fuel && burns(fuel.name) > 0) {
    f.burnTotal = f.burnLeft = burns(fuel.name)
    f.cells[1] = fuel.name === 'lava_bucket' ? items.make('bucket', 1) : less(fuel)
    changed.push(1)
  }
  if (f.burnLeft === 0) {
    f.cooked = Math.max(0, f.cooked - 2)
    return changed
  }
  if (++f.cooked < ticksPerItem) return changed
  f.cooked = 0
  f.cells[0] = less(input)
  if (output) output.count++
  else f.cells[2] = items.make(makes, 1)
  changed.push(0, 2)
  return changed
}

function less(item: Item): Item | null {
  item.count--
  return item.count > 0 ? item : null
}
