// SPDX-License-Identifier: MIT

// equip, consume, drop and collect: what is done with items in hand and on the ground.
import { ActionError } from '../errors.ts'
import { ALWAYS_EDIBLE, WORN } from '../facts.ts'
import { agree, countOf, findCarried, roomFor, takeOff, usedUp } from '../inventory.ts'
import type { Job } from '../job.ts'
import { goals } from '../lib.ts'
import type { Bot, Entity, Item } from '../lib.ts'
import { entityIds, lying, pick } from '../pickup.ts'
import { walk } from '../walk.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind, Way } from '../ways.ts'

const SLOTS = ['hand', 'off_hand', 'head', 'torso', 'legs', 'feet'] as const
type Slot = typeof SLOTS[number]
const WINDOW_SLOT: Record<Exclude<Slot, 'hand'>, number> = { head: 5, torso: 6, legs: 7, feet: 8, off_hand: 45 }

function carriedItem(job: Job): { name: string; item: Item | null } {
  const name = job.params.name('item')
  if (!job.bot.registry.itemsByName[name]) throw new ActionError('invalid', `${job.params.kind}: there is no item ${name} in ${job.bot.version}`)
  return { name, item: findCarried(job.bot, name) }
}

/** Where an item belongs when nobody says. */
export const belongs = (item: string): Slot => SLOTS.find(s => s === WORN[item]) ?? 'hand'

export const equip: Kind = {
  run: async job => {
    const { bot } = job
    const { name, item } = carriedItem(job)
    const slot = job.params.choice('slot', SLOTS, belongs(name))
    const there = slot === 'hand' ? bot.heldItem : bot.inventory.slots[WINDOW_SLOT[slot]]
    if (there?.name === name) return {}
    if (!item) throw new ActionError('missing_item', `no ${name} is carried`)
    await job.whole(bot.equip(item, slot === 'off_hand' ? 'off-hand' : slot))
    const now = slot === 'hand' ? bot.heldItem : bot.inventory.slots[WINDOW_SLOT[slot]]
    if (now?.name !== name) throw new ActionError('invalid', `${name} cannot be worn as ${slot}`)
    return {}
  },
  ways: [rejoin],
}

export const consume: Kind = {
  run: async job => {
    const { bot } = job
    const { name, item } = carriedItem(job)
    if (!item) throw new ActionError('missing_item', `no ${name} is carried`)
    if (!bot.registry.foodsByName[name] && !ALWAYS_EDIBLE.has(name)) throw new ActionError('invalid', `consume: ${name} can be neither eaten nor drunk`)
    if (bot.food >= 20 && !ALWAYS_EDIBLE.has(name)) throw new ActionError('not_hungry', 'hunger is full')
    const had = countOf(bot, name)
    for (let attempt = 0; attempt < 3; attempt++) {
      const stack = findCarried(bot, name)
      if (!stack) break
      await job.whole(bot.equip(stack, 'hand'))
      try {
        // The library knows what is eaten, and not what a bottle holds.
        if (name.endsWith('_potion')) bot.activateItem()
        else await job.run(bot.consume(), 4000, `eating the ${name} took too long`)
        if (await usedUp(job, name, had)) return {}
      } catch (err) {
        bot.deactivateItem()
        job.check()
        if (attempt === 2) throw err
      }
      for (let i = 0; i < 10 && countOf(bot, name) === had; i++) await job.sleep(50)
      if (countOf(bot, name) < had) return {}
    }
    throw new ActionError('timeout', `the server did not let the ${name} be eaten`)
  },
  within: 'three times',
  ways: [rejoin],
}

/** Some blocks from here, where nothing thrown lies in the way of the thrower. */
const moreOpen: Way = {
  said: 'from a more open place',
  after: ['denied'],
  async take(job) {
    const { x, y, z } = job.bot.entity.position.floored()
    if (job.params.has('to')) return false
    await walk(job, new goals.GoalInvert(new goals.GoalNear(x, y, z, 4)), 'a more open place')
    return true
  },
}

export const drop: Kind = {
  run: async job => {
    const { bot, params } = job
    const { name } = carriedItem(job)
    const quantity = params.quantity()
    const to = params.has('to') ? params.text('to') : null
    const left = quantity - Math.max(0, -job.gained(name)) // some may be gone already
    if (left <= 0) return {}
    if (countOf(bot, name) < left) throw new ActionError('missing_item', `${quantity} ${name} to throw, but only ${countOf(bot, name)} carried`)
    await takeOff(job, name, left)
    if (to !== null) {
      const player = await job.find(() => Object.values(bot.players).find(p => p.username.toLowerCase() === to.toLowerCase())?.entity)
      if (!player) throw new ActionError('not_found', `the player ${to} is not in sight`)
      if (bot.entity.position.distanceTo(player.position) > 2.5) await walk(job, new goals.GoalNear(player.position.x, player.position.y, player.position.z, 2), to)
      await job.run(bot.lookAt(player.position.offset(0, 1.4, 0), true))
    }
    const had = countOf(bot, name)
    if (await thrown(job, name, had - left, to === null ? 'ahead' : 'to somebody')) return {}
    // A server may let it be picked up at once: then thrown behind, while the bot goes the other way.
    if (to === null && await thrown(job, name, had - left, 'away')) return {}
    throw new ActionError('denied', `there is no room here to throw the ${name} away: thrown to two sides, it was picked up again, or will be; go somewhere more open`)
  },
  within: 'to another side',
  ways: [moreOpen, upFirst, rejoin],
}

