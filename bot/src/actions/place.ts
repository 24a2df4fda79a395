// SPDX-License-Identifier: MIT

// place: put a block somewhere, or at a good free place beside the body.
import { ActionError } from '../errors.ts'
import { isBuilt, isKept } from '../harm.ts'
import { carried, countOf, findCarried, usedUp } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3, goals } from '../lib.ts'
import type { Block, Bot, Vec } from '../lib.ts'
import { otherStand } from '../stands.ts'
import { feetOf, inReach, walk } from '../walk.ts'
import { breakOne } from './mine.ts'
import { POURED, liquidOf, pour } from './pour.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Stance } from '../params.ts'
import type { Kind, Way } from '../ways.ts'
import type { Point } from '../wire.ts'

const FACES = [new Vec3(0, 1, 0), new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1), new Vec3(0, -1, 0)]
const SOFT = /^(air|cave_air|void_air|water|short_grass|grass|tall_grass|fern|large_fern|snow|vine|dead_bush)$/
const USED = /(chest|barrel|furnace|smoker|crafting_table|anvil|hopper|dispenser|dropper|door|gate|trapdoor|lever|button|bed|shulker_box|table|stonecutter|grindstone|loom|lectern)$/

const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const
/** A jump is over within so many ticks. */
const HOP_TICKS = 12

/** Where nobody said where. */
const elsewhere: Way = { said: 'at another place', after: ['unreachable', 'no_path', 'denied', 'protected'], take: job => Promise.resolve(!job.params.position()) }

/** A station or bed that is carried, set up beside the body. */
export const carriedOne = (items: RegExp, said: string): Way => ({
  said,
  after: ['timeout', 'denied', 'unreachable', 'no_path', 'no_station', 'no_bed', 'internal'],
  async take(job) {
    const item = carried(job.bot).find(i => items.test(i.name))?.name
    if (item === undefined) return false
    await job.as('way', () => placeHere(job, item))
    return true
  },
})

export const place: Kind = {
  run: async job => {
    const { bot, params } = job
    const name = params.name('block')
    const at = params.position()
    if (!bot.registry.itemsByName[name]) throw new ActionError('invalid', `place: there is no item ${name} in ${bot.version}`)
    if (!findCarried(bot, name)) throw new ActionError('missing_item', `no ${name} is carried`)
    if (!at) return { position: await placeHere(job, name) }
    const target = new Vec3(at.x, at.y, at.z)
    const step = bot.blockAt(target)
    if (step && step.name !== name && job.isStep(step)) await job.as('scaffold', () => breakOne(job, step, { gone: true }))
    if (!step || step.name !== name || !job.isStep(step)) await placeAt(job, name, target)
    return { position: at }
  },
  within: 'against another side, from another stand',
  ways: [elsewhere, upFirst, rejoin],
}

/** Places a carried block at a good free place beside the body, and says where. */
export async function placeHere(job: Job, name: string): Promise<Point> {
  const target = freePlace(job, name)
  job.shunned.add(target.toString()) // another try goes elsewhere
  await placeAt(job, name, target)
  job.shunned.delete(target.toString())
  return { x: target.x, y: target.y, z: target.z }
}

/** Places a carried block at a position; throws missing_item, no_support, unreachable or protected. */
export const placeAt = (job: Job, name: string, target: Vec, state: Stance = {}): Promise<void> => job.steady(async () => {
  if (job.disturbances > 0 && job.bot.blockAt(target)?.name === (POURED.test(name) ? liquidOf(name) : name)) return
  await placeOnce(job, name, target, state)
})

/** The four ways that a thing can face. */
const WAYS = [new Vec3(0, 0, 1), new Vec3(-1, 0, 0), new Vec3(0, 0, -1), new Vec3(1, 0, 0)]
/** Stands two blocks high (minecraft.wiki, Door, Flower). */
const TALL = /(_door|^(sunflower|lilac|rose_bush|peony|tall_grass|large_fern|small_dripleaf|pitcher_plant))$/

/** The cell beside its own that a thing of two takes when it faces some way; null for a thing of one. */
const secondCell = (name: string, target: Vec, way: Vec): Vec | null => (name.endsWith('_bed') ? target.plus(way) : TALL.test(name) ? target.offset(0, 1, 0) : null)

