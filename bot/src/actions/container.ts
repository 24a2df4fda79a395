// SPDX-License-Identifier: MIT

// deposit and withdraw: move items between the inventory and a chest or barrel.
import { ActionError } from '../errors.ts'
import { agree, clicksOf, countOf, roomFor, stackOf, takeOff } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Block, Item } from '../lib.ts'
import { STATION_RADIUS, blockThere, goToStation, opened } from '../stations.ts'
import type { Stack } from '../wire.ts'
import { anotherStation, rejoin, upFirst } from '../ways.ts'
import type { Kind, Way } from '../ways.ts'

export const CONTAINERS = /^(chest|trapped_chest|barrel|([a-z_]+_)?shulker_box|ender_chest)$/

/** Those that are used where nobody said which. */
const ANY = ['chest', 'barrel', 'trapped_chest']

type Window = Awaited<ReturnType<Job['bot']['openContainer']>>

async function openAt(job: Job): Promise<Window> {
  const at = job.params.position()
  const block: Block | null = at ? await blockThere(job, at, CONTAINERS, 'not_found', 'chest, barrel or other container') : await goToStation(job, ANY)
  if (!block) throw new ActionError('not_found', `no chest or barrel within ${STATION_RADIUS} blocks`)
  return await opened(job, block, () => job.bot.openContainer(block as never))
}

/** Another container near, where nobody said which. */
const otherContainer: Way = { ...anotherStation(ANY, 'at another container'), take: job => (job.params.position() ? Promise.resolve(false) : anotherStation(ANY, '').take(job)) }

const inside = (w: Window): Item[] => (w.slots.slice(0, w.inventoryStart) as (Item | null)[]).filter((i): i is Item => i !== null)
const count = (w: Window, name: string): number => inside(w).filter(i => i.name === name).reduce((sum, i) => sum + i.count, 0)
const contents = (w: Window): Stack[] => inside(w).map(i => stackOf(i, i.slot))

function named(job: Job): { name: string; id: number; quantity: number } {
  const name = job.params.name('item')
  const info = job.bot.registry.itemsByName[name]
  if (!info) throw new ActionError('invalid', `${job.params.kind}: there is no item ${name} in ${job.bot.version}`)
  return { name, id: info.id, quantity: job.params.quantity() - job.did }
}

/** Moves items by `begin`; what the server did not let be moved has not been. */
async function move(job: Job, w: Window, name: string, by: number, begin: () => Promise<void>, full: ActionError): Promise<void> {
  const had = countOf(job.bot, name)
  const p = begin()
  let noRoom = false
  try {
    await job.whole(p, 30_000)
  } catch (err) {
    job.check()
    noRoom = err instanceof Error && /destination full|inventory is full/.test(err.message)
    if (!noRoom) throw err
    const [start, end] = by < 0 ? [w.inventoryStart, w.inventoryEnd] : [0, w.inventoryStart]
    if (w.selectedItem) await job.whole(clicksOf(job.bot).putSelectedItemRange(start, end, w, null)) // what is left of it goes back
  }
  await agree(job, w)
  const moved = countOf(job.bot, name) - had
  job.did += Math.abs(moved)
  if (noRoom) throw full
  if (moved !== by) throw new ActionError('denied', `the server did not let all of the ${name} be moved: ${Math.abs(moved)} of ${Math.abs(by)} were`)
}

async function closed(job: Job, w: Window): Promise<void> {
  if (job.bot.currentWindow?.id === w.id) await Promise.race([Promise.resolve(w.close()), new Promise(resolve => setTimeout(resolve, 500))])
}

/** What a container holds. */
export async function lookInto(job: Job, block: Block): Promise<{ contents: Stack[] }> {
  const w = await opened(job, block, () => job.bot.openContainer(block as never))
  try {
    return { contents: contents(w) }
  } finally {
    await closed(job, w)
  }
}

export const deposit: Kind = {
  run: async job => {
    const { name, id, quantity } = named(job)
    const have = countOf(job.bot, name)
    if (have < quantity) throw new ActionError('missing_item', `${quantity} ${name} to put away, but only ${have} carried`)
    await takeOff(job, name, quantity)
    const w = await openAt(job)
    try {
      const full = new ActionError('inventory_full', `the container has no room for all of ${quantity} ${name}`)
      await move(job, w, name, -quantity, () => w.deposit(id, null, quantity), full)
      return { contents: contents(w) }
    } finally {
      await closed(job, w)
    }
  },
  within: 'from another stand',
  ways: [otherContainer, upFirst, rejoin],
}

export const withdraw: Kind = {
  run: async job => {
    const { name, id, quantity } = named(job)
    const w = await openAt(job)
    try {
      if (count(w, name) < quantity) throw new ActionError('missing_item', `${quantity} ${name} to take, but the container holds ${count(w, name)}`)
      const full = new ActionError('inventory_full', `no room for ${quantity} ${name}: put something away first`)
      if (roomFor(job.bot, name) < quantity) throw full
      await move(job, w, name, quantity, () => w.withdraw(id, null, quantity), full)
      return { contents: contents(w) }
    } finally {
      await closed(job, w)
    }
  },
  within: 'from another stand',
  ways: [otherContainer, upFirst, rejoin],
}
