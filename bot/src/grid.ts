// SPDX-License-Identifier: MIT

// The crafting grid, click by click. Each click waits for the server's answer, but not for ever: some servers make
// nothing of a recipe and say nothing either. Whatever happens, what lies in the grid and on the cursor comes back.
import { ActionError } from './errors.ts'
import { agree, clicksOf, countOf } from './inventory.ts'
import type { Window } from './inventory.ts'
import type { Job } from './job.ts'
import type { Block, Bot } from './lib.ts'
import type { Recipe } from './recipes.ts'
import { opened } from './stations.ts'

/** The most that a click on the grid may go unanswered where the server confirms each (before 1.17). */
const ANSWER_MS = 8000
/** A server that tells of the result only when it changes says nothing of most clicks: they are waited for so long. */
const UNTOLD_MS = 400
/** The most that the result of a full grid may take to be shown. */
const RESULT_MS = 4000
/** When a server that has not shown the result is asked for the whole window. */
const ASKS_MS = 1000
/** The most that an item which was taken unseen may take to be told. */
const TAKEN_MS = 2000
/** What taking everything out of the grid may take; after a cancel there is less time. */
const BACK_MS = 3000
const BACK_CANCELLED_MS = 250

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Makes one batch of a recipe, at a table or in the inventory's own grid. */
export async function craftOnce(job: Job, recipe: Recipe, name: string, table: Block | null): Promise<void> {
  const { bot } = job
  const w: Window = table ? await opened(job, table, () => bot.openBlock(table)) : bot.inventory
  const width = table ? 3 : 2
  const none = new ActionError('denied', `the server makes no ${name} of what the recipe needs: crafting may be off there, or have recipes of its own`)
  const click = async (slot: number, button: 0 | 1): Promise<void> => {
    job.check()
    if ((bot.currentWindow ?? bot.inventory) !== w) throw new ActionError('internal', 'the server closed the window in the middle of crafting')
    try {
      const answered = clicksOf(bot).clickWindow(slot, button, 0)
      if (bot.supportFeature('transactionPacketExists')) await job.run(answered, ANSWER_MS)
      else await job.run(Promise.race([answered, pause(UNTOLD_MS)]))
    } catch (err) {
      job.check()
      throw err instanceof ActionError && err.code !== 'timeout' ? err : none
    }
  }
  let made = false
  let closed = false
  const had = countOf(bot, name)
  try {
    if (table && !String(w.type).startsWith('minecraft:crafting')) throw new ActionError('no_station', `what opened at the ${table.name} is no crafting grid`)
    await takeOut(bot, w, width)
    const cells = cellsOf(recipe, width)
    for (const [slot, id] of cells) {
      if (w.selectedItem?.type !== id) {
        await putBack(bot, w)
        const from = w.findInventoryItem(id, null, false)
        if (!from) throw new ActionError('missing_item', `crafting ${name} needs ${bot.registry.items[id]?.name ?? 'something'} more`)
        await click(from.slot, 0)
      }
      await click(slot, 1)
    }
    await putBack(bot, w)
    const shown = await resultShown(job, w, recipe.result.id)
    await click(0, 0)
    // Before 1.17 a server tells nothing of what an accepted click used up.
    for (const [slot] of cells) w.updateSlot(slot, null as never)
    await putBack(bot, w)
    await agree(job, w)
    if (!shown) {
      closed = true
      await taken(job, w, table, had, recipe.result.id, none)
    }
    made = shown && !recipe.outShape
  } finally {
    await Promise.race([takeOut(bot, w, width).catch(() => undefined), pause(job.aborted ? BACK_CANCELLED_MS : BACK_MS)])
    // Whoever closes the inventory is sent it anew, which a click that follows at once would be undone by: it is closed
    // only where something may be left in the grid.
    if (table) { if (bot.currentWindow === w) void bot.closeWindow(w) } else if (!made && !closed && !bot.currentWindow) bot._client.write('close_window', { windowId: 0 })
  }
}

/** Whether the result of the grid is shown: by itself, or with the whole window when the server is asked for it. */
async function resultShown(job: Job, w: Window, result: number): Promise<boolean> {
  const shown = (): boolean => w.slots[0]?.type === result
  for (let waited = 0; waited < RESULT_MS && !shown(); waited += 50) {
    if (waited === ASKS_MS) await agree(job, w)
    await job.sleep(50)
  }
  return shown()
}

/** A result that was never shown was clicked for all the same: whether it came shows when the window is closed. */
async function taken(job: Job, w: Window, table: Block | null, had: number, result: number, none: ActionError): Promise<void> {
  const { bot } = job
  if (table) { if (bot.currentWindow === w) void bot.closeWindow(w) } else bot._client.write('close_window', { windowId: 0 })
  const name = bot.registry.items[result]?.name ?? ''
  for (let waited = 0; waited < TAKEN_MS && countOf(bot, name) <= had; waited += 50) await job.sleep(50)
  if (countOf(bot, name) <= had) throw none
}

/** What lies on the cursor goes into the inventory. */
async function putBack(bot: Bot, w: Window): Promise<void> {
  if (w.selectedItem) await clicksOf(bot).putSelectedItemRange(w.inventoryStart, w.inventoryEnd, w, null)
}

/** What lies on the cursor and in the grid goes into the inventory, whether the server answers or not. */
async function takeOut(bot: Bot, w: Window, width: number): Promise<void> {
  if ((bot.currentWindow ?? bot.inventory) !== w) return // closed: the server has given all of it back
  await putBack(bot, w)
  for (let slot = 1; slot <= width * width; slot++) {
    if (!w.slots[slot]) continue
    await Promise.race([clicksOf(bot).clickWindow(slot, 0, 0), pause(200)])
    await putBack(bot, w)
  }
}

/** The grid's slots with the items that a recipe wants there. */
export function cellsOf(recipe: Pick<Recipe, 'inShape' | 'ingredients'>, width: number): [slot: number, id: number][] {
  const out: [number, number][] = []
  recipe.inShape?.forEach((row, y) => { row.forEach((cell, x) => { if (cell.id !== -1) out.push([1 + x + width * y, cell.id]) }) })
  const taken = new Set(out.map(([slot]) => slot))
  const free = Array.from({ length: width * width }, (_, i) => i + 1).filter(slot => !taken.has(slot))
  for (const cell of recipe.ingredients ?? []) {
    const slot = free.shift()
    if (slot !== undefined) out.push([slot, cell.id])
  }
  return out
}
