// SPDX-License-Identifier: MIT

// Mobs: simple on purpose. Hostile ones walk at the nearest player and hit; animals follow food and breed
// (husbandry.ts), else they stand; all can be killed.
import type { Game } from './game.ts'
import { given } from './bartering.ts'
import type { Stall } from './trading.ts'
import { FOODS } from './husbandry.ts'
import type { Player, SquidEntity, Vec, World } from './squid.ts'
import { VecOf } from './squid.ts'

interface Kind { health: number; damage: number; drops: [string, number, number][] }

/** Health, damage (normal difficulty) and loot without looting (minecraft.wiki). */
const KINDS: Record<string, Kind> = {
  zombie: { health: 20, damage: 3, drops: [['rotten_flesh', 0, 2]] },
  skeleton: { health: 20, damage: 2, drops: [['bone', 0, 2], ['arrow', 0, 2]] },
  spider: { health: 16, damage: 2, drops: [['string', 0, 2]] },
  creeper: { health: 20, damage: 0, drops: [['gunpowder', 0, 2]] },
  enderman: { health: 40, damage: 0, drops: [['ender_pearl', 0, 1]] },
  cow: { health: 10, damage: 0, drops: [['beef', 1, 3], ['leather', 0, 2]] },
  pig: { health: 10, damage: 0, drops: [['porkchop', 1, 3]] },
  sheep: { health: 8, damage: 0, drops: [['white_wool', 1, 1], ['mutton', 1, 2]] },
  chicken: { health: 4, damage: 0, drops: [['chicken', 1, 1], ['feather', 0, 2]] },
  rabbit: { health: 3, damage: 0, drops: [['rabbit', 0, 1], ['rabbit_hide', 0, 1]] },
  villager: { health: 20, damage: 0, drops: [] },
  piglin: { health: 16, damage: 0, drops: [] },
  wolf: { health: 8, damage: 0, drops: [] },
  mooshroom: { health: 10, damage: 0, drops: [['beef', 1, 3], ['leather', 0, 2]] },
  snow_golem: { health: 4, damage: 0, drops: [['snowball', 0, 15]] },
}
const ANIMAL: Kind = { health: 10, damage: 0, drops: [] }
const kindOf = (kind: string): Kind | undefined => KINDS[kind] ?? (FOODS[kind] ? ANIMAL : undefined)

/** Attack damage and attacks a second (Java Edition 1.9 and later). */
function weapon(name: string | undefined): { damage: number; speed: number } {
  const m = /^(wooden|golden|stone|iron|diamond|netherite)_(sword|axe|pickaxe|shovel|hoe)$/.exec(name ?? '')
  if (!m) return { damage: 1, speed: 4 }
  const tier = { wooden: 0, golden: 0, stone: 1, iron: 2, diamond: 3, netherite: 4 }[m[1] as 'wooden']
  switch (m[2]) {
    case 'sword': return { damage: 4 + tier, speed: 1.6 }
    case 'axe': return { damage: tier === 0 ? 7 : 9 + (tier === 4 ? 1 : 0), speed: tier < 2 ? 0.8 : 0.9 }
    case 'pickaxe': return { damage: 2 + tier, speed: 1.2 }
    case 'shovel': return { damage: 2.5 + tier, speed: 1 }
    default: return { damage: 1, speed: 1 }
  }
}

export interface Mob {
  entity: SquidEntity; kind: string; health: number; lastHurt: number; lastHit: number; dead: boolean
  /** Ticks of the clock: in love until, will not breed before, wool back at; a young is one until `young`. */
  /** Ticks that a creeper has hissed; the next arrow of a skeleton. */
  fuse: number; shoots: number
  love: number; rests: number; wool: number; young: number | null; shorn: boolean
  /** What a villager offers. */
  stall: Stall | null
  /** Somebody's. */
  tame: boolean
  /** On which side it goes along a wall; null away from any. */
  side: number | null
}

export class Mobs {
  private readonly game: Game
  private readonly all = new Map<number, Mob>()
  private readonly lastSwing = new Map<string, number>()

