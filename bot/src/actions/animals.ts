// SPDX-License-Identifier: MIT

// breed, shear and milk: animals, fed, shorn and milked one after the other.
import { ActionError } from '../errors.ts'
import { countOf, findCarried } from '../inventory.ts'
import type { Job } from '../job.ts'
import { goals } from '../lib.ts'
import type { Entity } from '../lib.ts'
import { entityIds, itemName, pickFallen } from '../pickup.ts'
import { stopMoving, walk } from '../walk.ts'
import type { Kind } from '../ways.ts'

const FAR = 48
const REACH = 2.8
/** An animal that took no food will not breed for so long (minecraft.wiki, Breeding). */
const BREED_PAUSE_MS = 300_000
/** Two that were fed find each other within this. */
const YOUNG_MS = 25_000
const CHASE_MS = 20_000

const SEEDS = ['wheat_seeds', 'melon_seeds', 'pumpkin_seeds', 'beetroot_seeds', 'torchflower_seeds', 'pitcher_pod']
const MEAT = ['beef', 'cooked_beef', 'porkchop', 'cooked_porkchop', 'mutton', 'cooked_mutton', 'chicken', 'cooked_chicken', 'rabbit', 'cooked_rabbit', 'rotten_flesh']
const FLOWERS = ['dandelion', 'poppy', 'blue_orchid', 'allium', 'azure_bluet', 'red_tulip', 'orange_tulip', 'white_tulip', 'pink_tulip', 'oxeye_daisy', 'cornflower', 'lily_of_the_valley', 'sunflower', 'lilac', 'rose_bush', 'peony', 'torchflower', 'pitcher_plant', 'flowering_azalea', 'pink_petals']

/** What animals are bred with (minecraft.wiki, Breeding). Wolves, cats and horses breed when they are tame. */
export const BREEDS_WITH: Readonly<Record<string, readonly string[]>> = {
  cow: ['wheat'], mooshroom: ['wheat'], sheep: ['wheat'], goat: ['wheat'], pig: ['carrot', 'potato', 'beetroot'], chicken: SEEDS,
  rabbit: ['dandelion', 'carrot', 'golden_carrot'], wolf: MEAT, cat: ['cod', 'salmon'], ocelot: ['cod', 'salmon'],
  horse: ['golden_carrot', 'golden_apple', 'enchanted_golden_apple'], donkey: ['golden_carrot', 'golden_apple', 'enchanted_golden_apple'],
  llama: ['hay_block'], trader_llama: ['hay_block'], turtle: ['seagrass'], panda: ['bamboo'], fox: ['sweet_berries', 'glow_berries'], bee: FLOWERS,
  hoglin: ['crimson_fungus'], strider: ['warped_fungus'], axolotl: ['tropical_fish_bucket'], frog: ['slime_ball'], camel: ['cactus'],
  sniffer: ['torchflower_seeds'], armadillo: ['spider_eye'],
}
/** What shears take something from. A mooshroom becomes a cow by it. */
export const SHORN: readonly string[] = ['sheep', 'mooshroom', 'snow_golem', 'bogged']
export const MILKED: readonly string[] = ['cow', 'mooshroom', 'goat']

/** A flag of an animal in its metadata; undefined when this version does not tell where it is. */
export function meta(job: Job, e: Entity, key: string, index: number): unknown {
  const keys = (job.bot.registry.entitiesByName[e.name ?? ''] as { metadataKeys?: string[] } | undefined)?.metadataKeys
  const at = keys ? keys.indexOf(key) : index
  return at < 0 ? undefined : (e.metadata as unknown[] | undefined)?.[at]
}

export const isYoung = (job: Job, e: Entity): boolean => meta(job, e, 'baby', 15) === true
/** Bit 0x10 of the wool's byte. */
const isShorn = (job: Job, e: Entity): boolean => e.name === 'sheep' && (Number(meta(job, e, 'wool', 16) ?? 0) & 0x10) !== 0

