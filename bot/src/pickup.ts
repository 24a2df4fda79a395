// Picking up what lies around.
import type { Job } from './job.ts'
import type { Bot, Entity, Vec } from './lib.ts'
import { countOf, roomFor } from './inventory.ts'
import { goals } from './lib.ts'
import { stopMoving, walk } from './walk.ts'

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

/** Walks onto one lying item and waits until it is picked up; false when it could not be had. */
export async function pick(job: Job, e: Entity): Promise<boolean> {
  const bot = job.bot
  const name = itemName(e)
  if (name === null || roomFor(bot, name) === 0) return false
  const had = countOf(bot, name)
  const there = (): boolean => bot.entities[e.id] === e
  const deadline = Date.now() + 8000
  // A broken block's drop can be taken after half a second, a thrown item after two.
  while (there() && Date.now() < deadline) {
    const d = e.position.minus(bot.entity.position)
    if (Math.abs(d.x) > 0.9 || Math.abs(d.z) > 0.9 || d.y < -0.9 || d.y > 1.8) {
      try {
        await walk(job, new goals.GoalNear(Math.floor(e.position.x), Math.floor(e.position.y), Math.floor(e.position.z), 1), name)
        if (there() && bot.entity.position.distanceTo(e.position) > 1.2) {
          await walk(job, new goals.GoalBlock(Math.floor(e.position.x), Math.floor(e.position.y), Math.floor(e.position.z)), name)
        }
      } catch (err) {
        job.check()
        void err // not reachable: leave it
        return false
      } finally {
        stopMoving(bot)
      }
    }
    if (there()) await job.sleep(100)
  }
  // The slot follows the removal by a packet or two.
  for (let i = 0; i < 10 && countOf(bot, name) <= had; i++) await job.sleep(50)
  return countOf(bot, name) > had
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
