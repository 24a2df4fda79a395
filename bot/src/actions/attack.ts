// SPDX-License-Identifier: MIT

// attack: walk up to the nearest creature that the target names and fight until that many are dead.
import { ActionError } from '../errors.ts'
import { clientOf } from '../client.ts'
import { HEALTH } from '../facts.ts'
import { isHostile, isOwned, mayAttack } from '../harm.ts'
import { bowOf, inShot, shoot } from '../bow.ts'
import { comesNear, keepOff } from '../footwork.ts'
import { foes, lower, raise, shieldOf } from '../reflexes.ts'
import { sees } from '../sight.ts'
import type { Job } from '../job.ts'
import { goals } from '../lib.ts'
import type { Entity, Vec } from '../lib.ts'
import { entityIds, lying, pickFallen } from '../pickup.ts'
import { bestWeapon, blowOf, pauseOf } from '../tools.ts'
import { stopMoving } from '../walk.ts'
import { roam, wayOf } from './roam.ts'
import type { Search } from './roam.ts'
import { upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'

const REACH = 3
/** How far creatures are told of, and how far the bot goes to look for one. */
const SIGHT = 64
const WALK_BLOCKS = 160
const WALK_MS = 120_000
const CHASE_MS = 40_000
/** A creature that dies is gone so soon after the last blow. */
const DYING_MS = 3000
/** What it leaves lies so near, and is shown so soon. */
const LEFT_WITHIN = 3
const LEFT_MS = 1000
/** So many searches in a row that led nowhere, and found it all the same, end the search. */
const MOST_IDLE = 5
/** A server that took so many away unhurt kills none. */
const MOST_TAKEN = 3

export const attack: Kind = {
  run: async job => {
    const { bot, params } = job
    const target = params.name('target')
    const quantity = params.quantity()
    const radius = params.number('radius', SIGHT, 1, 256)
    const looks = !params.has('radius') && bot.registry.entitiesByName[target] !== undefined
    const searched = { walked: 0, ms: 0, ended: 'far' as Search<unknown>['ended'] } // for the one at hand
    const lost = new Set<number>()
    let taken = 0
    let idle = 0
    while (job.did < quantity) {
      job.check()
      const foe = await job.find(() => nearest(job, target, radius, lost))
      if (!foe) {
        // Nobody said how far to look: it goes and looks for creatures, not for players. One that gets out of sight again does not end that.
        if (looks && searched.walked < WALK_BLOCKS && searched.ms < WALK_MS) {
          const began = Date.now()
          const before = searched.walked
          const search = await roam(job, () => nearest(job, target, radius, lost), {
            maxBlocks: WALK_BLOCKS - before, maxMs: WALK_MS - searched.ms, way: null, tell: walked => { job.progress(`no ${target} in sight, looking around: ${before + walked} of ${WALK_BLOCKS} blocks`) },
          })
          Object.assign(searched, { walked: before + search.walked, ms: searched.ms + Date.now() - began, ended: search.ended })
          // What is in sight only while it is looked for is not gone after for ever.
          idle = search.walked < 1 ? idle + 1 : 0
          if (search.found && idle < MOST_IDLE) continue
        }
        const along = looks ? `, nor on ${wayOf(searched)}` : ''
        if (taken > 0) throw notKilled(target, taken, job.did)
        if (lost.size > 0) throw new ActionError('unreachable', `${target} could not be reached, and there is no other within ${radius} blocks${along}; ${job.did} killed`)
        const spared = Object.values(bot.entities).filter(e => e.name === target && isOwned(bot, e)).length
        const but = spared > 0 ? ` but ${spared} that ${spared === 1 ? 'is' : 'are'} tame, and left alone` : ''
        throw new ActionError('not_found', `no ${job.did > 0 ? 'more ' : ''}${target} within ${radius} blocks${along}${but}; ${job.did} killed`)
      }
      const before = entityIds(bot)
      const end = await fight(job, foe, before)
      if (end !== 'killed') {
        lost.add(foe.id)
        if (end === 'taken' && ++taken >= MOST_TAKEN) throw notKilled(target, taken, job.did)
        continue
      }
      job.did++
      Object.assign(searched, { walked: 0, ms: 0 })
      job.progress(`killed ${job.did}/${quantity} ${target}`, job.did / quantity)
      const fell = foe.position.clone()
      for (let i = 0; i < 15 && bot.entities[foe.id] === foe; i++) await job.sleep(100)
      await job.sleep(150)
      await pickFallen(job, fell, before, 5)
    }
    return { killed: job.did }
  },
  within: 'another of its kind, a search',
  ways: [upFirst],
}

function nearest(job: Job, target: string, radius: number, lost: ReadonlySet<number>): Entity | null {
  const me = job.bot.entity.position
  return Object.values(job.bot.entities)
    .filter(e => !lost.has(e.id) && mayAttack(job.bot, e, target) && e.position.distanceTo(me) <= radius)
    .sort((a, b) => a.position.distanceTo(me) - b.position.distanceTo(me))[0] ?? null
}

const notKilled = (target: string, taken: number, killed: number): ActionError =>
  new ActionError('denied', `the server took ${taken} ${target} away, and showed no death, no drop and no damage that it died of: that is no kill; ${killed} killed`)

/** Whether what is gone was killed: by its death, by damage that the server showed just before and that it may have died of
 * (`most` a blow), or by what it left. */
async function wasKilled(job: Job, foe: Entity, before: ReadonlySet<number>, most: number): Promise<boolean> {
  const f = clientOf(job.bot).fateOf(foe.id)
  if (f.died || (f.blows > 0 && f.blows * most >= (HEALTH[foe.name ?? ''] ?? 0) && Date.now() - f.lastBlow < DYING_MS)) return true
  const left = (): boolean => lying(job.bot, foe.position, LEFT_WITHIN, () => true).some(e => !before.has(e.id))
  for (let waited = 0; waited < LEFT_MS && !left(); waited += 50) await job.sleep(50)
  return left()
}

/** How a fight ended: the foe was killed, it was taken away unhurt, or it got away, could not be reached or was left alone. */
export async function fight(job: Job, foe: Entity, before: ReadonlySet<number>, goesOn = () => true, stays = (_: Vec) => true): Promise<'killed' | 'taken' | 'away'> {
  const { bot } = job
  let hits = 0
  let most = 0 // that one of them took
  let last = 0
  let nearAt = Date.now()
  let following = false
  try {
    while (!clientOf(bot).fateOf(foe.id).died) {
      if (bot.entities[foe.id] !== foe) return hits === 0 ? 'away' : await wasKilled(job, foe, before, most) ? 'killed' : 'taken'
      if (!goesOn()) return 'away'
      const d = bot.entity.position.distanceTo(foe.position)
      if (inShot(d) && bowOf(bot) && sees(bot, foe)) {
        if (following) stopMoving(bot)
        following = false
        if (await shoot(bot, foe, ms => job.sleep(ms))) {
          nearAt = Date.now()
          hits++
          most = Infinity
          continue
        }
      }
      const rests = Date.now() - last < pauseOf(bot.heldItem?.name ?? '')
      if (d > REACH && !(rests && d < REACH + 1 && isHostile(foe) && comesNear(foe))) {
        lower(bot) // behind a shield one only creeps
        if (!following) bot.pathfinder.setGoal(new goals.GoalFollow(foe, 2), true)
        following = true
        if (Date.now() - nearAt > CHASE_MS) return 'away'
      } else {
        nearAt = Date.now()
        if (following) stopMoving(bot)
        following = false
        // Walking may have taken a tool or a block in hand.
        const weapon = bestWeapon(bot)
        if (weapon && bot.heldItem?.name !== weapon.name) await job.whole(bot.equip(weapon, 'hand'))
        if (!rests) {
          bot.setControlState('forward', false)
          last = Date.now()
          hits++
          most = Math.max(most, blowOf(bot))
          lower(bot)
          await job.run(bot.lookAt(foe.position.offset(0, (foe.height || 1) * 0.7, 0), true))
          bot.attack(foe)
        } else if (isHostile(foe) && !(comesNear(foe) && !shieldOf(bot) && await job.run(keepOff(bot, foes(bot, SIGHT), stays)))) {
          await job.run(bot.lookAt(foe.position.offset(0, 1.2, 0), true))
          await job.whole(raise(bot))
        }
      }
      await job.sleep(50)
    }
    return hits > 0 ? 'killed' : 'away'
  } finally {
    lower(bot)
    stopMoving(bot)
  }
}