  constructor(game: Game) {
    this.game = game
  }

  list(): Mob[] {
    return [...this.all.values()]
  }

  spawn(kind: string, pos: Vec, tame = false, world: World = this.game.serv.overworld): Mob {
    const k = kindOf(kind)
    if (this.game.serv.registry.entitiesByName[kind] === undefined || !k) throw new Error(`this server has no mob ${kind}; it has ${[...new Set([...Object.keys(KINDS), ...Object.keys(FOODS)])].join(', ')}`)
    const mob: Mob = { entity: this.body(kind, pos, world), kind, health: k.health, lastHurt: 0, lastHit: 0, dead: false, fuse: 0, shoots: 0, love: 0, rests: 0, wool: 0, young: null, shorn: false, stall: null, tame, side: null }
    this.all.set(mob.entity.id, mob)
    this.game.husbandry.show(mob)
    return mob
  }

  private body(kind: string, pos: Vec, world: World): SquidEntity {
    const { serv } = this.game
    const type = serv.registry.entitiesByName[kind]?.id ?? 0
    // flying-squid looks mobs up in a table that lost the hostile ones with 1.21's finer entity types.
    serv.registry.mobs[type] ??= { name: kind }
    const entity = serv.spawnMob(type, world, pos, { velocity: new VecOf(0, 0, 0) })
    entity.size = undefined
    return entity
  }

  /** The listener is a new one: those who live stand where they stood. */
  restarted(): void {
    const were = this.list()
    this.all.clear()
    for (const mob of were) {
      if (mob.dead) continue
      mob.entity = this.body(mob.kind, mob.entity.position, mob.entity.world)
      this.all.set(mob.entity.id, mob)
      this.game.husbandry.show(mob)
    }
  }

  hostile(mob: Mob): boolean {
    return (kindOf(mob.kind)?.damage ?? 0) > 0 || mob.kind === 'creeper'
  }

  remove(mob: Mob): void {
    this.all.delete(mob.entity.id)
    mob.entity.destroy()
  }

  clear(): void {
    for (const m of this.all.values()) m.entity.destroy()
    this.all.clear()
  }

  attach(player: Player): void {
    player._client.on('use_entity', (p: { target: number; mouse: number | string }) => {
      if ((p.mouse === 0 || p.mouse === 'interact') && player.health > 0) {
        const mob = this.all.get(p.target)
        if (mob?.stall && !mob.dead && mob.entity.position.distanceTo(player.position) <= 5) this.game.hands.get(player.username)?.trade(mob.stall)
        else if (mob && mob.entity.position.distanceTo(player.position) <= 5 && !given(this.game, player, mob)) this.game.husbandry.used(player, mob)
      }
      if (p.mouse !== 1 && p.mouse !== 'attack') return
      const hands = this.game.hands.get(player.username)
      if (!hands || player.health <= 0) return
      const w = weapon(hands.held()?.name)
      const now = Date.now()
      const charge = Math.min(1, ((now - (this.lastSwing.get(player.username) ?? 0)) / 1000 + 0.025) * w.speed)
      this.lastSwing.set(player.username, now)
      const damage = w.damage * (0.2 + charge * charge * 0.8)
      this.game.vitalsOf(player).tire(0.1)
      const mob = this.all.get(p.target)
      if (mob && mob.entity.position.distanceTo(player.position) <= 5) {
        const held = hands.held()
        if (held?.maxDurability && this.hurt(mob, damage, player)) hands.setHeld(this.game.items.wear(held))
        else if (!held?.maxDurability) this.hurt(mob, damage, player)
        return
      }
      const other = this.game.serv.players.find(o => o.id === p.target)
      if (other && other.position.distanceTo(player.position) <= 5) this.game.vitalsOf(other).hurt(damage, player.position)
    })
  }

