// SPDX-License-Identifier: MIT

// Another stand: what a server refused, or what cannot be seen, from one place may be done from another beside it.
import { ActionError } from './errors.ts'
import type { Job } from './job.ts'
import { Vec3, goals } from './lib.ts'
import type { Bot, Vec } from './lib.ts'
import { feetOf, inReach, walk } from './walk.ts'

export const EYES = 1.62
const REACH = 4.2
/** So many stands are walked to before one gives up. */
const TRIED = 3

/** The look that a server goes by may be off by this much of a block; a ray is taken only when those around it meet the same. */
export const MARGIN = 0.2
/** The most that a body slides on after a walk, in looks of LOOK_MS. */
const SLIDES = 10
const LOOK_MS = 60

/** Waits until the body stands still: what is seen on the way is not seen from where it comes to rest. */
export async function still(job: Job): Promise<void> {
  for (let i = 0; i < SLIDES; i++) {
    const was = job.bot.entity.position.clone()
    await job.sleep(LOOK_MS)
    if (was.distanceTo(job.bot.entity.position) < 0.01) return
  }
}

/** Whether grass, a torch or the like stands between two points: they stop the eyes, and nothing else. */
export function overgrown(bot: Bot, from: Vec, to: Vec, block: Vec): boolean {
  const way = to.minus(from)
  for (let d = 0, length = way.norm(); d < length - 0.02; d += 0.05) {
    const p = from.plus(way.scaled(d / length)).floored()
    const at = p.equals(block) ? null : bot.blockAt(p, false)
    if (at && !/air$|^water$|^lava$/.test(at.name) && at.boundingBox === 'empty') return true
  }
  return false
}

/** Whether nothing solid but the block itself stands between the eyes and a point of it; with a margin also nothing that far beside the way, and no grass. */
export function clear(bot: Bot, eyes: Vec, point: Vec, block: Vec, margin = MARGIN): boolean {
  const way = point.minus(eyes)
  const right = new Vec3(-way.z, 0, way.x)
  const up = right.cross(way)
  const aside = [right, up].map(v => v.scaled(margin / (v.norm() || 1)))
  return [point, ...aside.flatMap(v => [point.plus(v), point.minus(v)])].every(to => {
    const length = to.distanceTo(eyes)
    if (length < 0.1) return true
    const hit = bot.world.raycast(eyes, to.minus(eyes).scaled(1 / length), length) as { position: Vec } | null
    return (hit === null || hit.position.equals(block)) && (margin === 0 || !overgrown(bot, eyes, to, block))
  })
}

/** Places from which a block is in reach and can be stood on, the nearest first. */
export function standsFor(bot: Bot, p: Vec, fits: (stand: Vec) => boolean): Vec[] {
  const out: Vec[] = []
  const free = (q: Vec): boolean => bot.blockAt(q, false)?.boundingBox === 'empty' && !/lava|fire|powder_snow/.test(bot.blockAt(q, false)?.name ?? '')
  for (let x = -4; x <= 4; x++) for (let z = -4; z <= 4; z++) for (let y = -3; y <= 3; y++) {
    const s = p.offset(x, y, z)
    if (x === 0 && z === 0 && y >= -1 && y <= 0) continue // in the block itself
    if (bot.blockAt(s.offset(0, -1, 0), false)?.boundingBox !== 'block' || !free(s) || !free(s.offset(0, 1, 0))) continue
    if (s.offset(0.5, EYES, 0.5).distanceTo(p.offset(0.5, 0.5, 0.5)) <= REACH && fits(s)) out.push(s)
  }
  return out.sort((a, b) => a.distanceTo(bot.entity.position) - b.distanceTo(bot.entity.position))
}

/** Goes to one of some stands, where it then serves; false when none does that can be come to. */
export async function take(job: Job, stands: Vec[], serves = (): boolean => true): Promise<boolean> {
  for (const s of stands.slice(0, TRIED)) {
    try {
      await walk(job, new goals.GoalBlock(s.x, s.y, s.z), 'another stand')
      await still(job)
      if (serves()) return true
    } catch (err) {
      job.check()
      if (!(err instanceof ActionError)) throw err
    }
  }
  return false
}

/** Stands elsewhere before a block, on another side of it where there is one; false when there is no other place. */
export function otherStand(job: Job, p: Vec): Promise<boolean> {
  const { bot } = job
  const was = feetOf(bot)
  const before = { x: Math.sign(was.x - p.x), z: Math.sign(was.z - p.z) }
  const side = (s: Vec): number => Number(Math.sign(s.x - p.x) === before.x && Math.sign(s.z - p.z) === before.z)
  return take(job, standsFor(bot, p, s => s.distanceTo(was) >= 1.5).sort((a, b) => side(a) - side(b)))
}

/** Stands where a point of a block is seen freely, with a margin if there is such a place; throws unreachable when it is seen from nowhere around. */
export async function standInSight(job: Job, p: Vec, point: Vec, what: string): Promise<void> {
  const { bot } = job
  await still(job)
  let tried = 0
  for (const margin of [MARGIN, 0]) {
    const here = (): boolean => inReach(bot, p) && clear(bot, bot.entity.position.offset(0, EYES, 0), point, p, margin)
    if (here()) return
    const stands = standsFor(bot, p, s => clear(bot, s.offset(0.5, EYES, 0.5), point, p, margin))
    tried += Math.min(TRIED, stands.length)
    if (await take(job, stands, here)) return // it may stand at the edge of one, and see nothing from there
  }
  const why = tried === 0 ? 'from no place around it is it seen freely' : `${tried} places from which it is seen freely were tried`
  throw new ActionError('unreachable', `${what} cannot be reached with the eyes: ${why}`)
}
