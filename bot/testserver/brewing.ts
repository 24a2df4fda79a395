// SPDX-License-Identifier: MIT

// What a brewing stand makes of what, and how it works: 400 ticks a step, twenty steps a blaze powder (minecraft.wiki,
// Brewing, Brewing Stand). Lingering potions are left out.
import type { Items } from './items.ts'
import type { Brewery } from './storage.ts'

/** The potions by their number since 1.20.5. */
export const POTIONS = [
  'water', 'mundane', 'thick', 'awkward', 'night_vision', 'long_night_vision', 'invisibility', 'long_invisibility', 'leaping', 'long_leaping', 'strong_leaping',
  'fire_resistance', 'long_fire_resistance', 'swiftness', 'long_swiftness', 'strong_swiftness', 'slowness', 'long_slowness', 'strong_slowness', 'turtle_master',
  'long_turtle_master', 'strong_turtle_master', 'water_breathing', 'long_water_breathing', 'healing', 'strong_healing', 'harming', 'strong_harming', 'poison',
  'long_poison', 'strong_poison', 'regeneration', 'long_regeneration', 'strong_regeneration', 'strength', 'long_strength', 'strong_strength', 'weakness',
  'long_weakness', 'luck', 'slow_falling', 'long_slow_falling',
]
const OF_AWKWARD: Record<string, string> = {
  golden_carrot: 'night_vision', rabbit_foot: 'leaping', magma_cream: 'fire_resistance', sugar: 'swiftness', pufferfish: 'water_breathing',
  glistering_melon_slice: 'healing', spider_eye: 'poison', ghast_tear: 'regeneration', blaze_powder: 'strength', phantom_membrane: 'slow_falling', turtle_helmet: 'turtle_master',
}
const SPOILT: Record<string, string> = { water: 'weakness', night_vision: 'invisibility', swiftness: 'slowness', leaping: 'slowness', healing: 'harming', poison: 'harming' }
export const FUEL_STEPS = 20

/** What an ingredient makes of a potion; null for nothing. */
function turns(potion: string, ingredient: string): string | null {
  const known = (name: string): string | null => (POTIONS.includes(name) ? name : null)
  switch (ingredient) {
    case 'nether_wart': return potion === 'water' ? 'awkward' : null
    case 'fermented_spider_eye': return SPOILT[potion] ?? null
    case 'redstone': return known(`long_${potion}`)
    case 'glowstone_dust': return known(`strong_${potion}`)
    default: return potion === 'awkward' ? OF_AWKWARD[ingredient] ?? null : null
  }
}

/** What a bottle becomes: its item and its potion. */
function becomes(items: Items, s: Brewery, i: number): [string, string] | null {
  const [bottle, ingredient] = [s.cells[i], s.cells[3]]
  const potion = bottle ? items.potionOf(bottle) : null
  if (!bottle || !ingredient || potion === null) return null
  if (ingredient.name === 'gunpowder') return bottle.name === 'potion' ? ['splash_potion', potion] : null
  const to = turns(potion, ingredient.name)
  return to === null ? null : [bottle.name, to]
}

/** One tick of a stand, a step of which takes so many; tells which cells changed. */
export function brew(items: Items, s: Brewery, ticks: number): number[] {
  const changed: number[] = []
  const less = (i: number): void => {
    const it = s.cells[i]
    s.cells[i] = it && it.count > 1 ? items.copy(it, it.count - 1) : null
    changed.push(i)
  }
  if (s.fuel === 0 && s.cells[4]?.name === 'blaze_powder') {
    s.fuel = FUEL_STEPS
    less(4)
  }
  const works = [0, 1, 2].some(i => becomes(items, s, i) !== null)
  if (!works) {
    s.left = 0
    return changed
  }
  if (s.left === 0) {
    if (s.fuel === 0) return changed
    s.fuel--
    s.left = ticks
    return changed
  }
  if (--s.left > 0) return changed
  for (const i of [0, 1, 2]) {
    const to = becomes(items, s, i)
    if (!to) continue
    s.cells[i] = items.potion(to[0], to[1])
    changed.push(i)
  }
  less(3)
  return changed
}
