// SPDX-License-Identifier: MIT

// One running world: flying-squid for the protocol, and this folder's rules over it. The world, its stores and
// what players carried live here and survive a restart of the listener.
import { Beds } from './beds.ts'
import { Bows } from './bows.ts'
import { brew } from './brewing.ts'
import { Crafting } from './crafting.ts'
import { Digging } from './digging.ts'
import { Door } from './door.ts'
import { Drops } from './drops.ts'
import { Fishing } from './fishing.ts'
import { Growing } from './growing.ts'
import { Hands } from './hands.ts'
import { Hazards } from './hazards.ts'
import { Husbandry } from './husbandry.ts'
import { Items } from './items.ts'
import { Mobs } from './mobs.ts'
import { Placing } from './placing.ts'
import { Portals } from './portals.ts'
import type { Dimension } from './portals.ts'
import type { Item, Player, Squid, SquidEntity, Vec, World } from './squid.ts'
import { VecOf, createMCServer, key, worldClass } from './squid.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { slowChunks } from './slowchunks.ts'
import type { Slowness } from './slowchunks.ts'
import { Storage, cook } from './storage.ts'
import { Vitals } from './vitals.ts'
import { GROUND, makeGenerator, makeNether } from './world.ts'

/**
 * What a server may not do, without a word: crafting, opening stations, digging, drops, placing, throwing, chat. And what
 * servers by others leave out: health after a respawn, the player's own slots in a window, the result of a grid (it is
 * shown with the whole window alone), the death of what is struck (it is taken away at the first blow), crafting without a table.
 */
export const HABITS = ['craft', 'open', 'dig', 'drops', 'place', 'throw', 'chat', 'health', 'slots', 'results', 'deaths', 'grid'] as const
export type Habit = typeof HABITS[number]

export interface GameOptions { host: string; port: number; version: string; smeltTicks: number; seed: number; bare: number; days: boolean; onFault: (err: Error) => void; emit(event: Record<string, unknown>): void }
interface Kept { slots: (Item | null)[]; health: number; food: number; saturation: number; level: number; held: number; x: number; y: number; z: number; dimension: Dimension; gameMode: number }

export interface Deed { player: string; x: number; y: number; z: number; from: string; to: string }

interface Stateful { name: string; getProperties(): Record<string, unknown> }

/** A block state as text: "oak_log[axis=y]". */
export function stateText(block: Stateful): string {
  const list = Object.entries(block.getProperties()).map(([k, v]) => `${k}=${String(v)}`).sort()
  return list.length > 0 ? `${block.name}[${list.join(',')}]` : block.name
}

export class Game {
  serv!: Squid
  items!: Items
  crafting!: Crafting
  readonly storage = new Storage()
  readonly door = new Door()
  readonly growing = new Growing(this)
  readonly beds = new Beds(this)
  readonly fishing = new Fishing(this)
  readonly bows = new Bows(this)
  readonly husbandry = new Husbandry(this)
  readonly hazards = new Hazards(this)
  readonly portals = new Portals(this)
  /** Ticks since the start, and those that a test added. What grows and what waits goes by it. */
  clock = 0
  /** Players whom beds and mobs take for nobody: those who only look on. */
  readonly onlookers = new Set<string>()
  readonly hands = new Map<string, Hands>()
  readonly counts: Record<string, number> = {}
  /** Every block that changed while a packet of a player was worked on, in order: by whom, where, from and to which state. */
  readonly deeds: Deed[] = []
  private readonly actor = new AsyncLocalStorage<string>()
  spawn = new VecOf(8, GROUND + 1, 8)
  readonly drops = new Drops(this)
  readonly mobs = new Mobs(this)
  port = 0
  /** Chunks come late and slowly; null sends them as fast as the line takes them. */
  slowness: Slowness | null = null
  /** A slot that changed is told so many ms later. */
  slotsLate = 0
  /** How many hours of the day go by in one; 1 where days go as they do in the game. */
  private pace = 1
  /** What this server does not do now. */
  off: ReadonlySet<Habit> = new Set()
  /** After so many refusals it does everything again; null for never. */
  refusals: number | null = null
  private readonly o: GameOptions
  private readonly vitals = new Map<string, Vitals>()
  private readonly kept = new Map<string, Kept>()
  private world: World | null = null
  private nether: World | null = null
  private timer: NodeJS.Timeout | null = null
  private ticking = false
  private dice = 12345
  private ticks = 0
  private time = 1000
  private blockOf!: { fromStateId(state: number, biome: number): Stateful }

