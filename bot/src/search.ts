// SPDX-License-Identifier: MIT

// Looking for a block that is nowhere in reach: places known from before, a branch mine at the ore's best height of
// this version, a widening walk. Bounded by blocks and time, and told while it lasts.
import { roam, wayOf } from './actions/roam.ts'
import { ActionError } from './errors.ts'
import type { Job } from './job.ts'
import { Vec3, goals } from './lib.ts'
import type { Bot, Vec } from './lib.ts'
import { feetOf, walk } from './walk.ts'
import type { Point } from './wire.ts'

const WALK_BLOCKS = 320
const WALK_MS = 240_000
const TUNNEL_BLOCKS = 96
const TUNNEL_MS = 300_000
const STEP = 6

/** Where an ore is most frequent: before 1.18 and since (minecraft.wiki, Ore). */
const HEIGHT: Readonly<Record<string, readonly [number, number]>> = {
  diamond_ore: [11, -58], redstone_ore: [11, -58], gold_ore: [16, -16], lapis_ore: [15, 0], iron_ore: [36, 16], copper_ore: [47, 47], coal_ore: [44, 95],
  emerald_ore: [30, 100], nether_gold_ore: [15, 15], nether_quartz_ore: [40, 40], ancient_debris: [15, 15],
}

/** The height to mine at for a block; null for what is no ore. */
export function bestHeight(bot: Bot, target: string): number | null {
  const h = HEIGHT[target.replace(/^deepslate_/, '')]
  if (!h) return null
  return bot.registry.version['>=']('1.18') ? h[1] : h[0]
}

/** Blocks seen before, by dimension and name: the way back to what is out of reach now. */
export class Memory {
  private readonly places = new Map<string, Point[]>()

  saw(dimension: string, name: string, p: Point): void {
    const k = `${dimension}:${name}`
    const list = this.places.get(k) ?? []
    if (list.some(q => Math.abs(q.x - p.x) + Math.abs(q.y - p.y) + Math.abs(q.z - p.z) < 8)) return
    list.push({ x: p.x, y: p.y, z: p.z })
    this.places.set(k, list.slice(-64))
  }

  forget(dimension: string, name: string, p: Point): void {
    const k = `${dimension}:${name}`
    this.places.set(k, (this.places.get(k) ?? []).filter(q => Math.abs(q.x - p.x) + Math.abs(q.z - p.z) >= 24))
  }

  near(dimension: string, names: readonly string[], from: Vec, within: number): { name: string; at: Point } | null {
    const d = (p: Point): number => Math.hypot(p.x - from.x, p.y - from.y, p.z - from.z)
    return names.flatMap(name => (this.places.get(`${dimension}:${name}`) ?? []).map(p => ({ name, at: p }))).filter(e => d(e.at) <= within).sort((a, b) => d(a.at) - d(b.at))[0] ?? null
  }
}

/** What grows or lies about in the wild: anything else is not found by walking. */
const WILD = /(_log|_stem|_ore|_leaves|_sapling|_mushroom|_mushroom_block|_terracotta|_tulip|_coral|_coral_block|^(ancient_debris|stone|deepslate|granite|diorite|andesite|tuff|calcite|dripstone_block|sand|red_sand|gravel|clay|dirt|coarse_dirt|podzol|mud|grass_block|mycelium|obsidian|netherrack|basalt|blackstone|glowstone|soul_sand|soul_soil|magma_block|end_stone|ice|packed_ice|blue_ice|snow|snow_block|moss_block|terracotta|sugar_cane|cactus|bamboo|melon|pumpkin|kelp|seagrass|vine|lily_pad|short_grass|grass|tall_grass|fern|dead_bush|cobweb|hay_block|wheat|carrots|potatoes|beetroots|sweet_berry_bush|cocoa|nether_wart|dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|sunflower|lilac|rose_bush|peony|bee_nest|sea_pickle|sponge|prismarine|mossy_cobblestone|crying_obsidian|chorus_plant|chorus_flower|sandstone|red_sandstone))$/

/** Null when `look` finds something after all; where it was looked for when the search is over, empty for nowhere. */
export async function search(job: Job, target: string, names: readonly string[], look: () => unknown): Promise<string | null> {
  const { bot } = job
  const here = (): boolean => (look() ?? null) !== null
  for (let tries = 0; tries < 3; tries++) {
    const known = job.memory.near(bot.game.dimension, names, bot.entity.position, 400)
    if (!known) break
    job.progress(`going back to where ${known.name} was seen`)
    try {
      await walk(job, new goals.GoalNearXZ(known.at.x, known.at.z, 24), `the ${known.name} seen before`)
    } catch (err) {
      job.check()
      if (!(err instanceof ActionError)) throw err
    }
    if (await job.find(() => (here() ? true : null))) return null
    job.memory.forget(bot.game.dimension, known.name, known.at)
  }
  if (!names.some(n => WILD.test(n))) return ''
  const height = bestHeight(bot, target)
  if (height !== null) return await branch(job, target, height, here) ? null : 'in tunnels at the height where it is most frequent'
  const seen = await roam(job, () => (here() ? true : null), {
    maxBlocks: WALK_BLOCKS, maxMs: WALK_MS, way: null, tell: walked => { job.progress(`no ${target} in reach, looking around: ${walked} of ${WALK_BLOCKS} blocks`, null) },
  })
  return seen.found === true ? null : `on ${wayOf(seen)}`
}

/** Where a tunnel from here runs: at the ore's best height, but over the world's floor and not above the ground. */
export function tunnelHeight(bot: Bot, from: Vec, height: number): number {
  let floor = from.y
  while (floor > from.y - 400 && !/^(bedrock|void_air)$/.test(bot.blockAt(new Vec3(from.x, floor, from.z), false)?.name ?? 'bedrock')) floor--
  return Math.max(floor + 2, Math.min(height, from.y - 2))
}

/** Down by steps to the best height, then straight on; the ground is dug as on any walk, never beside water or lava. */
async function branch(job: Job, target: string, height: number, here: () => boolean): Promise<boolean> {
  const { bot } = job
  const until = Date.now() + TUNNEL_MS
  const start = feetOf(bot)
  const level = tunnelHeight(bot, start, height)
  for (const [dx, dz] of [[1, 0], [0, 1], [-1, 0], [0, -1]] as const) {
    let at = feetOf(bot)
    for (let dug = 0; dug < TUNNEL_BLOCKS && Date.now() < until;) {
      if (here()) return true
      const down = Math.max(-STEP, Math.min(STEP, level - at.y))
      const to = new Vec3(at.x + dx * STEP, at.y + down, at.z + dz * STEP)
      job.progress(`no ${target} in reach, mining at height ${Math.max(level, at.y + down)}: ${dug} of ${TUNNEL_BLOCKS} blocks`)
      try {
        await walk(job, new goals.GoalNear(to.x, to.y, to.z, 1), `${to.x} ${to.y} ${to.z}`)
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError) || err.code === 'missing_tool') throw err
        break // another way
      }
      dug += STEP
      at = feetOf(bot)
    }
  }
  return here()
}
