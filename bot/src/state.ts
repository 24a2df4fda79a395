// SPDX-License-Identifier: MIT

// What the body reports of itself and of what is around it.
import { clientOf } from './client.ts'
import { isHostile, isOwned } from './harm.ts'
import { stacks } from './inventory.ts'
import { Vec3 } from './lib.ts'
import type { Bot, Vec } from './lib.ts'
import type { Sight, State, World } from './wire.ts'
import { itemName } from './pickup.ts'
import type { Memory } from './search.ts'
import { feetOf } from './walk.ts'

/** How far blocks are looked for: sideways, down and up. */
const NEAR_RADIUS = 28
const DOWN = 12
const UP = 16
const PER_NAME = 4
const MAX_BLOCKS = 96
const MAX_ENTITIES = 48
/** Looking through the blocks around costs some milliseconds: not more often than this. */
const NEARBY_MS = 2500
/** Sooner when it has come this far since. */
const MOVED = 4
const MOVED_MS = 500

const INTERESTING = /(_log|_ore|_stem|ancient_debris|crafting_table|furnace|smoker|chest|barrel|anvil|_bed|enchanting_table|brewing_stand|water|lava|sand|gravel|clay|sugar_cane|cactus|melon|pumpkin|wheat|carrots|potatoes|beetroots|farmland|obsidian|spawner|portal|^stone|^dirt|^grass_block|^deepslate|^cobblestone|^netherrack|^end_stone)$/

/** What is gone back to when nothing of it is in reach. */
const REMEMBERED = /(_log|_ore|_stem|ancient_debris|sand|gravel|clay|sugar_cane|cactus|melon|pumpkin|obsidian|nether_portal)$/

export function worldOf(bot: Bot | null, host: string, port: number): World {
  if (!bot) return { present: false }
  return { present: true, id: `${host}:${port}`, kind: 'server', dimension: bot.game.dimension }
}

const round = (n: number): number => Math.round(n * 100) / 100

export class Surroundings {
  private at = 0
  private from: Vec | null = null
  private cached: State['nearby'] = { blocks: [], entities: [], players: [] }
  private readonly memory: Memory
  private kinds: { version: string; names: (string | undefined)[] } | null = null

  constructor(memory: Memory) {
    this.memory = memory
  }

  forget(): void {
    this.at = 0
  }

  look(bot: Bot, now: number): State['nearby'] {
    const moved = this.from === null || this.from.distanceTo(bot.entity.position) > MOVED
    const fresh = now - this.at < (moved ? MOVED_MS : NEARBY_MS)
    if (!fresh) {
      this.at = now
      this.from = bot.entity.position.clone()
    }
    this.cached = { blocks: fresh ? this.cached.blocks : this.blocks(bot), ...creatures(bot) }
    return this.cached
  }

  /** Reads block states column by column: the library's own search makes an object for every block it passes. */
  private blocks(bot: Bot): Sight[] {
    if (this.kinds?.version !== bot.version) this.kinds = { version: bot.version, names: kindsOf(bot) }
    const names = this.kinds.names
    const me = bot.entity.position
    const feet = feetOf(bot)
    const seen = new Map<string, Sight[]>()
    const at = new Vec3(0, 0, 0)
    const low = Math.max(feet.y - DOWN, minY(bot))
    for (let cx = (feet.x - NEAR_RADIUS) >> 4; cx <= (feet.x + NEAR_RADIUS) >> 4; cx++) {
      for (let cz = (feet.z - NEAR_RADIUS) >> 4; cz <= (feet.z + NEAR_RADIUS) >> 4; cz++) {
        const column = (bot.world as unknown as { getColumn(x: number, z: number): Column | null | undefined }).getColumn(cx, cz)
        if (!column) continue
        for (let i = 0; i < 256; i++) {
          at.x = i & 15
          at.z = i >> 4
          const x = cx * 16 + at.x
          const z = cz * 16 + at.z
          if (Math.abs(x - feet.x) > NEAR_RADIUS || Math.abs(z - feet.z) > NEAR_RADIUS) continue
          for (at.y = low; at.y <= feet.y + UP; at.y++) {
            const name = names[column.getBlockStateId(at)]
            if (name === undefined) continue
            const distance = round(Math.hypot(x + 0.5 - me.x, at.y + 0.5 - me.y, z + 0.5 - me.z))
            keep(seen, { name, x, y: at.y, z, distance })
          }
        }
      }
    }
    for (const s of [...seen.values()].flat()) if (REMEMBERED.test(s.name)) this.memory.saw(bot.game.dimension, s.name, s)
    return [...seen.values()].flat().sort((a, b) => a.distance - b.distance).slice(0, MAX_BLOCKS)
  }
}

