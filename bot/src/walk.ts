// SPDX-License-Identifier: MIT

// Walking. One way in for all actions: a goal, a cancel, a bound on standing still, and typed reasons for not arriving.
import { ActionError } from './errors.ts'
import { isBuilt } from './harm.ts'
import { Headway } from './headway.ts'
import type { Job } from './job.ts'
import { Movements, Vec3, goals } from './lib.ts'
import type { Block, Bot, Goal, Vec } from './lib.ts'
import type { Point } from './wire.ts'
import type { Kept } from './zones.ts'

const TRIES = 3

const FORBIDDEN = 1000

/** What breaking a block costs beside its time, and a second of it, in steps of one block. */
const DETOUR = 5
const SECOND = 2.4

/** The most that a way is thought about at once, by the clock: on a busy machine that is little. */
const THINK_MS = 10_000

/** Farmland and paths are a sixteenth lower than a block, soul sand, chests and mud an eighth. */
const SUNKEN = 0.2

/** The block of the feet: on ground that is not quite a block high the one above it. */
export const feetOf = (bot: Bot): Vec => bot.entity.position.offset(0, SUNKEN, 0).floored()

/** How this body moves: it digs earth and stone on its way, but nothing that somebody built or that is protected, and opens doors instead. */
export function movementsFor(bot: Bot, kept: Kept): import('mineflayer-pathfinder').Movements {
  const m = new Movements(bot)
  m.canDig = true
  m.allowParkour = false
  m.maxDropDown = 3
  // A walk around is better than a tunnel: to break a block counts as its time and a detour, and so does placing. The
  // library takes no single step that costs more than 100, and a step up or down breaks up to three blocks: by hand that
  // must be less, for who stands in a shaft without a pickaxe gets out in no other way.
  m.digCost = SECOND / 3
  m.placeCost = DETOUR + 1
  const original = m as unknown as { getMoveDown(node: Point, neighbors: unknown[]): void; safeOrBreak(block: unknown, toBreak: unknown[]): number }
  const breaking = original.safeOrBreak.bind(m)
  original.safeOrBreak = (block, toBreak) => {
    const before = toBreak.length
    const cost = breaking(block, toBreak)
    return toBreak.length > before ? cost + DETOUR : cost
  }
  ;(m as unknown as { liquidCost: number }).liquidCost = 3
  m.canOpenDoors = true
  for (const block of bot.registry.blocksArray) {
    if (isBuilt(block.name)) m.blocksCantBreak.add(block.id)
    if (/(_door|_fence_gate)$/.test(block.name) && !block.name.startsWith('iron')) m.openable.add(block.id)
    if (/^(magma_block|cactus|sweet_berry_bush|campfire|soul_campfire|powder_snow|wither_rose|soul_fire|nether_portal|end_portal)$/.test(block.name)) m.blocksToAvoid.add(block.id)
  }
  // Never straight down into what is not known to be firm, for a cave or lava may lie under it; and no shaft, out of
  // which a body without blocks would have to dig.
  const down = original.getMoveDown.bind(m)
  original.getMoveDown = (node, neighbors) => {
    const at = (x: number, y: number, z: number): Block | null => bot.blockAt(new Vec3(node.x + x, node.y + y, node.z + z), false)
    const firm = at(0, -2, 0)
    if (firm?.boundingBox !== 'block' || firm.name === 'magma_block' || at(0, -3, 0)?.name === 'lava') return
    const sides = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const
    if (sides.some(([x, z]) => [0, 1].every(y => at(x, y, z)?.boundingBox === 'empty'))) down(node, neighbors)
  }
  if (kept.any) {
    // The library forbids what costs 100; where it asks about placing, the block itself may be two off.
    const cost = (margin: number) => (b: { position: Point }): number => (kept.at(bot.game.dimension, b.position, margin) ? FORBIDDEN : 0)
    m.exclusionAreasBreak = [cost(0)]
    m.exclusionAreasPlace = [cost(2)]
  }
  return m
}

export function stopMoving(bot: Bot): void {
  try {
    bot.pathfinder.setGoal(null)
    bot.stopDigging()
  } catch {
    // Nothing was being dug.
  }
  bot.clearControlStates()
}


function arrived(bot: Bot, goal: Goal): boolean {
  const at = feetOf(bot) as never
  return goal.isEnd(at) || goal.isEnd((feetOf(bot).offset(0, 1, 0)) as never)
}

/** With more blocks than this the sky is not looked through for what could be built from. */
const MOST_BLOCKS = 32

