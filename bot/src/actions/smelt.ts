// SPDX-License-Identifier: MIT

// smelt: load a furnace with inputs and fuel, wait beside it, collect the outputs.
import { ActionError } from '../errors.ts'
import { TICKS_PER_ITEM, burnTicks, chooseFuel } from '../fuel.ts'
import { counts, countOf, roomFor } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Block } from '../lib.ts'
import { STATION_RADIUS, goToStation, opened } from '../stations.ts'
import { reach } from '../walk.ts'
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

    const beside = params.number('furnaces', 1, 1, 64)
    if (beside > 1) await sideBySide(job, info.id, item, quantity, wanted, beside)
    if (job.did >= quantity) return {}

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

/** For how many ticks a furnace burns on with what is in it. */
function fireOf(furnace: FurnaceWindow): number {
  const fuel = furnace.fuelItem()
  const lit = (furnace as unknown as { fuelSeconds: number | null }).fuelSeconds ?? 0
  return burnTicks(fuel?.name ?? '') * (fuel?.count ?? 0) + Math.round(lit * 20)
}

/** One of several furnaces, with its share of the inputs. */
interface Hearth { block: Block; share: number; loaded: number; taken: number; ready: number; fuel: [string, number][] | null }

/** How long the others are left alone before the next furnace is looked into. */
const VISIT_MS = 2000
/** Without a new output in any furnace for this long, the item does not smelt. */
const NO_OUTPUT_MS = 45_000

/** The nearest furnaces that hold nothing: as many as are asked for, and as stand there. */
async function free(job: Job, most: number): Promise<Hearth[]> {
  const hearths: Hearth[] = []
  const looked = new Set<string>(job.shunned)
  while (hearths.length < most) {
    const block = await goToStation(job, ['furnace'], looked)
    if (!block) break
    looked.add(block.position.toString())
    const furnace = await open(job, block)
    if (!furnace.inputItem() && !furnace.outputItem()) hearths.push({ block, share: 0, loaded: 0, taken: 0, ready: 0, fuel: null })
    furnace.close()
  }
  return hearths
}

/**
 * Shares the inputs evenly among several furnaces and goes from one to the next until all are smelted. What has no
 * fuel, or only one furnace, is left for whoever smelts in one.
 */
async function sideBySide(job: Job, id: number, item: string, quantity: number, wanted: string | null, most: number): Promise<void> {
  const hearths = await free(job, most)
  if (hearths.length < 2) return
  const before = job.did
  const left = quantity - before
  hearths.forEach((h, i) => { h.share = Math.floor((left + hearths.length - 1 - i) / hearths.length) })
  let lastSign = Date.now()
  let lastSeen = 0
  try {
    for (let first = true; hearths.some(h => h.taken < h.share); first = false) {
      for (const h of hearths.filter(h => h.taken < h.share)) {
        if (!first) await job.sleep(VISIT_MS)
        await reach(job, h.block.position, 'the furnace')
        const furnace = await open(job, h.block)
        try {
          await tend(job, furnace, id, item, h, wanted)
        } finally {
          furnace.close()
        }
        const done = hearths.reduce((sum, h) => sum + h.taken + h.ready, 0)
        if (done !== lastSeen) lastSign = Date.now()
        lastSeen = done
        if (Date.now() - lastSign > NO_OUTPUT_MS) throw new ActionError('invalid', `smelt: nothing comes of ${item} in ${hearths.length} furnaces`)
        job.progress(`smelted ${before + done}/${quantity} ${item}`, (before + done) / quantity)
      }
    }
  } catch (err) {
    await Promise.race([takeBack(job, hearths).catch(() => undefined), new Promise(resolve => setTimeout(resolve, 4000))])
    throw err
  }
}

/** Puts fuel and inputs into a furnace, as far as they fit, and takes out what is done. */
async function tend(job: Job, furnace: FurnaceWindow, id: number, item: string, h: Hearth, wanted: string | null): Promise<void> {
  const { bot } = job
  const burning = fireOf(furnace)
  h.fuel ??= chooseFuel(counts(bot), h.share, burning, item, wanted)
  if (h.loaded === 0 && h.fuel.length === 0 && burning < h.share * TICKS_PER_ITEM) h.share = 0
  const next = h.fuel[0]
  const fuel = furnace.fuelItem()
  if (next && (!fuel || fuel.name === next[0])) {
    const fuelId = bot.registry.itemsByName[next[0]]
    const n = Math.min(next[1], (fuelId?.stackSize ?? 64) - (fuel?.count ?? 0))
    if (n > 0) await job.whole(furnace.putFuel(fuelId?.id ?? 0, null, n))
    next[1] -= n
    if (next[1] === 0) h.fuel.shift()
  }
  const n = Math.min(h.share - h.loaded, 64 - (furnace.inputItem()?.count ?? 0))
  if (n > 0) {
    await job.whole(furnace.putInput(id, null, n))
    h.loaded += n
  }
  const out = furnace.outputItem()
  h.ready = out?.count ?? 0
  if (!out || out.count < Math.min(32, h.share - h.taken)) return
  if (roomFor(bot, out.name) < out.count) throw new ActionError('inventory_full', `no room for ${out.count} ${out.name}: put something away first`)
  await job.whole(furnace.takeOutput())
  h.taken += out.count
  h.ready = 0
  job.did += out.count
}

/** What is in the furnaces comes back into the inventory after a cancel or a failure. */
async function takeBack(job: Job, hearths: Hearth[]): Promise<void> {
  for (const h of hearths.filter(h => h.loaded > h.taken)) {
    const furnace = await job.bot.openFurnace(h.block)
    if (furnace.outputItem()) await furnace.takeOutput()
    if (furnace.inputItem()) await furnace.takeInput()
    furnace.close()
  }
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
  const ready = fireOf(furnace)
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
