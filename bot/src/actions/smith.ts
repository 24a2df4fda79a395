// SPDX-License-Identifier: MIT

// smith: one item into another at a smithing table, with a template since 1.20.
import { ActionError } from '../errors.ts'
import { SMITHING } from '../facts.ts'
import { agree, clicksOf, countOf, takeBack } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Item } from '../lib.ts'
import { STATION_RADIUS, goToStation, opened } from '../stations.ts'
import { anotherStation, rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { carriedOne } from './place.ts'

type Table = Awaited<ReturnType<Job['bot']['openBlock']>>

/** The most that a server may take to show what comes of the parts. */
const SHOWS_MS = 8000
const TABLE = ['smithing_table']

export const smith: Kind = {
  run: async job => {
    const { bot, params } = job
    const name = params.name('recipe')
    const want = params.quantity()
    // Since 1.20 the window has a cell for a template, and every recipe takes one.
    const templates = bot.registry.isNewerOrEqualTo('1.20')
    const way = SMITHING.find(([template, , , result]) => result === name && (template !== '') === templates)
    if (!way) throw new ActionError('unknown_recipe', `a smithing table makes no ${name} in ${bot.version}`)
    const parts = way.slice(templates ? 0 : 1, 3)
    while (job.did < want) {
      const lacks = parts.find(p => countOf(bot, p) === 0)
      if (lacks) throw new ActionError('missing_item', `${name} needs 1 more ${lacks}`)
      const block = await goToStation(job, TABLE)
      if (!block) throw new ActionError('no_station', `${name} needs a smithing_table, and none is within ${STATION_RADIUS} blocks: place one first`)
      const table = await opened(job, block, () => bot.openBlock(block))
      const had = countOf(bot, name)
      try {
        await once(job, table, parts, name)
      } finally {
        await takeBack(job, table, parts.map((_, i) => i))
      }
      for (const until = Date.now() + SHOWS_MS; countOf(bot, name) <= had && Date.now() < until;) await job.sleep(50)
      if (countOf(bot, name) <= had) throw new ActionError('denied', `the server gave no ${name} at the smithing table`)
      job.did++
      job.progress(`smithed ${job.did}/${want} ${name}`, job.did / want)
    }
    return {}
  },
  within: 'from another stand',
  ways: [anotherStation(TABLE, 'at another table'), carriedOne(/^smithing_table$/, 'at a table of its own'), upFirst, rejoin],
}

/** The parts into their cells, and what comes of them out of the last, by clicks that move each item as it is. */
async function once(job: Job, table: Table, parts: readonly string[], name: string): Promise<void> {
  const { bot } = job
  const slots = table.slots as (Item | null)[]
  const own = table.inventoryStart
  for (const [cell, part] of parts.entries()) {
    const from = slots.findIndex((it, i) => i >= own && it?.name === part)
    if (from < 0) throw new ActionError('missing_item', `${part} is no longer carried`)
    await job.whole(clicksOf(bot).clickWindow(from, 0, 0))
    await job.whole(clicksOf(bot).clickWindow(cell, 1, 0)) // one of the stack
    if (table.selectedItem) await job.whole(clicksOf(bot).clickWindow(from, 0, 0))
  }
  const made = parts.length
  for (const until = Date.now() + SHOWS_MS; slots[made]?.name !== name;) {
    if (Date.now() > until) throw new ActionError('denied', `the smithing table shows no ${name} for ${parts.join(', ')}`)
    await job.sleep(50)
  }
  const free = slots.findIndex((it, i) => i >= own && !it)
  if (free < 0) throw new ActionError('inventory_full', `no room for ${name}: put something away first`)
  await job.whole(clicksOf(bot).clickWindow(made, 0, 0))
  await job.whole(clicksOf(bot).clickWindow(free, 0, 0))
  await agree(job, table) // the parts are gone only then where no click is confirmed
}