/** The way that something placed from a stand would face, and then the others. */
function waysFrom(stand: Vec, target: Vec): Vec[] {
  const d = target.offset(0.5, 0, 0.5).minus(stand)
  const along = (w: Vec): number => w.x * d.x + w.z * d.z
  return [...WAYS].sort((a, b) => along(b) - along(a))
}

/** Which way a thing faces so that its second cell is free; null for a thing of one cell. Throws what is in the way. */
function facing(job: Job, name: string, target: Vec): Vec | null {
  const { bot } = job
  if (!name.endsWith('_bed') && !TALL.test(name)) return null
  const ways = waysFrom(bot.entity.position, target)
  const free = (w: Vec): boolean => {
    const second = secondCell(name, target, w)
    return second !== null && SOFT.test(bot.blockAt(second)?.name ?? '') && job.kept.at(bot.game.dimension, second) === null && !overlaps(job, second, true)
  }
  const way = ways.find(free)
  if (way) return way
  const at = `${target.x} ${target.y} ${target.z}`
  throw new ActionError('unreachable', TALL.test(name) ? `a ${name} is two blocks high, and the place over ${at} is not free` : `a ${name} takes two places, and beside ${at} none is free to any side`)
}

const FACINGS: Readonly<Record<string, Vec>> = { south: new Vec3(0, 0, 1), west: new Vec3(-1, 0, 0), north: new Vec3(0, 0, -1), east: new Vec3(1, 0, 0) }
/** Faces as whoever places it looks (minecraft.wiki, each block's states); the others face whoever places them. */
const LOOKS_ALONG = /(_stairs|_door|_gate|_bed)$/
/** Hangs on what it is placed against, and faces away from it. */
const HANGS = /(torch|_sign|_banner|_head|_skull|_button|ladder|lever|tripwire_hook)$/

/** Where to look so that a thing comes to face as its state says; null where that says nothing. */
function lookOf(name: string, state: Stance): Vec | null {
  const way = FACINGS[state['facing'] ?? '']
  if (!way || HANGS.test(name)) return null
  return LOOKS_ALONG.test(name) ? way : way.scaled(-1)
}

/** The half of its cell that a thing is to take: of stairs, trapdoors and slabs. */
const halfOf = (state: Stance): 'top' | 'bottom' | null => [state['half'], state['type']].find(h => h === 'top' || h === 'bottom') as 'top' | 'bottom' | undefined ?? null

/** Whether a thing placed against this side stands as its state says. */
function against(name: string, state: Stance, face: Vec): boolean {
  const axis = state['axis']
  if (axis !== undefined) return face[axis as 'x' | 'y' | 'z'] !== 0
  const way = FACINGS[state['facing'] ?? '']
  if (HANGS.test(name)) return way && state['face'] !== 'floor' && state['face'] !== 'ceiling' ? face.equals(way) : face.y === (state['face'] === 'ceiling' ? -1 : 1)
  const half = halfOf(state)
  return half === null || face.y === 0 || face.y === (half === 'top' ? -1 : 1)
}

/** Looks the way that a thing is to face, down at it. */
async function turn(job: Job, way: Vec): Promise<void> {
  await job.whole(job.bot.look(Math.atan2(-way.x, -way.z), -0.7, true))
  await job.sleep(150) // the server goes by the look that it was told of
}