  constructor(o: GameOptions) {
    this.o = o
    this.port = o.port
    this.dice += o.seed * 7919
  }

  emit(event: Record<string, unknown>): void {
    this.o.emit(event)
  }

  random(): number {
    this.dice = (Math.imul(this.dice, 1664525) + 1013904223) >>> 0
    return this.dice / 4294967296
  }

  /** Whether the server does not do something that a player wants now. */
  refuses(habit: Habit): boolean {
    if (!this.off.has(habit)) return false
    if (this.refusals !== null && --this.refusals <= 0) this.off = new Set()
    return true
  }

  count(what: string, name: string, n = 1): void {
    const k = `${what}:${name}`
    this.counts[k] = (this.counts[k] ?? 0) + n
  }

  /** A packet handler's promise: a fault is reported and the server goes on. */
  guard(p: Promise<void>): void {
    p.catch((err: unknown) => { this.emit({ event: 'fault', error: err instanceof Error ? err.stack ?? err.message : String(err) }) })
  }

  /** Works on a player's packet: what it changes in the world is that player's deed. */
  by(player: Player, work: () => Promise<void>): void {
    this.guard(this.actor.run(player.username, work))
  }

  /** Writes down who changed which block. */
  private attribute(serv: Squid): void {
    const set = serv.setBlock.bind(serv)
    serv.setBlock = async (world, pos, state) => {
      const player = this.actor.getStore()
      const was = player === undefined ? null : await world.getBlock(pos)
      await set(world, pos, state)
      const is = this.blockOf.fromStateId(state, 0)
      if (player !== undefined && was && was.name !== is.name) this.deeds.push({ player, x: pos.x, y: pos.y, z: pos.z, from: stateText(was), to: stateText(is) })
    }
  }

  /** Puts a block with these properties where it has them, and its defaults elsewhere. */
  async put(at: Vec, name: string, props: Record<string, unknown> = {}, world: World = this.serv.overworld): Promise<void> {
    const info = this.serv.registry.blocksByName[name]
    if (!info) throw new Error(`this version has no block ${name}`)
    const base = this.propertiesOf(info.defaultState)
    let state = info.defaultState
    for (let s = info.minStateId; s <= info.maxStateId; s++) {
      const has = this.propertiesOf(s)
      if (Object.entries(base).every(([k, v]) => String(has[k]) === String(k in props ? props[k] : v))) state = s
    }
    await this.serv.setBlock(world, at, state)
  }

  worldOf(dimension: Dimension): World {
    return dimension === 'overworld' ? this.serv.overworld : this.serv.netherworld
  }

  dimensionOf(world: World): Dimension {
    return world === this.serv.netherworld ? 'the_nether' : 'overworld'
  }

  /** What a place is called among what stands in the worlds with contents. */
  keyOf(world: World, at: { x: number; y: number; z: number }): string {
    return world === this.serv.netherworld ? `nether:${key(at)}` : key(at)
  }

  /** Puts a player into a world, at a place: dead as a new one, else as he is. */
  async enter(p: Player, dimension: Dimension, at: Vec, anew = false): Promise<void> {
    const { registry } = this.serv
    p._writeOthersNearby('entity_destroy', { entityIds: [p.id] })
    p._unloadAllChunks()
    p.world = this.worldOf(dimension)
    const login = registry.loginPacket
    const name = `minecraft:${dimension}`
    // By its place in the list of dimensions that the login sent; before 1.20.5 the name of the world says it.
    const types = (login?.dimensionCodec?.['minecraft:dimension_type'] as { entries?: { key: string }[] } | undefined)?.entries ?? []
    const keeps = registry.version['>=']('1.20.2')
    p._client.write('respawn', {
      worldState: { ...login?.worldState, dimension: Math.max(0, types.findIndex(t => t.key === name)), name, gamemode: ['survival', 'creative', 'adventure', 'spectator'][p.gameMode], previousGamemode: 255 },
      dimension: login?.dimension ?? 0, worldName: name, hashedSeed: this.serv.hashedSeed,
      gamemode: p.gameMode, previousGamemode: 255, isDebug: false, isFlat: false, copyMetadata: keeps ? (anew ? 0 : 3) : !anew,
    })
    this.hazards.forget(p)
    p.position = at
    p._client.write('spawn_position', { location: p.spawnPoint, angle: 0 })
    p.sendSelfPosition()
    await p.worldSendInitialChunks()
    p.nearbyEntities = []
    p.updateAndSpawn()
    this.hands.get(p.username)?.sendAll()
    if (!this.off.has('health')) this.vitalsOf(p).send()
    this.vitalsOf(p).experience.send()
    p.sendSelfPosition()
    this.emit({ event: anew ? 'respawn' : 'entered', player: p.username, dimension })
    await p.worldSendRestOfChunks()
  }

