// SPDX-License-Identifier: MIT

// Finding a station (table, furnace, chest) and standing before it.
import { findBlocks } from './blocks.ts'
import { ActionError } from './errors.ts'
import type { Code } from './errors.ts'
import type { Job } from './job.ts'
import { Vec3 } from './lib.ts'
import type { Block } from './lib.ts'
import { reach } from './walk.ts'
import type { Point } from './wire.ts'

export const STATION_RADIUS = 32

/** The nearest block with one of these names within 32 blocks, skipping some, of those that are loaded. */
function nearestLoaded(job: Job, names: string[], skip: ReadonlySet<string> = new Set()): Block | null {
  const { bot } = job
  const ids = names.flatMap(n => { const b = bot.registry.blocksByName[n]; return b ? [b.id] : [] })
  if (ids.length === 0) return null
  const at = findBlocks(bot, { ids, within: STATION_RADIUS, count: 16 })
    .filter(p => !skip.has(p.toString()))
    .sort((a, b) => a.distanceTo(bot.entity.position) - b.distanceTo(bot.entity.position))[0]
  return at ? bot.blockAt(at) : null
}

/** The nearest block with one of these names within 32 blocks; null for none. */
export const nearestBlock = (job: Job, names: string[], skip?: ReadonlySet<string>): Promise<Block | null> => job.find(() => nearestLoaded(job, names, skip))

/** Walks to a station; null when there is none near. */
export async function goToStation(job: Job, names: string[], skip?: ReadonlySet<string>): Promise<Block | null> {
  const block = await nearestBlock(job, names, skip)
  if (!block) return null
  await reach(job, block.position, `the ${block.name}`)
  return block
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
