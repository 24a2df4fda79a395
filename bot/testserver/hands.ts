// SPDX-License-Identifier: MIT

// A player's own inventory and whatever window is open over it: the server's side of every click.
import { click } from './clicks.ts'
import type { Face } from './clicks.ts'
import { pour } from './items.ts'
import { burns, smelts } from './smelting.ts'
import type { Game } from './game.ts'
import type { Item, Player } from './squid.ts'
import { key } from './squid.ts'
import type { Store } from './storage.ts'
import { TICKS_PER_ITEM } from './smelting.ts'

const MAIN = 9 // player cells: 0 result, 1-4 grid, 5-8 armour, 9-35 main, 36-44 hotbar, 45 off hand

interface OpenWindow { id: number; kind: 'crafting' | 'chest' | 'furnace'; where: string; store: Store | null; face: Face; state: number }

export class Hands {
  readonly player: Player
  readonly slots: (Item | null)[]
  private readonly game: Game
  private readonly own: Face
  private open: OpenWindow | null = null
  private lastId = 0
  private stateId = 1

  constructor(game: Game, player: Player, slots: (Item | null)[]) {
    this.game = game
    this.player = player
    this.slots = slots
    this.own = this.face(slots, MAIN, 0, () => [], 2)
    const { changed } = this.own
    this.own.changed = i => {
      changed(i)
      if (i >= 5 && i <= 8) this.showWorn()
    }
    const c = player._client
    c.on('window_click', (p: Record<string, unknown>) => { this.clicked(p) })
    c.on('close_window', () => { this.closed() })
    // After flying-squid's own handler, which notes the slot.
    c.on('held_item_slot', () => { setImmediate(() => { this.showHeld() }) })
  }

  held(): Item | null {
    return this.slots[36 + this.player.heldItemSlot] ?? null
  }

  setHeld(item: Item | null): void {
    this.set(36 + this.player.heldItemSlot, item)
  }

  set(slot: number, item: Item | null): void {
    this.slots[slot] = item
    this.tell(slot)
  }

  /** Puts a stack into main inventory and hotbar, the hotbar first; returns how many did not fit. */
  take(stack: Item): number {
    const order = [...Array.from({ length: 9 }, (_, i) => 36 + i), ...Array.from({ length: 27 }, (_, i) => 9 + i)]
    return pour(this.game.items, this.slots, order, stack, i => { this.tell(i) })
  }

  clear(): Item[] {
    const had = this.slots.flatMap((it, i) => (it && i > 0 ? [it] : []))
    this.slots.fill(null)
    this.sendAll()
    return had
  }

  /** Opens the window of a station at a place; false for a block without one. */
  use(name: string, pos: { x: number; y: number; z: number }): boolean {
    const where = key(pos)
    if (/^(crafting_table|furnace|chest|barrel)$/.test(name) && this.game.refuses('open')) return true
    if (name === 'crafting_table') {
      const cells = new Array<Item | null>(10).fill(null)
      this.show('crafting', where, null, cells, 12, 'Crafting')
    } else if (name === 'furnace') {
      const store = this.game.storage.furnace(where)
      this.show('furnace', where, store, store.cells, 14, 'Furnace')
    } else if (name === 'chest' || name === 'barrel') {
      const store = this.game.storage.chest(where)
      this.show('chest', where, store, store.cells, 2, 'Chest')
    } else return false
    return true
  }

  private show(kind: OpenWindow['kind'], where: string, store: Store | null, cells: (Item | null)[], type: number, title: string): void {
    if (this.open) this.closed()
    this.lastId = (this.lastId % 100) + 1
    const start = cells.length
    const view = [...cells, ...this.slots.slice(9, 45)]
    const result = kind === 'crafting' ? 0 : kind === 'furnace' ? 2 : -1
    const intake = (item: Item): number[] => {
      if (kind === 'chest') return cells.map((_, i) => i)
      if (kind !== 'furnace') return []
      return smelts(item.name) ? [0] : burns(item.name) > 0 ? [1] : []
    }
    const face = this.face(view, start, result, intake, kind === 'crafting' ? 3 : 0)
    const w: OpenWindow = { id: this.lastId, kind, where, store, face, state: 1 }
    const changed = face.changed
    face.changed = i => {
      if (i >= start) this.slots[i - start + 9] = face.cells[i] ?? null
      else {
        cells[i] = face.cells[i] ?? null
        if (store) for (const other of this.game.hands.values()) if (other !== this) other.stored(where, i)
      }
      changed(i)
    }
    face.paid = () => { if (kind === 'crafting') this.pay(face, 3) }
    this.open = w
    const recent = this.game.serv.registry.version['>=']('1.20.3')
    this.player._client.write('open_window', {
      windowId: w.id,
      inventoryType: type === 2 ? 2 : recent ? type : type - 1,
      windowTitle: recent ? { type: 'string', value: title } : JSON.stringify({ text: title }),
    })
    this.sendAll(true)
    if (kind === 'furnace') this.progress()
  }

  private face(cells: (Item | null)[], playerStart: number, result: number, intake: (item: Item) => number[], grid: number): Face {
    const f: Face = {
      items: this.game.items, cells, cursor: null, playerStart, result, intake,
      changed: i => { if (grid > 0 && i >= 1 && i <= grid * grid) this.recompute(f, grid) },
      paid: () => { if (grid > 0) this.pay(f, grid) },
      thrown: item => { if (this.game.off.has('throw')) this.take(item); else this.game.drops.thrown(this.player, item) },
    }
    return f
  }

  private recompute(f: Face, w: number): void {
    const made = this.game.off.has('craft') || w === 2 && this.game.off.has('grid') ? null : this.game.crafting.match(f.cells.slice(1, 1 + w * w), w)
    f.cells[0] = made ? this.game.items.of(made.id, made.count) : null
  }

