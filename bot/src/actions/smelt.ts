// SPDX-License-Identifier: MIT

// smelt: load a furnace with inputs and fuel, wait beside it, collect the outputs.
import { ActionError } from '../errors.ts'
import { TICKS_PER_ITEM, burnTicks, chooseFuel } from '../fuel.ts'
import { counts, countOf, roomFor } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Block } from '../lib.ts'
import { STATION_RADIUS, goToStation, opened } from '../stations.ts'
import { anotherStation, rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'
import { carriedOne } from './place.ts'

type FurnaceWindow = Awaited<ReturnType<Job['bot']['openFurnace']>>

/** With fuel burning, the first output or progress shows within this; else the item does not smelt. */
const NO_PROGRESS_MS = 14_000

export const smelt: Kind = {
  run: async job => {
    const { bot, params } = job
    const item = params.name('item')
    const quantity = params.quantity()
    const wanted = params.optionalName('fuel')
    const info = bot.registry.itemsByName[item]
    if (!info) throw new ActionError('invalid', `smelt: there is no item ${item} in ${bot.version}`)
    if (wanted !== null && burnTicks(wanted) === 0) throw new ActionError('no_fuel', `${wanted} does not burn`)
    if (countOf(bot, item) < quantity - job.did) throw new ActionError('missing_item', `smelting ${quantity} ${item}: only ${countOf(bot, item)} carried`)

    const busy = new Set<string>()
    for (;;) {
      const block = await goToStation(job, ['furnace'], busy)
      if (!block) throw new ActionError('no_station', `no ${busy.size > 0 ? 'free ' : ''}furnace within ${STATION_RADIUS} blocks: place one first`)
      const furnace = await open(job, block)
      let loaded = false
      try {
        const inside = furnace.inputItem()
        const out = furnace.outputItem()
        if ((inside && inside.name !== item) || out) {
          busy.add(block.position.toString())
          continue
        }
        loaded = true
        await work(job, furnace, info.id, item, quantity, wanted)
        loaded = false
        return {}
      } finally {
        await close(job, furnace, loaded)
      }
    }
  },
  within: 'from another stand',
  ways: [anotherStation(['furnace'], 'at another furnace'), carriedOne(/^furnace$/, 'at a furnace of its own'), upFirst, rejoin],
}

async function open(job: Job, block: Block): Promise<FurnaceWindow> {
  return await opened(job, block, () => job.bot.openFurnace(block))
}

/** What was loaded and not smelted, and what is done, comes back into the inventory after a cancel or a failure. */
async function close(job: Job, furnace: FurnaceWindow, loaded: boolean): Promise<void> {
  const { bot } = job
  if (bot.currentWindow?.id !== furnace.id) return
  if (loaded) {
    const back = (async () => {
      if (furnace.outputItem()) await furnace.takeOutput()
      if (furnace.inputItem()) await furnace.takeInput()
    })()
    await Promise.race([back.catch(() => undefined), new Promise(resolve => setTimeout(resolve, 600))])
  }
  furnace.close()
}

async function work(job: Job, furnace: FurnaceWindow, id: number, item: string, quantity: number, wanted: string | null): Promise<void> {
  const { bot } = job
  let loaded = 0
  const before = job.did // in another furnace
  quantity -= before
  let taken = 0
  const inside = furnace.inputItem()?.count ?? 0
  const ready = burnTicks(furnace.fuelItem()?.name ?? '') * (furnace.fuelItem()?.count ?? 0) + Math.round(((furnace as unknown as { fuelSeconds: number | null }).fuelSeconds ?? 0) * 20)
  const plan = chooseFuel(counts(bot), quantity + inside, ready, item, wanted)
  if (plan.length === 0 && ready < (quantity + inside) * TICKS_PER_ITEM) {
    throw new ActionError('no_fuel', `smelting ${quantity} ${item} needs fuel for ${quantity} items: coal, charcoal or wood${wanted ? `, and ${wanted} does not suffice` : ''}`)
  }
  let lastSign = Date.now()
  let lastSeen = -1
  let lastTold = 0
  while (taken < quantity) {
    job.check()
    const fuel = furnace.fuelItem()
    const next = plan[0]
    if (next && (!fuel || fuel.name === next[0])) {
      const size = bot.registry.itemsByName[next[0]]?.stackSize ?? 64
      const n = Math.min(next[1], size - (fuel?.count ?? 0))
      if (n > 0) {
        await job.whole(furnace.putFuel(bot.registry.itemsByName[next[0]]?.id ?? 0, null, n))
        next[1] -= n
      }
      if (next[1] === 0) plan.shift()
    }
    const within = furnace.inputItem()?.count ?? 0
    if (loaded < quantity && within < 64) {
      const n = Math.min(quantity - loaded, 64 - within)
      await job.whole(furnace.putInput(id, null, n))
      loaded += n
    }
    const out = furnace.outputItem()
    if (out && (out.count >= quantity - taken || out.count >= 32)) {
      if (roomFor(bot, out.name) < out.count) throw new ActionError('inventory_full', `no room for ${out.count} ${out.name}: put something away first`)
      const n = out.count
      await job.whole(furnace.takeOutput())
      taken += n
      job.did += n
      lastSign = Date.now()
    }
    const done = taken + (furnace.outputItem()?.count ?? 0)
    if (done !== lastSeen || (furnace.progress ?? 0) > 0) {
      lastSeen = done
      lastSign = Date.now()
    }
    if (Date.now() - lastSign > NO_PROGRESS_MS) throw new ActionError('invalid', `smelt: nothing comes of ${item} in a furnace`)
    if (Date.now() - lastTold > 2500) {
      lastTold = Date.now()
      job.progress(`smelted ${before + done}/${before + quantity} ${item}`, (before + done) / (before + quantity))
    }
    if (taken < quantity) await job.sleep(250)
  }
}
