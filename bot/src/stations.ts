// SPDX-License-Identifier: MIT

// Finding a station (table, furnace, chest) and standing before it.
import { findBlocks } from './blocks.ts'
import { ActionError } from './errors.ts'
import type { Code } from './errors.ts'
import type { Job } from './job.ts'
import { Vec3 } from './lib.ts'
import type { Block } from './lib.ts'
import { otherStand } from './stands.ts'
import { reach } from './walk.ts'
import type { Point } from './wire.ts'

export const STATION_RADIUS = 32

/** The nearest block with one of these names within 32 blocks, skipping some, of those that are loaded. */
function nearestLoaded(job: Job, names: string[], skip: ReadonlySet<string>): Block | null {
  const { bot } = job
  const ids = names.flatMap(n => { const b = bot.registry.blocksByName[n]; return b ? [b.id] : [] })
  if (ids.length === 0) return null
  const at = findBlocks(bot, { ids, within: STATION_RADIUS, count: 16 })
    .filter(p => !skip.has(p.toString()))
    .sort((a, b) => a.distanceTo(bot.entity.position) - b.distanceTo(bot.entity.position))[0]
  return at ? bot.blockAt(at) : null
}

/** The nearest block with one of these names within 32 blocks that is not shunned; null for none. */
export const nearestBlock = (job: Job, names: string[], skip: ReadonlySet<string> = job.shunned): Promise<Block | null> => job.find(() => nearestLoaded(job, names, skip))

/** Walks to a station; null when there is none near. */
export async function goToStation(job: Job, names: string[], skip?: ReadonlySet<string>): Promise<Block | null> {
  const block = await nearestBlock(job, names, skip)
  if (!block) return null
  job.station = block
  await reach(job, block.position, `the ${block.name}`)
  return block
}

/** The most that a station may take to open. */
const OPEN_MS = 6000

/** Opens a station; one that does not open is tried once more from another stand. */
export async function opened<W>(job: Job, block: Block, open: () => Promise<W>): Promise<W> {
  const late = `the ${block.name} did not open`
  try {
    return await job.whole(open(), OPEN_MS, late)
  } catch (err) {
    job.check()
    if (!(err instanceof ActionError) || err.code !== 'timeout') throw err
  }
  if (!await otherStand(job, block.position)) throw new ActionError('timeout', `${late}, and there is no other place to stand before it`)
  return await job.whole(open(), OPEN_MS, `${late}, tried from two stands`)
}

/** The block at a given place, after walking there; throws when it is none of the names. */
export async function blockThere(job: Job, at: Point, names: RegExp, code: Code, called: string): Promise<Block> {
  const p = new Vec3(at.x, at.y, at.z)
  await reach(job, at, `${at.x} ${at.y} ${at.z}`)
  const block = job.bot.blockAt(p)
  if (!block || !names.test(block.name)) {
    throw new ActionError(code, `there is no ${called} at ${at.x} ${at.y} ${at.z}, but ${block?.name ?? 'nothing known'}`)
  }
  return block
}
