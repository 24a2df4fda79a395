// SPDX-License-Identifier: MIT

// till, plant and harvest: work on the field, block by block.
import { cropNamed, growsAs, isRipe, standsAs, takes } from '../crops.ts'
import type { Crop } from '../crops.ts'
import { findBlocks } from '../blocks.ts'
import { ActionError } from '../errors.ts'
import { carried, countOf, findCarried, usedUp } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3 } from '../lib.ts'
import type { Block, Vec } from '../lib.ts'
import { entityIds, pickFallen } from '../pickup.ts'
import { reach } from '../walk.ts'
import { breakOne } from './mine.ts'
import { upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'

const FAR = 48
const MANY = 400
const UP = new Vec3(0, 1, 0)
export const TILLED = /^(grass_block|dirt|dirt_path|grass_path|coarse_dirt|rooted_dirt)$/
/** Growing over soil, and gone at a touch. */
const WEEDS = /^(short_grass|grass|tall_grass|fern|large_fern|dead_bush|dandelion|poppy|snow)$/
/** A body waits this long for a crop that grows already. */
const PATIENCE_MS = 300_000
const GIVE_UP = 8

function idsOf(job: Job, names: readonly string[]): number[] {
  return names.flatMap(n => job.bot.registry.blocksByName[n]?.id ?? [])
}

/** The nearest places of blocks, those outside protected places first to last. */
function places(job: Job, ids: number[], fits: (p: Vec) => boolean): Vec[] {
  const { bot } = job
  if (ids.length === 0) return []
  const me = bot.entity.position
  return findBlocks(bot, { ids, within: FAR, count: MANY })
    .filter(p => job.kept.fits(bot.game.dimension, p) && fits(p))
    .sort((a, b) => a.distanceTo(me) - b.distanceTo(me))
}

/** Uses what is in hand on the upper side of a block. */
async function useOnTop(job: Job, block: Block): Promise<void> {
  await job.run(job.bot.lookAt(block.position.offset(0.5, 1, 0.5), true))
  await job.whole(job.bot.activateBlock(block, UP, new Vec3(0.5, 1, 0.5)))
}

/** Waits until a block is one of these; false when it does not become so in time. */
async function becomes(job: Job, p: Vec, is: (b: Block) => boolean, ms = 1500): Promise<boolean> {
  for (let waited = 0; waited <= ms; waited += 50) {
    const b = job.bot.blockAt(p)
    if (b && is(b)) return true
    await job.sleep(50)
  }
  return false
}

export const till: Kind = {
  run: async job => {
    const { bot, params } = job
    const target = params.name('target')
    const quantity = params.quantity()
    const at = params.position()
    if (!TILLED.test(target) && target !== 'farmland') throw new ActionError('invalid', `till: ${target} does not become farmland, only earth and grass do`)
    const refused = new Set<string>()
    let done = 0
    while (done < quantity) {
      const hoe = carried(bot).find(i => i.name.endsWith('_hoe'))
      if (!hoe) throw new ActionError('missing_tool', `tilling needs a hoe, and none is carried; ${done} of ${quantity} tilled`)
      const p = await job.find(() => plot(job, at ? new Vec3(at.x, at.y, at.z) : null, refused))
      if (!p) {
        if (at) job.kept.check(bot.game.dimension, at)
        throw new ActionError('not_found', `no ${done > 0 ? 'more ' : ''}free earth or grass ${at ? `around ${at.x} ${at.y} ${at.z}` : `within ${FAR} blocks`}; ${done} of ${quantity} tilled`)
      }
      try {
        if (await tillAt(job, p)) {
          done++
          job.progress(`tilled ${done}/${quantity}`, done / quantity)
          continue
        }
        if (bot.blockAt(p)?.name !== 'dirt') refused.add(p.toString())
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError) || err.code === 'missing_tool') throw err
        refused.add(p.toString())
      }
      if (refused.size >= GIVE_UP) throw new ActionError('unreachable', `the server let only ${done} of ${quantity} plots be tilled`)
    }
    return {}
  },
  within: 'another plot',
  ways: [upFirst],
}

/** Uses a hoe that is carried on a block; false when that is no farmland yet: coarse and rooted earth become earth first. */
export async function tillAt(job: Job, p: Vec): Promise<boolean> {
  const { bot } = job
  await reach(job, p, 'the plot')
  const weed = bot.blockAt(p.offset(0, 1, 0))
  if (weed && WEEDS.test(weed.name)) await job.as('way', () => job.run(bot.dig(weed, true), 5000))
  const block = bot.blockAt(p)
  const hoe = carried(bot).find(i => i.name.endsWith('_hoe'))
  if (!block || !hoe) return false
  await job.whole(bot.equip(hoe, 'hand'))
  await useOnTop(job, block)
  return await becomes(job, p, b => b.name === 'farmland' || (/^(coarse|rooted)_dirt$/.test(block.name) && b.name === 'dirt')) && bot.blockAt(p)?.name === 'farmland'
}

