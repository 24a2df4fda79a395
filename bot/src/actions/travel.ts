// SPDX-License-Identifier: MIT

// travel: through a Nether portal to another dimension. One that stands near or was seen before is taken; where none is
// known, one is built of ten obsidian and lit.
import { findBlocks } from '../blocks.ts'
import { ActionError } from '../errors.ts'
import { isBuilt } from '../harm.ts'
import { carried, countOf, findCarried } from '../inventory.ts'
import type { Job } from '../job.ts'
import { Vec3, goals } from '../lib.ts'
import type { Block, Vec } from '../lib.ts'
import { feetOf, near, pointOf, reach, walk } from '../walk.ts'
import type { Kind } from '../ways.ts'
import { SCAFFOLDS } from './build.ts'
import { breakOne } from './mine.ts'
import { placeAt } from './place.ts'

const PORTAL = 'nether_portal'
const WITHIN = 64
/** How far it goes back to a portal that it saw before. */
const REMEMBERED = 400
const FRAME = 10
/** Four seconds in the portal, and what a server takes to change the world. */
const THROUGH_MS = 60_000
const LIT_MS = 5000
/** How far off a place for a portal is looked for. */
const SITE = 14

export const travel: Kind = {
  run: async job => {
    const { bot, params } = job
    const to = params.name('target')
    const from = (): string => bot.game.dimension
    if (from() === to) return { position: pointOf(bot) }
    if (![to, from()].includes('the_nether') || ![to, from()].includes('overworld')) {
      throw new ActionError('unreachable', `the bot goes through Nether portals alone, and none leads from ${from()} to ${to}`)
    }
    await leave(job) // one that it came out of takes nobody back before he has left it
    const portal = await standing(job) ?? await buildOne(job)
    const start = from()
    await enter(job, portal)
    job.progress(`standing in the portal to ${to}`)
    for (const until = Date.now() + THROUGH_MS; from() === start; await job.sleep(100)) {
      if (Date.now() > until) throw new ActionError('denied', `the server took nobody through the portal at ${portal.x} ${portal.y} ${portal.z} in ${THROUGH_MS / 1000} s`)
      if (bot.blockAt(feetOf(bot))?.name !== PORTAL && from() === start) await enter(job, portal)
    }
    await job.arrived()
    if (from() !== to) throw new ActionError('unreachable', `the portal led to ${from()}, not to ${to}`)
    await leave(job)
    return { position: pointOf(bot) }
  },
  within: 'through a portal near, one seen before, or one of its own',
}

const idOf = (job: Job): number => job.bot.registry.blocksByName[PORTAL]?.id ?? -1

/** The lowest block of the nearest portal that stands; null for none. */
async function standing(job: Job): Promise<Vec | null> {
  const { bot } = job
  const look = (): Vec | null => {
    const at = findBlocks(bot, { ids: [idOf(job)], within: WITHIN, count: 32 }).sort((a, b) => a.distanceTo(bot.entity.position) - b.distanceTo(bot.entity.position))[0]
    if (!at) return null
    while (bot.blockAt(at.offset(0, -1, 0))?.name === PORTAL) at.y--
    return at
  }
  const here = await job.find(look)
  if (here) return here
  const known = job.memory.near(bot.game.dimension, [PORTAL], bot.entity.position, REMEMBERED)
  if (!known) return null
  job.progress('going back to where a portal was seen')
  try {
    await walk(job, new goals.GoalNearXZ(known.at.x, known.at.z, 8), 'the portal seen before')
  } catch (err) {
    job.check()
    if (!(err instanceof ActionError)) throw err
  }
  const there = await job.find(look)
  if (!there) job.memory.forget(bot.game.dimension, PORTAL, known.at)
  return there
}

/** Walks into a portal: other walks go around it. */
async function enter(job: Job, at: Vec): Promise<void> {
  const { movements } = job.bot.pathfinder as unknown as { movements: { blocksToAvoid: Set<number> } }
  movements.blocksToAvoid.delete(idOf(job))
  try {
    await walk(job, new goals.GoalBlock(at.x, at.y, at.z), 'the portal')
  } finally {
    movements.blocksToAvoid.add(idOf(job))
  }
}

/** Steps out of the portal that it stands in. */
async function leave(job: Job): Promise<void> {
  const { bot } = job
  const feet = feetOf(bot)
  if (bot.blockAt(feet)?.name !== PORTAL) return
  const free = (p: Vec): boolean => [0, 1].every(y => /air$/.test(bot.blockAt(p.offset(0, y, 0))?.name ?? '')) && bot.blockAt(p.offset(0, -1, 0))?.boundingBox === 'block'
  const out = [[1, 0], [-1, 0], [0, 1], [0, -1]].flatMap(([x, z]) => [0, -1, 1].map(y => feet.offset(x ?? 0, y, z ?? 0))).find(free)
  if (out) await walk(job, new goals.GoalBlock(out.x, out.y, out.z), 'a place before the portal')
}

/** A frame in the world: its columns along a line, from the lowest block of the inside. */
interface Site { low: Vec; along: Vec; before: Vec }

/** The blocks of a frame around an inside of two by three, without its corners, from the ground up. */
const frameOf = ({ low, along }: Site): Vec[] => [
  ...[0, 1].map(u => low.plus(along.scaled(u)).offset(0, -1, 0)),
  ...[-1, 2].flatMap(u => [0, 1, 2].map(v => low.plus(along.scaled(u)).offset(0, v, 0))),
  ...[0, 1].map(u => low.plus(along.scaled(u)).offset(0, 3, 0)),
]

