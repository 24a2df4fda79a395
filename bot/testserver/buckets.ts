// SPDX-License-Identifier: MIT

// Buckets: filled at water and lava, emptied before a face. Here a liquid stays where it is put.
import type { Game } from './game.ts'
import type { Hands } from './hands.ts'
import { aimedAt, sight } from './sight.ts'

const REACH = 5
const LIQUID = /^(water|lava)$/

/** The item in hand was used at what the player looks at; false when it is no bucket. */
export async function bucketUsed(game: Game, hands: Hands): Promise<boolean> {
  const held = hands.held()
  const poured = /^(water|lava)_bucket$/.exec(held?.name ?? '')?.[1]
  game.emit({ event: 'used', item: held?.name })
  if (!held || (held.name !== 'bucket' && poured === undefined)) return false
  const world = game.serv.overworld
  const { before, at, block } = await sight(world, hands.player, REACH, (b, p) => aimedAt(b, p) || (poured === undefined && LIQUID.test(b.name)))
  if (!block || (poured === undefined && !LIQUID.test(block.name))) {
    game.count('missed', held.name)
    const { position, yaw, pitch } = hands.player
    game.emit({ event: 'missed', item: held.name, from: String(position), yaw, pitch, to: String(at), block: block?.name })
    return true
  }
  if (poured !== undefined) {
    await game.put(before.floored(), poured)
    hands.setHeld(game.items.make('bucket', 1))
    game.count('poured', poured)
    game.emit({ event: 'poured', at: String(before.floored()) })
    return true
  }
  await game.put(at.floored(), 'air')
  game.count('filled', block.name)
  game.emit({ event: 'filled', at: String(at.floored()) })
  const full = game.items.make(`${block.name}_bucket`, 1)
  if (held.count === 1) hands.setHeld(full)
  else {
    hands.setHeld(game.items.copy(held, held.count - 1))
    if (hands.take(full) > 0) game.drops.thrown(hands.player, full)
  }
  return true
}