  hurt(mob: Mob, damage: number, by?: Player): boolean {
    const now = Date.now()
    if (mob.dead || now - mob.lastHurt < 450) return false
    mob.lastHurt = now
    if (by && this.game.off.has('deaths')) {
      this.game.count('taken', mob.kind)
      this.remove(mob)
      return true
    }
    mob.health -= damage
    const e = mob.entity
    if (this.game.serv.registry.version['>=']('1.19.4')) e._writeNearby('hurt_animation', { entityId: e.id, yaw: 0 })
    else e._writeNearby('entity_status', { entityId: e.id, entityStatus: 2 })
    if (mob.health > 0) {
      if (by) this.game.guard(this.step(mob, by.position, -0.5))
      return true
    }
    mob.dead = true
    e._writeNearby('entity_status', { entityId: e.id, entityStatus: 3 })
    this.game.count('killed', mob.kind)
    // minecraft.wiki, Experience: what attacks gives five, an animal one to three.
    if (by) this.game.vitalsOf(by).experience.gain(this.hostile(mob) ? 5 : 1 + Math.floor(this.game.random() * 3))
    setTimeout(() => {
      if (this.all.get(e.id) === mob) this.all.delete(e.id)
      for (const [name, lo, hi] of kindOf(mob.kind)?.drops ?? []) {
        const n = lo + Math.floor(this.game.random() * (hi - lo + 1))
        if (n > 0) this.game.drops.spawn(this.game.items.make(name, n), e.position.offset(0, 0.25, 0), undefined, null, e.world)
      }
      e.destroy()
    }, 600)
    return true
  }

  async tick(now: number): Promise<void> {
    for (const mob of this.all.values()) {
      const damage = kindOf(mob.kind)?.damage ?? 0
      if (mob.dead) continue
      await this.settle(mob)
      const to = this.game.husbandry.wants(mob)
      if (to) await this.step(mob, new VecOf(to.x, to.y, to.z), 0.1)
      if (damage === 0 && mob.kind !== 'creeper') continue
      const near = this.game.serv.players
        .filter(p => p.health > 0 && p.gameMode === 0 && p.world === mob.entity.world && !this.game.onlookers.has(p.username) && p.position.distanceTo(mob.entity.position) < 16)
        .sort((a, b) => a.position.distanceTo(mob.entity.position) - b.position.distanceTo(mob.entity.position))[0]
      if (!near) continue
      const d = near.position.distanceTo(mob.entity.position)
      if (mob.kind === 'creeper') {
        await this.hiss(mob, near, d)
        continue
      }
      if (mob.kind === 'skeleton') {
        await this.shoot(mob, near, d, damage)
        continue
      }
      if (d > 1.3) await this.step(mob, near.position, 0.115)
      // Nobody strikes through a wall (minecraft.wiki, Zombie: it hits whom it sees).
      if (d < 1.9 && now - mob.lastHit > 1000 && await this.sees(mob, near)) {
        mob.lastHit = now
        this.game.vitalsOf(near).hurt(damage, mob.entity.position)
      }
    }
  }

  /** A creeper comes near, hisses for 30 ticks within 3 blocks at whom it sees, and bursts; it breaks no blocks here. */
  private async hiss(mob: Mob, near: Player, d: number): Promise<void> {
    // It calms down when it sees him no longer (minecraft.wiki, Creeper).
    const swells = (d < 3 || (mob.fuse > 0 && d < 7)) && await this.sees(mob, near)
    const was = mob.fuse
    mob.fuse = swells ? mob.fuse + 1 : 0
    if ((was > 0) !== swells) {
      const { version } = this.game.serv.registry
      mob.entity._writeNearby('entity_metadata', { entityId: mob.entity.id, metadata: [{ key: version['>=']('1.17') ? 16 : 15, type: version['>=']('1.20.2') ? 'int' : 1, value: swells ? 1 : -1 }] })
    }
    if (!swells) return await this.step(mob, near.position, 0.1)
    if (mob.fuse < 30) return
    for (const p of this.game.serv.players) {
      const share = Math.max(0, 1 - p.position.distanceTo(mob.entity.position) / 6) * await this.exposed(mob.entity.position, p)
      if (share > 0 && p.gameMode === 0) this.game.vitalsOf(p).hurt(Math.floor((share * share + share) / 2 * 7 * 6 + 1), mob.entity.position)
    }
    this.game.count('burst', 'creeper')
    this.remove(mob)
  }

