// SPDX-License-Identifier: MIT

// sleep: lie down in a bed at night, and get up in the morning.
import { ActionError } from '../errors.ts'
import { isHostile } from '../harm.ts'
import type { Job } from '../job.ts'
import { Vec3 } from '../lib.ts'
import type { Block } from '../lib.ts'
import { STATION_RADIUS, nearestBlock } from '../stations.ts'
import { otherStand } from '../stands.ts'
import { reach } from '../walk.ts'
import { rejoin } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { carriedOne } from './place.ts'

/** One can sleep from 12542 to 23459 in clear weather (minecraft.wiki, Bed). */
const FROM = 12_542
const UNTIL = 23_459
const TRIES = 3
/** So many beds are tried when the server does not let one lie down. */
const MOST_BEDS = 2
/** A night, and what the others on the server need to come to bed. */
const NIGHT_MS = 12 * 60_000

export const canSleep = (job: Job): boolean => {
  const { bot } = job
  return (bot.time.timeOfDay >= FROM && bot.time.timeOfDay <= UNTIL) || (bot.isRaining && bot.thunderState > 0)
}

export const sleep: Kind = {
  run: async job => {
    const { bot, params } = job
    const at = params.position()
    if (/nether|the_end/.test(bot.game.dimension)) throw new ActionError('no_bed', 'beds explode in this dimension: sleep in the overworld')
    const beds = bot.registry.blocksArray.filter(b => b.name.endsWith('_bed')).map(b => b.name)
    let bed: Block | null
    if (at) {
      await reach(job, at, 'the bed')
      bed = bot.blockAt(new Vec3(at.x, at.y, at.z))
      if (!bed?.name.endsWith('_bed')) throw new ActionError('no_bed', `at ${at.x} ${at.y} ${at.z} is no bed, but ${bed?.name ?? 'nothing known'}`)
    } else bed = await nearestBlock(job, beds)
    if (!bed) throw new ActionError('no_bed', `no bed within ${STATION_RADIUS} blocks: place one first`)
    if (!canSleep(job)) throw new ActionError('not_night', `it is day (${bot.time.timeOfDay}): one can sleep from ${FROM} on, and in a thunderstorm`)
    const tried = new Set<string>()
    for (let attempt = 1; ; attempt++) {
      await reach(job, bed.position, 'the bed')
      job.progress('lying down')
      try {
        await lieDown(job, bed)
      } catch (err) {
        job.check()
        const why = err instanceof Error ? err.message : String(err)
        if (/monsters/.test(why) || monsters(job, bed)) throw new ActionError('monsters_near', 'monsters are too near the bed: kill them or close the door, then sleep')
        if (/not night|thunderstorm/.test(why)) throw new ActionError('not_night', 'the server says that it is not night')
        if (/occupied/.test(why)) {
          tried.add(bed.position.toString())
          const other = at ? null : await nearestBlock(job, beds, tried)
          if (!other) throw new ActionError('no_bed', tried.size === 1 ? 'somebody lies in the bed' : `somebody lies in each of ${tried.size} beds`)
          bed = other
          continue
        }
        if (attempt % TRIES === 0) {
          tried.add(bed.position.toString())
          const other = at ? null : await nearestBlock(job, beds, tried)
          const times = `tried ${TRIES} times in ${tried.size === 1 ? 'the bed' : `each of ${tried.size} beds`}`
          if (!other || tried.size >= MOST_BEDS) throw new ActionError('unreachable', `the server did not let the bot lie down: ${why}; ${times}`)
          bed = other
        } else if (attempt % TRIES === 2) await otherStand(job, bed.position)
        await job.sleep(500)
        continue
      }
      if (await untilMorning(job)) return {}
      if (attempt >= TRIES) throw new ActionError('monsters_near', 'the bot was woken up three times before the morning')
    }
  },
  within: 'another stand, another bed',
  ways: [carriedOne(/_bed$/, 'in a bed of its own'), rejoin],
}

const monsters = (job: Job, bed: Block): boolean => Object.values(job.bot.entities).some(e => isHostile(e) && e.position.distanceTo(bed.position) < 9)

async function lieDown(job: Job, bed: Block): Promise<void> {
  const { bot } = job
  if (bot.isSleeping) return
  // What the server says when it does not let one: in the chat or over the hotbar.
  let said = ''
  const heard = (text: string): void => { said = text }
  bot.on('messagestr', heard)
  try {
    await job.whole(bot.sleep(bed), 5000)
  } catch (err) {
    throw said === '' ? err : new Error(`${err instanceof Error ? err.message : ''} (${said})`)
  } finally {
    bot.removeListener('messagestr', heard)
  }
}

/** True when it became day while the bot lay in bed, false when it was woken before. */
async function untilMorning(job: Job): Promise<boolean> {
  const { bot } = job
  const until = Date.now() + NIGHT_MS
  let told = 0
  try {
    while (bot.isSleeping) {
      if (Date.now() > until) throw new ActionError('timeout', 'the night does not end: others on the server may be awake')
      if (Date.now() - told > 5000) {
        told = Date.now()
        job.progress('asleep')
      }
      await job.sleep(100)
    }
    // The clock follows the waking by a packet or two.
    for (let i = 0; i < 20 && canSleep(job); i++) await job.sleep(100)
    return !canSleep(job)
  } finally {
    if (bot.isSleeping) bot._client.write('entity_action', { entityId: bot.entity.id, actionId: 2, jumpBoost: 0 })
  }
}
