// SPDX-License-Identifier: MIT

// mine: break blocks of a kind (or one very block) and pick up what they drop.
import { findBlocks } from '../blocks.ts'
import { ActionError } from '../errors.ts'
import { homes, isKept } from '../harm.ts'
import { carried, countOf, counts, findCarried, roomFor } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3, goals } from '../lib.ts'
import type { Block, Vec } from '../lib.ts'
import { sureDrop } from '../loot.ts'
import { entityIds, lying, pickFallen } from '../pickup.ts'
import { seal, wallBlocks } from '../seal.ts'
import { search } from '../search.ts'
import { otherStand } from '../stands.ts'
import { canHarvest, equipFor, toolFor, type Sake } from '../tools.ts'
import { feetOf, inReach, isBeside, isOpen, reach, underground, walk } from '../walk.ts'
import { placeAt } from './place.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'

const SEARCH = 64
const CANDIDATES = 96
/** A block that cannot be reached is left for another of its kind; after this many the action gives up. */
const GIVE_UP = 6
/** After so many blocks in a row that should have dropped something, with nothing of it picked up, the action gives up. */
const BARREN = 6
/** With fewer blocks for a wall nothing beside lava is mined. */
const WALL_BLOCKS = 5

/** The block ids a target names: itself, an ore's deepslate kin, or all logs for "log". */
export function blockIds(registry: Job['bot']['registry'], target: string): number[] {
  const names = [target]
  if (target.endsWith('_ore')) names.push(`deepslate_${target}`)
  if (target === 'log' || target === 'logs' || target === 'wood') {
    names.push(...Object.keys(registry.blocksByName).filter(n => /^[a-z_]+_log$/.test(n) && !n.startsWith('stripped')))
  }
  return names.flatMap(n => { const b = registry.blocksByName[n]; return b ? [b.id] : [] })
}

export const mine: Kind = {
  run: async job => {
    const { bot, params } = job
    const at = params.position()
    const target = params.optionalName('target')
    const until = params.untilItem()
    const quantity = params.quantity()
    if (!at && !target) throw new ActionError('invalid', 'mine: give a target block, or x, y and z')
    const ids = target ? blockIds(bot.registry, target) : []
    if (target && ids.length === 0) throw new ActionError('invalid', `mine: there is no block ${target} in ${bot.version}`)

    if (at) {
      const p = new Vec3(at.x, at.y, at.z)
      job.kept.check(bot.game.dimension, p)
      if (bot.blockAt(p) && homes(bot, job.own, bot.blockAt(p)?.name ?? '')(p)) throw new ActionError('protected', `the ${bot.blockAt(p)?.name} at ${p.x} ${p.y} ${p.z} belongs to a home: a bed, door or chest stands within 8 blocks`)
      const block = await job.find(() => bot.blockAt(p)) ?? await loaded(job, p)
      if (!block || block.name.endsWith('air') || (target && !ids.includes(block.type))) {
        throw new ActionError('not_found', `there is no ${target ?? 'block'} at ${at.x} ${at.y} ${at.z}, but ${block?.name ?? 'nothing known'}`)
      }
      const fell = new Fallen(job)
      await fell.from(block, () => breakOne(job, block, { item: until?.item ?? '' }))
      await fell.rest()
      return { broken: 1 }
    }

    const done = (): boolean => (until ? job.gained(until.item) >= until.count : job.did >= quantity)
    const refused = new Set<string>()
    const fell = new Fallen(job)
    let lastRefusal: ActionError | null = null
    while (!done()) {
      job.check()
      const block = await job.find(() => nearest(job, ids, refused))
      if (!block) {
        if (lastRefusal) throw lastRefusal
        onlyProtected(job, ids)
        toolAtAll(job, ids)
        const searched = await search(job, target ?? '', ids.map(id => bot.registry.blocks[id]?.name ?? ''), () => nearest(job, ids, refused))
        if (searched === null) continue
        throw new ActionError('not_found', `no ${job.did > 0 ? 'more ' : ''}${target} within ${SEARCH} blocks${onlyBuilt(job, ids)}${searched === '' ? '' : `, nor ${searched}`}; ${job.did} broken`)
      }
      try {
        await fell.from(block, () => breakOne(job, block, { again: false, item: until?.item ?? '' }))
        job.did++
        if (fell.barren >= BARREN) throw new ActionError('denied', `${fell.barren} ${target} were broken in a row, and no ${sureDrop(bot.registry, block)} was picked up: this server may give none`)
        await light(job)
        if (until) job.progress(`${job.gained(until.item)}/${until.count} ${until.item} from ${job.did} ${target}`, job.gained(until.item) / until.count)
        else job.progress(`mined ${job.did}/${quantity} ${target}`, job.did / quantity)
      } catch (err) {
        job.check()
        if (!(err instanceof ActionError) || !['no_path', 'unreachable', 'protected', 'timeout'].includes(err.code)) throw err
        refused.add(block.position.toString())
        lastRefusal = err
        if (refused.size >= GIVE_UP) throw new ActionError(err.code, `${err.message}; ${refused.size} of its kind were tried`)
      }
    }
    if (!until) await fell.rest()
    return { broken: job.did }
  },
  within: 'another block of its kind, another stand for a very one',
  ways: [upFirst, rejoin],
}

