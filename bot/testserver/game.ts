// One running world: flying-squid for the protocol, and this folder's rules over it. The world, its stores and
// what players carried live here and survive a restart of the listener.
import { Crafting } from './crafting.ts'
import { Digging } from './digging.ts'
import { Drops } from './drops.ts'
import { Hands } from './hands.ts'
import { Items } from './items.ts'
import { Mobs } from './mobs.ts'
import { Placing } from './placing.ts'
import type { Item, Player, Squid, SquidEntity, World } from './squid.ts'
import { VecOf, createMCServer, worldClass } from './squid.ts'
import { createRequire } from 'node:module'
import { Storage, cook } from './storage.ts'
import { Vitals } from './vitals.ts'
import { GROUND, makeGenerator } from './world.ts'

export interface GameOptions { host: string; port: number; version: string; smeltTicks: number; emit(event: Record<string, unknown>): void }
interface Kept { slots: (Item | null)[]; health: number; food: number; saturation: number; held: number; x: number; y: number; z: number; gameMode: number }

export class Game {
  serv!: Squid
  items!: Items
  crafting!: Crafting
  readonly storage = new Storage()
  readonly hands = new Map<string, Hands>()
  readonly counts: Record<string, number> = {}
  spawn = new VecOf(8, GROUND + 1, 8)
  drops!: Drops
  mobs!: Mobs
  port = 0
  private readonly o: GameOptions
  private readonly vitals = new Map<string, Vitals>()
  private readonly kept = new Map<string, Kept>()
  private world: World | null = null
  private timer: NodeJS.Timeout | null = null
  private ticking = false
  private seed = 12345
  private ticks = 0
  private blockOf!: { fromStateId(state: number, biome: number): { getProperties(): Record<string, unknown> } }

  constructor(o: GameOptions) {
    this.o = o
    this.port = o.port
  }

  emit(event: Record<string, unknown>): void {
    this.o.emit(event)
  }

  random(): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0
    return this.seed / 4294967296
  }

  count(what: string, name: string): void {
    const k = `${what}:${name}`
    this.counts[k] = (this.counts[k] ?? 0) + 1
  }

  /** A packet handler's promise: a fault is reported and the server goes on. */
  guard(p: Promise<void>): void {
    p.catch((err: unknown) => { this.emit({ event: 'fault', error: err instanceof Error ? err.stack ?? err.message : String(err) }) })
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
    this.items ??= new Items(serv.registry)
    this.crafting ??= new Crafting(serv.registry)
    this.blockOf ??= (createRequire(import.meta.url)('prismarine-block') as (r: unknown) => Game['blockOf'])(serv.registry)
    const WorldOf = worldClass(serv.registry)
    this.world ??= new WorldOf(makeGenerator(serv.registry))
    this.world.blockEntityData ??= {}
    this.world.portals ??= []
    serv.overworld = this.world
    serv.doDaylightCycle = false
    serv.time = 1000
    // Its sound packets are malformed for 1.19.3 and later and end the client's session.
    serv.playSound = () => undefined
    this.drops = new Drops(this)
    this.mobs = new Mobs(this)
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
    this.port = serv._server.socketServer.address().port
    this.timer = setInterval(() => { this.tick() }, 50)
    return this.port
  }

  /** Closes the listener and every connection; the world stays. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.serv.stopTickInterval()
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
      slots: h.slots.slice(), health: p.health, food: p.food, saturation: p.foodSaturation, held: p.heldItemSlot,
      x: p.position.x, y: p.position.y, z: p.position.z, gameMode: p.gameMode,
    })
  }

  private attach(p: Player): void {
    const c = p._client
    for (const packet of ['window_click', 'close_window', 'block_dig', 'block_place', 'use_entity', 'use_item', 'client_command', 'set_creative_slot']) {
      c.removeAllListeners(packet)
    }
    const write = c.write.bind(c)
    c.write = (name, fields) => { try { write(name, fields) } catch (err) { this.emit({ event: 'fault', error: `${name}: ${String(err)}` }) } }
    p.inventory.removeAllListeners('updateSlot')
    p.inventory.slots.fill(null)
    p.collect = () => undefined
    p.takeDamage = () => undefined
    p.findSpawnPoint = () => { p.spawnPoint = this.spawn; return Promise.resolve() }
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
        if (kept.gameMode !== 0) p.setGameMode(kept.gameMode)
        p.position = new VecOf(kept.x, kept.y, kept.z)
        p.sendSelfPosition()
        p.heldItemSlot = kept.held
        c.write('held_item_slot', { slot: kept.held })
      } else p.position = new VecOf(this.spawn.x + 0.5, this.spawn.y, this.spawn.z + 0.5)
      hands.sendAll()
      vitals.send()
      this.emit({ event: 'join', player: p.username })
    })
    c.once('end', () => {
      vitals.stopEating()
      this.keep(p)
      if (this.hands.get(name) === hands) {
        this.hands.delete(name)
        this.vitals.delete(name)
        this.emit({ event: 'leave', player: name })
      }
    })
  }

  private tick(): void {
    if (this.ticking) return
    this.ticking = true
    this.ticks++
    const now = Date.now()
    for (const [where, s] of this.storage.at) {
      if (s.kind !== 'furnace') continue
      const changed = cook(this.items, s, this.o.smeltTicks)
      for (const h of this.hands.values()) {
        if (!h.watches(where)) continue
        for (const i of changed) h.stored(where, i)
        if (changed.length > 0 || this.ticks % 20 === 0) h.progress()
      }
    }
    for (const v of this.vitals.values()) v.tick(now)
    this.guard(this.drops.tick().then(() => this.mobs.tick(now)).finally(() => { this.ticking = false }))
  }
}
