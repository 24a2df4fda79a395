// SPDX-License-Identifier: MIT

// Walling off lava and water: what lies beside a block is closed with a block before that one is broken.
import { ActionError } from './errors.ts'
import { carried } from './inventory.ts'
import type { Job } from './job.ts'
import type { Block, Bot, Item, Vec } from './lib.ts'

/** What the bot can dig its way through again without a tool, and nobody misses. */
const WALLS = /^(dirt|cobblestone|stone|netherrack|cobbled_deepslate|andesite|diorite|granite|tuff|sandstone)$/
const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]] as const

/** The block that most is carried of and that a wall may be of; null for none. */
export const wallBlock = (bot: Bot): Item | null => carried(bot).filter(i => WALLS.test(i.name)).sort((a, b) => b.count - a.count)[0] ?? null

/** How many blocks for walls are carried. */
export const wallBlocks = (bot: Bot): number => carried(bot).filter(i => WALLS.test(i.name)).reduce((n, i) => n + i.count, 0)

/** The places beside a block where a liquid lies. */
export const wetSides = (bot: Bot, p: Vec, liquid: RegExp): Vec[] => SIDES.map(([x, y, z]) => p.offset(x, y, z)).filter(q => liquid.test(bot.blockAt(q, false)?.name ?? ''))

/** Closes every side of a block where a liquid lies. Throws unreachable when one stays open. */
export async function seal(job: Job, p: Vec, liquid: RegExp): Promise<void> {
  const { bot } = job
  for (const q of wetSides(bot, p, liquid)) {
    const name = bot.blockAt(q)?.name ?? 'a liquid'
    const open = (): boolean => liquid.test(bot.blockAt(q, false)?.name ?? '')
    // Against the block itself last: it is to be broken, but stands until then.
    const against = SIDES.map(([x, y, z]) => bot.blockAt(q.offset(x, y, z))).filter((b): b is Block => b?.boundingBox === 'block')
      .sort((a, b) => Number(a.position.equals(p)) - Number(b.position.equals(p)) || a.position.distanceTo(bot.entity.position) - b.position.distanceTo(bot.entity.position))
    for (const b of against) {
      const item = wallBlock(bot)
      if (!item || !open()) break
      if (bot.heldItem?.name !== item.name) await job.whole(bot.equip(item, 'hand'))
      job.progress(`walling off ${name} at ${q.x} ${q.y} ${q.z}`)
      // The library waits for the block for seconds, and a server may refuse this side.
      await job.run(Promise.race([bot.placeBlock(b, q.minus(b.position)).catch(() => undefined), job.sleep(1500)]))
    }
    if (open()) throw new ActionError('unreachable', `${name} lies beside ${p.x} ${p.y} ${p.z} and cannot be walled off`)
    job.own.placed(bot.game.dimension, q)
  }
}
