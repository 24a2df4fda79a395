// SPDX-License-Identifier: MIT

// The right tool for a block, from what is carried.
import { ActionError } from './errors.ts'
import { SHORN } from './facts.ts'
import { carried, enchantsOf } from './inventory.ts'
import type { Job } from './job.ts'
import type { Block, Bot, Item } from './lib.ts'

export function canHarvest(block: Block, item: Item | null): boolean {
  if (!block.harvestTools) return true
  return item !== null && block.harvestTools[item.type] === true
}

/** What a block is broken for: only to be gone, by hand where no tool for it is carried; or for an item, '' for whatever it leaves. */
export interface Sake { gone?: boolean; item?: string }

/**
 * The fastest carried item that makes the block drop, or any where it is only to be gone and none does; null for the bare
 * hand. Where shears bring something of their own they are taken for that, and left for anything else. Throws missing_tool.
 */
export function toolFor(bot: Bot, block: Block, { gone = false, item: wanted }: Sake = {}): Item | null {
  const shorn = wanted === undefined ? undefined : SHORN[block.name]
  const shears = shorn && (wanted === '' || shorn.includes(wanted!)) ? carried(bot).find(i => i.name === 'shears') : undefined
  if (shears) return shears
  const best = fastest(bot, block, item => canHarvest(block, item) && !(shorn && item?.name === 'shears')) ?? (gone ? fastest(bot, block, () => true) : null)
  if (best) return best.item
  const names = Object.keys(block.harvestTools ?? {}).map(id => bot.registry.items[Number(id)]?.name ?? id)
  throw new ActionError('missing_tool', `${block.name} drops nothing without one of ${names.join(', ')}; none is carried`)
}

/** The fastest of what fits, the bare hand (null) too; of two equal ones the more worn. */
function fastest(bot: Bot, block: Block, fits: (item: Item | null) => boolean): { item: Item | null } | null {
  const time = (item: Item | null): number => block.digTime(item?.type ?? null, false, false, false, enchantsOf(item) as never, bot.entity.effects as never)
  let best: Item | null = null
  let bestTime = fits(null) ? time(null) : Infinity
  for (const item of carried(bot)) {
    if (!item.maxDurability || !fits(item)) continue
    const t = time(item)
    if (t < bestTime || (t === bestTime && best !== null && (item.durabilityUsed || 0) > (best.durabilityUsed || 0))) {
      best = item
      bestTime = t
    }
  }
  return bestTime === Infinity ? null : { item: best }
}

/** Takes the tool for a block in hand. */
export async function equipFor(job: Job, block: Block, sake: Sake = {}): Promise<void> {
  const tool = toolFor(job.bot, block, sake)
  if (tool) {
    if (job.bot.heldItem?.slot !== tool.slot) await job.whole(job.bot.equip(tool, 'hand'))
  } else if (job.bot.heldItem?.maxDurability) {
    // A tool that does not help would only wear.
    const empty = job.bot.inventory.slots.findIndex((it, i) => i >= 36 && i <= 44 && it === null)
    if (empty >= 36) job.bot.setQuickBarSlot(empty - 36)
  }
}

/** The time a weapon needs to recover, in ms (Java Edition 1.9 and later). */
const COOLDOWN: [RegExp, number][] = [[/_sword$/, 650], [/_axe$/, 1150], [/_pickaxe$/, 850], [/_shovel$/, 1050]]
export const pauseOf = (weapon: string): number => COOLDOWN.find(([re]) => re.test(weapon))?.[1] ?? 500

/** What a blow takes at most, one from a fall (a critical one) too (Java Edition 1.9 and later). */
const BLOW: [RegExp, number][] = [[/^(wooden|golden)_sword$/, 6], [/^(stone|copper)_sword$/, 7.5], [/^iron_sword$/, 9], [/^diamond_sword$/, 10.5], [/^netherite_sword$/, 12], [/_axe$/, 15], [/_(pickaxe|shovel)$/, 10]]
/** Nobody knows what one of an enchanted weapon takes, or what a potion adds. */
export function blowOf(bot: Bot): number {
  const item = bot.heldItem
  if (Object.keys(bot.entity.effects ?? {}).length > 0 || (item && enchantsOf(item).length > 0)) return Infinity
  return item?.maxDurability ? BLOW.find(([re]) => re.test(item.name))?.[1] ?? Infinity : 1.5
}

const WEAPONS = ['sword', 'axe', 'pickaxe', 'shovel']
const TIERS = ['netherite', 'diamond', 'iron', 'stone', 'golden', 'wooden']

export function bestWeapon(bot: Bot): Item | null {
  for (const kind of WEAPONS) for (const tier of TIERS) {
    const item = carried(bot).find(i => i.name === `${tier}_${kind}`)
    if (item) return item
  }
  return null
}
