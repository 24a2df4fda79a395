// SPDX-License-Identifier: MIT

// The client layer: what the game's own client makes of a server's packets where the library makes less of them. It
// stands between the library and the actions, is fed packets alone, and test/replays holds a case for each of its rules.
//
//   - A player who joins or comes back to life has 20 health until the server says something else.
//   - There is one inventory: a window that lists only its own slots shows the player's below them all the same, what is
//     told of one is so in the other, and closing a window loses nothing.
//   - What lies on the cursor is what the server says.
//   - A click counts at once where the server confirms none (before 1.17), and what it says of slots goes before it.
//   - What an item is enchanted with is told by numbers of a list since 1.20.5; the library wants names, to know how fast it digs.
//   - The window of a smithing table has a cell for a template since 1.20; the library counts one cell less.
//   - Whoever is taken away has not died: that takes the death or the damage, which is remembered of each creature.
import type { Window } from './inventory.ts'
import { itemClass } from './lib.ts'
import type { Bot, Item, ItemClass } from './lib.ts'
import { christen, knowPotions } from './potions.ts'

/** What is known of a creature's end: how many blows on it the server showed, when the last, whether it died, and whether this body struck it. */
export interface Fate { blows: number; lastBlow: number; died: boolean; mine: boolean }

const MAIN_START = 9
const MAIN_END = 45
/** Creatures whose fate is remembered: the newest. */
const FATES = 512
/** Statuses of an entity that show damage: by anything, thorns, drowning, fire, a berry bush and frost (minecraft.wiki, Entity statuses). */
const HURT = new Set([2, 33, 36, 37, 44, 57])
const DIED = 3
/** Bit of a respawn's copied data: the player stays as it is, its health too. In old versions the only one. */
const KEEPS = 2
/** A server that confirms clicks has confirmed one after so long, on a busy machine too. */
const CONFIRMS_MS = 5000
/** A click beside the windows with nothing on the cursor does nothing. */
const BESIDE = -999
const FRESH = { health: 20, food: 20, foodSaturation: 5 }

interface Told { id: number; level: number; name?: string; lvl?: number }
interface Wire { components?: { type: string; data: unknown }[] }

interface Packets {
  registry_data: { id?: string; entries?: { key: string }[] }
  login: unknown
  respawn: { copyMetadata?: number | boolean }
  position: unknown
  transaction: { action: number }
  update_health: unknown
  open_window: unknown
  open_horse_window: unknown
  close_window: unknown
  window_items: { windowId: number; items: unknown[]; carriedItem?: unknown }
  set_slot: { windowId: number; slot: number; item: unknown }
  set_player_inventory: { slotId: number; contents: unknown }
  set_cursor_item: { contents: unknown }
  entity_status: { entityId: number; entityStatus: number }
  damage_event: { entityId: number }
  hurt_animation: { entityId: number }
  entity_metadata: { entityId: number; metadata: { key: number; value: unknown }[] }
  spawn_entity: { entityId: number }
  spawn_entity_living: { entityId: number }
}

const layers = new WeakMap<Bot, Client>()
/** The client layer of a bot that it was given to. */
export function clientOf(bot: Bot): Client {
  const c = layers.get(bot)
  if (!c) throw new Error('this bot has no client layer')
  return c
}

export class Client {
  private readonly bot: Bot
  private readonly items: ItemClass
  private readonly fates = new Map<number, Fate>()
  /** How many creatures died that this body had struck, whatever it did when the server showed it. */
  kills = 0
  /** What the player has if the server says nothing until it has said where he is. */
  private due: typeof FRESH | null = null
  /** The server's own list of enchantments; the library's where it sends none. */
  private enchantments: string[] | null = null
  /** Window contents that came before the window. */
  private early: { id: number; length: number } | null = null

  /** After the library's own plugins, before the first packet of the game. */
  constructor(bot: Bot) {
    this.bot = bot
    this.items = itemClass(bot)
    layers.set(bot, this)
    knowPotions(bot)
    this.life()
    this.enchanted()
    this.inventory()
    if (bot.supportFeature('transactionPacketExists')) this.clicks()
    this.creatures()
  }

  fateOf(id: number): Fate {
    return this.fates.get(id) ?? { blows: 0, lastBlow: 0, died: false, mine: false }
  }

  private on<K extends keyof Packets>(name: K, f: (p: Packets[K]) => void): void {
    this.bot._client.on(name as 'login', f as never)
  }