/**
 * Whether a place hangs so high in the air that the blocks at hand do not lead to it. What is built hangs together face
 * to face, so it takes a block for every step from the nearest thing that is no air; what is not loaded may be one.
 */
export function hangs(p: Point, within: number, blocks: number, airAt: (x: number, y: number, z: number) => boolean): boolean {
  if (blocks > MOST_BLOCKS) return false
  const far = blocks + Math.ceil(within * Math.sqrt(3)) + 2
  for (let r = 0; r <= far; r++) for (let x = -r; x <= r; x++) for (let z = Math.abs(x) - r; z <= r - Math.abs(x); z++) {
    const y = r - Math.abs(x) - Math.abs(z)
    if (!airAt(p.x + x, p.y - y, p.z + z) || !airAt(p.x + x, p.y + y, p.z + z)) return false
  }
  return true
}

/** The same for a goal of the library; one that is no place, or a wide one, never hangs. */
function outOfReach(bot: Bot, goal: Goal): boolean {
  const g = goal as Partial<Point> & { rangeSq?: number }
  if (!(goal instanceof goals.GoalNear || goal instanceof goals.GoalBlock) || g.x === undefined || g.y === undefined || g.z === undefined) return false
  const within = Math.sqrt(g.rangeSq ?? 0)
  if (within > LEG) return false
  const { movements } = bot.pathfinder as unknown as { movements: { countScaffoldingItems(): number } }
  const at = new Vec3(0, 0, 0)
  const blocks = movements.countScaffoldingItems()
  return hangs({ x: g.x, y: g.y, z: g.z }, within, blocks, (x, y, z) => AIR.has(bot.blockAt(at.set(x, y, z), false)?.name ?? ''))
}

const AIR = new Set(['air', 'cave_air', 'void_air'])

/** Walks until the goal holds. Throws no_path, unreachable, or what ended the job. */
export async function walk(job: Job, goal: Goal, what: string): Promise<void> {
  const bot = job.bot
  job.check()
  if (arrived(bot, goal)) return
  if (outOfReach(bot, goal)) throw new ActionError('no_path', `there is no way to ${what}: it hangs in the air, higher than the blocks at hand can be piled`)
  let reason: ActionError | null = null
  let left = Infinity
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const disturbed = job.disturbances
    try {
      await once(job, goal, what)
    } catch (err) {
      job.check()
      reason = err instanceof ActionError ? err : reason
      if (job.disturbances > disturbed) {
        attempt--
        left = Infinity
      } else if (err instanceof ActionError && err.code === 'no_path') break
    } finally {
      stopMoving(bot)
    }
    if (arrived(bot, goal)) return
    const now = goal.heuristic(feetOf(bot) as never)
    if (attempt > 0 && now > left - 1) break // another try brought it no nearer
    left = job.disturbances > disturbed ? Infinity : now
    await job.sleep(150)
    if (reason?.code === 'unreachable') await shake(job)
  }
  throw reason ?? new ActionError('unreachable', `${what} could not be reached`)
}

/** A step to some side, with a jump, of a body that is caught on an edge. */
async function shake(job: Job): Promise<void> {
  const { bot } = job
  bot.setControlState('jump', true)
  bot.setControlState((['left', 'right', 'back', 'forward'] as const)[Math.floor(Math.random() * 4)] ?? 'back', true)
  try {
    await job.sleep(350)
  } finally {
    bot.clearControlStates()
  }
}

/**
 * Follows the pathfinder to a goal. The library's own `goto` takes the first slice of its thinking for the whole of it:
 * when 40 ms brought no step that leads nearer, which is usual in a pit or on a busy machine, it ends as if it had
 * arrived. Here only a thought that came to its end counts; one that ran out of time is gone as far as it leads, and
 * thought on from there as long as that leads nearer.
 */
