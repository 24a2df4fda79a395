// SPDX-License-Identifier: MIT

// follow and explore: walking without a place to arrive at.
import { ActionError } from '../errors.ts'
import { findBlocks } from '../blocks.ts'
import type { Job } from '../job.ts'
import { goals } from '../lib.ts'
import type { Bot, Entity, Vec } from '../lib.ts'
import { feetOf, isOpen, outOfHole, stopMoving, walk } from '../walk.ts'
import { blockIds } from './mine.ts'
import type { Kind } from '../ways.ts'

/** A player who is out of sight is waited for so long. */
export const LOST_MS = 20_000

/** Another player of the server, by the name in small letters. */
export const playerNamed = (bot: Bot, name: string): Bot['players'][string] | undefined =>
  Object.values(bot.players).find(p => p.username.toLowerCase() === name && p.username !== bot.username)

export const follow: Kind = {
  run: async job => {
    const { bot, params } = job
    const target = params.name('target')
    const distance = params.number('distance', 3, 1, 64)
    const seconds = params.number('seconds', 86_400, 0, 86_400)
    const who = (): Entity | null => {
      const player = playerNamed(bot, target)
      if (player) return player.entity ?? null
      const me = bot.entity.position
      return Object.values(bot.entities).filter(e => e !== bot.entity && e.type !== 'player' && e.name === target).sort((a, b) => a.position.distanceTo(me) - b.position.distanceTo(me))[0] ?? null
    }
    const known = (): boolean => Object.values(bot.players).some(p => p.username.toLowerCase() === target)
    let whom = await job.find(who)
    if (!whom && !known()) throw new ActionError('not_found', bot.registry.entitiesByName[target] ? `no ${target} is in sight` : `no player ${params.text('target')} is on the server`)
    const end = Date.now() + seconds * 1000
    const dimension = bot.game.dimension
    let seen = Date.now()
    let following: Entity | null = null
    let told = 0
    try {
      while (Date.now() < end) {
        if (bot.game.dimension !== dimension) throw new ActionError('wrong_dimension', `the bot came to ${bot.game.dimension}`)
        whom = whom && bot.entities[whom.id] === whom ? whom : who()
        if (whom) seen = Date.now()
        else if (Date.now() - seen > LOST_MS) throw new ActionError('not_found', `${target} is out of sight`)
        if (whom !== following || (whom && !bot.pathfinder.goal)) {
          following = whom
          if (whom) bot.pathfinder.setGoal(new goals.GoalFollow(whom, distance), true)
          else stopMoving(bot)
        }
        if (Date.now() - told > 2500) {
          told = Date.now()
          const left = seconds >= 86_400 ? '' : `, ${Math.ceil((end - told) / 1000)} s left`
          job.progress(whom ? `following ${target}${left}` : `waiting for ${target} to come back in sight${left}`, seconds >= 86_400 ? null : 1 - (end - told) / (seconds * 1000))
        }
        await job.sleep(Math.min(200, Math.max(1, end - Date.now())))
      }
      return {}
    } finally {
      stopMoving(bot)
    }
  },
  only: 'who is out of sight is waited for, and there is no other to follow',
}

/** Blocks that hardly stand anywhere else than in a structure (minecraft.wiki, Structure). */
const STRUCTURES: Readonly<Record<string, readonly string[]>> = {
  village: ['bell'], // its work tables stand in players' bases, too
  desert_pyramid: ['chiseled_sandstone', 'blue_terracotta'], jungle_pyramid: ['chiseled_stone_bricks', 'mossy_cobblestone'],
  ocean_monument: ['prismarine_bricks', 'dark_prismarine'], monument: ['prismarine_bricks', 'dark_prismarine'],
  fortress: ['nether_bricks', 'nether_brick_fence'], nether_fortress: ['nether_bricks', 'nether_brick_fence'],
  bastion_remnant: ['gilded_blackstone', 'polished_blackstone_bricks'], stronghold: ['end_portal_frame'], end_city: ['purpur_block', 'purpur_pillar'],
  mineshaft: ['rail'], dungeon: ['spawner'], shipwreck: ['spruce_trapdoor', 'oak_trapdoor'], ruined_portal: ['crying_obsidian'],
  pillager_outpost: ['dark_oak_fence', 'birch_planks'], mansion: ['dark_oak_planks'], woodland_mansion: ['dark_oak_planks'], igloo: ['snow_block'],
  ancient_city: ['sculk_shrieker', 'reinforced_deepslate'], trial_chambers: ['trial_spawner', 'vault'], trail_ruins: ['suspicious_gravel'], swamp_hut: ['cauldron'],
}
const SIGHT = 64
const LEG = 40

type Seen = (bot: Bot) => Vec | null

