// SPDX-License-Identifier: MIT

// Potions by names of their own, as the protocol has them: the game has one item for all that are drunk and one for those
// that are thrown, and says beside it what is in the bottle.
import { BREWING } from './facts.ts'
import type { Bot, Item } from './lib.ts'

/** By their number since 1.20.5 (minecraft.wiki, Java Edition data values: Potion). */
const POTIONS = [
  'water', 'mundane', 'thick', 'awkward', 'night_vision', 'long_night_vision', 'invisibility', 'long_invisibility', 'leaping', 'long_leaping', 'strong_leaping',
  'fire_resistance', 'long_fire_resistance', 'swiftness', 'long_swiftness', 'strong_swiftness', 'slowness', 'long_slowness', 'strong_slowness', 'turtle_master',
  'long_turtle_master', 'strong_turtle_master', 'water_breathing', 'long_water_breathing', 'healing', 'strong_healing', 'harming', 'strong_harming', 'poison',
  'long_poison', 'strong_poison', 'regeneration', 'long_regeneration', 'strong_regeneration', 'strength', 'long_strength', 'strong_strength', 'weakness',
  'long_weakness', 'luck', 'slow_falling', 'long_slow_falling', 'wind_charged', 'weaving', 'oozing', 'infested',
]

interface Wire { name: string; nbt?: { value?: { Potion?: { value: string } } } | null; componentMap?: Map<string, { data: { potionId?: number } }> }

/** Gives an item that is a potion the name of what is in the bottle. */
export function christen(item: Item | null): void {
  if (!item || !/^(splash_)?potion$/.test(item.name)) return
  const it = item as unknown as Wire
  const id = it.componentMap?.get('potion_contents')?.data.potionId
  const potion = id === undefined ? it.nbt?.value?.Potion?.value.replace('minecraft:', '') : POTIONS[id]
  if (potion !== undefined && potion !== 'water' && potion !== 'empty') item.name = `${item.name.replace(/potion$/, '')}${potion}_potion`
}

/** Has the library know the potions by these names: its windows give them to what is in them. */
export function knowPotions(bot: Bot): void {
  const byName = bot.registry.itemsByName
  for (const [, , name] of BREWING) {
    const one = byName[name.startsWith('splash_') ? 'splash_potion' : 'potion']
    if (one && !byName[name]) byName[name] = { ...one, name }
  }
  const windows = Object.getPrototypeOf(bot.inventory) as { updateSlot(slot: number, item: Item | null): void; named?: boolean }
  if (windows.named) return
  windows.named = true
  const update = windows.updateSlot
  windows.updateSlot = function (slot, item) {
    christen(item)
    update.call(this, slot, item)
  }
}
