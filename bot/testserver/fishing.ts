// SPDX-License-Identifier: MIT

// Fishing: a bobber on the water, a bite after some seconds, a catch for whoever draws in time.
import type { Game } from './game.ts'
import { sight } from './sight.ts'
import type { Player, SquidEntity, Vec } from './squid.ts'
import { VecOf } from './squid.ts'

/** Ticks until a bite, and for how long it can be drawn. The game's are 100 to 600 and 20 to 40. */
const BITE = [60, 120] as const
const HOLD = 30
const LINE = 12

/** The game's loot without enchanted things: 85 in 100 fish, 10 junk, 5 treasure (minecraft.wiki, Fishing). */
const FISH: [string, number][] = [['cod', 60], ['salmon', 25], ['pufferfish', 13], ['tropical_fish', 2]]
const JUNK: [string, number][] = [['lily_pad', 17], ['bowl', 10], ['leather', 10], ['rotten_flesh', 10], ['bone', 10], ['string', 5], ['stick', 5], ['ink_sac', 1]]
const TREASURE: [string, number][] = [['name_tag', 1], ['nautilus_shell', 1], ['saddle', 1]]

interface Line { bobber: SquidEntity; wet: boolean; bites: number; until: number }

export class Fishing {
  private readonly game: Game
  private readonly lines = new Map<string, Line>()

  constructor(game: Game) {
    this.game = game
  }

  /** The rod was used: cast, or drawn in. */
  async used(player: Player): Promise<void> {
    const { game } = this
    const line = this.lines.get(player.username)
    if (line) {
      this.draw(player)
      if (line.wet && game.clock >= line.bites && game.clock < line.until) {
        const roll = game.random() * 100
        const item = this.pick(roll >= 95 ? TREASURE : roll >= 85 ? JUNK : FISH)
        game.drops.spawn(game.items.make(item, 1), player.position.offset(0, 0.5, 0), 200)
        game.count('fished', item)
        const hands = game.hands.get(player.username)
        const rod = hands?.held()
        if (hands && rod?.name === 'fishing_rod') hands.setHeld(game.items.wear(rod))
      }
      return
    }
    const serv = game.serv
    const type = serv.registry.entitiesByName['fishing_bobber']?.id
    if (type === undefined) return
    const [at, wet] = await this.lands(player)
    const bobber = serv.spawnObject(type, serv.overworld, at, { velocity: new VecOf(0, 0, 0), data: player.id })
    bobber.size = undefined
    const bites = game.clock + BITE[0] + Math.floor(game.random() * (BITE[1] - BITE[0]))
    this.lines.set(player.username, { bobber, wet, bites, until: bites + HOLD })
  }

  /** Where the line of sight meets water or ground. */
  private async lands(player: Player): Promise<[Vec, boolean]> {
    const { before, at, block } = await sight(this.game.serv.overworld, player, LINE, b => b.name === 'water' || b.boundingBox === 'block')
    return block?.name === 'water' ? [new VecOf(at.x, at.floored().y + 0.8, at.z), true] : [before, false]
  }

  private pick(list: [string, number][]): string {
    const known = list.filter(([item]) => this.game.serv.registry.itemsByName[item])
    let roll = this.game.random() * known.reduce((sum, [, w]) => sum + w, 0)
    for (const [item, w] of known) if ((roll -= w) < 0) return item
    return 'cod'
  }

  /** The line is gone: drawn in, or another thing taken in hand. */
  draw(player: Player): void {
    this.lines.get(player.username)?.bobber.destroy()
    this.lines.delete(player.username)
  }

  tick(): void {
    const { game } = this
    const late = game.serv.registry.version['>=']('1.17')
    const type = game.serv.registry.version['>=']('1.20.2') ? 'boolean' : 7
    for (const [name, l] of this.lines) {
      const player = game.serv.players.find(p => p.username === name)
      if (!player || player.health <= 0 || game.hands.get(name)?.held()?.name !== 'fishing_rod' || player.position.distanceTo(l.bobber.position) > 32) {
        l.bobber.destroy()
        this.lines.delete(name)
        continue
      }
      if (!l.wet) continue
      if (game.clock === l.bites || game.clock === l.until) {
        l.bobber._writeNearby('entity_metadata', { entityId: l.bobber.id, metadata: [{ key: late ? 9 : 8, type, value: game.clock === l.bites }] })
      }
      if (game.clock > l.until) {
        l.bites = game.clock + BITE[0] + Math.floor(game.random() * (BITE[1] - BITE[0]))
        l.until = l.bites + HOLD
      }
    }
  }
}