export function animals(job: Job, name: string, want: (e: Entity) => boolean): Entity[] {
  const at = job.params.position()
  const from = at ? job.bot.entity.position.clone().set(at.x + 0.5, at.y, at.z + 0.5) : job.bot.entity.position
  return Object.values(job.bot.entities)
    .filter(e => e.name === name && e.isValid && e.position.distanceTo(job.bot.entity.position) <= FAR && (!at || e.position.distanceTo(from) <= 16) && want(e))
    .sort((a, b) => a.position.distanceTo(from) - b.position.distanceTo(from))
}

/** Comes within reach of an animal that walks about. */
async function comeTo(job: Job, e: Entity): Promise<void> {
  const { bot } = job
  const near = (): boolean => bot.entity.position.distanceTo(e.position) <= REACH
  if (near()) return
  const until = Date.now() + CHASE_MS
  try {
    bot.pathfinder.setGoal(new goals.GoalFollow(e, 2), true)
    while (!near()) {
      if (bot.entities[e.id] !== e) throw new ActionError('unreachable', `the ${e.name} is gone`)
      if (Date.now() > until) throw new ActionError('unreachable', `the ${e.name} could not be reached`)
      await job.sleep(100)
    }
  } finally {
    stopMoving(bot)
  }
}

/** Uses an item on an animal; true when `happened` comes to hold within a second and a half. */
export async function useOn(job: Job, e: Entity, item: string, happened: () => boolean): Promise<boolean> {
  const { bot } = job
  for (let attempt = 0; attempt < 2; attempt++) {
    await comeTo(job, e)
    const held = findCarried(bot, item)
    if (!held) return false
    if (bot.heldItem?.name !== item) await job.whole(bot.equip(held, 'hand'))
    await job.run(bot.lookAt(e.position.offset(0, (e.height || 1) * 0.6, 0), true))
    await job.whole(bot.activateEntity(e))
    for (let i = 0; i < 15; i++) {
      if (happened()) return true
      await job.sleep(100)
    }
  }
  return false
}

function kind(job: Job, of: readonly string[], what: string): { name: string; quantity: number } {
  const name = job.params.name('target')
  if (!of.includes(name)) throw new ActionError('invalid', `${job.params.kind}: ${name} cannot be ${what}`)
  if (!job.bot.registry.entitiesByName[name]) throw new ActionError('invalid', `${job.params.kind}: there is no ${name} in ${job.bot.version}`)
  return { name, quantity: job.params.quantity() }
}

/** When an animal was fed, by its entity: it takes no more for five minutes. */
const fed = new WeakMap<Entity, number>()

export const breed: Kind = {
  run: async job => {
    const { bot } = job
    const { name, quantity } = kind(job, Object.keys(BREEDS_WITH), 'bred')
    const foods = BREEDS_WITH[name] ?? []
    let born = 0
    const ready = (e: Entity): boolean => !isYoung(job, e) && Date.now() - (fed.get(e) ?? -Infinity) > BREED_PAUSE_MS
    while (born < quantity) {
      const food = foods.find(f => countOf(bot, f) >= 2) ?? foods.find(f => countOf(bot, f) >= 1)
      if (food === undefined || countOf(bot, food) < 2) throw new ActionError('missing_item', `breeding two ${name}s needs 2 ${foods.slice(0, 3).join(' or ')}; ${born} of ${quantity} bred`)
      const first = await job.find(() => (animals(job, name, ready).length >= 2 ? animals(job, name, ready)[0] : null))
      if (!first) throw new ActionError('not_found', `no two grown ${name}s within ${FAR} blocks that would breed now; ${born} of ${quantity} bred`)
      const before = new Set(animals(job, name, () => true).map(e => e.id))
      const young = (): Entity | undefined => animals(job, name, e => !before.has(e.id))[0]
      let given = 0
      for (const e of animals(job, name, ready).sort((a, b) => a.position.distanceTo(first.position) - b.position.distanceTo(first.position))) {
        if (given === 2) break
        const had = countOf(bot, food)
        try {
          if (await useOn(job, e, food, () => countOf(bot, food) < had)) given++
        } catch (err) {
          job.check()
          if (!(err instanceof ActionError)) throw err
        }
        fed.set(e, Date.now()) // fed, or not to be fed
        if (given === 1) job.progress(`fed one ${name}, ${born}/${quantity} bred`, born / quantity)
      }
      if (given < 2) throw new ActionError('not_found', `only ${given} of the ${name}s near took ${food}; ${born} of ${quantity} bred`)
      const until = Date.now() + YOUNG_MS
      // Turtles and sniffers lay eggs instead; frogs spawn.
      const eggs = name === 'turtle' || name === 'frog' || name === 'sniffer'
      while (!young() && !eggs && Date.now() < until) await job.sleep(200)
      if (!young() && !eggs) throw new ActionError('timeout', `two ${name}s were fed, but no young was born; ${born} of ${quantity} bred`)
      born++
      job.progress(`bred ${born}/${quantity} ${name}`, born / quantity)
    }
    return {}
  },
  within: 'another animal, each twice',
}