  private before<K extends keyof Packets>(name: K, f: (p: Packets[K]) => void): void {
    this.bot._client.prependListener(name as 'login', f as never)
  }

  private life(): void {
    const { bot } = this
    this.on('login', () => { this.due = FRESH })
    this.on('respawn', p => {
      const keeps = typeof p.copyMetadata === 'boolean' ? p.copyMetadata : ((p.copyMetadata ?? 0) & KEEPS) !== 0
      this.due = keeps && bot.health > 0 ? { health: bot.health, food: bot.food, foodSaturation: bot.foodSaturation } : FRESH
    })
    this.before('update_health', () => { this.due = null })
    this.on('position', () => { if (this.due) bot._client.emit('update_health', this.due) })
  }

  private enchanted(): void {
    const plain = (name: string): string => name.replace('minecraft:', '')
    this.on('registry_data', p => { if (p.id && plain(p.id) === 'enchantment' && p.entries) this.enchantments = p.entries.map(e => plain(e.key)) })
    const name = (item: unknown): void => {
      for (const c of (item as Wire | null)?.components ?? []) {
        if (c.type !== 'enchantments' && c.type !== 'stored_enchantments') continue
        const list = (Array.isArray(c.data) ? c.data : (c.data as { enchantments: Told[] }).enchantments) as Told[]
        for (const e of list) Object.assign(e, { name: this.enchantments?.[e.id] ?? this.bot.registry.enchantments[e.id]?.name ?? String(e.id), lvl: e.level })
        // A list to the library, and what it was when it is sent back.
        if (!Array.isArray(c.data)) c.data = Object.assign([...list], c.data)
      }
    }
    this.before('set_slot', p => { name(p.item) })
    this.before('window_items', p => { p.items.forEach(name); name(p.carriedItem) })
    this.before('set_player_inventory', p => { name(p.contents) })
    this.before('set_cursor_item', p => { name(p.contents) })
  }

  private inventory(): void {
    const { bot } = this
    this.before('window_items', p => {
      if (p.windowId !== 0 && bot.currentWindow?.id !== p.windowId) this.early = { id: p.windowId, length: p.items.length }
    })
    const opened = (): void => {
      const w = bot.currentWindow
      if (w?.type as unknown === 'minecraft:smithing' && bot.registry.isNewerOrEqualTo('1.20')) {
        Object.assign(w as object, { inventoryStart: 4, inventoryEnd: 40, hotbarStart: 31, craftingResultSlot: 3 })
        ;(w as unknown as Window).slots.length = 40
      }
      const full = w !== null && this.early?.id === w.id && this.early.length > w.inventoryStart
      this.early = null
      if (w && !full) for (let slot = MAIN_START; slot < MAIN_END; slot++) this.show(w, slot)
    }
    this.on('open_window', opened)
    this.on('open_horse_window', opened)
    this.before('close_window', () => { if (bot.currentWindow) this.keep(bot.currentWindow) })
    // The library takes items for the same that differ in their components alone.
    bot.on('windowClose', (w: unknown) => { if (w !== bot.inventory) this.keep(w as Window) })
    this.on('window_items', p => {
      if (p.windowId === 0) for (let slot = MAIN_START; slot < MAIN_END; slot++) this.told(slot)
    })
    this.on('set_slot', p => {
      if (p.windowId === 0) this.told(p.slot)
      else if (p.windowId === -1) this.cursor(p.item)
      else if (p.windowId === -2) this.stored(p.slot, p.item)
    })
    // The library has put it into the inventory.
    this.on('set_player_inventory', p => { this.told(p.slotId < 9 ? p.slotId + 36 : p.slotId) })
    this.on('set_cursor_item', p => { this.cursor(p.contents) })
  }

  /** Finds out by a click that does nothing whether the server confirms them; where it does not, each is confirmed for it. */
  private clicks(): void {
    const client = this.bot._client as unknown as { write(name: string, params: object): void; emit(name: string, params: object): void }
    let silent = false
    let own = false
    const write = client.write.bind(client)
    client.write = (name, params) => {
      write(name, params)
      if (!silent || name !== 'window_click') return
      queueMicrotask(() => { // before any packet can come
        own = true
        client.emit('transaction', { windowId: 0, action: 0, ...params, accepted: true })
        own = false
      })
    }
    let waits: NodeJS.Timeout | undefined
    this.on('position', () => {
      if (waits) return
      waits = setTimeout(() => { silent = true }, CONFIRMS_MS)
      write('window_click', { windowId: 0, slot: BESIDE, mouseButton: 0, action: 0, mode: 0, item: this.items.toNotch(null) })
    })
    this.on('transaction', () => {
      if (own) return
      clearTimeout(waits)
      silent = false
    })
    this.bot.once('end', () => { clearTimeout(waits) })
  }