  setTime(time: number): void {
    this.serv.setTime(time)
  }

  /** From now on the day goes on, so many times as fast as the game's; 0 for one that stands still. */
  goes(pace: number): void {
    this.pace = pace
    this.serv.doDaylightCycle = pace > 0
  }

  /** The time as the game's own server tells it: below zero, or by a word of its own, where the clock stands still. */
  private clockOf({ age, time: [high = 0, low = 0] }: { age: number[]; time: number[] }): unknown {
    const goes = this.serv.doDaylightCycle
    const word = this.serv.registry.version['>=']('1.21.2')
    return { age, time: goes || word ? [high, low] : [-1, -Math.max(low, 1)], tickDayTime: goes }
  }

  /** A chat component as the version sends it. */
  component(o: unknown): unknown {
    if (!this.serv.supportFeature('chatPacketsUseNbtComponents')) return JSON.stringify(o)
    const entries = Object.entries(o as Record<string, unknown>).map(([k, v]) => [k, { type: 'string', value: String(v) }])
    return { type: 'compound', name: '', value: Object.fromEntries(entries) }
  }

  vitalsOf(player: Player): Vitals {
    const v = this.vitals.get(player.username)
    if (!v) throw new Error(`${player.username} is not in the game`)
    return v
  }

  propertiesOf(state: number): Record<string, unknown> {
    return this.blockOf.fromStateId(state, 0).getProperties()
  }

  async start(): Promise<number> {
    const serv = createMCServer({
      host: this.o.host, port: this.port, version: this.o.version, motd: 'Minehand test server', 'online-mode': false,
      'max-players': 20, gameMode: 0, difficulty: 2, generation: { name: 'empty', options: { worldHeight: 80, seed: 1 } },
      plugins: {}, 'view-distance': 5, 'everybody-op': false, 'max-entities': 2000, logging: false, kickTimeout: 30000,
      modpe: false, 'player-list-text': { header: { text: '' }, footer: { text: '' } }, enforceSecureProfile: false,
    })
    this.serv = serv
    this.door.attach(serv)
    this.items ??= new Items(serv.registry)
    this.crafting ??= new Crafting(serv.registry)
    this.blockOf ??= (createRequire(import.meta.url)('prismarine-block') as (r: unknown) => Game['blockOf'])(serv.registry)
    this.attribute(serv)
    const WorldOf = worldClass(serv.registry)
    this.world ??= new WorldOf(makeGenerator(serv.registry, this.o.seed, this.o.bare))
    // flying-squid forgets a column with the last player near it, and what was changed there.
    this.world.unloadColumn = () => undefined
    this.world.blockEntityData ??= {}
    this.world.portals ??= []
    serv.overworld = this.world
    this.nether ??= new WorldOf(makeNether(serv.registry))
    this.nether.unloadColumn = () => undefined
    this.nether.blockEntityData ??= {}
    this.nether.portals ??= []
    serv.netherworld = this.nether
    serv.doDaylightCycle = this.o.days
    serv.time = this.time
    // Its sound packets are malformed for 1.19.3 and later and end the client's session.
    serv.playSound = () => undefined
    serv.on('error', (err: Error) => { this.emit({ event: 'fault', error: err.stack ?? err.message }) })
    serv.on('newEntity', (e: SquidEntity) => {
      // flying-squid sends no item metadata since 1.20.2 and the wrong index before.
      e.sendMetadata = () => { this.drops.reshow(e) }
    })
    serv.on('newPlayer', (p: Player) => { this.attach(p) })
    await new Promise<void>((resolve, reject) => {
      serv.once('ready', resolve)
      serv._server.once('error', reject)
    })
    this.drops.restarted()
    this.mobs.restarted()
    this.port = serv._server.socketServer.address().port
    this.timer = setInterval(() => { this.tick() }, 50)
    return this.port
  }

