// SPDX-License-Identifier: MIT

// defend: stay within a radius of a place or a player for so long, and fight what is hostile there.
import { clientOf } from '../client.ts'
import { ActionError } from '../errors.ts'
import { isHostile, isOwned } from '../harm.ts'
import type { Job } from '../job.ts'
import { Vec3 } from '../lib.ts'
import type { Bot, Entity, Vec } from '../lib.ts'
import { entityIds } from '../pickup.ts'
import { bestFood } from '../reflexes.ts'
import { sees } from '../sight.ts'
import { near, pointOf, walk } from '../walk.ts'
import type { Kind } from '../ways.ts'
import { fight } from './attack.ts'
import { LOST_MS, playerNamed } from './roam.ts'
import { DAY_TICKS } from './simple.ts'

/** How far and how long where nothing is said (docs/protocol). */
const RADIUS = 8
const SECONDS = 600
/** What is there at the end is fought so much longer. */
const LATE_MS = 30_000
/** A fight that was begun goes on so far beyond the radius, which is as far as a blow reaches. */
const BEYOND = 2
/** Farther from the middle than this it goes back when nothing is to be fought. */
const STAYS = 3
/** With no more health than this it steps back, if it can heal. */
const HURT = 10
/** From this hunger on health comes back. */
const HEALS = 18
const TOLD_MS = 2500

export const defend: Kind = {
  run: async job => {
    const { bot, params } = job
    const within = params.number('radius', RADIUS, 2, 32)
    const asked = params.number('seconds', SECONDS, 1, 86_400)
    const middle = await middleOf(job)
    await walk(job, near(middle().floored(), 1), 'what is guarded')
    const { dimension } = bot.game
    const clock = new Clock(bot.time.timeOfDay, Date.now())
    const before = clientOf(bot).kills
    let late = Infinity
    let told = { at: 0, did: 0 }
    for (;;) {
      // Whoever died of a blow of ours counts, also after the fight was broken off.
      job.did = clientOf(bot).kills - before
      if (bot.game.dimension !== dimension) throw new ActionError('wrong_dimension', `the bot came to ${bot.game.dimension}`)
      const passed = clock.passed(bot.time.timeOfDay, Date.now())
      const there = intruders(bot, middle(), within)
      if (passed >= asked) late = Math.min(late, Date.now() + LATE_MS)
      if (Date.now() >= late || (passed >= asked && there.length === 0)) break
      if (Date.now() - told.at > TOLD_MS || told.did !== job.did) {
        told = { at: Date.now(), did: job.did }
        job.progress(`guarding: ${job.did} killed`, passed / asked)
      }
      await turn(job, middle, within, there, late)
      await job.sleep(100)
    }
    const left = intruders(bot, middle(), within)[0]
    if (left) throw new ActionError('unreachable', `a ${left.name} is still within ${within} blocks; ${job.did} killed`)
    if (away(bot, middle()) > Math.min(STAYS, within)) await walk(job, near(middle().floored(), 1), 'what is guarded')
    return { position: pointOf(bot), killed: job.did }
  },
  only: 'what comes is fought as it comes, and there is no other place to guard',
}

/** Where what is guarded is: a place, or where the player was last seen. */
async function middleOf(job: Job): Promise<() => Vec> {
  const { bot, params } = job
  const at = params.position()
  if (at) return () => new Vec3(at.x + 0.5, at.y, at.z + 0.5)
  const target = params.name('target')
  const whom = (): Entity | undefined => playerNamed(bot, target)?.entity
  const first = await job.find(whom)
  if (!first) throw new ActionError('not_found', `the player ${params.text('target')} is not in sight`)
  let last = { at: first.position, seen: Date.now() }
  return () => {
    const e = whom()
    if (e) last = { at: e.position, seen: Date.now() }
    if (Date.now() - last.seen > LOST_MS) throw new ActionError('not_found', `${target} is out of sight`)
    return last.at
  }
}

const away = (bot: Bot, from: Vec): number => bot.entity.position.distanceTo(from)

/** What is hostile and alive within a radius, the nearest to the bot first. */
function intruders(bot: Bot, middle: Vec, within: number): Entity[] {
  return Object.values(bot.entities)
    .filter(e => e.isValid && isHostile(e) && !isOwned(bot, e) && e.position.distanceTo(middle) <= within && !clientOf(bot).fateOf(e.id).died)
    .sort((a, b) => away(bot, a.position) - away(bot, b.position))
}

/** What is next: out of the way when hurt, else a fight, else back to the middle. */
async function turn(job: Job, middle: () => Vec, within: number, there: Entity[], late: number): Promise<void> {
  const { bot } = job
  const foe = there.find(e => sees(bot, e))
  if (foe && isHurt(bot)) return await step(job, backOff(middle(), within, bot.entity.position, there.map(e => e.position)), 2)
  if (foe && away(bot, middle()) <= within) {
    const goesOn = (): boolean => !isHurt(bot) && Date.now() < late && away(bot, middle()) <= within &&
      foe.position.distanceTo(middle()) <= within + BEYOND && (away(bot, foe.position) <= BEYOND || nearest(bot, middle(), within, foe))
    await fight(job, foe, entityIds(bot), goesOn, to => to.distanceTo(middle()) <= within)
    return
  }
  if (away(bot, middle()) > Math.min(STAYS, within)) await step(job, middle(), 1)
}

/** Whether no other foe in sight is nearer by a block. */
const nearest = (bot: Bot, middle: Vec, within: number, foe: Entity): boolean =>
  !intruders(bot, middle, within).some(e => e !== foe && away(bot, e.position) + 1 < away(bot, foe.position) && sees(bot, e))

/** Whether it is to step back: hurt, and stepping back helps. */
const isHurt = (bot: Bot): boolean => bot.health <= HURT && (bot.food >= HEALS || bestFood(bot, new Set()) !== null)

/** Where to step back to: within the radius, far from the foes, and not past them. */
export function backOff(middle: Vec, within: number, me: Vec, foes: readonly Vec[]): Vec {
  const far = (p: Vec): number => Math.min(...foes.map(f => f.distanceTo(p)))
  const worth = (p: Vec): number => far(p) + far(p.plus(me).scaled(0.5))
  const around = Array.from({ length: 12 }, (_, i) => middle.offset(Math.cos(i * Math.PI / 6) * within * 0.75, 0, Math.sin(i * Math.PI / 6) * within * 0.75))
  return around.reduce((best, p) => (worth(p) > worth(best) ? p : best))
}

/** Some way, as far as it leads. */
async function step(job: Job, to: Vec, range: number): Promise<void> {
  try {
    await walk(job, near(to.floored(), range), 'its place')
  } catch (err) {
    job.check()
    if (!(err instanceof ActionError)) throw err
  }
}

const TICKS_PER_SECOND = 20

/** The time of a guard, in seconds: by our clock or by the game's, whichever went farther: a night that is slept through passes. */
export class Clock {
  private readonly began: number
  private last: number
  private ticks = 0

  constructor(timeOfDay: number, now: number) {
    this.began = now
    this.last = timeOfDay
  }

  passed(timeOfDay: number, now: number): number {
    const went = (timeOfDay - this.last + DAY_TICKS) % DAY_TICKS
    this.last = timeOfDay
    if (went <= DAY_TICKS * 3 / 4) this.ticks += went // else it was put back
    return Math.max((now - this.began) / 1000, this.ticks / TICKS_PER_SECOND)
  }
}
