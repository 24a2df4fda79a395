// SPDX-License-Identifier: MIT

// The crafting grid, click by click. Each click waits for the server's answer, but not for ever: some servers make
// nothing of a recipe and say nothing either. Whatever happens, what lies in the grid and on the cursor comes back.
import { ActionError } from './errors.ts'
import { agree, clicksOf } from './inventory.ts'
import type { Window } from './inventory.ts'
import type { Job } from './job.ts'
import type { Block, Bot } from './lib.ts'
import type { Recipe } from './recipes.ts'

/** The most that a click on the grid may go unanswered. */
const ANSWER_MS = 8000
/** The most that the result of a full grid may take to be shown. */
const RESULT_MS = 4000
/** What taking everything out of the grid may take; after a cancel there is less time. */
const BACK_MS = 3000
const BACK_CANCELLED_MS = 250

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Makes one batch of a recipe, at a table or in the inventory's own grid. */
export async function craftOnce(job: Job, recipe: Recipe, name: string, table: Block | null): Promise<void> {
  const { bot } = job
  const w: Window = table ? await job.whole(bot.openBlock(table), 6000, `the ${table.name} did not open`) : bot.inventory
  const width = table ? 3 : 2
  const none = new ActionError('denied', `the server makes no ${name} of what the recipe needs: crafting may be off there, or have recipes of its own`)
  const click = async (slot: number, button: 0 | 1): Promise<void> => {
    job.check()
    if ((bot.currentWindow ?? bot.inventory) !== w) throw new ActionError('internal', 'the server closed the window in the middle of crafting')
    try {
      await job.run(clicksOf(bot).clickWindow(slot, button, 0), ANSWER_MS)
    } catch (err) {
      job.check()
      throw err instanceof ActionError && err.code !== 'timeout' ? err : none
    }
  }
  let made = false
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
    for (let waited = 0; w.slots[0]?.type !== recipe.result.id; waited += 50) {
      if (waited >= RESULT_MS) throw none
      await job.sleep(50)
    }
    await click(0, 0)
    // Before 1.17 a server tells nothing of what an accepted click used up.
    for (const [slot] of cells) w.updateSlot(slot, null as never)
    await putBack(bot, w)
    await agree(job, w)
    made = !recipe.outShape
  } finally {
    await Promise.race([takeOut(bot, w, width).catch(() => undefined), pause(job.aborted ? BACK_CANCELLED_MS : BACK_MS)])
    // Whoever closes the inventory is sent it anew, which a click that follows at once would be undone by: it is closed
    // only where something may be left in the grid.
    if (table) { if (bot.currentWindow === w) void bot.closeWindow(w) } else if (!made && !bot.currentWindow) bot._client.write('close_window', { windowId: 0 })
  }
}

/** What lies on the cursor goes into the inventory. */
async function putBack(bot: Bot, w: Window): Promise<void> {
  if (w.selectedItem) await clicksOf(bot).putSelectedItemRange(w.inventoryStart, w.inventoryEnd, w, null)
}

/** What lies on the cursor and in the grid goes into the inventory, whether the server answers or not. */
async function takeOut(bot: Bot, w: Window, width: number): Promise<void> {
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