/** How long what fell may take to be shown, or to be let go, after the last block, in ms. */
const LATE_MS = 5000

/** What surely fell, and what of it was not picked up at once: a busy server shows it late, or lets it be taken late. */
class Fallen {
  /** So many blocks in a row brought nothing. */
  barren = 0
  private readonly job: Job
  private readonly before: ReadonlySet<number>
  private readonly due = new Map<string, number>()
  private readonly missed: Vec[] = []

  constructor(job: Job) {
    this.job = job
    this.before = entityIds(job.bot)
  }

  /** Breaks a block, and notes what did not come of it. */
  async from(block: Block, breaks: () => Promise<void>): Promise<void> {
    const { bot } = this.job
    const drops = sureDrop(bot.registry, block)
    const had = counts(bot)
    await breaks()
    if (!drops || bot.game.gameMode === 'creative') return
    const came = [...counts(bot)].some(([item, n]) => n > (had.get(item) ?? 0))
    this.barren = came ? 0 : this.barren + 1
    this.due.set(drops, (this.due.get(drops) ?? 0) + 1)
    if (!came) this.missed.push(block.position)
  }

  /** Picks up what is missing still, before the action ends. */
  async rest(): Promise<void> {
    const short = (): boolean => this.missed.length > 0 && [...this.due].some(([item, n]) => this.job.gained(item) < n && roomFor(this.job.bot, item) > 0)
    for (const until = Date.now() + LATE_MS; short() && Date.now() < until;) {
      for (const p of this.missed) {
        if (short() && Date.now() < until) await pickFallen(this.job, p.offset(0.5, 0.5, 0.5), this.before)
      }
      if (short()) await this.job.sleep(200)
    }
  }
}

/** Throws missing_tool before a search for what could not be mined anyway. */
function toolAtAll(job: Job, ids: number[]): void {
  const { bot } = job
  const needs = ids.map(id => bot.registry.blocks[id]?.harvestTools)
  if (needs.some(tools => !tools || carried(bot).some(i => tools[i.type]))) return
  const names = Object.keys(needs[0] ?? {}).map(id => bot.registry.items[Number(id)]?.name ?? id)
  throw new ActionError('missing_tool', `it drops nothing without one of ${names.join(', ')}; none is carried`)
}

/** Walks toward a place whose chunk is not loaded yet. */
async function loaded(job: Job, p: Vec): Promise<Block | null> {
  await reach(job, p, `${p.x} ${p.y} ${p.z}`)
  return job.bot.blockAt(p)
}

/** Throws protected when the only blocks in reach lie in protected places. */
function onlyProtected(job: Job, ids: number[]): void {
  if (!job.kept.any) return
  for (const p of findBlocks(job.bot, { ids, within: SEARCH, count: 1 })) job.kept.check(job.bot.game.dimension, p)
}

/** Says that what there is was built by this body, where it was. */
function onlyBuilt(job: Job, ids: number[]): string {
  const [p] = findBlocks(job.bot, { ids, within: SEARCH, count: 1 })
  return p && job.own.built(job.bot.game.dimension, p) ? ' but in what it built itself' : ''
}