  /** Closes the listener and every connection; the world stays. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.serv.stopTickInterval()
    this.time = this.serv.time
    for (const p of [...this.serv.players]) {
      this.keep(p)
      const end = p._client.end.bind(p._client)
      p._client.write = () => undefined
      end('Server closed')
    }
    this.hands.clear()
    this.vitals.clear()
    const closed = new Promise<void>(resolve => { this.serv._server.once('close', () => { resolve() }) })
    this.serv._server.close()
    await Promise.race([closed, new Promise(resolve => setTimeout(resolve, 1500))])
  }

  private keep(p: Player): void {
    const h = this.hands.get(p.username)
    if (!h || h.player !== p) return
    h.closed()
    this.kept.set(p.username, {
      slots: h.slots.slice(), health: p.health, food: p.food, saturation: p.foodSaturation, level: this.vitalsOf(p).experience.level, held: p.heldItemSlot,
      x: p.position.x, y: p.position.y, z: p.position.z, dimension: this.dimensionOf(p.world), gameMode: p.gameMode,
    })
  }

  private attach(p: Player): void {
    const c = p._client
    // With every player flying-squid has the process end, without a word, at the next fault: this server's own handler
    // tells it and goes on.
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      for (const f of process.listeners(event as 'uncaughtException')) if (f !== this.o.onFault) process.removeListener(event, f)
    }
    for (const packet of ['window_click', 'close_window', 'block_dig', 'block_place', 'use_entity', 'use_item', 'client_command', 'set_creative_slot']) {
      c.removeAllListeners(packet)
    }
    const write = c.write.bind(c)
    const safe = (name: string, fields: unknown): void => { try { write(name, fields) } catch (err) { this.emit({ event: 'fault', error: `${name}: ${String(err)}` }) } }
    let lastDue = 0
    c.write = (name, fields) => {
      if (name === 'update_time') fields = this.clockOf(fields as { age: number[]; time: number[] })
      // A server is late, but never tells a newer slot before an older one.
      const due = Math.max(this.slotsLate > 0 ? Date.now() + this.slotsLate : 0, lastDue)
      if (name !== 'set_slot' || due <= Date.now()) return safe(name, fields)
      lastDue = due
      setTimeout(() => { safe(name, fields) }, due - Date.now())
    }
    slowChunks(c, () => this.slowness)
    for (const packet of ['chat_message', 'chat']) {
      const heard = c.listeners(packet) as ((data: unknown) => void)[]
      c.removeAllListeners(packet)
      c.on(packet, data => { if (!this.off.has('chat')) for (const f of heard) f(data) })
    }
    p.inventory.removeAllListeners('updateSlot')
    p.inventory.slots.fill(null)
    p.collect = () => undefined
    p.takeDamage = () => undefined
    p.findSpawnPoint = () => { p.spawnPoint = this.spawn; return Promise.resolve() }
    // Who is moved far while chunks are on their way to him gets those around his new place after them: the server forgot
    // that move, and a player without ground under his feet makes no other.
    const sendChunks = p.worldSendRestOfChunks
    p.worldSendRestOfChunks = async () => {
      do {
        try {
          await sendChunks()
        } finally {
          p.sendingChunks = false
        }
      } while (this.serv.players.includes(p) && p.position.distanceTo(p.lastPositionChunkUpdated) > 16)
    }
    p.sendSelfPosition = pos => {
      if (pos) p.position = pos
      c.write('position', { x: p.position.x, y: p.position.y, z: p.position.z, dx: 0, dy: 0, dz: 0, yaw: p.yaw, pitch: p.pitch, flags: 0, teleportId: 1 })
    }
    p.foodSaturation = 5
    const hands = new Hands(this, p, p.inventory.slots)
    const vitals = new Vitals(this, hands)
    new Digging(this, hands)
    new Placing(this, hands)
    this.mobs.attach(p)
    const name = c.username
    const kept = this.kept.get(name)
    // Runs inside login(), between its defaults and its first packets.
    const find = p.findSpawnPoint
    p.findSpawnPoint = async () => {
      await find()
      this.hands.set(name, hands)
      this.vitals.set(name, vitals)
      kept?.slots.forEach((it, i) => { hands.slots[i] = it })
    }
    p.once('spawned', () => {
      if (kept && kept.health > 0) {
        p.food = kept.food
        p.foodSaturation = kept.saturation
        p.health = kept.health
        vitals.experience.level = kept.level
        if (kept.gameMode !== 0) p.setGameMode(kept.gameMode)
        p.position = new VecOf(kept.x, kept.y, kept.z)
        p.sendSelfPosition()
        p.heldItemSlot = kept.held
        c.write('held_item_slot', { slot: kept.held })
        if (kept.dimension !== 'overworld') this.guard(this.enter(p, kept.dimension, p.position))
      } else p.position = new VecOf(this.spawn.x + 0.5, this.spawn.y, this.spawn.z + 0.5)
      // flying-squid tells a newcomer of nobody, and of players with no type since 1.20.2.
      const meet = setTimeout(() => {
        p.entityType = this.serv.registry.entitiesByName['player']?.id ?? p.entityType
        this.introduce(p)
        this.showAnew(p)
        hands.showHeld()
      }, 400)
      c.once('end', () => { clearTimeout(meet) })
      hands.sendAll()
      vitals.send()
      vitals.experience.send()
      this.emit({ event: 'join', player: p.username })
    })
    c.once('end', () => {
      vitals.stopEating()
      // flying-squid goes on writing to those who left, each five seconds.
      c.write = () => undefined
      this.keep(p)
      if (this.hands.get(name) === hands) {
        this.hands.delete(name)
        this.vitals.delete(name)
        this.emit({ event: 'leave', player: name })
      }
    })
  }

  /** Has a player and the others see each other where they are now. */
  showAnew(p: Player): void {
    p.knownPosition = p.position.clone()
    p.nearbyEntities = p.nearbyEntities.filter(e => e.type !== 'player')
    for (const o of this.serv.players) if (o !== p) o.nearbyEntities = o.nearbyEntities.filter(e => e !== p)
    p.updateAndSpawn()
  }

