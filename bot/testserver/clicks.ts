// SPDX-License-Identifier: MIT

// The click rules of an open window over its cells (minecraft.wiki, Java Edition protocol: Click Container).
import type { Items } from './items.ts'
import { pour } from './items.ts'
import type { Item } from './squid.ts'

export interface Face {
  items: Items
  /** All cells of the window, in the order of the protocol; kept in step with their owners by `changed`. */
  cells: (Item | null)[]
  cursor: Item | null
  /** Cells at and after this are the player's main inventory (27), then the hotbar (9). */
  playerStart: number
  /** The cell that is only taken from: a crafting result or furnace output; -1 for none. */
  result: number
  /** Where a shift-click from the player's side goes, in order. */
  intake(item: Item): number[]
  changed(i: number): void
  /** The result was taken once: the grid pays for it. False when there is nothing to take. */
  paid(): void
  thrown(item: Item): void
}

const range = (a: number, b: number): number[] => Array.from({ length: Math.max(0, b - a) }, (_, i) => a + i)

export function click(f: Face, c: { slot: number; button: number; mode: number }): void {
  if (c.mode === 0) return c.slot === -999 ? outside(f, c.button) : plain(f, c.slot, c.button)
  if (c.slot < 0 || c.slot >= f.cells.length) return
  if (c.mode === 1) return shift(f, c.slot)
  if (c.mode === 2) return number(f, c.slot, c.button)
  if (c.mode === 4 && !f.cursor) {
    const at = f.cells[c.slot]
    if (!at || c.slot === f.result) return
    const n = c.button === 1 ? at.count : 1
    f.thrown(f.items.copy(at, n))
    put(f, c.slot, at, at.count - n)
  }
}

function put(f: Face, i: number, item: Item | null, count: number): void {
  f.cells[i] = item && count > 0 ? f.items.copy(item, count) : null
  f.changed(i)
}

function outside(f: Face, button: number): void {
  if (!f.cursor) return
  const n = button === 0 ? f.cursor.count : 1
  f.thrown(f.items.copy(f.cursor, n))
  f.cursor = f.cursor.count > n ? f.items.copy(f.cursor, f.cursor.count - n) : null
}

function plain(f: Face, slot: number, button: number): void {
  if (slot < 0 || slot >= f.cells.length) return
  const at = f.cells[slot] ?? null
  const held = f.cursor
  if (slot === f.result) {
    if (!at) return
    if (held && (!f.items.same(held, at) || held.count + at.count > held.stackSize)) return
    f.cursor = f.items.copy(at, at.count + (held?.count ?? 0))
    put(f, slot, null, 0)
    f.paid()
    return
  }
  if (!held) {
    if (!at) return
    const n = button === 0 ? at.count : Math.ceil(at.count / 2)
    f.cursor = f.items.copy(at, n)
    put(f, slot, at, at.count - n)
    return
  }
  if (at && !f.items.same(at, held)) {
    if (held.count > held.stackSize) return
    f.cursor = at
    put(f, slot, held, held.count)
    return
  }
  const n = Math.min(button === 0 ? held.count : 1, held.stackSize - (at?.count ?? 0))
  if (n <= 0) return
  put(f, slot, held, (at?.count ?? 0) + n)
  f.cursor = held.count > n ? f.items.copy(held, held.count - n) : null
}

function shift(f: Face, slot: number): void {
  const end = f.cells.length >= f.playerStart + 36 ? f.playerStart + 36 : f.cells.length
  for (let guard = 0; guard < 64; guard++) {
    const at = f.cells[slot]
    if (!at) return
    const fromPlayer = slot >= f.playerStart && slot < end
    let order: number[]
    if (!fromPlayer) order = range(f.playerStart, end).reverse()
    else {
      order = f.intake(at)
      if (order.length === 0) {
        const hotbar = f.playerStart + 27
        order = slot >= hotbar ? range(f.playerStart, hotbar) : range(hotbar, end)
      }
    }
    if (slot === f.result) {
      const trial = f.cells.slice()
      if (pour(f.items, trial.map(it => (it ? f.items.copy(it, it.count) : null)), order, at, () => undefined) > 0) return
      pour(f.items, f.cells, order, at, i => { f.changed(i) })
      const kind = at.type
      put(f, slot, null, 0)
      f.paid()
      if (f.cells[slot]?.type !== kind) return
      continue
    }
    const left = pour(f.items, f.cells, order, at, i => { f.changed(i) })
    put(f, slot, at, left)
    return
  }
}

function number(f: Face, slot: number, button: number): void {
  if (f.cursor || slot === f.result || button < 0 || button > 8) return
  const other = f.playerStart + 27 + button
  const a = f.cells[slot] ?? null
  f.cells[slot] = f.cells[other] ?? null
  f.cells[other] = a
  f.changed(slot)
  f.changed(other)
}