export function follow(bot: Bot, goal: Goal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (code: 'no_path' | 'unreachable', why: string): void => { end(() => { reject(new ActionError(code, why)) }) }
    let left = Infinity
    let turn: Vec | null = null
    const reached = (): void => { end(resolve) }
    const changed = (now: Goal | null): void => { if (now !== goal) fail('unreachable', 'the way was broken off') }
    const update = (r: { status: string; path: Point[] }): void => {
      if (r.status === 'partial') return
      const last = r.path.at(-1)
      if (r.status === 'success') turn = null
      else if (r.status === 'noPath' || !last) fail('no_path', 'there is no way')
      else {
        const now = goal.heuristic(last as never)
        if (now > left - 1) fail('no_path', 'there is no way that can be found')
        left = now
        turn = new Vec3(last.x, last.y, last.z)
      }
    }
    // At the end of a way that was thought out in part the library stands still.
    const look = setInterval(() => {
      if (!turn || bot.pathfinder.isMoving() || bot.pathfinder.isMining() || bot.pathfinder.isBuilding()) return
      turn = null
      bot.removeListener('goal_updated', changed)
      bot.pathfinder.setGoal(goal)
      bot.on('goal_updated', changed)
    }, 100)
    const end = (then: () => void): void => {
      clearInterval(look)
      bot.removeListener('goal_reached', reached)
      bot.removeListener('goal_updated', changed)
      bot.removeListener('path_update', update)
      setImmediate(then)
    }
    bot.pathfinder.thinkTimeout = THINK_MS
    bot.pathfinder.setGoal(goal)
    bot.on('goal_reached', reached)
    bot.on('goal_updated', changed)
    bot.on('path_update', update)
  })
}

async function once(job: Job, goal: Goal, what: string): Promise<void> {
  const bot = job.bot
  let timer: NodeJS.Timeout | undefined
  let thinking = false
  const headway = new Headway(bot.entity.position, Date.now())
  const thought = (r: { status: string }): void => {
    thinking = r.status === 'partial'
    if (r.status === 'timeout') headway.anew(Date.now())
  }
  bot.on('path_update', thought)
  const stuck = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const block = bot.targetDigBlock
      const digging = block ? { at: block.position, ms: bot.digTime(block) } : null
      if (headway.goesOn(Date.now(), bot.entity.position, thinking || bot.pathfinder.isBuilding(), digging)) return
      reject(new ActionError('unreachable', `the way to ${what} is blocked`))
    }, 500)
  })
  try {
    await job.run(Promise.race([follow(bot, goal), stuck]))
  } catch (err) {
    job.check()
    if (err instanceof ActionError && err.code === 'no_path') throw new ActionError('no_path', `${err.message} to ${what}`)
    throw err
  } finally {
    clearInterval(timer)
    bot.removeListener('path_update', thought)
  }
}

export const near = (p: Point, range: number): Goal => new goals.GoalNear(p.x, p.y, p.z, range)

/** Any place from which the eyes are within reach of a block. */
class GoalHandsOn extends goals.Goal {
  private readonly center: Vec

  constructor(p: Point) {
    super()
    this.center = new Vec3(p.x + 0.5, p.y + 0.5, p.z + 0.5)
  }

  private distance(n: { x: number; y: number; z: number }): number {
    return Math.hypot(n.x + 0.5 - this.center.x, n.y + 1.62 - this.center.y, n.z + 0.5 - this.center.z)
  }

  override heuristic(n: { x: number; y: number; z: number }): number {
    return Math.max(0, Math.hypot(n.x + 0.5 - this.center.x, n.z + 0.5 - this.center.z) - 3)
  }

  override isEnd(n: { x: number; y: number; z: number }): boolean {
    return this.distance(n) <= 3.9
  }
}

/** A place from which an item that lies at p is picked up: the game takes what touches a box of one block around. */
export class GoalOver extends goals.Goal {
  private readonly p: Point

  constructor(p: Point) {
    super()
    this.p = p
  }

  override heuristic(n: { x: number; y: number; z: number }): number {
    return Math.max(0, Math.hypot(n.x + 0.5 - this.p.x, n.z + 0.5 - this.p.z) - 1) + Math.abs(n.y - this.p.y) * 0.5
  }

  override isEnd(n: { x: number; y: number; z: number }): boolean {
    const dy = this.p.y - n.y
    return Math.abs(n.x + 0.5 - this.p.x) <= 1.1 && Math.abs(n.z + 0.5 - this.p.z) <= 1.1 && dy >= -0.45 && dy <= 1.7
  }
}

const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]] as const

/** Whether a block has a free side. */
export const isOpen = (bot: Bot, p: Vec): boolean => SIDES.some(([x, y, z]) => bot.blockAt(p.offset(x, y, z))?.boundingBox === 'empty')
export const isBeside = (bot: Bot, p: Vec, name: string): boolean => SIDES.some(([x, y, z]) => bot.blockAt(p.offset(x, y, z))?.name === name)

/** A way through rock that is longer than this is too long to be thought out at once; it is gone in legs of LEG. */
const THOUGHT_OUT = 20
const LEG = 8
const ASIDE = 3

