// SPDX-License-Identifier: MIT

// barter: gold ingots to a piglin, one after the other, and what it throws back is picked up.
import { ActionError } from '../errors.ts'
import { BARTERING } from '../facts.ts'
import { countOf, findCarried } from '../inventory.ts'
import type { Job } from '../job.ts'
import { entityIds, lying, pickFallen } from '../pickup.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { animals, useOn } from './animals.ts'
import { belongs } from './carry.ts'

/** A piglin looks at an ingot for six seconds (minecraft.wiki, Bartering); a busy server is slower. */
const PONDERS_MS = 15_000
/** What it throws lies so near to it or to the player. */
const THROWN_WITHIN = 8
/** The slots of what is worn. */
const WORN = [5, 6, 7, 8]

export const barter: Kind = {
  run: async job => {
    const { bot, params } = job
    const { mob, given } = BARTERING
    const item = params.name('item')
    const quantity = params.quantity()
    const until = params.untilItem()
    if (item !== given || !bot.registry.entitiesByName[mob]) throw new ActionError('invalid', `barter: nobody gives anything for ${item} in ${bot.version}`)
    await dress(job)
    const skip = new Set<number>()
    while (job.did < quantity && (!until || job.gained(until.item) < until.count)) {
      if (countOf(bot, given) === 0) throw new ActionError('missing_item', `no ${given} is carried; ${job.did} of ${quantity} given`)
      const e = await job.find(() => animals(job, mob, m => !skip.has(m.id))[0])
      if (!e) throw new ActionError('not_found', `no ${skip.size > 0 ? 'other ' : ''}${mob} is in sight; ${job.did} of ${quantity} given`)
      const before = entityIds(bot)
      const had = countOf(bot, given)
      if (!await useOn(job, e, given, () => countOf(bot, given) < had)) {
        skip.add(e.id)
        continue
      }
      job.did++
      const thrown = (): boolean => [e.position, bot.entity.position].some(at => lying(bot, at, THROWN_WITHIN, () => true).some(i => !before.has(i.id)))
      const start = countAll(job)
      for (const late = Date.now() + PONDERS_MS; !thrown() && countAll(job) === start && Date.now() < late;) await job.sleep(100)
      // A young one keeps the ingot.
      if (!thrown() && countAll(job) === start) skip.add(e.id)
      await pickFallen(job, bot.entity.position.clone(), before, THROWN_WITHIN)
      if (until) job.progress(`${job.gained(until.item)}/${until.count} ${until.item} for ${job.did} ${given}`, job.gained(until.item) / until.count)
      else job.progress(`gave ${job.did}/${quantity} ${given}`, job.did / quantity)
    }
    return {}
  },
  within: 'another piglin',
  ways: [upFirst, rejoin],
}

const countAll = (job: Job): number => Object.values(job.delta()).reduce((sum, n) => sum + n, 0)

/** Puts on a piece of golden armour where none is worn: piglins attack who wears none. */
async function dress(job: Job): Promise<void> {
  const { bot } = job
  const { worn } = BARTERING
  if (WORN.some(slot => worn.includes(bot.inventory.slots[slot]?.name ?? ''))) return
  const piece = worn.map(name => findCarried(bot, name)).find(it => it !== null)
  if (!piece) throw new ActionError('missing_tool', 'piglins attack who wears no gold: bring a piece of golden armour')
  const slot = belongs(piece.name)
  await job.whole(bot.equip(piece, slot === 'off_hand' ? 'off-hand' : slot))
}
