// SPDX-License-Identifier: MIT

// trade: an item to villagers for emeralds, or one from them. What each of them offers is known once its window is open.
import { ActionError } from '../errors.ts'
import { TRADING } from '../facts.ts'
import { agree, clicksOf, countOf, roomFor, takeBack } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Entity, Item } from '../lib.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { animals, isYoung, meta, standBy } from './animals.ts'

type Window = Awaited<ReturnType<Job['bot']['openVillager']>>
type Offer = NonNullable<Window['trades']>[number] & { realPrice: number }

/** The most that a villager may take to show its offers: one without any shows none. */
const OPENS_MS = 4000
/** The most that a server may take to show what comes of what lies in the window. */
const SHOWS_MS = 8000
const GIVEN = [0, 1]
const MADE = 2
/** By the number that their clothes have; the first and the twelfth have no trade (minecraft.wiki, Villager). */
const PROFESSIONS = ['none', 'armorer', 'butcher', 'cartographer', 'cleric', 'farmer', 'fisherman', 'fletcher', 'leatherworker', 'librarian', 'mason', 'nitwit', 'shepherd', 'toolsmith', 'weaponsmith']

export const trade: Kind = {
  run: async job => {
    const { bot, params } = job
    const item = params.name('item')
    const sold = params.optionalName('for')
    const [takes, gives] = sold === null ? [TRADING.coin, item] : [item, sold]
    const want = params.quantity()
    const most = params.number('price', 64, 1, 64)
    for (const name of [takes, gives]) if (!bot.registry.itemsByName[name]) throw new ActionError('invalid', `trade: there is no item ${name} in ${bot.version}`)
    const skip = new Set<number>()
    let other = ''
    while (job.gained(gives) < want) {
      if (countOf(bot, takes) === 0) throw new ActionError('missing_item', `no ${takes} is carried; ${job.gained(gives)} of ${want} ${gives} traded for`)
      const e = await job.find(() => animals(job, TRADING.mob, v => !skip.has(v.id) && !isYoung(job, v) && !/none|nitwit/.test(calling(job, v)))[0])
      if (!e) throw new ActionError('not_found', other || `no ${skip.size > 0 ? 'other ' : ''}villager that trades ${takes} for ${gives} is in sight`)
      skip.add(e.id)
      await standBy(job, e)
      const window = await job.whole(bot.openVillager(e), OPENS_MS, 'it showed no offers').catch(() => { job.check(); return null })
      if (!window) continue
      try {
        other = await tradeWith(job, e, window, { takes, gives, want, most }) || other
      } finally {
        await takeBack(job, window, GIVEN)
      }
    }
    return {}
  },
  within: 'another villager',
  ways: [upFirst, rejoin],
}

/** What a villager does for a living, as its clothes show; villager where they are not told. */
function calling(job: Job, e: Entity): string {
  const told = meta(job, e, 'villager_data', 17) as { villagerProfession?: number; profession?: number } | undefined
  return PROFESSIONS[told?.villagerProfession ?? told?.profession ?? -1] ?? 'villager'
}

/** Takes an offer until so many were gained, it is sold out or nothing is left; what it wants where that is too much, else ''. */
async function tradeWith(job: Job, e: Entity, window: Window, { takes, gives, want, most }: { takes: string; gives: string; want: number; most: number }): Promise<string> {
  const { bot } = job
  const slots = window.slots as (Item | null)[]
  const held = (): number => countOf(bot, takes) + (slots[0]?.count ?? 0)
  const offers = (window.trades ?? []) as Offer[]
  const at = offers.findIndex(o => o.inputItem1.name === takes && o.outputItem.name === gives && !o.hasItem2)
  const offer = offers[at]
  if (!offer) return ''
  const asks = `the ${calling(job, e)} here wants ${offer.realPrice} ${takes} for ${offer.outputItem.count} ${gives}`
  if (offer.realPrice > most) return asks
  for (let left = offer.tradeDisabled ? 0 : offer.maximumNbTradeUses - offer.nbTradeUses; left > 0 && job.gained(gives) < want; left--) {
    const had = countOf(bot, gives)
    if (held() < offer.realPrice) throw new ActionError('missing_item', `${asks}, and ${held()} are carried`)
    if (roomFor(bot, gives) < offer.outputItem.count) throw new ActionError('inventory_full', `no room for ${gives}: put something away first`)
    Object.assign(window, { selectedTrade: offer }) // what the library's clicks go by
    bot._client.write('select_trade', { slot: at })
    for (const until = Date.now() + SHOWS_MS; slots[MADE]?.name !== gives;) {
      if (Date.now() > until) throw new ActionError('denied', `the villager gave no ${gives} for ${takes}`)
      await job.sleep(50)
    }
    await job.whole(clicksOf(bot).clickWindow(MADE, 0, 0))
    await job.whole(clicksOf(bot).putSelectedItemRange(window.inventoryStart, window.inventoryEnd, window, null))
    await agree(job, window)
    if (countOf(bot, gives) <= had) throw new ActionError('denied', `the server gave no ${gives} for ${takes}`)
    job.progress(`traded for ${job.gained(gives)}/${want} ${gives}`, Math.min(1, job.gained(gives) / want))
  }
  return ''
}