/** The next block to till: around the wanted place, else beside water, else around the feet. */
function plot(job: Job, at: Vec | null, refused: ReadonlySet<string>): Vec | null {
  const { bot } = job
  const fits = (p: Vec): boolean => {
    const over = bot.blockAt(p.offset(0, 1, 0))
    return !refused.has(p.toString()) && TILLED.test(bot.blockAt(p)?.name ?? '') && over !== null && (/air$/.test(over.name) || WEEDS.test(over.name)) && job.kept.at(bot.game.dimension, p) === null
  }
  if (at) {
    // A place named by its soil or by what stands over it.
    const base = TILLED.test(bot.blockAt(at)?.name ?? '') || bot.blockAt(at)?.name === 'farmland' ? at : at.offset(0, -1, 0)
    for (let r = 0; r <= 8; r++) for (let x = -r; x <= r; x++) for (let z = -r; z <= r; z++) {
      if (Math.max(Math.abs(x), Math.abs(z)) === r && fits(base.offset(x, 0, z))) return base.offset(x, 0, z)
    }
    return null
  }
  const me = bot.entity.position
  const water = findBlocks(bot, { ids: idsOf(job, ['water']), within: 24, count: 64 }).sort((a, b) => a.distanceTo(me) - b.distanceTo(me))
  let best: Vec | null = null
  for (const w of water.slice(0, 16)) for (let x = -3; x <= 3; x++) for (let z = -3; z <= 3; z++) for (const y of [0, 1]) {
    const p = w.offset(x, y, z)
    if (fits(p) && (!best || p.distanceTo(me) < best.distanceTo(me))) best = p
  }
  if (best) return best
  return places(job, bot.registry.blocksArray.flatMap(b => (TILLED.test(b.name) ? b.id : [])), fits)[0] ?? null
}

export const plant: Kind = {
  run: async job => {
    const { bot, params } = job
    const target = params.name('target')
    const quantity = params.quantity()
    const at = params.position()
    const c = cropNamed(bot.registry, target)
    if (!c) throw new ActionError('invalid', `plant: ${target} is nothing that is planted`)
    const refused = new Set<string>()
    let done = 0
    while (done < quantity) {
      if (!findCarried(bot, c.seed)) throw new ActionError('missing_item', `no ${c.seed} is carried; ${done} of ${quantity} planted`)
      const soil = await job.find(() => bed(job, c, at && quantity === 1 ? new Vec3(at.x, at.y, at.z) : null, at ? new Vec3(at.x, at.y, at.z) : null, refused))
      if (!soil) {
        if (at) job.kept.check(bot.game.dimension, at)
        throw new ActionError('not_found', `no free ${c.soils.source === '^farmland$' ? 'farmland: till soil first' : `soil for ${c.seed}`}${at ? ` at ${at.x} ${at.y} ${at.z}` : ` within ${FAR} blocks`}; ${done} of ${quantity} planted`)
      }
      job.kept.check(bot.game.dimension, soil)
      try {
        if (await plantAt(job, c, soil)) {
          done++
          job.progress(`planted ${done}/${quantity} ${c.seed}`, done / quantity)
          continue
        }
        refused.add(soil.toString())
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError)) throw err
        refused.add(soil.toString())
      }
      if (refused.size >= GIVE_UP) throw new ActionError('not_found', `the server let only ${done} of ${quantity} ${c.seed} be planted`)
    }
    return {}
  },
  within: 'another bed',
  ways: [upFirst],
}

/** Plants a seed that is carried into soil; false when the server lets nothing grow there. */
export async function plantAt(job: Job, c: Crop, soil: Vec): Promise<boolean> {
  const { bot } = job
  await reach(job, soil.offset(0, 1, 0), 'the bed')
  const block = bot.blockAt(soil)
  const seed = findCarried(bot, c.seed)
  if (!block || !seed) return false
  const had = countOf(bot, c.seed)
  await job.whole(bot.equip(seed, 'hand'))
  const there = c.block === 'cocoa' ? await hang(job, block) : soil.offset(0, 1, 0)
  if (c.block !== 'cocoa') await useOnTop(job, block)
  if (!await becomes(job, there, b => b.name === c.block || standsAs(c).includes(b.name))) return false
  job.own.placed(bot.game.dimension, there)
  await usedUp(job, c.seed, had)
  return true
}