  /** A slot of the player's was told: an open window shows it too. */
  private told(slot: number): void {
    const w = this.bot.currentWindow
    if (w && slot >= MAIN_START && slot < MAIN_END) this.show(w, slot)
  }

  private show(w: Window, slot: number): void {
    w.updateSlot(slot - MAIN_START + w.inventoryStart, this.copy(this.bot.inventory.slots[slot] as Item | null) as never)
  }

  /** What a window that the server closes shows of the player's own is what he has. */
  private keep(w: Window): void {
    for (let slot = MAIN_START; slot < MAIN_END; slot++) {
      this.bot.inventory.updateSlot(slot, this.copy(w.slots[slot - MAIN_START + w.inventoryStart] as Item | null) as never)
    }
  }

  /** A slot in the order of the player's inventory: 0 to 8 hotbar, 36 to 39 feet to head, 40 off hand. */
  private stored(slot: number, item: unknown): void {
    const at = slot < 9 ? slot + 36 : slot < 36 ? slot : slot < 40 ? 44 - slot : 45
    this.bot.inventory.updateSlot(at, this.items.fromNotch(item) as never)
    this.told(at)
  }

  private cursor(item: unknown): void {
    const w: Window = this.bot.currentWindow ?? this.bot.inventory
    const held = this.items.fromNotch(item)
    christen(held)
    w.selectedItem = held as never
  }

  /** A slot's item knows its slot, so each window has a copy of its own. */
  private copy(item: Item | null): Item | null {
    return item ? Object.assign(Object.create(Object.getPrototypeOf(item) as object) as Item, item) : null
  }

  private creatures(): void {
    this.on('entity_status', p => {
      if (p.entityStatus === DIED) this.died(p.entityId)
      else if (HURT.has(p.entityStatus)) this.struck(p.entityId)
    })
    this.on('damage_event', p => { this.struck(p.entityId) })
    this.on('hurt_animation', p => { this.struck(p.entityId) })
    const strike = this.bot.attack.bind(this.bot)
    this.bot.attack = e => {
      this.fate(e.id).mine = true
      strike(e)
    }
    const health = new Map<number, number>()
    this.on('entity_metadata', p => {
      const key = this.healthKey(p.entityId)
      const now = p.metadata.find(m => m.key === key)?.value
      if (typeof now !== 'number') return
      const was = health.get(p.entityId)
      health.set(p.entityId, now)
      if (health.size > FATES) health.delete(health.keys().next().value ?? 0)
      if (now <= 0) this.died(p.entityId)
      else if (was !== undefined && now < was) this.struck(p.entityId)
    })
    // A number is given again to another.
    const born = (p: { entityId: number }): void => { this.fates.delete(p.entityId); health.delete(p.entityId) }
    this.before('spawn_entity', born)
    this.before('spawn_entity_living', born)
  }

  /** Where the metadata of a living creature has its health; -1 for what does not live. */
  private healthKey(id: number): number {
    const e = this.bot.entities[id]
    if (!e || e.type === 'object' || e.type === 'orb' || e.type === 'projectile') return -1
    const keys = (this.bot.registry.entitiesByName[e.name ?? ''] as { metadataKeys?: string[] } | undefined)?.metadataKeys
    return keys ? keys.indexOf('health') : this.bot.registry.version['>=']('1.17') ? 9 : 8
  }

  private fate(id: number): Fate {
    const known = this.fates.get(id)
    if (known) return known
    const f = { blows: 0, lastBlow: 0, died: false, mine: false }
    this.fates.set(id, f)
    if (this.fates.size > FATES) this.fates.delete(this.fates.keys().next().value ?? 0)
    return f
  }

  /** One blow may be shown by several packets. */
  private struck(id: number): void {
    const f = this.fate(id)
    const now = Date.now()
    if (now - f.lastBlow > 200) f.blows++
    f.lastBlow = now
  }

  private died(id: number): void {
    const f = this.fate(id)
    if (f.mine && !f.died) this.kills++
    f.died = true
  }
}