  private pay(f: Face, w: number): void {
    for (let i = 1; i <= w * w; i++) {
      const at = f.cells[i]
      if (!at) continue
      const left = this.game.crafting.leftover(at)
      if (--at.count <= 0) f.cells[i] = left ? this.game.items.make(left, 1) : null
    }
    this.recompute(f, w)
  }

  private clicked(p: Record<string, unknown>): void {
    const w = this.open
    const id = Number(p['windowId'])
    const c = { slot: Number(p['slot']), button: Number(p['mouseButton']), mode: Number(p['mode']) }
    const old = this.game.serv.supportFeature('transactionPacketExists')
    const f = w && id === w.id ? w.face : id === 0 && !w ? this.own : null
    if (f) click(f, c)
    if (old) this.player._client.write('transaction', { windowId: id, action: p['action'], accepted: f !== null })
    if (!f) return
    if (c.mode !== 0 || this.differs(f, p)) this.sendAll()
    else if (c.slot >= 0 && c.slot <= 9 && f.result === 0 && !this.game.off.has('craft')) this.write(f, 0)
  }

  /** Whether the client predicts something else than what is so (it sends its prediction since 1.17). */
  private differs(f: Face, p: Record<string, unknown>): boolean {
    const sent = p['changedSlots']
    if (!Array.isArray(sent)) {
      this.write(f, Number(p['slot']))
      return false
    }
    for (const ch of sent as { location: number; item: { itemCount?: number; itemId?: number } }[]) {
      if (ch.location === f.result) continue
      const at = f.cells[ch.location] ?? null
      if ((at?.count ?? 0) !== (ch.item.itemCount ?? 0)) return true
      if (at && at.type !== ch.item.itemId) return true
    }
    const cursor = p['cursorItem'] as { itemCount?: number } | undefined
    return (f.cursor?.count ?? 0) !== (cursor?.itemCount ?? 0)
  }

  closed(): void {
    const w = this.open
    const f = w?.face ?? this.own
    const grid = w ? (w.kind === 'crafting' ? 9 : 0) : 4
    this.open = null
    const back = [f.cursor, ...f.cells.slice(1, 1 + grid)]
    f.cursor = null
    for (let i = 0; i <= grid; i++) if (grid > 0) f.cells[i] = null
    for (const it of back) {
      if (!it) continue
      const left = this.take(it)
      if (left > 0) this.game.drops.thrown(this.player, this.game.items.copy(it, left))
    }
    this.sendAll()
  }

  /** A cell of a store at this place changed under another hand or by cooking. */
  stored(where: string, i: number): void {
    const w = this.open
    if (!w?.store || w.where !== where) return
    w.face.cells[i] = w.store.cells[i] ?? null
    this.write(w.face, i)
  }

  watches(where: string): boolean {
    return this.open?.where === where
  }

  progress(): void {
    const w = this.open
    if (w?.store?.kind !== 'furnace') return
    const s = w.store
    const say = (property: number, value: number): void => {
      this.player._client.write('craft_progress_bar', { windowId: w.id, property, value: Math.min(32767, value) })
    }
    say(1, s.burnTotal)
    say(0, s.burnLeft)
    say(3, TICKS_PER_ITEM)
    say(2, s.cooked)
  }

  /** What others see in the hand. */
  showHeld(): void {
    this.player._writeOthersNearby('entity_equipment', { entityId: this.player.id, equipments: [{ slot: 0, item: this.game.items.wire(this.held()) }] })
  }

  /** What others see him wear: helmet, chestplate, leggings and boots are slots 5 to 8 here and 5 to 2 there. */
  private showWorn(): void {
    this.player._writeOthersNearby('entity_equipment', { entityId: this.player.id, equipments: [5, 6, 7, 8].map(i => ({ slot: 10 - i, item: this.game.items.wire(this.slots[i] ?? null) })) })
  }

  private tell(slot: number): void {
    if (slot === 36 + this.player.heldItemSlot) this.showHeld()
    const w = this.open
    if (w && slot >= 9 && slot < 45) {
      const i = slot - 9 + w.face.playerStart
      w.face.cells[i] = this.slots[slot] ?? null
      if (!this.game.off.has('slots')) return this.write(w.face, i)
    }
    this.write(this.own, slot)
  }

  private write(f: Face, i: number): void {
    if (i < 0 || i >= f.cells.length || (this.crafts(f) && i === f.result && this.game.off.has('results'))) return
    const windowId = f === this.own ? 0 : this.open?.id ?? 0
    this.player._client.write('set_slot', { windowId, stateId: ++this.stateId, slot: i, item: this.game.items.wire(f.cells[i] ?? null) })
  }

  private crafts(f: Face): boolean {
    return f === this.own || this.open?.kind === 'crafting'
  }

  sendAll(opening = false): void {
    const f = this.open?.face ?? this.own
    const short = this.open !== null && this.game.off.has('slots')
    if (short && !opening) {
      // What a client asks for comes by the number of its own inventory.
      this.player._client.write('window_items', { windowId: 0, stateId: ++this.stateId, items: this.slots.map(it => this.game.items.wire(it)), carriedItem: this.game.items.wire(f.cursor) })
    }
    this.player._client.write('window_items', {
      windowId: this.open?.id ?? 0, stateId: ++this.stateId,
      items: (short ? f.cells.slice(0, f.playerStart) : f.cells).map(it => this.game.items.wire(it)), carriedItem: this.game.items.wire(f.cursor),
    })
    if (this.game.serv.supportFeature('transactionPacketExists')) {
      this.player._client.write('set_slot', { windowId: -1, slot: -1, item: this.game.items.wire(f.cursor) })
    }
  }
}