/** Throws items until only so many are held; false when they were, or will be, picked up again. Throws denied. */
async function thrown(job: Job, name: string, keep: number, how: 'ahead' | 'away' | 'to somebody'): Promise<boolean> {
  const { bot } = job
  if (how === 'ahead') await job.whole(bot.look(wayToThrow(bot), 0, true))
  if (how === 'away') await job.whole(bot.look(bot.entity.yaw + Math.PI, 0, true))
  await job.sleep(100) // the server has seen where it looks
  const id = bot.registry.itemsByName[name]?.id ?? 0
  const quantity = countOf(bot, name) - keep
  const before = entityIds(bot)
  await job.whole(bot.toss(id, null, quantity), 15_000)
  const thrownAt = Date.now()
  if (how === 'away') await backward(job)
  // One that does not let it be thrown gives it back a moment later.
  await job.sleep(200)
  await agree(job, bot.inventory)
  for (let i = 0; i < 10 && countOf(bot, name) > keep; i++) await job.sleep(50)
  // What is not seen lying may come back: a server may tell late that it refused.
  const seen = (): boolean => lying(bot, bot.entity.position, 16, n => n === name).some(e => !before.has(e.id))
  for (const until = thrownAt + UNSEEN_MS; Date.now() < until && !seen() && countOf(bot, name) <= keep;) await job.sleep(50)
  if (countOf(bot, name) > keep && how !== 'away') {
    throw new ActionError('denied', `the server did not let the ${name} be thrown: ${quantity + keep - countOf(bot, name)} of ${quantity} are gone`)
  }
  const off = how === 'to somebody' || await stepOff(job, name, before, thrownAt)
  return off && countOf(bot, name) <= keep
}

/** Some steps back, where there is ground: what was thrown ahead stays behind. */
async function backward(job: Job): Promise<void> {
  const { bot } = job
  const behind = bot.entity.position.offset(Math.sin(bot.entity.yaw) * 2, 0, Math.cos(bot.entity.yaw) * 2)
  if (bot.blockAt(behind.offset(0, -1, 0))?.boundingBox !== 'block') return
  bot.setControlState('back', true)
  try {
    await job.sleep(700)
  } finally {
    bot.setControlState('back', false)
  }
}

/** How long something thrown is looked for before it counts as gone all the same, in ms. */
const UNSEEN_MS = 3000
/** How far a thrown item flies, about. */
const FLIGHT = 3
/** When it can be picked up again, its thrower among the first (40 ticks), and how near. */
const PICKED_MS = 2000
const PICKED_WITHIN = 1.5

/** The yaw in which nothing is in the way of what is thrown, the nearest to where the bot looks. */
function wayToThrow(bot: Bot): number {
  const free = (yaw: number): number => {
    for (let d = 0.5; d <= FLIGHT; d += 0.5) {
      const p = bot.entity.position.offset(-Math.sin(yaw) * d, 0, -Math.cos(yaw) * d)
      if ([0.2, 1.2].some(up => bot.blockAt(p.offset(0, up, 0))?.boundingBox !== 'empty')) return d
    }
    return FLIGHT + 1
  }
  const { yaw } = bot.entity
  const ways = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8].map(n => yaw + n * Math.PI / 8)
  return ways.reduce((best, way) => (free(way) > free(best) ? way : best), yaw)
}

/** Off what was just thrown, before it can be picked up again; false when it lies there still, and will be. */
async function stepOff(job: Job, name: string, before: ReadonlySet<number>, thrownAt: number): Promise<boolean> {
  const { bot } = job
  const near = (): Entity | undefined => lying(bot, bot.entity.position, 3, n => n === name)
    .find(e => !before.has(e.id) && Math.abs(e.position.x - bot.entity.position.x) < PICKED_WITHIN && Math.abs(e.position.z - bot.entity.position.z) < PICKED_WITHIN)
  await job.sleep(600) // it has flown
  const e = near()
  if (!e) return true
  const { x, y, z } = e.position.floored()
  try {
    await walk(job, new goals.GoalInvert(new goals.GoalNear(x, y, z, 3)), 'a place away from it')
  } catch (err) {
    job.check()
    if (!(err instanceof ActionError)) throw err
  }
  if (near()) await job.sleep(Math.max(0, thrownAt + PICKED_MS + 1000 - Date.now()))
  return near() === undefined
}

export const collect: Kind = {
  run: async job => {
    const { bot, params } = job
    const { name } = carriedItem(job)
    const quantity = params.quantity()
    const radius = params.number('radius', 16, 1, 256)
    const left = new Set<number>()
    while (job.gained(name) < quantity) {
      job.check()
      if (roomFor(bot, name) === 0) throw new ActionError('inventory_full', `no room for ${name}: put something away first`)
      const e: Entity | null = await job.find(() => lying(bot, bot.entity.position, radius, n => n === name).find(i => !left.has(i.id)))
      if (!e) throw new ActionError('not_found', `no ${left.size > 0 ? 'reachable ' : ''}${name} lies within ${radius} blocks; ${job.gained(name)} picked up`)
      if (!await pick(job, e)) left.add(e.id)
      job.progress(`picked up ${job.gained(name)}/${quantity} ${name}`, job.gained(name) / quantity)
    }
    return {}
  },
  within: 'another one that lies there',
  ways: [upFirst],
}