/** How to tell that something is in sight; null for a name that this version does not know. */
function sightOf(job: Job, name: string): Seen | null {
  const { registry } = job.bot
  const block = (ids: number[]): Seen => bot => {
    const me = bot.entity.position
    return findBlocks(bot, { ids, within: SIGHT, count: 64 }).filter(p => isOpen(bot, p)).sort((a, b) => a.distanceTo(me) - b.distanceTo(me))[0] ?? null
  }
  const structure = STRUCTURES[name]
  if (structure) return block(structure.flatMap(n => registry.blocksByName[n]?.id ?? []))
  const ids = blockIds(registry, name)
  if (ids.length > 0) return block(ids)
  if (registry.entitiesByName[name]) {
    return bot => {
      const me = bot.entity.position
      return Object.values(bot.entities).filter(e => e !== bot.entity && e.name === name && e.position.distanceTo(me) <= SIGHT).sort((a, b) => a.position.distanceTo(me) - b.position.distanceTo(me))[0]?.position.floored() ?? null
    }
  }
  const biome = Object.values(registry.biomesByName ?? {}).find(b => b.name === name)
  if (biome) {
    return bot => {
      const feet = feetOf(bot)
      for (let r = 0; r <= SIGHT; r += 8) for (let x = -r; x <= r; x += 8) for (let z = -r; z <= r; z += 8) {
        if (Math.max(Math.abs(x), Math.abs(z)) === r && bot.blockAt(feet.offset(x, 0, z))?.biome?.id === biome.id) return feet.offset(x, 0, z)
      }
      return null
    }
  }
  return null
}

const WAYS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] } as const

export const explore: Kind = {
  run: async job => {
    const { bot, params } = job
    const name = params.name('for')
    const maxBlocks = params.number('maxBlocks', 500, 1, 100_000)
    const maxSeconds = params.number('maxSeconds', 600, 1, 86_400)
    const way = params.has('direction') ? params.choice('direction', ['north', 'east', 'south', 'west'] as const, 'north') : null
    const seen = sightOf(job, name)
    if (!seen) throw new ActionError('invalid', `explore: ${name} is no block, creature, biome or structure that the bot knows in ${bot.version}`)
    const search = await roam(job, () => seen(bot), { maxBlocks, maxMs: maxSeconds * 1000, way, tell: walked => { job.progress(`looking for ${name}: ${walked} of ${maxBlocks} blocks walked`, walked / maxBlocks) } })
    if (search.found === null) throw new ActionError('not_found', `no ${name} came in sight on ${wayOf(search)}`)
    return { position: { x: search.found.x, y: search.found.y, z: search.found.z }, searched: search.walked }
  },
  within: 'another direction, from the open',
}

export interface Search<T> {
  found: T | null
  walked: number
  /** Why it went no farther: it was far enough, there was no way on, or the time was over. */
  ended: 'far' | 'stuck' | 'late'
}

/** A search in vain, for people. */
export const wayOf = ({ walked, ended }: Pick<Search<unknown>, 'walked' | 'ended'>): string =>
  `a walk of ${Math.round(walked)} blocks${{ far: '', stuck: ', from where no way leads on', late: ', which was all that the time allowed' }[ended]}`

/** A place is arrived at from so near; what is left of a walk is not begun when it is less. */
const ARRIVED = 6

/** Walks in a widening square, or one way, until `look` finds something; bounded by blocks and time. */
export async function roam<T>(job: Job, look: () => T | null, o: { maxBlocks: number; maxMs: number; way: keyof typeof WAYS | null; tell(walked: number): void }): Promise<Search<T>> {
  const { bot } = job
  const until = Date.now() + o.maxMs
  const order = ['east', 'south', 'west', 'north'] as const
  let walked = 0
  let side = 0
  let blocked = 0
  if (await job.find(look) === null) await outOfHole(job)
  let corner = feetOf(bot)
  for (let leg = 0; ; leg++) {
    const found = await job.find(look)
    const stuck = blocked >= 4
    const late = Date.now() >= until
    if (found !== null || stuck || late || o.maxBlocks - walked < ARRIVED) {
      return { found, walked: Math.round(walked), ended: stuck ? 'stuck' : late ? 'late' : 'far' }
    }
    o.tell(Math.round(walked))
    const [dx, dz] = WAYS[o.way ?? order[side % 4] ?? 'east']
    const length = Math.min(LEG, o.maxBlocks - walked)
    // Each side of the square is walked in legs; after every second side they are one more.
    const legs = 1 + Math.floor(side / 2)
    const to = corner.offset(dx * length, 0, dz * length)
    const from = bot.entity.position.clone()
    let hit: T | null = null
    let rested = 0
    const watch = setInterval(() => {
      if (Date.now() < rested) return
      const began = Date.now()
      hit ??= look()
      rested = Date.now() + 10 * (Date.now() - began) // a look round takes a tenth of the time at most
      if (hit !== null) stopMoving(bot)
    }, 1000)
    try {
      await walk(job, new goals.GoalNearXZ(to.x, to.z, ARRIVED), `${to.x} ${to.z}`)
      blocked = 0
    } catch (err) {
      job.check()
      if (!(err instanceof ActionError)) throw err
      if (hit === null && bot.entity.position.distanceTo(from) < 8) {
        blocked++
        side++
        corner = feetOf(bot)
      }
    } finally {
      clearInterval(watch)
    }
    walked += Math.hypot(bot.entity.position.x - from.x, bot.entity.position.z - from.z)
    corner = corner.offset(0, 0, 0).set(to.x, feetOf(bot).y, to.z)
    if (o.way === null && (leg + 1) % Math.max(1, legs) === 0) side++
  }
}
