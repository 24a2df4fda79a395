// SPDX-License-Identifier: MIT

// What hurts without a foe: falling, drowning, lava, fire and powder snow (minecraft.wiki, Damage). Armour and potions
// do nothing here.
import type { Game } from './game.ts'
import type { Player } from './squid.ts'

/** Ticks of breath, and the rhythm of each kind of damage. */
const BREATH = 300
const WET = /^(water|bubble_column|kelp|kelp_plant|seagrass|tall_seagrass)$/

interface Body { air: number; top: number; burning: number; frozen: number }

export class Hazards {
  private readonly game: Game
  private readonly bodies = new WeakMap<Player, Body>()

  constructor(game: Game) {
    this.game = game
  }

  async tick(): Promise<void> {
    for (const p of this.game.serv.players) if (p.health > 0 && p.gameMode === 0 && this.game.hands.has(p.username)) await this.one(p)
  }

  /** Standing anew: what went before counts for nothing. */
  forget(p: Player): void {
    this.bodies.delete(p)
  }

  private async one(p: Player): Promise<void> {
    const { game } = this
    const { world } = p
    const b = this.bodies.get(p) ?? { air: BREATH, top: p.position.y, burning: 0, frozen: 0 }
    this.bodies.set(p, b)
    const name = async (dy: number): Promise<{ name: string; boundingBox: string }> => await world.getBlock(p.position.offset(0, dy, 0).floored())
    const [under, feet, head] = [await name(-0.1), await name(0.05), await name(1.6)]
    const hurt = (amount: number, why: string): void => {
      const before = p.health
      game.vitalsOf(p).hurt(amount)
      if (p.health < before) game.count('hurt', why)
      if (p.health <= 0) game.emit({ event: 'killed', player: p.username, by: why })
    }
    // Falling: from the highest point since the feet last stood on something.
    const lands = under.boundingBox === 'block' || WET.test(feet.name) || /ladder|vine|scaffolding|cobweb/.test(feet.name)
    if (lands) {
      const fell = b.top - p.position.y
      if (fell > 3.2 && !WET.test(feet.name) && !/slime_block|hay_block|_bed$/.test(under.name)) hurt(Math.ceil(fell - 3.2), 'fall')
      b.top = p.position.y
    } else b.top = Math.max(b.top, p.position.y)
    // Breath.
    const was = b.air
    if (WET.test(head.name)) b.air--
    else b.air = Math.min(BREATH, b.air + 4)
    if (b.air <= -20) {
      b.air = 0
      hurt(2, 'drown')
    }
    if (Math.floor(was / 15) !== Math.floor(b.air / 15)) {
      p._client.write('entity_metadata', { entityId: p.id, metadata: [{ key: 1, type: game.serv.registry.version['>=']('1.20.2') ? 'int' : 1, value: Math.max(0, b.air) }] })
    }
    // Heat and cold.
    const inside = [feet.name, head.name]
    if (WET.test(feet.name)) b.burning = 0
    if (inside.includes('lava')) {
      b.burning = 300
      if (game.clock % 10 === 0) hurt(4, 'lava')
    } else if (inside.some(n => /^(fire|soul_fire|campfire)$/.test(n))) {
      b.burning = Math.max(b.burning, 160)
      if (game.clock % 10 === 0) hurt(1, 'fire')
    } else if (b.burning > 0) {
      b.burning--
      if (game.clock % 20 === 0) hurt(1, 'burning')
    }
    if (under.name === 'magma_block' && game.clock % 10 === 0) hurt(1, 'magma')
    b.frozen = inside.includes('powder_snow') ? b.frozen + 1 : 0
    if (b.frozen > 140 && game.clock % 40 === 0) hurt(1, 'freeze')
  }
}