  /** Tells a newcomer who is there, and the others who came. */
  private introduce(p: Player): void {
    const recent = this.serv.supportFeature('playerInfoActionIsBitfield')
    const line = (o: Player): Record<string, unknown> => (recent
      ? { uuid: o.uuid, player: { name: o.username, properties: [] }, gamemode: o.gameMode, listed: 1, latency: 0 }
      : { uuid: o.uuid, name: o.username, properties: [], gamemode: o.gameMode, ping: 0 })
    const action = recent ? { add_player: true, update_game_mode: true, update_listed: true, update_latency: true } : 'add_player'
    p._client.write('player_info', { action, data: this.serv.players.map(line) })
    for (const o of this.serv.players) if (o !== p) o._client.write('player_info', { action, data: [line(p)] })
  }

  private tick(): void {
    if (this.ticking) return
    this.ticking = true
    this.ticks++
    this.clock++
    const now = Date.now()
    for (const [where, s] of this.storage.at) {
      if (s.kind === 'chest') continue
      const was = s.kind === 'brewing' ? s.fuel : 0
      const changed = s.kind === 'furnace' ? cook(this.items, s, this.o.smeltTicks) : brew(this.items, s, 2 * this.o.smeltTicks)
      if (s.kind === 'brewing' && changed.includes(0)) this.count('brewed', this.items.nameOf(s.cells[0] ?? this.items.make('glass_bottle', 1)))
      for (const h of this.hands.values()) {
        if (!h.watches(where)) continue
        for (const i of changed) h.stored(where, i)
        if (changed.length > 0 || this.ticks % 20 === 0 || s.kind === 'brewing' && s.fuel !== was) h.progress()
      }
    }
    for (const v of this.vitals.values()) v.tick(now)
    // Each second but the one that is told anyway.
    if (this.pace > 1 && this.ticks % 20 === 0) this.setTime((this.serv.time + 20 * (this.pace - 1)) % 24_000)
    this.beds.tick()
    this.fishing.tick()
    this.guard(this.drops.tick().then(() => this.portals.tick()).then(() => this.hazards.tick()).then(() => this.mobs.tick(now)).then(() => (this.ticks % 10 === 0 ? this.growing.tick() : undefined)).finally(() => { this.ticking = false }))
  }
}
