// SPDX-License-Identifier: MIT

// Shooting with a bow.
import { carried } from './inventory.ts'
import type { Bot, Entity, Item } from './lib.ts'

/** An arrow of a bow that was fully drawn: blocks a tick, what is left of it each tick, and what it falls (minecraft.wiki, Arrow). */
const SPEED = 3
const DRAG = 0.99
const FALL = 0.05
/** A bow is fully drawn after a second; servers count ticks, not milliseconds. */
const DRAW_MS = 1150
/** Nearer than this a sword is quicker, farther off the arrow misses. */
const NEAREST = 6
const FARTHEST = 24

/** The bow, when there are arrows for it too. */
export function bowOf(bot: Bot): Item | null {
  const items = carried(bot)
  return items.some(i => /^(spectral_|tipped_)?arrow$/.test(i.name)) ? items.find(i => i.name === 'bow') ?? null : null
}

/** Whether a shot at a distance in blocks is worth it. */
export const inShot = (distance: number): boolean => distance >= NEAREST && distance <= FARTHEST

/** How far up to aim, in radians, to hit what is so far off and so much higher, in blocks; null for out of reach. */
export function aim(flat: number, up: number): number | null {
  let best: { pitch: number; off: number } | null = null
  for (let pitch = -1.2; pitch <= 0.8; pitch += 0.005) {
    let [x, y, vx, vy] = [0, 0, SPEED * Math.cos(pitch), SPEED * Math.sin(pitch)]
    for (let tick = 0; tick < 60; tick++) {
      if (x + vx >= flat) {
        const off = Math.abs(y + vy * (flat - x) / vx - up)
        if (!best || off < best.off) best = { pitch, off }
        break
      }
      x += vx
      y += vy
      vx *= DRAG
      vy = vy * DRAG - FALL
    }
  }
  return best && best.off < 0.3 ? best.pitch : null
}

/** One shot at a creature; false when it cannot be hit from here. */
export async function shoot(bot: Bot, foe: Entity, sleep: (ms: number) => Promise<void>): Promise<boolean> {
  const bow = bowOf(bot)
  const look = async (): Promise<boolean> => {
    const d = foe.position.offset(0, (foe.height || 1.8) * 0.6, 0).minus(bot.entity.position.offset(0, 1.52, 0))
    const pitch = aim(Math.hypot(d.x, d.z), d.y)
    if (pitch !== null) await bot.look(Math.atan2(-d.x, -d.z), pitch, true)
    return pitch !== null
  }
  if (!bow || !await look()) return false
  if (bot.heldItem?.name !== 'bow') await bot.equip(bow, 'hand')
  bot.activateItem()
  try {
    await sleep(DRAW_MS)
    await look()
    await sleep(120) // the server goes by the look that it was told of
  } finally {
    bot.deactivateItem()
  }
  return true
}
