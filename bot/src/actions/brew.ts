// SPDX-License-Identifier: MIT

// brew: bottles into a brewing stand, three at once where three are held, with what is to be added to them; it waits beside it.
import { ActionError } from '../errors.ts'
import { BREWING } from '../facts.ts'
import { countOf, roomFor, takeBack } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Item } from '../lib.ts'
import { STATION_RADIUS, goToStation, opened } from '../stations.ts'
import { anotherStation, rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { carriedOne } from './place.ts'

type Stand = Awaited<ReturnType<Job['bot']['openBlock']>>

/** A step takes 20 s; a busy server is slower. */
const STEP_MS = 120_000
/** What a window tells of its fuel comes with it. */
const TOLD_MS = 1000
const BOTTLES = [0, 1, 2]
const [INGREDIENT, FUEL] = [3, 4]
const POWDER = 'blaze_powder'
const STAND = ['brewing_stand']

export const brew: Kind = {
  run: async job => {
    const potion = job.params.name('recipe')
    const want = job.params.quantity()
    const ways = BREWING.filter(([, , result]) => result === potion)
    const [first] = ways
    if (!first) throw new ActionError('unknown_recipe', `nothing brews into ${potion} in ${job.bot.version}`)
    const busy = new Set<string>()
    while (job.did < want) {
      const held = (item: string): number => countOf(job.bot, item)
      const n = [3, 1].find(k => ways.some(([base, adds]) => held(base) >= k && held(adds) > 0)) ?? 0
      const way = ways.find(([base, adds]) => held(base) >= n && held(adds) > 0)
      if (n === 0 || !way) throw new ActionError('missing_item', `${potion} needs ${first[0]} and ${first[1]}, and ${held(first[0])} and ${held(first[1])} are carried; ${job.did} of ${want} brewed`)
      const block = await goToStation(job, STAND, busy)
      if (!block) throw new ActionError('no_station', `no ${busy.size > 0 ? 'free ' : ''}brewing stand within ${STATION_RADIUS} blocks: place one first`)
      const told = new Map<number, number>()
      const hear = (p: { windowId: number; property: number; value: number }): void => { if (p.property === 1) told.set(p.windowId, p.value) }
      job.bot._client.on('craft_progress_bar' as never, hear as never)
      try {
        const stand = await opened(job, block, () => job.bot.openBlock(block))
        if (await step(job, stand, way, n, () => told.get(stand.id))) job.did += n
        else busy.add(block.position.toString())
      } finally {
        job.bot._client.removeListener('craft_progress_bar' as never, hear as never)
      }
      job.progress(`brewed ${Math.min(job.did, want)}/${want} ${potion}`, job.did / want)
    }
    return {}
  },
  within: 'from another stand',
  ways: [anotherStation(STAND, 'at another brewing stand'), carriedOne(/^brewing_stand$/, 'at a stand of its own'), upFirst, rejoin],
}

const slots = (w: Stand): (Item | null)[] => w.slots as (Item | null)[]

/** One step; false where somebody else's things are in the stand. */
async function step(job: Job, stand: Stand, [base, adds, result]: readonly [string, string, string], n: number, fuel: () => number | undefined): Promise<boolean> {
  const { bot } = job
  let own = false
  try {
    if ([...BOTTLES, INGREDIENT].some(i => slots(stand)[i])) return false
    own = true
    await fuelled(job, stand, adds, fuel)
    for (const i of BOTTLES.slice(0, n)) {
      const from = slots(stand).findIndex((it, at) => at >= stand.inventoryStart && it?.name === base)
      if (from < 0) throw new ActionError('missing_item', `${base} is no longer carried`)
      await job.whole(bot.moveSlotItem(from, i))
    }
    await job.whole(one(job, stand, adds, INGREDIENT))
    const done = (): boolean => BOTTLES.slice(0, n).every(i => slots(stand)[i]?.name === result)
    for (const until = Date.now() + STEP_MS; !done(); await job.sleep(200)) {
      if (Date.now() > until) throw new ActionError('denied', `the brewing stand made no ${result} in ${STEP_MS / 1000} s`)
      if (bot.currentWindow?.id !== stand.id) throw new ActionError('timeout', 'the brewing stand was closed')
    }
    if (roomFor(bot, result) < n) throw new ActionError('inventory_full', `no room for ${n} ${result}: put something away first`)
    return true
  } finally {
    await takeBack(job, stand, own ? [...BOTTLES, INGREDIENT] : [])
  }
}

/** One item of a stack into a cell. */
const one = (job: Job, stand: Stand, name: string, cell: number): Promise<void> => job.bot.transfer({
  window: stand, itemType: job.bot.registry.itemsByName[name]?.id ?? 0, metadata: null, count: 1,
  sourceStart: stand.inventoryStart, sourceEnd: stand.inventoryEnd, destStart: cell, destEnd: cell + 1,
} as never)

/** A powder where the stand has no fuel; what is to be brewed with keeps its own. */
async function fuelled(job: Job, stand: Stand, adds: string, fuel: () => number | undefined): Promise<void> {
  for (const until = Date.now() + TOLD_MS; fuel() === undefined && Date.now() < until;) await job.sleep(50)
  if ((fuel() ?? 0) > 0 || slots(stand)[FUEL]) return
  if (countOf(job.bot, POWDER) < (adds === POWDER ? 2 : 1)) throw new ActionError('no_fuel', 'the brewing stand has no fuel: bring blaze powder')
  await job.whole(one(job, stand, POWDER, FUEL))
}
