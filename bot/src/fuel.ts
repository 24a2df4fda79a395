// SPDX-License-Identifier: MIT

// What is burnt for a number of items. Smelting one takes 200 ticks (minecraft.wiki, Smelting).
import { BURNING, FUEL } from './facts.ts'

export const TICKS_PER_ITEM = 200

export const burnTicks = (item: string): number => FUEL[item] ?? 0

/**
 * Chooses fuels for a number of items: [name, count] in the order they are to be burnt. Empty when all together do
 * not suffice. The input itself is not burnt, beyond what is left over.
 */
export function chooseFuel(held: ReadonlyMap<string, number>, items: number, alreadyTicks: number, input: string, wanted: string | null): [string, number][] {
  let need = items * TICKS_PER_ITEM - alreadyTicks
  const out: [string, number][] = []
  if (need <= 0) return out
  const names = wanted !== null ? [wanted] : BURNING.filter(n => held.has(n))
  for (const name of names) {
    const each = burnTicks(name)
    const have = (held.get(name) ?? 0) - (name === input ? items : 0)
    if (each === 0 || have <= 0) continue
    const n = Math.min(have, Math.ceil(need / each))
    out.push([name, n])
    need -= n * each
    if (need <= 0) return out
  }
  return []
}
