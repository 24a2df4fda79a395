// SPDX-License-Identifier: MIT

// enchant: the first offer of an enchanting table, for one lapis lazuli and a level.
import { ActionError } from '../errors.ts'
import { carried, countOf, enchantsOf, takeBack, takeOff } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Item } from '../lib.ts'
import { STATION_RADIUS, goToStation, opened } from '../stations.ts'
import { anotherStation, rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { carriedOne } from './place.ts'

type Table = Awaited<ReturnType<Job['bot']['openEnchantmentTable']>>

/** The most that a server may take to show its offers, or what it enchanted. */
const SHOWS_MS = 8000
const LAPIS = 'lapis_lazuli'

export const enchant: Kind = {
  run: async job => {
    const { bot, params } = job
    const name = params.name('item')
    if (!bot.registry.itemsByName[name]) throw new ActionError('invalid', `enchant: there is no item ${name} in ${bot.version}`)
    await takeOff(job, name, 1)
    const plain = (): Item | undefined => carried(bot).find(i => i.name === name && enchantsOf(i).length === 0)
    if (!plain()) throw new ActionError('missing_item', `no ${name} is carried that is not enchanted yet`)
    if (countOf(bot, LAPIS) === 0) throw new ActionError('missing_item', 'enchanting needs 1 lapis lazuli, and none is carried')
    const block = await goToStation(job, ['enchanting_table'])
    if (!block) throw new ActionError('no_station', `no enchanting table within ${STATION_RADIUS} blocks: place one first`)
    const table = await opened(job, block, () => bot.openEnchantmentTable(block))
    try {
      await load(job, table, name)
      const asked = await offered(job, table, name)
      const level = bot.experience.level ?? 0
      if (level < Math.max(asked, 1)) {
        throw new ActionError('missing_levels', `the offer takes level ${asked} and the bot is of level ${level}: mine ores or fight for more`)
      }
      const done = (): boolean => enchantsOf(table.slots[0] as Item | null).length > 0
      bot._client.write('enchant_item', { windowId: table.id, enchantment: 0 })
      if (!await shown(job, done)) throw new ActionError('denied', `the server did not enchant the ${name}`)
      return {}
    } finally {
      await takeBack(job, table, [0, 1])
    }
  },
  within: 'from another stand',
  ways: [anotherStation(['enchanting_table'], 'at another table'), carriedOne(/^enchanting_table$/, 'at a table of its own'), upFirst, rejoin],
}

/** Puts the item and the lapis lazuli into the table. */
async function load(job: Job, table: Table, name: string): Promise<void> {
  const own = (fits: (i: Item) => boolean): Item | undefined => (table.slots.slice(table.inventoryStart, table.inventoryEnd) as (Item | null)[]).find((i): i is Item => i !== null && fits(i))
  const item = own(i => i.name === name && enchantsOf(i).length === 0)
  const lapis = own(i => i.name === LAPIS)
  if (!item || !lapis) throw new ActionError('missing_item', `${item ? LAPIS : name} is no longer carried`)
  await job.whole(table.putTargetItem(item))
  await job.whole(table.putLapis(lapis))
}

/** The level that the first offer asks for. */
async function offered(job: Job, table: Table, name: string): Promise<number> {
  const asks = (): number => table.enchantments[0]?.level ?? -1
  if (!await shown(job, () => asks() > 0)) throw new ActionError('invalid', `enchant: the table has no offer for a ${name}`)
  return asks()
}

async function shown(job: Job, holds: () => boolean): Promise<boolean> {
  for (const until = Date.now() + SHOWS_MS; !holds() && Date.now() < until;) await job.sleep(50)
  return holds()
}