/** Cocoa hangs on the side of a trunk. */
async function hang(job: Job, trunk: Block): Promise<Vec> {
  for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    const p = trunk.position.offset(x, 0, z)
    if (!/air$/.test(job.bot.blockAt(p)?.name ?? '')) continue
    await job.run(job.bot.lookAt(p.offset(0.5, 0.5, 0.5), true))
    await job.whole(job.bot.activateBlock(trunk, new Vec3(x, 0, z), new Vec3(0.5, 0.5, 0.5)))
    return p
  }
  return trunk.position
}

function bed(job: Job, c: Crop, exact: Vec | null, near: Vec | null, refused: ReadonlySet<string>): Vec | null {
  const { bot } = job
  const fits = (p: Vec): boolean => !refused.has(p.toString()) && takes(bot, c, p)
  if (exact) return [exact, exact.offset(0, -1, 0)].find(fits) ?? null
  const ids = bot.registry.blocksArray.flatMap(b => (c.soils.test(b.name) ? b.id : []))
  const list = places(job, ids, fits)
  return (near ? list.sort((a, b) => a.distanceTo(near) - b.distanceTo(near)) : list)[0] ?? null
}

export const harvest: Kind = {
  run: async job => {
    const { bot, params } = job
    const target = params.name('target')
    const quantity = params.quantity()
    const at = params.position()
    const c = cropNamed(bot.registry, target)
    if (c?.tree) throw new ActionError('invalid', `harvest: a sapling is not harvested, but the tree that it becomes is mined`)
    const berries = target === 'glow_berries' || target === 'cave_vines'
    const names = c ? standsAs(c) : berries ? ['cave_vines', 'cave_vines_plant'] : [target]
    const ids = idsOf(job, names)
    if (ids.length === 0) throw new ActionError('invalid', `harvest: there is no plant ${target} in ${bot.version}`)
    const ripe = (b: Block | null): b is Block => b !== null && (c ? isRipe(bot, c, b) : berries ? b.getProperties()['berries'] === true : names.includes(b.name))
    const refused = new Set<string>()
    let done = 0
    let waits = 0
    while (done < quantity) {
      const exact = at && quantity === 1 ? new Vec3(at.x, at.y, at.z) : null
      if (exact) job.kept.check(bot.game.dimension, exact)
      const look = (): Vec | null => (exact ? [exact, exact.offset(0, 1, 0)].find(p => ripe(bot.blockAt(p))) : places(job, ids, p => !refused.has(p.toString()) && ripe(bot.blockAt(p)))[0]) ?? null
      const p = await job.find(look)
      if (!p) {
        waits ||= Date.now()
        const growing = c && c.ripeAt !== undefined || c?.fruit !== undefined || c?.tall ? places(job, idsOf(job, growsAs(c)), () => true)[0] : undefined
        if (growing === undefined) throw new ActionError('not_found', `no ${done > 0 ? 'more ' : ''}${target} grows within ${FAR} blocks; ${done} of ${quantity} harvested`)
        if (Date.now() - waits > PATIENCE_MS) throw new ActionError('not_found', `the ${target} is not ripe after five minutes: wait, then harvest; ${done} of ${quantity} harvested`)
        job.progress(`waiting for ${target} to ripen, ${done}/${quantity} harvested`, done / quantity)
        await job.sleep(1000)
        continue
      }
      const block = bot.blockAt(p)
      if (!block) continue
      try {
        if (c?.picked || berries) await pickByHand(job, block, ripe)
        else await breakOne(job, block)
        done++
        waits = 0
        job.progress(`harvested ${done}/${quantity} ${target}`, done / quantity)
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError) || !['no_path', 'unreachable', 'protected', 'timeout'].includes(err.code)) throw err
        refused.add(p.toString())
        if (refused.size >= GIVE_UP) throw err
      }
    }
    return {}
  },
  within: 'another plant',
  ways: [upFirst],
}

async function pickByHand(job: Job, block: Block, ripe: (b: Block | null) => boolean): Promise<void> {
  const { bot } = job
  const p = block.position
  await reach(job, p, block.name)
  const before = entityIds(bot)
  // Bone meal in hand would be used on it.
  if (bot.heldItem?.name === 'bone_meal') bot.setQuickBarSlot((bot.quickBarSlot + 1) % 9)
  await job.run(bot.lookAt(p.offset(0.5, 0.5, 0.5), true))
  await job.whole(bot.activateBlock(block))
  if (!await becomes(job, p, b => !ripe(b))) throw new ActionError('unreachable', `the server did not let the ${block.name} be picked`)
  await job.sleep(200)
  await pickFallen(job, p.offset(0.5, 0.5, 0.5), before)
}
