// SPDX-License-Identifier: MIT

// Piglins: an ingot that is used on one is looked at for 121 ticks, and something is thrown back to the player
// (minecraft.wiki, Bartering). Of what may come only some is here, and they attack nobody.
import type { Game } from './game.ts'
import type { Mob } from './mobs.ts'
import type { Player } from './squid.ts'

/** Item, weight, least and most. */
const GIVES: readonly (readonly [string, number, number, number])[] = [['ender_pearl', 10, 2, 4], ['string', 20, 3, 9], ['obsidian', 40, 1, 1], ['gravel', 40, 8, 16], ['leather', 40, 2, 4]]
const PONDERS_MS = 6050
const busy = new WeakSet<Mob>()

/** The player uses what he holds on a piglin; false where it takes nothing. */
export function given(game: Game, player: Player, mob: Mob): boolean {
  const hands = game.hands.get(player.username)
  const held = hands?.held()
  if (!hands || mob.kind !== 'piglin' || mob.dead || held?.name !== 'gold_ingot' || busy.has(mob)) return false
  hands.setHeld(held.count > 1 ? game.items.copy(held, held.count - 1) : null)
  busy.add(mob)
  game.count('bartered', mob.kind)
  setTimeout(() => {
    busy.delete(mob)
    if (mob.dead) return
    let roll = game.random() * GIVES.reduce((sum, [, weight]) => sum + weight, 0)
    const [name, , least, most] = GIVES.find(([, weight]) => (roll -= weight) < 0) ?? ['gravel', 0, 8, 16]
    const at = mob.entity.position
    const way = player.position.minus(at)
    const to = at.offset(way.x / 2, 0.5, way.z / 2)
    game.drops.spawn(game.items.make(name, least + Math.floor(game.random() * (most - least + 1))), to, undefined, null, mob.entity.world)
  }, PONDERS_MS)
  return true
}
