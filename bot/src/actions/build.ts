// SPDX-License-Identifier: MIT

// build: the blocks of a list, one after the other. What stands already counts, so that a build goes on where it was
// left; what the way up needed (scaffolding) is taken away again.
import { cropNamed, takes } from '../crops.ts'
import type { Crop } from '../crops.ts'
import { ActionError } from '../errors.ts'
import { carried, countOf, findCarried } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3, goals } from '../lib.ts'
import type { Bot, Vec } from '../lib.ts'
import { walk } from '../walk.ts'
import type { Point } from '../wire.ts'
import { TILLED, plantAt, tillAt } from './farm.ts'
import { breakOne } from './mine.ts'
import { pour } from './pour.ts'
import { inTheWay, placeAt, supported } from './place.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'

/** What may stand under the feet for a while, the cheapest first. */
export const SCAFFOLDS = ['dirt', 'cobblestone', 'netherrack', 'cobbled_deepslate', 'andesite', 'diorite', 'granite', 'tuff', 'sand', 'gravel', 'oak_planks']

export const build: Kind = {
  run: async job => {
    const { bot, params } = job
    const edits = params.edits()
    const total = edits.length
    for (const e of edits) {
      job.kept.check(bot.game.dimension, e)
      if (e.block !== 'air' && !bot.registry.blocksByName[e.block]) throw new ActionError('invalid', `build: there is no block ${e.block} in ${bot.version}`)
    }
    // What stands in the way is told before anything is built that it would leave half done.
    const key = (p: Point): string => `${p.x},${p.y},${p.z}`
    const cleared = new Set(edits.filter(e => e.block === 'air').map(key))
    for (const e of edits) {
      const p = new Vec3(e.x, e.y, e.z)
      const fault = cleared.has(key(e)) || wild(bot, p) || stands(bot, p, e.block) || making(bot, e.block) ? null : inTheWay(bot, p)
      if (fault) throw new ActionError(fault.code, `block ${e.x} ${e.y} ${e.z}: ${fault.message}; ${standing(bot, edits)}`)
    }
    const wanted = new Set(edits.map(e => e.block))
    const aids = new Map<string, Vec>()
    const planned = new Set(edits.map(key))
    const onPlaced = (_old: unknown, block: { position: Vec } | null): void => { if (block && !planned.has(key(block.position))) aids.set(key(block.position), block.position.clone()) }
    bot.on('blockPlaced' as never, onPlaced as never)
    const scaffolds = aidsOf(bot, edits).flatMap(n => bot.registry.itemsByName[n]?.id ?? [])
    const movements = (bot.pathfinder as unknown as { movements: { scafoldingBlocks: number[]; blocksCantBreak: Set<number> } }).movements
    const was = movements.scafoldingBlocks
    movements.scafoldingBlocks = scaffolds
    for (const name of wanted) { const b = bot.registry.blocksByName[name]; if (b && name !== 'air') movements.blocksCantBreak.add(b.id) }
    // What stood before the task, and what only makes room, is nothing that it builds.
    const digs = edits.every(e => e.block === 'air')
    const counts = (e: typeof edits[number]): boolean => !e.stood && (digs || e.block !== 'air')
    const asked = Math.max(edits.filter(counts).length, 1)
    let placed = 0
    const again = new Set<number>()
    try {
      for (let k = 0; k < total; k++) {
        const e = edits[k]!
        const p = new Vec3(e.x, e.y, e.z)
        await here(job, p)
        const lost = before(bot, edits, k, again)
        if (lost >= 0) {
          k = lost - 1
          continue
        }
        if (!stands(bot, p, e.block)) {
          try {
            const make = making(bot, e.block)
            if (e.block === 'air') await clear(job, p)
            else if (make) await make(job, p)
            else {
              if (!findCarried(bot, e.block)) throw new ActionError('missing_item', `no ${e.block} is carried`)
              if (wild(bot, p)) await clear(job, p)
              await underneath(job, p, scaffolds, aids)
              await placeAt(job, e.block, p, e.state)
              job.own.placed(bot.game.dimension, p, true)
            }
          } catch (err) {
            job.check()
            // What is taken away while something is placed against it is seen only now.
            const taken = before(bot, edits, k, again)
            if (taken >= 0) {
              k = taken - 1
              continue
            }
            if (err instanceof ActionError) throw new ActionError(err.code === 'no_support' ? 'unreachable' : err.code, `block ${e.x} ${e.y} ${e.z}: ${err.message}; ${standing(bot, edits)}`)
            throw err
          }
        }
        placed = k + 1
        const made = edits.slice(0, placed).filter(counts).length
        job.progress(`${digs ? 'dug' : 'placed'} ${made} of ${asked}`, made / asked)
      }
    } finally {
      bot.removeListener('blockPlaced' as never, onPlaced as never)
      movements.scafoldingBlocks = []
    }
    try {
      await takeDown(job, [...aids.values()])
    } finally {
      movements.scafoldingBlocks = was
    }
    return { placed, total }
  },
  within: 'against another side, from another stand',
  ways: [upFirst, rejoin],
}

