// SPDX-License-Identifier: MIT

// use: an item as a player does with the right button, in the air, on a block or on a creature.
import { ActionError } from '../errors.ts'
import { THROWN } from '../facts.ts'
import { gaze } from '../gaze.ts'
import { countOf, findCarried, usedUp } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3 } from '../lib.ts'
import type { Block, Vec } from '../lib.ts'
import { otherStand, standInSight } from '../stands.ts'
import { inReach, reach } from '../walk.ts'
import { standBy } from './animals.ts'
import { consume } from './carry.ts'
import { find, lost } from './simple.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'

/** Used along the line of sight, not on the block itself. */
const BY_SIGHT = /(bucket|glass_bottle|_boat|_raft|lily_pad|frogspawn|spawn_egg|ender_pearl|snowball|egg|experience_bottle|splash_(\w+_)?potion|lingering_potion|fishing_rod|ender_eye|wind_charge|trident|bow|crossbow)$/

export const use: Kind = {
  run: async job => {
    const { bot, params } = job
    const item = params.optionalName('item')
    const at = params.position()
    const target = params.optionalName('target')
    if (item !== null) {
      if (!bot.registry.itemsByName[item]) throw new ActionError('invalid', `use: there is no item ${item} in ${bot.version}`)
      if (!at && target === null && bot.registry.foodsByName[item] && findCarried(bot, item)) return await consume.run(job)
      await hold(job, item)
    }
    const inHand = bot.heldItem?.name ?? ''
    if (!at && target === null) {
      bot.activateItem()
      await job.sleep(THROWN.has(inHand) ? 300 : 600)
      bot.deactivateItem()
      return {}
    }
    const found = at ? { block: null } : await find(job, target ?? '')
    if (!found) throw lost(target ?? '')
    if ('entity' in found) {
      await standBy(job, found.entity)
      await hold(job, inHand)
      await job.run(bot.lookAt(found.entity.position.offset(0, (found.entity.height || 1) * 0.6, 0), true))
      await job.whole(bot.activateEntity(found.entity))
      await job.sleep(300)
      return {}
    }
    const p = at ? new Vec3(at.x, at.y, at.z) : found.block?.position
    if (!p) throw lost(target ?? '')
    job.kept.check(bot.game.dimension, p)
    if (!inReach(bot, p)) await reach(job, p, `${p.x} ${p.y} ${p.z}`)
    await hold(job, inHand)
    const block = bot.blockAt(p)
    if (!block || (target !== null && at && block.name !== target && !Object.values(bot.entities).some(e => e.name === target && e.position.distanceTo(p) < 3))) {
      throw new ActionError('not_found', `at ${p.x} ${p.y} ${p.z} is ${block?.name ?? 'nothing known'}${target === null ? '' : `, not ${target}`}`)
    }
    const who = target === null ? undefined : Object.values(bot.entities).find(e => e !== bot.entity && e.name === target && e.position.distanceTo(p) < 3)
    if (who) {
      await standBy(job, who)
      await hold(job, inHand)
      await job.whole(bot.activateEntity(who))
    } else if (BY_SIGHT.test(inHand)) {
      const point = p.offset(0.5, block.boundingBox === 'block' ? 1 : 0.8, 0.5)
      await standInSight(job, p, point, `the ${block.name} at ${p.x} ${p.y} ${p.z}`)
      await hold(job, inHand)
      await gaze(job, point)
      const had = countOf(bot, inHand)
      bot.activateItem()
      if (inHand.endsWith('bucket') && !await usedUp(job, inHand, had)) await bucketAgain(job, block, inHand, point, had)
    } else {
      await job.run(bot.lookAt(p.offset(0.5, 0.5, 0.5), true))
      await job.whole(bot.activateBlock(block, new Vec3(0, 1, 0), new Vec3(0.5, 1, 0.5)))
    }
    await job.sleep(400)
    if (bot.currentWindow) await Promise.race([Promise.resolve(bot.closeWindow(bot.currentWindow)), job.sleep(500)])
    return {}
  },
  within: 'another stand with a free line of sight',
  ways: [upFirst, rejoin],
}

/** Takes an item into the hand; a way that was dug left a tool there. Throws missing_item. */
async function hold(job: Job, item: string): Promise<void> {
  const { bot } = job
  if (item === '' || bot.heldItem?.name === item) return
  const held = findCarried(bot, item)
  if (!held) throw new ActionError('missing_item', `no ${item} is carried`)
  await job.whole(bot.equip(held, 'hand'))
}

/** A bucket that was neither filled nor emptied, from another stand, unless the server did so late. Throws denied. */
async function bucketAgain(job: Job, block: Block, bucket: string, point: Vec, had: number): Promise<void> {
  const { bot } = job
  const moved = await otherStand(job, block.position)
  if (moved) {
    await standInSight(job, block.position, point, `the ${block.name}`)
    if (countOf(bot, bucket) === had && bot.blockAt(block.position)?.name === block.name) {
      await hold(job, bucket)
      await gaze(job, point)
      if (countOf(bot, bucket) === had) bot.activateItem()
    }
    if (await usedUp(job, bucket, had)) return
  }
  const p = block.position
  throw new ActionError('denied', `the server did nothing with the ${bucket} at the ${block.name} at ${p.x} ${p.y} ${p.z}, from ${moved ? 'two stands' : 'the one stand there is'} with a free line of sight`)
}
