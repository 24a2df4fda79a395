// What the body reports of itself and of what is around it.
import { isHostile } from './harm.ts'
import { stacks } from './inventory.ts'
import type { Bot } from './lib.ts'
import type { Sight, State, World } from './wire.ts'
import { itemName } from './pickup.ts'

const NEAR_RADIUS = 32
const PER_NAME = 4
const MAX_BLOCKS = 96
const MAX_ENTITIES = 48
/** Looking through the blocks around costs some milliseconds: not more often than this. */
const NEARBY_MS = 2500

const INTERESTING = /(_log|_ore|_stem|ancient_debris|crafting_table|furnace|smoker|chest|barrel|anvil|_bed|enchanting_table|brewing_stand|water|lava|sand|gravel|clay|sugar_cane|cactus|melon|pumpkin|wheat|carrots|potatoes|beetroots|obsidian|spawner|portal)$/
const COMMON = new Set(['stone', 'dirt', 'grass_block', 'deepslate', 'cobblestone', 'netherrack', 'end_stone'])

export function worldOf(bot: Bot | null, host: string, port: number): World {
  if (!bot) return { present: false }
  return { present: true, id: `${host}:${port}`, kind: 'server', dimension: bot.game.dimension }
}

const round = (n: number): number => Math.round(n * 100) / 100

export class Surroundings {
  private at = 0
  private cached: State['nearby'] = { blocks: [], entities: [], players: [] }
  private ids: { version: string; interesting: number[]; common: number[] } | null = null

  forget(): void {
    this.at = 0
  }

  look(bot: Bot, now: number): State['nearby'] {
    const fresh = now - this.at < NEARBY_MS
    if (!fresh) this.at = now
    this.cached = { blocks: fresh ? this.cached.blocks : this.blocks(bot), ...creatures(bot) }
    return this.cached
  }

  private blocks(bot: Bot): Sight[] {
    if (this.ids?.version !== bot.version) {
      const all = bot.registry.blocksArray
      this.ids = {
        version: bot.version,
        interesting: all.filter(b => INTERESTING.test(b.name)).map(b => b.id),
        common: all.filter(b => COMMON.has(b.name)).map(b => b.id),
      }
    }
    const me = bot.entity.position
    const seen = new Map<string, Sight[]>()
    const add = (ids: number[], radius: number, count: number): void => {
      for (const p of bot.findBlocks({ matching: ids, maxDistance: radius, count })) {
        const name = bot.blockAt(p, false)?.name
        if (name === undefined) continue
        const list = seen.get(name) ?? []
        list.push({ name, x: p.x, y: p.y, z: p.z, distance: round(p.offset(0.5, 0.5, 0.5).distanceTo(me)) })
        seen.set(name, list)
      }
    }
    add(this.ids.interesting, NEAR_RADIUS, 400)
    add(this.ids.common, 12, 64)
    return [...seen.values()]
      .flatMap(list => list.sort((a, b) => (a.distance) - (b.distance)).slice(0, PER_NAME))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_BLOCKS)
  }
}

function creatures(bot: Bot): { entities: Sight[]; players: Sight[] } {
  const me = bot.entity.position
  const entities: Sight[] = []
  const players: Sight[] = []
  for (const e of Object.values(bot.entities)) {
    if (e === bot.entity) continue
    const distance = round(e.position.distanceTo(me))
    const name = e.type === 'player' ? e.username : itemName(e) ?? e.name
    if (distance > 64 || name === undefined) continue
    const sight = { name, x: round(e.position.x), y: round(e.position.y), z: round(e.position.z), distance }
    if (e.type === 'player') players.push(sight)
    else entities.push(sight)
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
