// SPDX-License-Identifier: MIT

// A bucket is no block: it is emptied into the cell before the first face that the eyes meet (minecraft.wiki, Bucket).
import { ActionError } from '../errors.ts'
import { gaze } from '../gaze.ts'
import { countOf, findCarried, usedUp } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3 } from '../lib.ts'
import type { Block, Bot, Vec } from '../lib.ts'
import { EYES, MARGIN, overgrown, standsFor, still, take } from '../stands.ts'

export const POURED = /^(?!powder_snow|milk).*_bucket$/
export const liquidOf = (bucket: string): string => (bucket === 'lava_bucket' ? 'lava' : 'water')

/** In number and order as the library names faces. */
const FACES = [new Vec3(0, -1, 0), new Vec3(0, 1, 0), new Vec3(0, 0, -1), new Vec3(0, 0, 1), new Vec3(-1, 0, 0), new Vec3(1, 0, 0)]
/** What the eyes reach at least (4.5 blocks since 1.20.5, 5 before). */
const FAR = 4.4
/** How long the server may take to show what was poured, in ms. */
const SHOWN_MS = 1500
const ASTRAY = 2

/** Whether what the eyes meet on the way to a point is this face of this block: grass and flowers stop them too. */
function meets(bot: Bot, eyes: Vec, point: Vec, block: Vec, face: number): boolean {
  const way = point.minus(eyes)
  const length = way.norm()
  if (length > FAR) return false
  const hit = bot.world.raycast(eyes, way.scaled(1 / length), length + 0.1) as (Block & { face: number }) | null
  return hit?.position.equals(block) === true && hit.face === face && !overgrown(bot, eyes, point, block)
}

/** The point to look at from somewhere so that a bucket is emptied into a cell; null for none. */
export function aim(bot: Bot, eyes: Vec, target: Vec): Vec | null {
  for (const [face, out] of FACES.entries()) {
    const block = target.minus(out)
    if (bot.blockAt(block, false)?.boundingBox !== 'block') continue
    const middle = block.offset(0.5 + out.x / 2, 0.5 + out.y / 2, 0.5 + out.z / 2)
    const [a, b] = out.y !== 0 ? [new Vec3(MARGIN, 0, 0), new Vec3(0, 0, MARGIN)] : [new Vec3(out.z * MARGIN, 0, out.x * MARGIN), new Vec3(0, MARGIN, 0)]
    if ([middle, middle.plus(a), middle.minus(a), middle.plus(b), middle.minus(b)].every(p => meets(bot, eyes, p, block, face))) return middle
  }
  return null
}

/** The cells around one in which a liquid stands. */
function pools(bot: Bot, around: Vec, liquid: string): Map<string, Vec> {
  const out = new Map<string, Vec>()
  for (let x = -ASTRAY; x <= ASTRAY; x++) for (let y = -ASTRAY; y <= ASTRAY; y++) for (let z = -ASTRAY; z <= ASTRAY; z++) {
    const p = around.offset(x, y, z)
    const b = bot.blockAt(p)
    if (b?.name === liquid && Number(b.getProperties()['level'] ?? 0) === 0) out.set(p.toString(), p)
  }
  return out
}

/** Empties a bucket into a cell, from where its ray goes there; what went elsewhere is taken up again. Throws unreachable or denied. */
export async function pour(job: Job, bucket: string, target: Vec): Promise<void> {
  const { bot } = job
  const where = `${target.x} ${target.y} ${target.z}`
  const liquid = liquidOf(bucket)
  const here = (): Vec | null => aim(bot, bot.entity.position.offset(0, EYES, 0), target)
  await still(job)
  if (!here() && !await take(job, standsFor(bot, target, s => !s.equals(target) && aim(bot, s.offset(0.5, EYES, 0.5), target) !== null), () => here() !== null)) {
    throw new ActionError('unreachable', `a ${bucket} is emptied before the face that the eyes meet, and from no place around it is a face beside ${where} seen freely: say a place in the open that has a block under it`)
  }
  const held = findCarried(bot, bucket)
  if (!held) throw new ActionError('missing_item', `no ${bucket} is carried`)
  await job.whole(bot.equip(held, 'hand'))
  const point = here()
  if (!point) throw new ActionError('unreachable', `something came before the eyes on the way to ${where}`)
  const before = pools(bot, target, liquid)
  const had = countOf(bot, bucket)
  await gaze(job, point)
  bot.activateItem()
  if (!await usedUp(job, bucket, had)) throw new ActionError('denied', `the server did nothing with the ${bucket} at ${where}, with a free line of sight: the place may be protected`)
  const there = (): boolean => { const b = bot.blockAt(target); return b?.name === liquid || b?.getProperties()['waterlogged'] === true }
  for (const until = Date.now() + SHOWN_MS; !there() && Date.now() < until;) await job.sleep(50)
  if (there()) return
  const astray = [...pools(bot, target, liquid)].find(([key]) => !before.has(key))?.[1]
  if (!astray) throw new ActionError('unreachable', `the ${bucket} was emptied, and no ${liquid} is at ${where}`)
  await gaze(job, astray.offset(0.5, 0.5, 0.5))
  bot.activateItem()
  await job.sleep(SHOWN_MS)
  const left = bot.blockAt(astray)?.name === liquid ? 'it is still there' : 'it was taken up again'
  throw new ActionError('unreachable', `the ${bucket} was emptied at ${astray.x} ${astray.y} ${astray.z}, and not at ${where}; ${left}`)
}
