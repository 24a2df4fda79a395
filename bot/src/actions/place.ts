// SPDX-License-Identifier: MIT

// place: put a block somewhere, or at a good free place beside the body.
import { ActionError } from '../errors.ts'
import { isKept } from '../harm.ts'
import { countOf, findCarried, usedUp } from '../inventory.ts'
import type { ActionFn, Job } from '../job.ts'
import { Vec3, goals } from '../lib.ts'
import type { Block, Bot, Vec } from '../lib.ts'
import { feetOf, inReach, walk } from '../walk.ts'

const FACES = [new Vec3(0, 1, 0), new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1), new Vec3(0, -1, 0)]
const SOFT = /^(air|cave_air|void_air|water|short_grass|grass|tall_grass|fern|large_fern|snow|vine|dead_bush)$/
const USED = /(chest|barrel|furnace|smoker|crafting_table|anvil|hopper|dispenser|dropper|door|gate|trapdoor|lever|button|bed|shulker_box|table|stonecutter|grindstone|loom|lectern)$/

export const place: ActionFn = async job => {
  const { bot, params } = job
  const name = params.name('block')
  const at = params.position()
  if (!bot.registry.itemsByName[name]) throw new ActionError('invalid', `place: there is no item ${name} in ${bot.version}`)
  if (!findCarried(bot, name)) throw new ActionError('missing_item', `no ${name} is carried`)
  const target = at ? new Vec3(at.x, at.y, at.z) : freePlace(job)
  await placeAt(job, name, target)
  return { position: { x: target.x, y: target.y, z: target.z } }
}

/** Places a carried block at a position; throws missing_item, no_support, unreachable or protected. */
export const placeAt = (job: Job, name: string, target: Vec): Promise<void> => job.steady(async () => {
  if (job.disturbances > 0 && job.bot.blockAt(target)?.name === name) return
  await placeOnce(job, name, target)
})

async function placeOnce(job: Job, name: string, target: Vec): Promise<void> {
  const { bot } = job
  const where = `${target.x} ${target.y} ${target.z}`
  job.kept.check(bot.game.dimension, target)
  const there = bot.blockAt(target)
  const fault = inTheWay(bot, target)
  if (fault) throw fault
  if (there && !support(job, target)) throw new ActionError('no_support', `nothing beside ${where} to place ${name} against`)
  const item = findCarried(bot, name)
  if (!item) throw new ActionError('missing_item', `no ${name} is carried`)
  const goal = new goals.GoalPlaceBlock(target, bot.world, { range: 4, LOS: false } as never)
  if (!inReach(bot, target) || overlaps(job, target)) await walk(job, goal, where)
  if (overlaps(job, target)) await stepAside(job, target)
  const ref = support(job, target)
  if (!ref) throw new ActionError('no_support', `nothing beside ${where} to place ${name} against`)
  const held = findCarried(bot, name)
  if (!held) throw new ActionError('missing_item', `no ${name} is carried`)
  const had = countOf(bot, name)
  await job.whole(bot.equip(held, 'hand'))
  const sneak = USED.test(ref.block.name)
  if (sneak) {
    bot.setControlState('sneak', true)
    await job.sleep(100)
  }
  try {
    await job.whole(bot.placeBlock(ref.block, ref.face))
  } catch (err) {
    job.check()
    await job.sleep(200)
    if (bot.blockAt(target)?.name !== name) {
      throw new ActionError('unreachable', `the server did not let ${name} be placed at ${where}: something may be in the way, or the place protected`)
    }
  } finally {
    if (sneak) bot.setControlState('sneak', false)
  }
  job.own.placed(bot.game.dimension, target)
  await usedUp(job, name, had)
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

function support(job: Job, target: Vec): { block: Block; face: Vec } | null {
  const { bot } = job
  const options = FACES.flatMap(face => {
    const block = bot.blockAt(target.minus(face))
    return block && block.boundingBox === 'block' ? [{ block, face, used: USED.test(block.name) }] : []
  })
  return options.find(o => !o.used) ?? options[0] ?? null
}

function overlaps(job: Job, target: Vec): boolean {
  const boxes = [job.bot.entity, ...Object.values(job.bot.entities).filter(e => e.type !== 'object' && e.type !== 'orb' && e.type !== 'projectile' && e.name !== 'item')]
  return boxes.some(e => {
    const p = e.position
    const w = (e.width || 0.6) / 2
    return p.x + w > target.x && p.x - w < target.x + 1 && p.z + w > target.z && p.z - w < target.z + 1 && p.y + (e.height || 1.8) > target.y && p.y < target.y + 1
  })
}

async function stepAside(job: Job, target: Vec): Promise<void> {
  const away = new goals.GoalInvert(new goals.GoalNear(target.x, target.y, target.z, 1.5))
  await walk(job, away, 'a place beside it')
  if (overlaps(job, target)) throw new ActionError('unreachable', `something stands at ${target.x} ${target.y} ${target.z}`)
}

/** A free spot on firm ground, out of everybody's way: two blocks off if there is one, else up to ten. */
function freePlace(job: Job): Vec {
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
    const at = bot.blockAt(p)
    const above = bot.blockAt(p.offset(0, 1, 0))
    const below = bot.blockAt(p.offset(0, -1, 0))
    return at !== null && above !== null && below !== null && SOFT.test(at.name) && at.name !== 'water' && above.boundingBox === 'empty' &&
      below.boundingBox === 'block' && !USED.test(below.name) && !/farmland|leaves/.test(below.name) && !overlaps(job, p) && job.kept.at(bot.game.dimension, p) === null
  }
  const spot = around(3, 1, 1).find(p => free(p) && inReach(bot, p)) ?? around(10, 3, 6).find(free)
  if (!spot) job.kept.check(bot.game.dimension, feet)
  if (!spot) throw new ActionError('no_support', 'there is no free place within 10 blocks: go somewhere more open, or give x, y and z')
  return spot
}
