// SPDX-License-Identifier: MIT

// What stands between the bot and a creature.
import type { Bot, Entity } from './lib.ts'

/** Whether nothing solid does, not even the corner of a block. */
export function sees(bot: Bot, e: Entity): boolean {
  const from = bot.entity.position.offset(0, 1.6, 0)
  const way = e.position.offset(0, (e.height || 1) * 0.8, 0).minus(from)
  const length = way.norm()
  return length < 0.1 || bot.world.raycast(from, way.scaled(1 / length), length) === null
}