/** Sets up a frame, with its lowest blocks in the ground, and lights it. */
async function buildOne(job: Job): Promise<Vec> {
  const { bot } = job
  const lacks = [
    ...(countOf(bot, 'obsidian') < FRAME ? [`${FRAME} obsidian (${countOf(bot, 'obsidian')} are carried)`] : []),
    ...(findCarried(bot, 'flint_and_steel') ? [] : ['a flint and steel']),
  ]
  if (lacks.length > 0) throw new ActionError('missing_item', `no portal is near or was seen before, and to build one it takes ${lacks.join(' and ')}`)
  const site = await job.find(() => siteNear(job))
  if (!site) throw new ActionError('unreachable', `there is no free level ground for a portal within ${SITE} blocks: bring the bot to open ground`)
  job.progress('building a portal')
  const { movements } = bot.pathfinder as unknown as { movements: { scafoldingBlocks: number[] } }
  const was = movements.scafoldingBlocks
  movements.scafoldingBlocks = [] // all of it is reached from the ground
  try {
    await setUp(job, site)
  } finally {
    movements.scafoldingBlocks = was
  }
  await light(job, site)
  return site.low
}

async function setUp(job: Job, site: Site): Promise<void> {
  const { bot } = job
  const frame = frameOf(site)
  for (const [i, p] of frame.entries()) {
    if (bot.blockAt(p)?.name === 'obsidian') continue
    const there = bot.blockAt(p)
    if (i < 2 && there) await breakOne(job, there, { gone: true })
    await aside(job, site, p)
    if (i === FRAME - 2) await held(job, site)
    await placeAt(job, 'obsidian', p)
    job.progress(`building a portal: ${i + 1} of ${FRAME}`, (i + 1) / FRAME)
  }
  const aid = bot.blockAt(corner(site))
  if (aid && aid.boundingBox === 'block') await job.as('scaffold', () => breakOne(job, aid, { gone: true }))
}

/** Stands where no block of the frame goes. */
async function aside(job: Job, site: Site, p: Vec): Promise<void> {
  const feet = feetOf(job.bot)
  if (feet.distanceTo(site.before) < 3 && !(feet.x === p.x && feet.z === p.z)) return
  await walk(job, near(site.before, 1), 'the place before the portal')
}

const corner = ({ low, along }: Site): Vec => low.minus(along).offset(0, 3, 0)

/** The corner on which the upper blocks are hung: of what was dug, taken away again. */
async function held(job: Job, site: Site): Promise<void> {
  const { bot } = job
  if (bot.blockAt(corner(site))?.boundingBox === 'block') return
  const item = SCAFFOLDS.find(n => countOf(bot, n) > 0) ?? carried(bot).find(i => bot.registry.blocksByName[i.name]?.boundingBox === 'block' && !isBuilt(i.name) && i.name !== 'obsidian')?.name
  if (item === undefined) throw new ActionError('missing_item', 'a portal\'s upper blocks hang on a corner: one dirt, cobblestone or netherrack is needed for it')
  await job.as('scaffold', () => placeAt(job, item, corner(site)))
}

async function light(job: Job, site: Site): Promise<void> {
  const { bot } = job
  const burns = (): boolean => bot.blockAt(site.low)?.name === PORTAL
  for (let tries = 0; tries < 2 && !burns(); tries++) {
    await reach(job, site.low, 'the frame')
    const steel = findCarried(bot, 'flint_and_steel')
    const under = bot.blockAt(site.low.offset(0, -1, 0))
    if (!steel || !under) throw new ActionError('missing_item', 'no flint and steel is carried any more')
    await job.whole(bot.equip(steel, 'hand'))
    await job.run(bot.lookAt(site.low.offset(0.5, 0, 0.5), true))
    await job.whole(bot.activateBlock(under, new Vec3(0, 1, 0), new Vec3(0.5, 1, 0.5)))
    for (const until = Date.now() + LIT_MS; !burns() && Date.now() < until;) await job.sleep(50)
  }
  if (!burns()) throw new ActionError('denied', `the portal at ${site.low.x} ${site.low.y} ${site.low.z} does not burn: the server lights none here`)
}

/** Level ground with room for a frame and to stand before it, the nearest. */
function siteNear(job: Job): Site | null {
  const { bot } = job
  const feet = feetOf(bot)
  const at = (p: Vec): Block | null => bot.blockAt(p)
  const free = (p: Vec): boolean => /^(air|cave_air|short_grass|grass|fern|dead_bush)$/.test(at(p)?.name ?? '')
  const firm = (p: Vec): boolean => { const b = at(p); return b?.boundingBox === 'block' && !isBuilt(b.name) && b.diggable }
  const fits = ({ low, along, before }: Site): boolean => {
    for (let u = -1; u <= 2; u++) {
      const p = low.plus(along.scaled(u))
      if (!firm(p.offset(0, -1, 0)) || job.kept.at(bot.game.dimension, p)) return false
      for (let v = 0; v <= 3; v++) if (!free(p.offset(0, v, 0))) return false
    }
    return [0, 1].every(u => { const p = before.plus(along.scaled(u)); return firm(p.offset(0, -1, 0)) && free(p) && free(p.offset(0, 1, 0)) })
  }
  const list: Site[] = []
  for (let dx = -SITE; dx <= SITE; dx++) for (let dz = -SITE; dz <= SITE; dz++) for (const dy of [0, 1, -1]) for (const [x, z] of [[1, 0], [0, 1]] as const) for (const side of [1, -1]) {
    const low = feet.offset(dx, dy, dz)
    list.push({ low, along: new Vec3(x, 0, z), before: low.offset(z * side, 0, x * side) })
  }
  return list.sort((a, b) => a.before.distanceTo(feet) - b.before.distanceTo(feet)).find(fits) ?? null
}
