// SPDX-License-Identifier: MIT

// Picking up what lies around.
import type { Job } from './job.ts'
import type { Bot, Entity, Vec } from './lib.ts'
import { countOf, roomFor } from './inventory.ts'
import { GoalOver, walk } from './walk.ts'

export function itemName(e: Entity): string | null {
  if (e.name !== 'item') return null
  try {
    return e.getDroppedItem()?.name ?? null
  } catch {
    return null
  }
}

export function lying(bot: Bot, center: Vec, radius: number, want: (name: string) => boolean): Entity[] {
  return Object.values(bot.entities)
    .filter(e => {
      const name = itemName(e)
      return name !== null && want(name) && e.position.distanceTo(center) <= radius
    })
    .sort((a, b) => a.position.distanceTo(bot.entity.position) - b.position.distanceTo(bot.entity.position))
}

/** How long an item may take to be picked up beside the ways to it, which take long on a busy machine, and with them, in ms. */
const WAIT_MS = 8000
const MOST_MS = 25_000

/** Walks onto one lying item and waits until it is picked up; false when it could not be had. */
export async function pick(job: Job, e: Entity): Promise<boolean> {
  const bot = job.bot
  const name = itemName(e)
  if (name === null || roomFor(bot, name) === 0) return false
  const had = countOf(bot, name)
  const there = (): boolean => bot.entities[e.id] === e
  const began = Date.now()
  let deadline = began + WAIT_MS
  // A broken block's drop can be taken after half a second, a thrown item after two.
  while (there() && Date.now() < deadline) {
    const d = e.position.minus(bot.entity.position)
    if (Math.abs(d.x) > 1.15 || Math.abs(d.z) > 1.15 || d.y < -0.5 || d.y > 1.8) {
      const left = Date.now()
      try {
        await walk(job, new GoalOver(e.position), name)
        deadline = Math.min(deadline + Date.now() - left, began + MOST_MS)
        if (there()) await nudge(job, e)
      } catch {
        job.check()
        return false
      }
    }
    if (there()) await job.sleep(100)
  }
  // The slot follows the removal by a packet or two.
  for (let i = 0; i < 10 && countOf(bot, name) <= had; i++) await job.sleep(50)
  return countOf(bot, name) > had
}

/** A step straight toward an item that the end of the path left just out of reach. */
async function nudge(job: Job, e: Entity): Promise<void> {
  const { bot } = job
  if (Math.abs(e.position.x - bot.entity.position.x) <= 1.15 && Math.abs(e.position.z - bot.entity.position.z) <= 1.15) return
  await job.run(bot.lookAt(e.position.offset(0, 1.2, 0), true))
  bot.setControlState('forward', true)
  try {
    await job.sleep(150)
  } finally {
    bot.setControlState('forward', false)
  }
}

/** Picks up all that fell around a place since `since` (entity ids seen before are left). */
export async function pickFallen(job: Job, center: Vec, before: ReadonlySet<number>, radius = 6): Promise<void> {
  const left = new Set<number>()
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    const next = lying(job.bot, center, radius, () => true).find(e => !before.has(e.id) && !left.has(e.id))
    if (!next) return
    if (!await pick(job, next)) left.add(next.id)
  }
}

export function entityIds(bot: Bot): Set<number> {
  return new Set(Object.values(bot.entities).map(e => e.id))
}