function nearest(job: Job, ids: number[], refused: ReadonlySet<string>): Block | null {
  const { bot } = job
  const feet = bot.entity.position.offset(0, 0.5, 0)
  const elsewhere = job.kept.any ? { fits: (p: Vec): boolean => job.kept.fits(bot.game.dimension, p) } : {}
  const walls = wallBlocks(bot) >= WALL_BLOCKS
  const lived = homes(bot, job.own, bot.registry.blocks[ids[0] ?? -1]?.name ?? '')
  const found = findBlocks(bot, { ids, within: SEARCH, count: CANDIDATES, ...elsewhere })
    .filter(p => !refused.has(p.toString()) && (walls || !isBeside(bot, p, 'lava')) && !lived(p) && !job.own.built(bot.game.dimension, p))
  // What lies beside lava is walled off first, and left for another as long as there is one. From the feet up, as trees are felled; a buried block and the one below the feet count as farther.
  const cost = (p: Vec): number => p.offset(0.5, 0.5, 0.5).distanceTo(feet) + (isOpen(bot, p) ? 0 : 14) + (walls && isBeside(bot, p, 'lava') ? 24 : 0) + (p.x === Math.floor(feet.x) && p.z === Math.floor(feet.z) && p.y < feet.y - 1 ? 4 : 0)
  const best = found.map(p => ({ p, c: cost(p) })).sort((a, b) => a.c - b.c)[0]
  return best ? bot.blockAt(best.p) : null
}

/** How long a drop that is sure to come may take to be shown, in ms: a server that is busy with chunks takes its time. */
const DROP_SHOWN = 1500

/** again: a block that the server does not let be broken is tried from elsewhere. */
interface Breaking extends Sake { again?: boolean }

/** Breaks one block with the right tool and picks up what falls. */
export const breakOne = (job: Job, block: Block, o: Breaking = {}): Promise<void> => job.steady(() => breakOnce(job, block, o))

async function breakOnce(job: Job, block: Block, { again = true, ...sake }: Breaking): Promise<void> {
  const { bot } = job
  const p = block.position
  const where = `${block.name} at ${p.x} ${p.y} ${p.z}`
  const dimension = bot.game.dimension
  job.kept.check(dimension, p)
  if (isKept(block.name) && !job.own.has(dimension, p)) throw new ActionError('protected', `the ${where} is not this body's: it is not broken`)
  if (!block.diggable) throw new ActionError('unreachable', `${where} cannot be broken`)
  const drops = canHarvest(block, toolFor(bot, block, sake)) ? expectedDrop(job, block) : null
  if (drops && !sake.gone && roomFor(bot, drops) === 0) throw new ActionError('inventory_full', `no room for ${drops}: put something away first`)
  await reach(job, p, where)
  if (!inReach(bot, p, 5)) throw new ActionError('unreachable', `${where} is out of reach`)
  const now = bot.blockAt(p)
  if (!now || now.type !== block.type) throw new ActionError('unreachable', `the ${where} is gone`)
  await firmGround(job, p)
  await job.as('way', () => seal(job, p, underground(bot) ? /^(lava|water)$/ : /^lava$/))
  await equipFor(job, now, sake)
  // In the air, and just after a jump, breaking takes five times as long.
  for (let i = 0; i < 20 && !bot.entity.onGround; i++) await job.sleep(50)
  const before = entityIds(bot)
  const had = drops ? countOf(bot, drops) : 0
  if (!await dug(job, now, where)) {
    // One of a kind is left for another; a very block is tried once more from elsewhere.
    const denied = `the server did not let the ${where} be broken`
    if (!again || !await otherStand(job, p)) throw new ActionError('protected', denied)
    await equipFor(job, now, sake)
    if (!await dug(job, now, where)) throw new ActionError('protected', `${denied}, from two stands`)
  }
  job.own.gone(dimension, p)
  for (let i = 0; i < DROP_SHOWN / 50 && drops && countOf(bot, drops) === had && !lying(bot, p, 4, () => true).some(e => !before.has(e.id)); i++) await job.sleep(50)
  await pickFallen(job, p.offset(0.5, 0.5, 0.5), before)
}

