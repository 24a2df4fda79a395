// SPDX-License-Identifier: MIT

// The part of flying-squid and its libraries that this server uses, typed by hand: none of them ships types that fit.
import { createRequire } from 'node:module'
import type { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'

const require = createRequire(import.meta.url)

export interface Vec {
  x: number
  y: number
  z: number
  offset(dx: number, dy: number, dz: number): Vec
  plus(other: Vec): Vec
  minus(other: Vec): Vec
  floored(): Vec
  distanceTo(other: Vec): number
  norm(): number
  scaled(by: number): Vec
  equals(other: Vec): boolean
  clone(): Vec
}

export interface Item {
  type: number
  count: number
  metadata: number
  nbt: unknown
  name: string
  slot: number
  stackSize: number
  maxDurability?: number
  durabilityUsed: number
  components?: { type: string; data: unknown }[]
  componentMap?: Map<string, { type: string; data: unknown }>
  enchants: { name: string; lvl: number }[]
}

export interface ItemClass {
  new (type: number, count: number, metadata?: number, nbt?: unknown): Item
  toNotch(item: Item | null): unknown
}

export interface Block {
  type: number
  name: string
  stateId: number
  boundingBox: string
  shapes: number[][]
  diggable: boolean
  hardness: number | null
  position: Vec
  direction?: number
  drops: (number | { drop: number | { id: number } })[]
  harvestTools?: Record<string, boolean>
  getProperties(): Record<string, unknown>
  canHarvest(itemType: number | null): boolean
  digTime(itemType: number | null, creative: boolean, inWater: boolean, notOnGround: boolean, enchants: unknown[], effects: unknown): number
}

export interface World {
  getBlock(pos: Vec): Promise<Block>
  /** The first block whose shape a ray of a direction of length 1 hits; null for none. */
  raycast(from: Vec, direction: Vec, range: number): Promise<Block | null>
  getColumn(x: number, z: number): Promise<unknown>
  setBlockStateId(pos: Vec, state: number): Promise<void>
  unloadColumn(chunkX: number, chunkZ: number): void
  blockEntityData?: unknown
  portals?: unknown[]
}

export interface NamedId { id: number; name: string; stackSize: number }
export interface BlockInfo { id: number; name: string; defaultState: number; minStateId: number; maxStateId: number; boundingBox: string }
export interface LootDrop { item: string; stackSizeRange: [number, number]; silkTouch?: boolean; noSilkTouch?: boolean; blockAge?: number }
export type Ingredient = null | number | { id: number }
export interface Recipe { result: { id: number; count: number }; inShape?: Ingredient[][]; ingredients?: Ingredient[] }

export interface Registry {
  version: { '>='(v: string): boolean; '<'(v: string): boolean }
  itemsByName: Record<string, NamedId>
  items: Record<number, NamedId>
  blocksByName: Record<string, BlockInfo>
  blocksArray: BlockInfo[]
  biomesByName: Record<string, { id: number }>
  entitiesByName: Record<string, { id: number; width: number; height: number }>
  mobs: Record<number, { name: string }>
  enchantmentsByName: Record<string, { id: number; name: string }>
  foodsByName: Record<string, { foodPoints: number; saturation: number }>
  blockLoot?: Record<string, { drops: LootDrop[] }>
  recipes: Record<string, Recipe[]>
  loginPacket?: { dimension?: unknown; dimensionCodec?: Record<string, unknown>; worldState?: Record<string, unknown> }
  supportFeature(name: string): unknown
}

export interface Client extends EventEmitter {
  username: string
  write(packet: string, fields: unknown): void
  end(reason?: string, component?: unknown): void
}

export interface SquidEntity extends EventEmitter {
  id: number
  type: string
  name?: string
  position: Vec
  velocity?: Vec
  size?: Vec | undefined
  yaw: number
  pitch: number
  health: number
  world: World
  itemId?: number
  knownPosition?: Vec
  sendMetadata(data: unknown): void
  sendPosition(pos: Vec, onGround: boolean, teleport?: boolean): Promise<unknown>
  takeDamage(o: unknown): void
  destroy(): void
  updateAndSpawn(): void
  _writeNearby(packet: string, fields: unknown): void
  _writeOthersNearby(packet: string, fields: unknown): void
}

export interface Player extends SquidEntity {
  _client: Client
  username: string
  uuid: string
  entityType: number | null
  gameMode: number
  prevGameMode: number
  food: number
  foodSaturation: number
  heldItemSlot: number
  spawnPoint: Vec
  inventory: EventEmitter & { slots: (Item | null)[] }
  nearbyEntities: SquidEntity[]
  collect(entity: SquidEntity): void
  findSpawnPoint(): Promise<void>
  sendSelfPosition(pos?: Vec): void
  updateHealth(health: number): void
  setGameMode(mode: number): void
  kick(reason: string): void
  worldSendInitialChunks(): Promise<void>
  worldSendRestOfChunks(): Promise<void>
  sendingChunks: boolean
  lastPositionChunkUpdated: Vec
  _unloadAllChunks(left?: boolean): void
}

export interface Squid extends EventEmitter {
  registry: Registry
  overworld: World
  netherworld: World
  players: Player[]
  entities: Record<string, SquidEntity>
  dimensionNames: Record<string, string>
  hashedSeed: number[]
  time: number
  doDaylightCycle?: boolean
  setTime(time: number): void
  listeningPort?: number
  _server: EventEmitter & { close(): void; socketServer: { address(): { port: number } } }
  supportFeature(name: string): unknown
  playSound(...args: unknown[]): void
  setBlock(world: World, pos: Vec, state: number): Promise<void>
  placeItem(data: unknown): Promise<{ id?: number; data?: number }>
  spawnObject(type: number, world: World, pos: Vec, opts: unknown): SquidEntity
  spawnMob(type: number, world: World, pos: Vec, opts: unknown): SquidEntity
  broadcast(message: string): void
  stopTickInterval(): void
  log(message: string): void
  quit(reason?: string): Promise<void>
}

export const VecOf = (require('vec3') as { Vec3: new (x: number, y: number, z: number) => Vec }).Vec3

/**
 * Starts flying-squid without its console: on load it would read our stdin as its commands and write a prompt and a
 * log to our stdout, which carry the control channel. Both are swapped for the time of the call.
 */
export function createMCServer(options: Record<string, unknown>): Squid {
  const own = { stdin: Object.getOwnPropertyDescriptor(process, 'stdin'), stdout: Object.getOwnPropertyDescriptor(process, 'stdout') }
  const stand = { configurable: true, enumerable: true }
  Object.defineProperty(process, 'stdin', { ...stand, value: new PassThrough() })
  Object.defineProperty(process, 'stdout', { ...stand, value: new PassThrough() })
  try {
    const serv = (require('flying-squid') as { createMCServer(o: unknown): Squid }).createMCServer({ ...options, noConsoleOutput: true })
    serv.log = () => undefined
    serv.quit = () => Promise.resolve()
    return serv
  } finally {
    if (own.stdin) Object.defineProperty(process, 'stdin', own.stdin)
    if (own.stdout) Object.defineProperty(process, 'stdout', own.stdout)
  }
}
export const itemClass = (registry: Registry): ItemClass =>
  (require('prismarine-item') as (r: Registry) => ItemClass)(registry)
export const worldClass = (registry: Registry): new (generator: (x: number, z: number) => unknown) => World =>
  (require('prismarine-world') as (r: Registry) => new (generator: (x: number, z: number) => unknown) => World)(registry)
export interface Chunk {
  setBlockStateId(pos: Vec, state: number): void
  setBlockLight(pos: Vec, light: number): void
  setSkyLight(pos: Vec, light: number): void
  setBiome(pos: Vec, biome: number): void
  toJson(): unknown
}
export interface ChunkClass { new (o?: unknown): Chunk; fromJson(j: unknown): Chunk }
export const chunkClass = (registry: Registry): ChunkClass =>
  (require('prismarine-chunk') as (r: Registry) => ChunkClass)(registry)

export const plainName = (name: string): string => name.replace(/^minecraft:/, '')
export const key = (p: { x: number; y: number; z: number }): string => `${p.x},${p.y},${p.z}`