interface Column { getBlockStateId(at: Vec): number }

const minY = (bot: Bot): number => (bot.game as unknown as { minY?: number }).minY ?? 0

/** Names by state id, of the blocks worth telling. */
function kindsOf(bot: Bot): (string | undefined)[] {
  const out: (string | undefined)[] = []
  for (const b of bot.registry.blocksArray) {
    if (!INTERESTING.test(b.name)) continue
    for (let s = b.minStateId ?? 0; s <= (b.maxStateId ?? -1); s++) out[s] = b.name
  }
  return out
}

/** Keeps the nearest few of a name. */
function keep(seen: Map<string, Sight[]>, s: Sight): void {
  const list = seen.get(s.name)
  if (!list) {
    seen.set(s.name, [s])
    return
  }
  if (list.length >= PER_NAME && s.distance >= (list[PER_NAME - 1]?.distance ?? 0)) return
  list.push(s)
  list.sort((a, b) => a.distance - b.distance)
  list.length = Math.min(list.length, PER_NAME)
}

function creatures(bot: Bot): { entities: Sight[]; players: Sight[] } {
  const me = bot.entity.position
  const entities: Sight[] = []
  const players: Sight[] = []
  for (const e of Object.values(bot.entities)) {
    // What died lies there for a moment more; a player who did comes back.
    if (e === bot.entity || (e.type !== 'player' && clientOf(bot).fateOf(e.id).died)) continue
    const distance = round(e.position.distanceTo(me))
    const name = e.type === 'player' ? e.username : itemName(e) ?? e.name
    if (distance > 64 || name === undefined) continue
    const sight = { name, x: round(e.position.x), y: round(e.position.y), z: round(e.position.z), distance }
    if (e.type === 'player') players.push(sight)
    else entities.push(isOwned(bot, e) ? { ...sight, owned: true } : sight)
  }
  const hostileFirst = new Set(Object.values(bot.entities).filter(isHostile).map(e => e.name))
  entities.sort((a, b) => Number(hostileFirst.has(b.name)) - Number(hostileFirst.has(a.name)) || a.distance - b.distance)
  players.sort((a, b) => a.distance - b.distance)
  return { entities: entities.slice(0, MAX_ENTITIES), players }
}

export function stateOf(bot: Bot, around: Surroundings, world: World, viewerUrl: string | null, now: number): State {
  const p = bot.entity.position
  const s: State = {
    position: { x: round(p.x), y: round(p.y), z: round(p.z) },
    health: bot.health ?? 20, hunger: bot.food ?? 20, saturation: bot.foodSaturation ?? 0,
    inventory: stacks(bot), dimension: bot.game.dimension, gameMode: bot.game.gameMode, world,
    heldItem: bot.heldItem?.name ?? '',
    armor: [5, 6, 7, 8].flatMap(i => { const it = bot.inventory.slots[i]; return it ? [it.name] : [] }),
    oxygen: bot.oxygenLevel ?? 20, time: bot.time.timeOfDay ?? 0,
    weather: bot.thunderState > 0 ? 'thunder' : bot.isRaining ? 'rain' : 'clear',
    nearby: around.look(bot, now),
  }
  if (bot.game.hardcore) s.hardcore = true
  const biome = bot.blockAt(p, false)?.biome?.name
  if (biome) s.biome = biome
  if (viewerUrl !== null) s.viewerUrl = viewerUrl
  return s
}