/** The most that a server may take to say what became of a block that was dug at. */
const WORD_MS = 5000

/**
 * Digs at a block; false when the server did not let it be broken. The library takes it for broken when the time is
 * over; what counts is what the server says of it then, and one that says nothing has not broken it either.
 */
async function dug(job: Job, block: Block, where: string): Promise<boolean> {
  const { bot } = job
  const event = `blockUpdate:${block.position.toString()}` as 'blockUpdate'
  let guessed = false
  let broken: boolean | null = null
  const told = (_was: Block | null, now: Block | null): void => {
    if (now === null) return
    if (!guessed && bot.targetDigBlock === null) guessed = true
    else if (now.type !== block.type) broken = true
    else if (guessed) broken = false
  }
  bot.on(event, told)
  try {
    await job.run(bot.dig(block, true), bot.digTime(block) + 5000, `breaking the ${where} took too long`)
    for (const until = Date.now() + WORD_MS; broken === null && Date.now() < until;) await job.sleep(20)
  } catch (err) {
    bot.stopDigging()
    throw err
  } finally {
    bot.removeListener(event, told)
    if (guessed && broken === null) (bot as unknown as { _updateBlockState(at: Vec, state: number): void })._updateBlockState(block.position, block.stateId)
  }
  return broken ?? false
}

/** Off a block under the feet that hides a fall or lava: nothing is dug straight down into the unknown. */
async function firmGround(job: Job, p: Vec): Promise<void> {
  const { bot } = job
  const feet = feetOf(bot)
  if (p.x !== feet.x || p.z !== feet.z || p.y !== feet.y - 1) return
  const below = [1, 2, 3].map(d => bot.blockAt(p.offset(0, -d, 0)))
  const firm = below[0]?.boundingBox === 'block' || (below.some(b => b?.boundingBox === 'block' || b?.name === 'water') && !below.some(b => b?.name === 'lava'))
  if (firm && below[0]?.name !== 'magma_block') return
  await walk(job, new goals.GoalInvert(new goals.GoalXZ(p.x, p.z)), 'a place beside it')
  if (!inReach(bot, p, 5)) throw new ActionError('unreachable', `under ${p.x} ${p.y} ${p.z} is a drop or lava`)
}

/** Below this much light monsters appear (7 before 1.18; one torch lights 14 blocks of a tunnel). */
const DARK = 4

/** A torch beside the feet where it works in the dark; nothing when there is none or no place for it. */
async function light(job: Job): Promise<void> {
  const { bot } = job
  const feet = feetOf(bot)
  const here = bot.blockAt(feet) as (Block & { light?: number; skyLight?: number }) | null
  if (!here || !findCarried(bot, 'torch') || (here.light ?? 15) > DARK || (here.skyLight ?? 15) > DARK) return
  const torches = ['torch', 'wall_torch', 'lantern', 'glowstone'].flatMap(n => bot.registry.blocksByName[n]?.id ?? [])
  if (findBlocks(bot, { ids: torches, within: 9, count: 1 }).length > 0 || job.kept.at(bot.game.dimension, feet)) return
  const floor = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, z]) => feet.offset(x ?? 0, 0, z ?? 0))
    .find(p => /air$/.test(bot.blockAt(p)?.name ?? '') && bot.blockAt(p.offset(0, -1, 0))?.boundingBox === 'block')
  if (!floor) return
  try {
    await job.as('other', () => placeAt(job, 'torch', floor))
  } catch {
    job.check() // it stays dark
  }
}

/** The name of what a block is likely to drop; null when that is unknown. */
function expectedDrop(job: Job, block: Block): string | null {
  const sure = sureDrop(job.bot.registry, block)
  if (sure) return sure
  const drop = block.drops?.[0] as number | { drop: number | { id: number } } | undefined
  if (drop === undefined || block.drops?.length !== 1) return null
  const id = typeof drop === 'number' ? drop : typeof drop.drop === 'number' ? drop.drop : drop.drop.id
  return job.bot.registry.items[id]?.name ?? null
}
