// What stands between the bot and a creature.
import type { Bot, Entity } from './lib.ts'

/** Whether nothing solid does. */
export function sees(bot: Bot, e: Entity): boolean {
  const from = bot.entity.position.offset(0, 1.6, 0)
  const way = e.position.offset(0, (e.height || 1) * 0.8, 0).minus(from)
  const length = way.norm()
  for (let d = 0.5; d < length; d += 0.5) if (bot.blockAt(from.plus(way.scaled(d / length)), false)?.boundingBox === 'block') return false
  return true
}
