// SPDX-License-Identifier: MIT

// Where feet can run, and how a fighter keeps out of the reach of those who strike.
import { Vec3 } from './lib.ts'
import type { Bot, Entity, Vec } from './lib.ts'

export const at = (bot: Bot, p: Vec): string => bot.blockAt(p, false)?.name ?? 'unknown'

/** These do not come near to strike. */
export const SHOOTS = /^(skeleton|stray|bogged|pillager|witch|blaze|ghast)$/

/** How far a way can be run, up to a number of blocks: steps of one up, drops of three, nothing wet or burning. */
export function runs(bot: Bot, d: { x: number; z: number }, most: number): number {
  const me = bot.entity.position
  const free = (q: Vec): boolean => bot.blockAt(q, false)?.boundingBox === 'empty' && !/lava|fire|water|powder_snow|cactus/.test(at(bot, q))
  let y = Math.floor(me.y)
  for (let s = 1; s <= most; s++) {
    const p = new Vec3(Math.floor(me.x + d.x * s), y, Math.floor(me.z + d.z * s))
    if (!free(p) && free(p.offset(0, 1, 0)) && free(p.offset(0, 2, 0))) { y++; continue }
    if (!free(p) || !free(p.offset(0, 1, 0))) return s - 1
    let drop = 0
    while (drop < 4 && free(p.offset(0, -1 - drop, 0))) drop++
    if (drop > 3) return s - 1
    y -= drop
  }
  return most
}

/** Who comes near to strike is kept off so far between two blows: farther than it reaches, hardly farther than a sword does. */
const ROOM = 3.2
/** Others so near count, and a way is looked at so far. */
const CROWD = 6
const STEP = 2

/** Whether a foe is one that is kept off. */
export const comesNear = (foe: Entity): boolean => !SHOOTS.test(foe.name ?? '') && foe.name !== 'creeper'

/** The best of 16 ways on which the nearest of the foes is farther than it is now, over ground that may be stood on; null where none is. */
export function giveWay(me: Vec, foes: readonly Vec[], fit: (to: Vec, d: { x: number; z: number }) => boolean): { x: number; z: number } | null {
  const far = (p: Vec): number => Math.min(...foes.map(f => Math.hypot(f.x - p.x, f.z - p.z)))
  let best = { d: null as { x: number; z: number } | null, far: far(me) }
  for (let i = 0; i < 16; i++) {
    const d = { x: Math.cos(i * Math.PI / 8), z: Math.sin(i * Math.PI / 8) }
    const to = me.offset(d.x * STEP, 0, d.z * STEP)
    if (far(to) > best.far && fit(to, d)) best = { d, far: far(to) }
  }
  return best.d
}

/** Steps out of reach of the foes, within what may be stood on, as long as it is called; false when there is no need or no way. */
export async function keepOff(bot: Bot, foes: readonly Entity[], stays: (to: Vec) => boolean): Promise<boolean> {
  const me = bot.entity.position
  const near = foes.map(e => e.position).filter(p => p.distanceTo(me) < CROWD)
  const d = near.some(p => p.distanceTo(me) < ROOM) ? giveWay(me, near, (to, way) => stays(to) && runs(bot, way, STEP) === STEP) : null
  if (d) await bot.lookAt(me.offset(d.x * 10, 1.6, d.z * 10), true)
  bot.setControlState('forward', d !== null)
  return d !== null
}