/** Where the next leg from a place toward another leads; `aside` times it failed before, and goes past what is in the way. */
export function nextLeg(from: Vec, to: Point, aside: number): Vec {
  const dx = to.x - from.x
  const dz = to.z - from.z
  const flat = Math.hypot(dx, dz) || 1
  const step = Math.min(LEG, flat) / flat
  const side = aside === 0 ? 0 : (aside % 2 === 1 ? LEG : -LEG) / flat
  const dy = Math.max(-LEG, Math.min(LEG, to.y - from.y))
  return from.offset(Math.round(dx * step - dz * side), dy, Math.round(dz * step + dx * side))
}

/** Digs toward a far block in the rock, leg by leg; ends near it, or where it does not get on. */
async function approach(job: Job, p: Point, what: string): Promise<void> {
  const { bot } = job
  const left = (): number => feetOf(bot).distanceTo(new Vec3(p.x, p.y, p.z))
  let aside = 0
  for (let was = left(); was > THOUGHT_OUT && aside < ASIDE;) {
    try {
      await walk(job, near(nextLeg(feetOf(bot), p, aside), 2), what)
    } catch (err) {
      job.check()
      if (!(err instanceof ActionError)) throw err
    }
    const now = left()
    aside = now > was - 2 ? aside + 1 : 0
    was = now
  }
}

/** Whether rock lies over the head, not a tree or a roof: a tunnel or a cave. */
export const underground = (bot: Bot): boolean => [2, 3, 4].some(d => {
  const b = bot.blockAt(feetOf(bot).offset(0, d, 0), false)
  return b?.boundingBox === 'block' && !/_(leaves|log|wood|stem)$/.test(b.name) && !isBuilt(b.name)
})

/** Any place under the open sky with a way on to two sides. */
class GoalOpen extends goals.Goal {
  private readonly bot: Bot

  constructor(bot: Bot) {
    super()
    this.bot = bot
  }

  override heuristic(): number {
    return 0
  }

  override isEnd(n: Point): boolean {
    return inTheOpen(this.bot, new Vec3(n.x, n.y, n.z))
  }
}

/** How far up the sky is looked for, and what hides it no hole. */
const SKY = 48
const LEAFY = /_(leaves|log|wood|stem)$/

function inTheOpen(bot: Bot, p: Vec): boolean {
  const empty = (q: Vec): boolean => bot.blockAt(q, false)?.boundingBox === 'empty'
  if (SIDES.filter(([x, y, z]) => y === 0 && empty(p.offset(x, 0, z)) && empty(p.offset(x, 1, z))).length < 2) return false
  for (let y = 2; y <= SKY; y++) {
    const b = bot.blockAt(p.offset(0, y, 0), false)
    if (b && b.boundingBox === 'block' && !LEAFY.test(b.name)) return false
  }
  return true
}

/** Up from the hole, the shaft or the cave that the bot stands in, before it goes anywhere; false when it stands in none, or no way leads out. */
export async function outOfHole(job: Job): Promise<boolean> {
  const { bot } = job
  if (inTheOpen(bot, feetOf(bot)) || /nether/.test(bot.game.dimension)) return false
  job.progress('coming up into the open first')
  try {
    await walk(job, new GoalOpen(bot), 'the open')
  } catch (err) {
    job.check()
    if (!(err instanceof ActionError)) throw err
  }
  return inTheOpen(bot, feetOf(bot))
}

/** Stands where the block at p can be reached with the hands: a buried one is dug up to first. */
export async function reach(job: Job, p: Point, what: string): Promise<void> {
  const at = new Vec3(p.x, p.y, p.z)
  if (inReach(job.bot, at)) return
  if (!isOpen(job.bot, at) && underground(job.bot)) await approach(job, p, what)
  const first = isOpen(job.bot, at) ? new GoalHandsOn(p) : new goals.GoalLookAtBlock(at, job.bot.world, { reach: 4 })
  await walk(job, first, what)
    .catch(async (err: unknown) => {
      job.check()
      if (!(err instanceof ActionError)) throw err
      await walk(job, new goals.GoalGetToBlock(p.x, p.y, p.z), what)
    })
}

/** From the eyes to the middle of the block; the game allows 4.5 to its nearest point. */
export function inReach(bot: Bot, p: Vec, distance = 4.2): boolean {
  return bot.entity.position.offset(0, 1.62, 0).distanceTo(p.offset(0.5, 0.5, 0.5)) <= distance
}

export function pointOf(bot: Bot): Point {
  const round = (n: number): number => Math.round(n * 100) / 100
  const p = bot.entity.position
  return { x: round(p.x), y: round(p.y), z: round(p.z) }
}