async function placeOnce(job: Job, name: string, target: Vec, state: Stance): Promise<void> {
  const { bot } = job
  const where = `${target.x} ${target.y} ${target.z}`
  job.kept.check(bot.game.dimension, target)
  const there = bot.blockAt(target)
  const fault = inTheWay(bot, target)
  if (fault) throw fault
  if (there && !support(job, target)) throw new ActionError('no_support', `nothing beside ${where} to place ${name} against`)
  if (POURED.test(name)) {
    if (there && there.boundingBox === 'empty' && !/air$|^water$/.test(there.name)) await breakOne(job, there) // else the water goes beside it
    return await pour(job, name, target)
  }
  facing(job, name, target)
  const goal = new goals.GoalPlaceBlock(target, bot.world, { range: 4, LOS: false } as never)
  const inIt = (): boolean => overlaps(job, target) && !risesOn(job, name, target)
  if (!inReach(bot, target) || inIt()) await walk(job, goal, where)
  if (inIt()) await stepAside(job, target)
  const had = countOf(bot, name)
  const tried: string[] = []
  // Against one thing, against another, and once more from elsewhere.
  for (const again of [false, true]) {
    if (again && !await otherStand(job, target)) break
    const refs = supports(job, target).sort((a, b) => Number(against(name, state, b.face)) - Number(against(name, state, a.face)))
    if (refs.length === 0) throw new ActionError('no_support', `nothing beside ${where} to place ${name} against`)
    for (const ref of refs.slice(0, again ? 1 : 2)) {
      tried.push(`${again ? 'from another stand ' : ''}against the ${ref.block.name} ${sideOf(ref.face)}`)
      if (await placeAgainst(job, name, target, ref, state)) {
        job.own.placed(bot.game.dimension, target)
        await usedUp(job, name, had)
        return
      }
    }
  }
  const what = `the server did not let ${name} be placed at ${where}`
  throw new ActionError('unreachable', `${what}: tried ${tried.join(', ')}; something may be in the way, or the place protected`)
}

const sideOf = (face: Vec): string => (face.y > 0 ? 'below' : face.y < 0 ? 'above' : 'beside it')

/** One try; false when the server did not let it be. */
async function placeAgainst(job: Job, name: string, target: Vec, ref: { block: Block; face: Vec }, state: Stance): Promise<boolean> {
  const { bot } = job
  const held = findCarried(bot, name)
  if (!held) throw new ActionError('missing_item', `no ${name} is carried`)
  const way = lookOf(name, state) ?? facing(job, name, target)
  const half = halfOf(state)
  const rises = risesOn(job, name, target)
  await job.whole(bot.equip(held, 'hand'))
  const sneak = USED.test(ref.block.name)
  if (sneak) {
    bot.setControlState('sneak', true)
    await job.sleep(100)
  }
  try {
    if (way || rises || half) {
      if (way) await turn(job, way)
      else if (rises) await hop(job, target)
      const place = bot as unknown as { _placeBlockWithOptions(ref: Block, face: Vec, o: Record<string, unknown>): Promise<void> }
      await job.whole(place._placeBlockWithOptions(ref.block, ref.face, { swingArm: 'right', forceLook: way || rises ? 'ignore' : false, ...(half ? { half } : {}) }))
    } else await job.whole(bot.placeBlock(ref.block, ref.face))
  } catch {
    job.check()
    await job.sleep(200)
    return bot.blockAt(target)?.name === name
  } finally {
    if (sneak) bot.setControlState('sneak', false)
  }
  return true
}

/** Whether the body stands where a full block is to go with no way to a side: it jumps, and the block comes under its feet. */
function risesOn(job: Job, name: string, target: Vec): boolean {
  const { bot } = job
  if (!feetOf(bot).equals(target)) return false
  const empty = (x: number, y: number, z: number): boolean => bot.blockAt(target.offset(x, y, z), false)?.boundingBox === 'empty'
  const block = bot.registry.blocksByName[name]
  if (block?.boundingBox !== 'block' || isBuilt(name) || !empty(0, 2, 0) || bot.blockAt(target.offset(0, -1, 0))?.boundingBox !== 'block') return false
  return !SIDES.some(([x, z]) => [-1, 0, 1].some(y => !empty(x, y - 1, z) && empty(x, y, z) && empty(x, y + 1, z)))
}

/** Looks down and jumps; the feet are over the cell then. */
async function hop(job: Job, target: Vec): Promise<void> {
  const { bot } = job
  await job.whole(bot.look(bot.entity.yaw, -Math.PI / 2, true))
  bot.setControlState('jump', true)
  try {
    for (let i = 0; i < HOP_TICKS && bot.entity.position.y < target.y + 1; i++) await job.run(bot.waitForTicks(1))
  } finally {
    bot.setControlState('jump', false)
  }
}

/** What stands where a block is to go and is not built over; null for nothing, or for what is not known. */
export function inTheWay(bot: Bot, target: Vec): ActionError | null {
  const there = bot.blockAt(target)
  if (!there || SOFT.test(there.name)) return null
  const where = `${there.name} stands at ${target.x} ${target.y} ${target.z}`
  return isKept(there.name) ? new ActionError('protected', `${where}: it is not built over`) : new ActionError('unreachable', `${where}: break it first or choose another place`)
}