  /** A skeleton keeps off and shoots each two seconds at whom it sees; three arrows of four hit. */
  private async shoot(mob: Mob, near: Player, d: number, damage: number): Promise<void> {
    if (d > 11) await this.step(mob, near.position, 0.1)
    if (d < 4) await this.step(mob, near.position, -0.08)
    if (d > 15 || this.game.clock < mob.shoots || !await this.sees(mob, near)) return
    mob.shoots = this.game.clock + 40
    this.game.count('shot', 'skeleton')
    if (this.game.random() < 0.75) this.game.vitalsOf(near).hurt(damage, mob.entity.position)
  }

  private sees(mob: Mob, p: Player): Promise<boolean> {
    return this.unblocked(mob.entity.position.offset(0, 1.6, 0), p.position.offset(0, 1.4, 0), p.world)
  }

  /** How much of a player a blast reaches, by the ways to feet, middle and head (minecraft.wiki, Explosion: exposure). */
  private async exposed(from: Vec, p: Player): Promise<number> {
    let open = 0
    for (const y of [0.1, 0.9, 1.7]) if (await this.unblocked(from, p.position.offset(0, y, 0), p.world)) open++
    return open / 3
  }

  private async unblocked(from: Vec, to: Vec, world: World): Promise<boolean> {
    const way = to.minus(from)
    const length = way.norm()
    return length < 0.1 || await world.raycast(from, way.scaled(1 / length), length) === null
  }

  private async settle(mob: Mob): Promise<void> {
    const e = mob.entity
    const below = await e.world.getBlock(e.position.offset(0, -0.05, 0).floored())
    if (below.boundingBox !== 'block' && e.position.y > 0) await e.sendPosition(e.position.offset(0, -Math.min(0.5, e.position.y - Math.floor(e.position.y - 0.01)), 0), false)
  }

  /** One step toward (or, negative, away from) a place; where a wall is in the way, along it, on the side that it took. */
  private async step(mob: Mob, to: Vec, length: number): Promise<void> {
    const d = to.minus(mob.entity.position)
    if (await this.turned(mob, d, length, 0)) {
      mob.side = null
      return
    }
    for (const side of mob.side === null ? [1, -1] : [mob.side, -mob.side]) {
      for (const turn of [1, 1.57, 2.2]) if (length > 0 && await this.turned(mob, d, length, turn * side)) {
        mob.side = side
        return
      }
    }
  }

  /** One step so far beside the way, in radians; up one block at most, never into a wall, nor past its corner. False for none. */
  private async turned(mob: Mob, way: Vec, length: number, by: number): Promise<boolean> {
    const e = mob.entity
    const len = Math.hypot(way.x, way.z) || 1
    const d = { x: way.x * Math.cos(by) - way.z * Math.sin(by), z: way.x * Math.sin(by) + way.z * Math.cos(by) }
    const caught = await this.caught(e.position, e.world)
    for (const up of [0, 1]) {
      const next = e.position.offset(d.x / len * length, up, d.z / len * length)
      const inside = await this.caught(next, e.world)
      // Who was spawned in a wall, or had one built around it, comes out again.
      if (inside > 0 && inside >= caught) continue
      await e.sendPosition(next, true)
      return true
    }
    return false
  }

  /** How many corners of a mob's box, 0.6 wide and two high as a zombie's, stand in something solid. */
  private async caught(at: Vec, world: World): Promise<number> {
    let n = 0
    for (const x of [-0.3, 0.3]) for (const z of [-0.3, 0.3]) for (const y of [0, 1]) {
      if ((await world.getBlock(at.offset(x, y, z).floored())).boundingBox === 'block') n++
    }
    return n
  }
}
