// SPDX-License-Identifier: MIT

// fish: cast a rod into water near, wait for the bite, draw it in.
import { findBlocks } from '../blocks.ts'
import { ActionError } from '../errors.ts'
import { counts, countOf, findCarried, roomFor } from '../inventory.ts'
import { gaze } from '../gaze.ts'
import type { Job } from '../job.ts'
import type { Bot, Entity, Vec } from '../lib.ts'
import { goals } from '../lib.ts'
import { feetOf, walk } from '../walk.ts'
import { upFirst } from '../ways.ts'
import type { Kind, Way } from '../ways.ts'

const FAR = 48
/** A bite comes after 30 s at most, without rain and lures (minecraft.wiki, Fishing). */
const CAST_MS = 45_000
const FISH = ['cod', 'salmon', 'pufferfish', 'tropical_fish']
const FAILED_CASTS = 4
/** Water so far from where nothing bit is other water. */
const OTHER = 5

/** Water elsewhere than where nothing bit. */
const otherWater: Way = {
  said: 'in other water',
  after: ['not_found', 'unreachable', 'no_path'],
  take(job) {
    const was = spot(job)
    if (was) job.shunned.add(was.toString())
    const other = was && spot(job)
    return Promise.resolve(other !== null)
  },
}

export const fish: Kind = {
  run: async job => {
    const { bot, params } = job
    const target = params.name('target')
    const quantity = params.quantity()
    const wanted = target === 'fish' ? FISH : [target]
    if (target !== 'fish' && !bot.registry.itemsByName[target]) throw new ActionError('invalid', `fish: there is no item ${target} in ${bot.version}`)
    const caught = (): number => wanted.reduce((sum, item) => sum + Math.max(0, job.gained(item)), 0)
    let failed = 0
    let told = -1
    while (caught() < quantity) {
      const rod = findCarried(bot, 'fishing_rod')
      if (!rod) throw new ActionError('missing_tool', `fishing needs a fishing rod, and none is carried; ${caught()} of ${quantity} caught`)
      if (roomFor(bot, wanted[0] ?? 'cod') === 0) throw new ActionError('inventory_full', 'no room for what is caught: put something away first')
      const water = await job.find(() => spot(job))
      if (!water) throw new ActionError('not_found', `no open water within ${FAR} blocks; ${caught()} of ${quantity} caught`)
      await stand(job, water)
      if (told !== caught()) job.progress(`fishing, ${caught()}/${quantity} caught`, caught() / quantity)
      told = caught()
      if (bot.heldItem?.name !== 'fishing_rod') await job.whole(bot.equip(rod, 'hand'))
      if (await cast(job, water)) failed = 0
      else if (++failed >= FAILED_CASTS) throw new ActionError('not_found', `nothing bites at ${water.x} ${water.y} ${water.z}; ${caught()} of ${quantity} caught`)
    }
    return {}
  },
  within: 'four casts',
  ways: [otherWater, upFirst],
}

/** Water with open water around it and nothing over it. */
function spot(job: Job): Vec | null {
  const { bot } = job
  const id = bot.registry.blocksByName['water']?.id
  if (id === undefined) return null
  const me = bot.entity.position
  const name = (p: Vec): string => bot.blockAt(p)?.name ?? ''
  const open = (p: Vec): boolean => name(p) === 'water' && /air$/.test(name(p.offset(0, 1, 0))) && /air$/.test(name(p.offset(0, 2, 0)))
  const around = (p: Vec): number => [[1, 0], [-1, 0], [0, 1], [0, -1]].filter(([x, z]) => open(p.offset(x ?? 0, 0, z ?? 0))).length
  const shunned = findBlocks(bot, { ids: [id], within: FAR, count: 256 }).filter(p => job.shunned.has(p.toString()))
  const elsewhere = (p: Vec): boolean => shunned.every(s => s.distanceTo(p) > OTHER)
  return findBlocks(bot, { ids: [id], within: FAR, count: 256 }).filter(p => open(p) && elsewhere(p))
    .sort((a, b) => around(b) - around(a) || a.distanceTo(me) - b.distanceTo(me))[0] ?? null
}

/** On firm ground some blocks from the water. */
async function stand(job: Job, water: Vec): Promise<void> {
  const { bot } = job
  const flat = (): number => Math.hypot(bot.entity.position.x - water.x - 0.5, bot.entity.position.z - water.z - 0.5)
  const wet = (p: { x: number; y: number; z: number }): boolean => bot.blockAt(water.clone().set(p.x, p.y, p.z))?.name === 'water'
  class Shore extends goals.GoalNear {
    override isEnd(n: { x: number; y: number; z: number }): boolean {
      const d = Math.hypot(n.x - water.x, n.z - water.z)
      return d >= 1.5 && d <= 4.6 && n.y >= water.y && n.y <= water.y + 3 && !wet(n) && !wet({ x: n.x, y: n.y - 1, z: n.z })
    }
  }
  if (flat() >= 1.5 && flat() <= 5.5 && bot.entity.onGround && !wet(feetOf(bot)) && bot.entity.position.y >= water.y) return
  await walk(job, new Shore(water.x, water.y + 1, water.z, 4), 'the water')
}

/** One cast; true when something was drawn out. */
async function cast(job: Job, water: Vec): Promise<boolean> {
  const { bot } = job
  const before = counts(bot)
  let bobber: Entity | null = null
  let bite = false
  const onSpawn = (e: Entity): void => { if (e.name === 'fishing_bobber' && e.position.distanceTo(bot.entity.position) < 12) bobber ??= e }
  const onMeta = (p: { entityId: number; metadata: { key: number; value: unknown }[] }): void => {
    if (p.entityId === bobber?.id && p.metadata.some(m => m.key >= 8 && m.value === true)) bite = true
  }
  const onVelocity = (p: { entityId: number; velocityY?: number; velocity?: { y: number } }): void => {
    if (p.entityId === bobber?.id && settled() && (p.velocityY ?? p.velocity?.y ?? 0) < -1500) bite = true
  }
  const began = Date.now()
  const settled = (): boolean => Date.now() - began > 3000
  const stop = listen(bot, onSpawn, onMeta, onVelocity)
  let out = false
  try {
    await gaze(job, water.offset(0.5, 1.2, 0.5))
    bot.activateItem()
    out = true
    while (!bite) {
      await job.sleep(50)
      const gone = bobber !== null && bot.entities[(bobber as Entity).id] !== bobber
      if (gone || (!bobber && Date.now() - began > 3000) || Date.now() - began > CAST_MS) {
        out = !gone && bobber !== null
        return false
      }
    }
    bot.activateItem()
    out = false
    // What was caught flies up to the fisher.
    for (let i = 0; i < 50; i++) {
      if ([...counts(bot)].some(([item, n]) => item !== 'fishing_rod' && n > (before.get(item) ?? 0))) return true
      await job.sleep(100)
    }
    return countOf(bot, 'fishing_rod') < (before.get('fishing_rod') ?? 0)
  } finally {
    stop()
    if (out && bot.heldItem?.name === 'fishing_rod') bot.activateItem()
  }
}

function listen(bot: Bot, onSpawn: (e: Entity) => void, onMeta: (p: never) => void, onVelocity: (p: never) => void): () => void {
  bot.on('entitySpawn', onSpawn)
  bot._client.on('entity_metadata', onMeta as never)
  bot._client.on('entity_velocity', onVelocity as never)
  return () => {
    bot.removeListener('entitySpawn', onSpawn)
    bot._client.removeListener('entity_metadata', onMeta as never)
    bot._client.removeListener('entity_velocity', onVelocity as never)
  }
}
