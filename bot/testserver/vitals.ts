// SPDX-License-Identifier: MIT

// Health, hunger, eating, death and coming back.
import { bucketUsed } from './buckets.ts'
import { Experience } from './experience.ts'
import type { Game } from './game.ts'
import type { Hands } from './hands.ts'
import { VecOf } from './squid.ts'
import type { Vec } from './squid.ts'

const EAT_MS = 1610
const ALWAYS = new Set(['golden_apple', 'enchanted_golden_apple', 'chorus_fruit', 'honey_bottle', 'milk_bucket', 'potion'])
/** A bottle of anything is drunk; what it does to the player is left out. */
const DRINK = { foodPoints: 0, saturation: 0 }

export class Vitals {
  readonly hands: Hands
  readonly experience: Experience
  private readonly game: Game
  private eating: NodeJS.Timeout | null = null
  private exhaustion = 0
  private lastHurt = 0
  private lastHeal = 0
  /** Behind a shield in the off hand. */
  blocking = false

  constructor(game: Game, hands: Hands) {
    this.game = game
    this.hands = hands
    this.experience = new Experience(hands.player)
    const c = hands.player._client
    c.on('use_item', (p: { hand?: number }) => {
      if (p.hand === 1 && this.hands.slots[45]?.name === 'shield') this.blocking = true
      if ((p.hand ?? 0) !== 0) return
      if (this.hands.held()?.name === 'fishing_rod') game.guard(game.fishing.used(this.hands.player))
      else if (!game.bows.draw(this.hands)) game.by(this.hands.player, () => bucketUsed(game, this.hands).then(was => { if (!was) this.startEating() }))
    })
    c.on('held_item_slot', () => { this.stopEating() })
    c.on('client_command', (p: { actionId?: unknown; payload?: unknown }) => {
      const what = p.actionId ?? p.payload
      if (what === 0 || what === 'perform_respawn') game.guard(this.respawn())
    })
  }

  send(): void {
    const p = this.hands.player
    p._client.write('update_health', { health: Math.max(0, p.health), food: p.food, foodSaturation: p.foodSaturation })
  }

  set(v: { health?: number; food?: number; saturation?: number }): void {
    const p = this.hands.player
    if (v.food !== undefined) p.food = v.food
    if (v.saturation !== undefined) p.foodSaturation = v.saturation
    if (v.health !== undefined && v.health <= 0) return this.hurt(1000)
    if (v.health !== undefined) p.health = v.health
    this.send()
  }

  private startEating(): void {
    const held = this.hands.held()
    const p = this.hands.player
    const food = held?.name === 'potion' ? DRINK : held ? this.game.serv.registry.foodsByName[held.name] : undefined
    if (!held || !food || p.health <= 0 || (p.food >= 20 && !ALWAYS.has(held.name))) return
    this.stopEating()
    this.eating = setTimeout(() => {
      this.eating = null
      const now = this.hands.held()
      if (!now || now.type !== held.type) return
      p.food = Math.min(20, p.food + food.foodPoints)
      p.foodSaturation = Math.min(p.food, p.foodSaturation + food.saturation)
      this.hands.setHeld(food === DRINK ? this.game.items.make('glass_bottle', 1) : now.count > 1 ? this.game.items.copy(now, now.count - 1) : null)
      p._client.write('entity_status', { entityId: p.id, entityStatus: 9 })
      this.send()
    }, EAT_MS)
  }

  stopEating(): void {
    if (this.eating) clearTimeout(this.eating)
    this.eating = null
  }

  /** The use button is let go. */
  letGo(): void {
    this.stopEating()
    this.blocking = false
    this.game.guard(this.game.bows.release(this.hands))
  }

  /** Exhaustion: every 4 points cost one of saturation, then of food. */
  tire(points: number): void {
    const p = this.hands.player
    if (p.gameMode !== 0) return
    this.exhaustion += points
    if (this.exhaustion < 4) return
    this.exhaustion -= 4
    if (p.foodSaturation > 0) p.foodSaturation = Math.max(0, p.foodSaturation - 1)
    else p.food = Math.max(0, p.food - 1)
    this.send()
  }

  tick(now: number): void {
    const p = this.hands.player
    if (p.health <= 0) return
    if (p.position.y < -80) return this.hurt(1000)
    if (p.health < 20 && p.food >= 18 && now - this.lastHeal > 4000) {
      this.lastHeal = now
      p.health = Math.min(20, p.health + 1)
      this.tire(6)
      this.send()
    }
  }

  hurt(amount: number, from?: Vec): void {
    const p = this.hands.player
    const now = Date.now()
    if (p.health <= 0 || p.gameMode === 1 || (amount < 100 && now - this.lastHurt < 500)) return
    if (from && this.blocking && this.faces(from)) {
      this.game.count('blocked', p.username)
      return
    }
    this.lastHurt = now
    this.game.beds.up(p)
    p.health = Math.max(0, p.health - amount)
    if (this.game.serv.registry.version['>=']('1.19.4')) p._writeNearby('hurt_animation', { entityId: p.id, yaw: 0 })
    else p._writeNearby('entity_status', { entityId: p.id, entityStatus: 2 })
    if (from) {
      const d = p.position.minus(from)
      const len = Math.hypot(d.x, d.z) || 1
      const v = { x: Math.round(d.x / len * 3200), y: 2400, z: Math.round(d.z / len * 3200) }
      p._client.write('entity_velocity', { entityId: p.id, velocity: v, velocityX: v.x, velocityY: v.y, velocityZ: v.z })
    }
    this.send()
    if (p.health > 0) return
    this.stopEating()
    this.blocking = false
    this.hands.closed()
    this.experience.set(0)
    for (const it of this.hands.clear()) this.game.drops.spawn(it, p.position.offset(0, 0.5, 0), 2000)
    this.game.emit({ event: 'death', player: p.username })
  }

  /** Whether a place lies in the half before the player; yaw is told in 256ths of a circle. */
  private faces(from: Vec): boolean {
    const p = this.hands.player
    const yaw = p.yaw * Math.PI / 128
    return -Math.sin(yaw) * (from.x - p.position.x) + Math.cos(yaw) * (from.z - p.position.z) > 0
  }

  private async respawn(): Promise<void> {
    const { game } = this
    const p = this.hands.player
    if (p.health > 0) return
    p.health = 20
    p.food = 20
    p.foodSaturation = 5
    await game.enter(p, 'overworld', new VecOf(p.spawnPoint.x + 0.5, p.spawnPoint.y, p.spawnPoint.z + 0.5), true)
  }
}
