// SPDX-License-Identifier: MIT

// A player's own inventory and whatever window is open over it: the server's side of every click.
import { click } from './clicks.ts'
import type { Face } from './clicks.ts'
import { pour } from './items.ts'
import { burns, smelts } from './smelting.ts'
import { Enchanting } from './enchanting.ts'
import type { Game } from './game.ts'
import type { Item, Player } from './squid.ts'
import { forged } from './smithing.ts'
import type { Store } from './storage.ts'
import type { Stall } from './trading.ts'
import { TICKS_PER_ITEM } from './smelting.ts'

const MAIN = 9 // player cells: 0 result, 1-4 grid, 5-8 armour, 9-35 main, 36-44 hotbar, 45 off hand

/** The window of a station: its type's number as of 1.20.3, the cell that is only taken from, and those that go back to the player with it. */
interface Station { type: number; title: string; cells: number; result: number; back: number[]; intake(item: Item): number[] }

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
const STATIONS = {
  crafting: { type: 12, title: 'Crafting', cells: 10, result: 0, back: upTo(10).slice(1), intake: () => [] },
  chest: { type: 2, title: 'Chest', cells: 27, result: -1, back: [], intake: () => upTo(27) },
  furnace: { type: 14, title: 'Furnace', cells: 3, result: 2, back: [], intake: item => (smelts(item.name) ? [0] : burns(item.name) > 0 ? [1] : []) },
  brewing: { type: 11, title: 'Brewing', cells: 5, result: -1, back: [], intake: item => (/potion$/.test(item.name) ? [0, 1, 2] : item.name === 'blaze_powder' ? [4, 3] : [3]) },
  enchanting: { type: 13, title: 'Enchant', cells: 2, result: -1, back: [0, 1], intake: item => (item.name === 'lapis_lazuli' ? [1] : [0]) },
  smithing: { type: 21, title: 'Upgrade Gear', cells: 4, result: 3, back: [0, 1, 2], intake: () => [] },
  forging: { type: 21, title: 'Upgrade Gear', cells: 3, result: 2, back: [0, 1], intake: () => [] }, // before 1.20
  trading: { type: 19, title: 'Villager', cells: 3, result: 2, back: [0, 1], intake: () => [] },
} satisfies Record<string, Station>
type Kind = keyof typeof STATIONS