/** Whether something stands beside a place to put a block against. */
export const supported = (bot: Bot, target: Vec): boolean => FACES.some(face => bot.blockAt(target.minus(face))?.boundingBox === 'block')

const support = (job: Job, target: Vec): { block: Block; face: Vec } | null => supports(job, target)[0] ?? null

/** What a block can be placed against, that which opens at a click last. */
function supports(job: Job, target: Vec): { block: Block; face: Vec; used: boolean }[] {
  const { bot } = job
  const options = FACES.flatMap(face => {
    const block = bot.blockAt(target.minus(face))
    return block && block.boundingBox === 'block' ? [{ block, face, used: USED.test(block.name) }] : []
  })
  return options.sort((a, b) => Number(a.used) - Number(b.used))
}

/** Whether somebody stands where a block is to go; `others` leaves out the bot itself. */
function overlaps(job: Job, target: Vec, others = false): boolean {
  const boxes = [...others ? [] : [job.bot.entity], ...Object.values(job.bot.entities).filter(e => e.type !== 'object' && e.type !== 'orb' && e.type !== 'projectile' && e.name !== 'item')]
  return boxes.some(e => {
    const p = e.position
    const w = (e.width || 0.6) / 2
    return p.x + w > target.x && p.x - w < target.x + 1 && p.z + w > target.z && p.z - w < target.z + 1 && p.y + (e.height || 1.8) > target.y && p.y < target.y + 1
  })
}

/** Whether the head of a bed may lie there: free, with firm ground. */
const bedRoom = (bot: Bot, p: Vec): boolean => SOFT.test(bot.blockAt(p)?.name ?? '') && bot.blockAt(p)?.name !== 'water' && bot.blockAt(p.offset(0, -1, 0))?.boundingBox === 'block'

async function stepAside(job: Job, target: Vec): Promise<void> {
  const away = new goals.GoalInvert(new goals.GoalNear(target.x, target.y, target.z, 1.5))
  await walk(job, away, 'a place beside it')
  if (overlaps(job, target)) throw new ActionError('unreachable', `something stands at ${target.x} ${target.y} ${target.z}`)
}

/** A free and level spot on firm, dry ground, out of everybody's way: two blocks off if there is one, else up to 24. */
function freePlace(job: Job, name: string): Vec {
  const { bot } = job
  const feet = feetOf(bot)
  const around = (radius: number, down: number, up: number): Vec[] => {
    const spots: Vec[] = []
    for (let dx = -radius; dx <= radius; dx++) for (let dz = -radius; dz <= radius; dz++) for (let dy = -down; dy <= up; dy++) {
      if (dx !== 0 || dz !== 0) spots.push(feet.offset(dx, dy, dz))
    }
    const score = (p: Vec): number => Math.abs(Math.hypot(p.x - feet.x, p.z - feet.z) - 2) + Math.abs(p.y - feet.y) * 2
    return spots.sort((a, b) => score(a) - score(b))
  }
  const free = (p: Vec): boolean => {
    if (job.shunned.has(p.toString())) return false
    const at = bot.blockAt(p)
    const above = bot.blockAt(p.offset(0, 1, 0))
    const below = bot.blockAt(p.offset(0, -1, 0))
    return at !== null && above !== null && below !== null && SOFT.test(at.name) && at.name !== 'water' && above.boundingBox === 'empty' &&
      below.boundingBox === 'block' && !USED.test(below.name) && !/farmland|leaves/.test(below.name) && !overlaps(job, p) && job.kept.at(bot.game.dimension, p) === null &&
      (!name.endsWith('_bed') || WAYS.some(w => bedRoom(bot, p.plus(w)))) && (!TALL.test(name) || above.name.endsWith('air'))
  }
  const spot = around(3, 1, 1).find(p => free(p) && inReach(bot, p)) ?? around(10, 3, 6).find(free) ?? around(24, 8, 12).find(free)
  if (!spot) job.kept.check(bot.game.dimension, feet)
  if (!spot) throw new ActionError('no_support', 'there is no free and level place within 24 blocks: go somewhere more open, or give x, y and z')
  return spot
}
