// SPDX-License-Identifier: MIT

// Night and beds: lying down, the morning that comes when all sleep, and what keeps one awake.
import type { Game } from './game.ts'
import type { Block, Player, Vec } from './squid.ts'

const FROM = 12_542
const UNTIL = 23_459
/** Ticks from lying down to the morning. */
const ASLEEP = 100

export class Beds {
  private readonly game: Game
  private readonly sleepers = new Map<string, { since: number; bed: Vec }>()

  constructor(game: Game) {
    this.game = game
  }

  /** A player used a bed. */
  used(player: Player, bed: Block): void {
    const { game } = this
    const time = game.serv.time % 24_000
    if (time < FROM || time > UNTIL) return this.tell(player, 'block.minecraft.bed.no_sleep')
    if (player.position.distanceTo(bed.position) > 4) return this.tell(player, 'block.minecraft.bed.too_far_away')
    if (game.mobs.list().some(m => game.mobs.hostile(m) && m.entity.position.distanceTo(bed.position) <= 8)) return this.tell(player, 'block.minecraft.bed.not_safe')
    this.sleepers.set(player.username, { since: game.clock, bed: bed.position })
    this.pose(player, 2)
    game.count('slept', player.username)
  }

  /** Out of bed: by their own wish, by a hit, or because it is morning. */
  up(player: Player): void {
    if (!this.sleepers.delete(player.username)) return
    this.pose(player, 0)
    const packet = { entityId: player.id, animation: 2 }
    player._client.write('animation', packet)
    player._writeOthersNearby('animation', packet)
  }

  private pose(player: Player, pose: number): void {
    const type = this.game.serv.registry.version['>=']('1.20.2') ? 'pose' : 18
    const packet = { entityId: player.id, metadata: [{ key: 6, type, value: pose }] }
    player._client.write('entity_metadata', packet)
    player._writeOthersNearby('entity_metadata', packet)
  }

  private tell(player: Player, key: string): void {
    const content = this.game.component({ translate: key })
    if (this.game.serv.registry.version['>=']('1.19')) player._client.write('system_chat', { content, isActionBar: true })
    else player._client.write('chat', { message: content, position: 2, sender: '00000000-0000-0000-0000-000000000000' })
  }

  tick(): void {
    const { game } = this
    const players = game.serv.players.filter(p => p.health > 0 && !game.onlookers.has(p.username))
    for (const name of this.sleepers.keys()) if (!players.some(p => p.username === name)) this.sleepers.delete(name)
    if (this.sleepers.size === 0 || this.sleepers.size < players.length) return
    if ([...this.sleepers.values()].some(s => game.clock - s.since < ASLEEP)) return
    game.setTime(0)
    for (const p of players) this.up(p)
    game.emit({ event: 'morning' })
  }
}