export const shear: Kind = {
  run: async job => {
    const { bot } = job
    const { name, quantity } = kind(job, SHORN, 'shorn')
    let done = 0
    const skip = new Set<number>()
    while (done < quantity) {
      if (!findCarried(bot, 'shears')) throw new ActionError('missing_tool', `shearing needs shears, and none are carried; ${done} of ${quantity} shorn`)
      const e = await job.find(() => animals(job, name, a => !skip.has(a.id) && !isYoung(job, a) && !isShorn(job, a))[0])
      if (!e) throw new ActionError('not_found', `no ${done > 0 ? 'more ' : ''}${name} with something to shear within ${FAR} blocks; ${done} of ${quantity} shorn`)
      skip.add(e.id)
      const before = entityIds(bot)
      const fell = (): boolean => Object.values(bot.entities).some(i => !before.has(i.id) && itemName(i) !== null && i.position.distanceTo(e.position) < 4)
      try {
        if (!await useOn(job, e, 'shears', () => isShorn(job, e) || fell() || bot.entities[e.id] !== e)) continue
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError)) throw err
        continue
      }
      done++
      for (let i = 0; i < 10 && !fell(); i++) await job.sleep(50)
      await pickFallen(job, e.position.clone(), before, 5)
      job.progress(`shorn ${done}/${quantity} ${name}`, done / quantity)
    }
    return {}
  },
  within: 'another animal, each twice',
}

export const milk: Kind = {
  run: async job => {
    const { bot } = job
    const { name, quantity } = kind(job, MILKED, 'milked')
    const skip = new Set<number>()
    let done = 0
    while (done < quantity) {
      if (!findCarried(bot, 'bucket')) throw new ActionError('missing_item', `milking needs a bucket, and none is carried; ${done} of ${quantity} milked`)
      const e = await job.find(() => animals(job, name, a => !skip.has(a.id) && !isYoung(job, a))[0])
      if (!e) throw new ActionError('not_found', `no ${name} to milk within ${FAR} blocks; ${done} of ${quantity} milked`)
      const had = countOf(bot, 'milk_bucket')
      try {
        if (await useOn(job, e, 'bucket', () => countOf(bot, 'milk_bucket') > had)) {
          done++
          job.progress(`milked ${done}/${quantity} ${name}`, done / quantity)
          continue
        }
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError)) throw err
      }
      skip.add(e.id)
    }
    return {}
  },
  within: 'another animal, each twice',
}

/** Comes to an entity and stands there; for actions that do the rest. */
export async function standBy(job: Job, e: Entity): Promise<void> {
  if (e.type !== 'object' && e.type !== 'projectile' && e.type !== 'orb') return await comeTo(job, e)
  await walk(job, new goals.GoalNear(e.position.x, e.position.y, e.position.z, 2), e.name ?? 'it')
}