interface OpenWindow { id: number; kind: Kind; where: string; store: Store | null; face: Face; enchanting: Enchanting | null; stall: Stall | null }

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
    c.on('enchant_item', (p: { windowId: number; enchantment: number }) => { this.enchants(p) })
    c.on('select_trade', (p: { slot: number }) => { this.chooses(p.slot) })
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
    const where = this.game.keyOf(this.player.world, pos)
    const kind = ({ crafting_table: 'crafting', furnace: 'furnace', chest: 'chest', barrel: 'chest', brewing_stand: 'brewing', enchanting_table: 'enchanting', smithing_table: this.game.serv.registry.version['>=']('1.20') ? 'smithing' : 'forging' } as Record<string, Kind>)[name]
    if (!kind) return false
    if (this.game.refuses('open')) return true
    const { storage } = this.game
    const store = kind === 'furnace' ? storage.furnace(where) : kind === 'chest' ? storage.chest(where) : kind === 'brewing' ? storage.brewery(where) : null
    this.show(kind, where, store, kind === 'enchanting' ? new Enchanting(this.game, pos) : null)
    return true
  }

  /** Opens what a villager offers. */
  trade(stall: Stall): void {
    if (stall.offers.length === 0) return
    this.show('trading', '', null, null, stall)
    this.player._client.write('trade_list', stall.list(this.lastId))
  }

  /** An offer is picked: what it takes is put into the window, as the game does it since 1.14. */
  private chooses(at: number): void {
    const w = this.open
    if (!w?.stall || this.game.refuses('craft')) return
    const { cells } = w.face
    const back = cells[0]
    cells[0] = null
    if (back) this.take(back)
    const takes = w.stall.choose(at)
    for (let i = 9; i < 45; i++) {
      const it = this.slots[i]
      const had = cells[0]?.count ?? 0
      if (!it || it.name !== takes || had >= it.stackSize) continue
      const n = Math.min(it.count, it.stackSize - had)
      cells[0] = this.game.items.copy(it, had + n)
      this.set(i, it.count > n ? this.game.items.copy(it, it.count - n) : null)
    }
    cells[2] = w.stall.made(cells[0] ?? null)
    this.sendAll()
  }

  private tradedOne(face: Face, stall: Stall): void {
    this.game.count('traded', stall.made(face.cells[0] ?? null)?.name ?? '')
    face.cells[0] = stall.paid(face.cells[0] ?? null)
    face.cells[2] = stall.made(face.cells[0])
    for (const i of [0, 2]) this.write(face, i)
  }

  private show(kind: Kind, where: string, store: Store | null, enchanting: Enchanting | null, stall: Stall | null = null): void {
    if (this.open) this.closed()
    this.lastId = (this.lastId % 100) + 1
    const of: Station = STATIONS[kind]
    const start = of.cells
    const cells = store?.cells ?? new Array<Item | null>(start).fill(null)
    const view = [...cells, ...this.slots.slice(9, 45)]
    const face = this.face(view, start, of.result, of.intake, kind === 'crafting' ? 3 : 0)
    const w: OpenWindow = { id: this.lastId, kind, where, store, face, enchanting, stall }
    const changed = face.changed
    face.changed = i => {
      if (i >= start) this.slots[i - start + 9] = face.cells[i] ?? null
      else {
        cells[i] = face.cells[i] ?? null
        if (store) for (const other of this.game.hands.values()) if (other !== this) other.stored(where, i)
        this.offer(w)
        if (of.title === STATIONS.smithing.title && i < of.result) this.forge(face, cells)
        if (stall && i < of.result) {
          face.cells[2] = stall.made(face.cells[0] ?? null)
          this.write(face, 2)
        }
      }
      changed(i)
    }
    face.paid = () => {
      if (kind === 'crafting') this.pay(face, 3)
      else if (of.title === STATIONS.smithing.title) this.forgedOne(face, cells)
      else if (stall) this.tradedOne(face, stall)
    }
    this.open = w
    const recent = this.game.serv.registry.version['>=']('1.20.3')
    this.player._client.write('open_window', {
      windowId: w.id,
      inventoryType: of.type === 2 || recent ? of.type : of.type - 1,
      windowTitle: recent ? { type: 'string', value: of.title } : JSON.stringify({ text: of.title }),
    })
    this.sendAll(true)
    this.progress()
    this.offer(w)
  }

  /** What a table offers for what lies in it now. */
  private offer(w: OpenWindow): void {
    const tell = (property: number, value: number): void => { if (this.open === w) this.player._client.write('craft_progress_bar', { windowId: w.id, property, value }) }
    if (w.enchanting) this.game.guard(w.enchanting.changed(w.face, this.player.world, this.game.vitalsOf(this.player).experience, tell))
  }

  /** What comes of the parts in a smithing table. */
  private forge(face: Face, cells: (Item | null)[]): void {
    cells[face.result] = face.cells[face.result] = this.game.off.has('craft') ? null : forged(this.game.items, face.cells.slice(0, face.result))
    this.write(face, face.result)
  }

  private forgedOne(face: Face, cells: (Item | null)[]): void {
    this.game.count('smithed', forged(this.game.items, face.cells.slice(0, face.result))?.name ?? '')
    for (let i = 0; i < face.result; i++) {
      const at = face.cells[i]
      cells[i] = face.cells[i] = at && at.count > 1 ? this.game.items.copy(at, at.count - 1) : null
      this.write(face, i)
    }
    this.forge(face, cells)
  }

  private enchants(p: { windowId: number; enchantment: number }): void {
    const w = this.open
    if (!w?.enchanting || p.windowId !== w.id || this.game.refuses('craft')) return
    if (!w.enchanting.taken(w.face, p.enchantment, this.game.vitalsOf(this.player).experience)) return
    for (const i of [0, 1]) {
      w.face.changed(i)
      this.write(w.face, i)
    }
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
    const own: readonly number[] = w ? STATIONS[w.kind].back : [1, 2, 3, 4]
    this.open = null
    const back = [f.cursor, ...own.map(i => f.cells[i])]
    f.cursor = null
    for (const i of own) f.cells[i] = null
    if (own.length > 0 && f.result === 0) f.cells[0] = null
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
    if (!w?.store || w.store.kind === 'chest') return
    const s = w.store
    const say = (property: number, value: number): void => {
      this.player._client.write('craft_progress_bar', { windowId: w.id, property, value: Math.min(32767, value) })
    }
    if (s.kind === 'brewing') {
      say(0, s.left)
      say(1, s.fuel)
      return
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