/** How many blocks more than a build takes of a kind make that one fit to stand under the feet, too. */
const SPARE = 8

/** What may be an aid of a build: nothing that it needs itself; first what is had back when it is dug with what is carried. */
export function aidsOf(bot: Bot, edits: readonly { block: string }[]): string[] {
  const spare = (name: string): boolean => {
    const needs = edits.filter(e => e.block === name).length
    return needs === 0 || countOf(bot, name) >= needs + SPARE
  }
  const lost = (name: string): number => {
    const tools = bot.registry.blocksByName[name]?.harvestTools
    return tools && !carried(bot).some(i => tools[i.type]) ? 1 : 0
  }
  return SCAFFOLDS.filter(spare).sort((a, b) => lost(a) - lost(b))
}

/** Whether the block stands; beds and doors and what faces some way count by name. */
const stands = (bot: Bot, p: Vec, block: string): boolean => {
  const name = bot.blockAt(p)?.name ?? ''
  return name === block || (block === 'air' && /^(cave_|void_)?air$/.test(name)) || name === block.replace(/torch$/, 'wall_torch')
}

const standing = (bot: Bot, edits: ReturnType<Job['params']['edits']>): string =>
  `${edits.filter(e => stands(bot, new Vec3(e.x, e.y, e.z), e.block)).length} of ${edits.length} stand`

/** Where nothing is beside a block, which one of those before it somebody took away since; -1 for none, and for one that
 * was laid again before. */
function before(bot: Bot, edits: ReturnType<Job['params']['edits']>, k: number, again: Set<number>): number {
  const at = (e: Point): Vec => new Vec3(e.x, e.y, e.z)
  if (edits[k]!.block === 'air' || supported(bot, at(edits[k]!))) return -1
  const lost = edits.findIndex((e, i) => i < k && e.block !== 'air' && !making(bot, e.block) && !stands(bot, at(e), e.block))
  if (lost < 0 || again.has(lost)) return -1
  again.add(lost)
  return lost
}

/** How a block is made that is not placed: tilled, sown or poured. Null for what is placed. */
function making(bot: Bot, block: string): ((job: Job, p: Vec) => Promise<void>) | null {
  const crop = cropNamed(bot.registry, block)
  if (block === 'farmland') return soften
  if (crop?.block === block && crop.soils.test('farmland') && !crop.soils.test('dirt')) return (job, p) => sow(job, crop, p)
  return block === 'water' || block === 'lava' ? (job, p) => fill(job, `${block}_bucket`, p) : null
}

/** Tills the ground; where it is gone, dirt comes first. */
async function soften(job: Job, p: Vec): Promise<void> {
  const { bot } = job
  if (!carried(bot).some(i => i.name.endsWith('_hoe'))) throw new ActionError('missing_tool', 'tilling needs a hoe, and none is carried')
  if (/air$/.test(bot.blockAt(p)?.name ?? '')) {
    if (!findCarried(bot, 'dirt')) throw new ActionError('missing_item', 'the ground is gone, and no dirt is carried')
    await placeAt(job, 'dirt', p)
  }
  if (wild(bot, p.offset(0, 1, 0))) await clear(job, p.offset(0, 1, 0))
  const was = bot.blockAt(p)?.name ?? 'nothing'
  if (!TILLED.test(was)) throw new ActionError('unreachable', `a hoe makes no farmland of ${was}`)
  for (let tries = 0; tries < 2; tries++) if (await tillAt(job, p)) return
  throw new ActionError('denied', 'the server does not let it be tilled')
}

