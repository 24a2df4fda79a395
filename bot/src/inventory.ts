// SPDX-License-Identifier: MIT

// What the bot carries. While a window is open the library keeps the player's slots in that window, not in its
// inventory, so every reader goes through here.
import type { Job } from './job.ts'
import type { Bot, Item } from './lib.ts'
import { protocolSlot } from './slots.ts'
import type { Stack } from './wire.ts'

export type Window = Bot['inventory']

/** The library's clicks that its types leave out. */
interface Clicks {
  clickWindow(slot: number, button: number, mode: number): Promise<void>
  putSelectedItemRange(start: number, end: number, window: Window, slot: number | null): Promise<void>
  _syncWindow(window: Window): Promise<void>
}
export const clicksOf = (bot: Bot): Clicks => bot as unknown as Clicks

/** The most that a server may take to say what lies in a window. */
const AGREE_MS = 3000

/** Has the server say what lies in a window, where it otherwise tells of no click that it did not carry out (1.17 and later). */
export async function agree(job: Job, w: Window): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await job.run(Promise.race([clicksOf(job.bot)._syncWindow(w), new Promise<void>(resolve => { timer = setTimeout(resolve, AGREE_MS) })]))
  clearTimeout(timer)
}

/** Takes what lies in cells of a window back, by clicks that move it as it is: a shift click shows it without its components. */
export async function takeBack(job: Job, w: Window, cells: readonly number[]): Promise<void> {
  const { bot } = job
  if (bot.currentWindow?.id !== w.id) return
  const left = (): boolean => cells.some(i => w.slots[i])
  const back = (async () => {
    if (w.selectedItem) await clicksOf(bot).putSelectedItemRange(w.inventoryStart, w.inventoryEnd, w, null)
    for (const i of cells) {
      if (!w.slots[i]) continue
      await clicksOf(bot).clickWindow(i, 0, 0)
      await clicksOf(bot).putSelectedItemRange(w.inventoryStart, w.inventoryEnd, w, null)
    }
    if (job.aborted) return
    await agree(job, w)
    for (let i = 0; i < 40 && left(); i++) await job.sleep(50) // an answer to an earlier click may show it where it was
  })()
  await Promise.race([back.catch(() => undefined), new Promise(resolve => setTimeout(resolve, job.aborted ? BRIEF_MS : BACK_MS))])
  if (bot.currentWindow?.id === w.id) await Promise.race([Promise.resolve(bot.closeWindow(w)), new Promise(resolve => setTimeout(resolve, 500))])
}

/** How long things may take to come back, and after a stop, which is to be over at once. */
const BACK_MS = 8000
const BRIEF_MS = 600

/** The most that a server may take to say what an action used up, before it is asked. */
const USED_MS = 5000

/** Whether the server says that fewer of an item are held than before; it is waited for, and asked when it says nothing. */
export async function usedUp(job: Job, name: string, had: number): Promise<boolean> {
  const { bot } = job
  const less = (): boolean => countOf(bot, name) < had || bot.game.gameMode === 'creative'
  for (const until = Date.now() + USED_MS; !less() && Date.now() < until;) await job.sleep(50)
  if (!less()) await agree(job, bot.inventory)
  return less()
}

const MAIN_START = 9
const MAIN_END = 45

/** Inventory window slots as they are now. */
function slotsNow(bot: Bot): (Item | null)[] {
  const own = bot.inventory.slots as (Item | null)[]
  const open = bot.currentWindow
  if (!open) return own
  const out = own.slice()
  for (let i = MAIN_START; i < MAIN_END; i++) out[i] = (open.slots[i - MAIN_START + open.inventoryStart] as Item | null | undefined) ?? null
  return out
}

export function stackOf(item: Item, slot: number): Stack {
  const s: Stack = { slot, item: item.name, count: item.count }
  if (item.maxDurability) s.durability = item.maxDurability - (item.durabilityUsed || 0)
  const enchants = enchantsOf(item)
  if (enchants.length > 0) s.enchantments = Object.fromEntries(enchants.map(e => [e.name, e.lvl]))
  return s
}

export function enchantsOf(item: Item | null): { name: string; lvl: number }[] {
  try {
    return item?.enchants ?? []
  } catch {
    return []
  }
}

/** Slots that hold something, in the protocol's order. */
export function stacks(bot: Bot): Stack[] {
  const out: Stack[] = []
  slotsNow(bot).forEach((item, i) => {
    const slot = protocolSlot(i)
    if (item && slot !== null) out.push(stackOf(item, slot))
  })
  return out.sort((a, b) => a.slot - b.slot)
}

/** Counts by item name, with what is on the cursor. */
export function counts(bot: Bot): Map<string, number> {
  const out = new Map<string, number>()
  const add = (item: Item | null | undefined): void => { if (item) out.set(item.name, (out.get(item.name) ?? 0) + item.count) }
  slotsNow(bot).forEach((item, i) => { if (protocolSlot(i) !== null) add(item) })
  add((bot.currentWindow ?? bot.inventory).selectedItem as Item | null)
  return out
}

/** What a window shows, by item name: what lies in it and the player's own below. */
export function windowCounts(w: Window): Record<string, number> {
  const out: Record<string, number> = {}
  for (const item of w.slots as (Item | null)[]) if (item) out[item.name] = (out[item.name] ?? 0) + item.count
  return out
}

export const countOf = (bot: Bot, name: string): number => counts(bot).get(name) ?? 0

/** Stacks in main inventory and hotbar (what can be equipped, put away or thrown). */
export function carried(bot: Bot): Item[] {
  return slotsNow(bot).filter((item, i): item is Item => item !== null && i >= MAIN_START && i < MAIN_END)
}

export function findCarried(bot: Bot, name: string): Item | null {
  return carried(bot).find(i => i.name === name) ?? null
}

/** Takes off what is worn of an item, where less than so many of it are carried otherwise: it is to be given away. */
export async function takeOff(job: Job, name: string, quantity: number): Promise<void> {
  const { bot } = job
  const places = ['head', 'torso', 'legs', 'feet', 'off-hand'] as const
  for (const [i, slot] of [5, 6, 7, 8, 45].entries()) {
    const inHand = carried(bot).filter(s => s.name === name).reduce((n, s) => n + s.count, 0)
    if (inHand >= quantity) return
    if (bot.inventory.slots[slot]?.name === name) await job.whole(bot.unequip(places[i] ?? 'off-hand'))
  }
}

/** How many more of an item fit into main inventory and hotbar. */
export function roomFor(bot: Bot, name: string): number {
  const size = bot.registry.itemsByName[name]?.stackSize ?? 64
  let room = 0
  const slots = slotsNow(bot)
  for (let i = MAIN_START; i < MAIN_END; i++) {
    const item = slots[i]
    if (!item) room += size
    else if (item.name === name) room += Math.max(0, size - item.count)
  }
  return room
}
