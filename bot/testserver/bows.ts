// SPDX-License-Identifier: MIT

// Bows: drawn while the button is held, and an arrow that flies as the game's do (minecraft.wiki, Bow, Arrow).
import type { Game } from './game.ts'
import type { Hands } from './hands.ts'
import { VecOf } from './squid.ts'

const SPEED = 3
const DRAG = 0.99
const FALL = 0.05
/** A mob is hit within this of its middle, and up to its height. */
const HALF = 0.45
const TALL = 2

export class Bows {
  private readonly game: Game
  private readonly drawn = new Map<string, number>()

  constructor(game: Game) {
    this.game = game
  }

  /** The button is held; false when there is no bow in hand, or no arrow. */
  draw(hands: Hands): boolean {
    if (hands.held()?.name !== 'bow' || this.arrow(hands) < 0) return false
    this.drawn.set(hands.player.username, this.game.clock)
    return true
  }

  private arrow(hands: Hands): number {
    return hands.slots.findIndex((it, i) => i >= 9 && it?.name === 'arrow')
  }

  /** The button is let go: an arrow flies to where it meets a block or a mob. */
  async release(hands: Hands): Promise<void> {
    const { game } = this
    const since = this.drawn.get(hands.player.username)
    this.drawn.delete(hands.player.username)
    const slot = this.arrow(hands)
    const bow = hands.held()
    const arrow = hands.slots[slot]
    if (since === undefined || bow?.name !== 'bow' || !arrow) return
    const f = (game.clock - since) / 20
    const power = Math.min(1, (f * f + 2 * f) / 3)
    if (power < 0.1) return
    hands.set(slot, arrow.count > 1 ? game.items.copy(arrow, arrow.count - 1) : null)
    hands.setHeld(game.items.wear(bow))
    game.count('shot', hands.player.username)
    const yaw = hands.player.yaw * Math.PI / 128
    const pitch = hands.player.pitch * Math.PI / 128
    let at = hands.player.position.offset(0, 1.52, 0)
    const v = { x: -Math.sin(yaw) * Math.cos(pitch) * SPEED * power, y: -Math.sin(pitch) * SPEED * power, z: Math.cos(yaw) * Math.cos(pitch) * SPEED * power }
    const type = game.serv.registry.entitiesByName['arrow']?.id
    const shown = type === undefined ? null : game.serv.spawnObject(type, game.serv.overworld, at, { velocity: new VecOf(0, 0, 0) })
    if (shown) {
      shown.size = undefined
      setTimeout(() => { shown.destroy() }, 2000)
    }
    for (let tick = 0; tick < 60; tick++) {
      const speed = Math.hypot(v.x, v.y, v.z)
      for (let s = 0; s < speed; s += 0.25) {
        const part = Math.min(0.25, speed - s) / speed
        at = at.offset(v.x * part, v.y * part, v.z * part)
        if ((await game.serv.overworld.getBlock(at.floored())).boundingBox === 'block') return
        const hit = game.mobs.list().find(m => !m.dead && Math.abs(m.entity.position.x - at.x) < HALF && Math.abs(m.entity.position.z - at.z) < HALF && at.y >= m.entity.position.y && at.y <= m.entity.position.y + TALL)
        if (!hit) continue
        game.mobs.hurt(hit, Math.ceil(2 * speed), hands.player)
        game.count('hit', hit.kind)
        return
      }
      v.x *= DRAG
      v.y = v.y * DRAG - FALL
      v.z *= DRAG
    }
  }
}