async function sow(job: Job, crop: Crop, p: Vec): Promise<void> {
  const { bot } = job
  const soil = p.offset(0, -1, 0)
  if (!findCarried(bot, crop.seed)) throw new ActionError('missing_item', `no ${crop.seed} is carried`)
  if (wild(bot, p)) await clear(job, p)
  if (!takes(bot, crop, soil)) throw new ActionError('unreachable', `${crop.seed} is not planted on ${bot.blockAt(soil)?.name ?? 'nothing'}, or something is in its way`)
  if (!await plantAt(job, crop, soil)) throw new ActionError('denied', `the server does not let ${crop.seed} be planted`)
}

/** Empties a bucket where the ground is dug away for it. */
async function fill(job: Job, bucket: string, p: Vec): Promise<void> {
  const { bot } = job
  if (!findCarried(bot, bucket)) throw new ActionError('missing_item', `no ${bucket} is carried`)
  if (bot.blockAt(p)?.boundingBox === 'block') await clear(job, p)
  await pour(job, bucket, p)
}

/** What grows by itself and breaks at a touch: it gives way to a build. */
const WILD = /(_sapling|_tulip|_mushroom|_fungus|_roots|_coral|_coral_fan|^(dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|wither_rose|sunflower|lilac|rose_bush|peony|nether_sprouts|seagrass))$/
const wild = (bot: Bot, p: Vec): boolean => WILD.test(bot.blockAt(p)?.name ?? '')

/** Comes near enough for the place to be loaded. */
async function here(job: Job, p: Vec): Promise<void> {
  if (await job.find(() => job.bot.blockAt(p))) return
  await walk(job, new goals.GoalNear(p.x, p.y, p.z, 8), `${p.x} ${p.y} ${p.z}`)
}

async function clear(job: Job, p: Vec): Promise<void> {
  const block = job.bot.blockAt(p)
  if (block) await breakOne(job, block, { gone: true })
}

/** A block in the air needs one to be placed against: a column of scaffolding from the ground up. */
async function underneath(job: Job, p: Vec, scaffolds: number[], aids: Map<string, Vec>): Promise<void> {
  const { bot } = job
  if (supported(bot, p)) return
  const item = scaffolds.map(id => bot.registry.items[id]?.name ?? '').find(n => countOf(bot, n) > 0)
  if (item === undefined) throw new ActionError('missing_item', 'nothing stands beside it, and no dirt or stone is carried to build up from the ground')
  let low = p.offset(0, -1, 0)
  while (low.y > p.y - 24 && !supported(bot, low)) low = low.offset(0, -1, 0)
  for (let q = low; q.y < p.y; q = q.offset(0, 1, 0)) {
    if (bot.blockAt(q)?.boundingBox === 'block') continue
    if (countOf(bot, item) === 0) throw new ActionError('missing_item', `no more ${item} to build up from the ground`)
    await job.as('scaffold', () => placeAt(job, item, q))
    aids.set(`${q.x},${q.y},${q.z}`, q)
  }
}

/** From the top down, the blocks that were only an aid. */
async function takeDown(job: Job, aids: Vec[]): Promise<void> {
  const { bot } = job
  for (const p of aids.sort((a, b) => b.y - a.y)) {
    const block = bot.blockAt(p)
    if (!block || block.boundingBox !== 'block') continue
    job.own.placed(bot.game.dimension, p)
    job.progress('taking the scaffolding away', 1)
    try {
      await job.as('scaffold', () => breakOne(job, block, { gone: true }))
    } catch (err) {
      job.check()
      if (!(err instanceof ActionError)) throw err
      // One that cannot be reached is left: the build itself stands.
    }
  }
}
