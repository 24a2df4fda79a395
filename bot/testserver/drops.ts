// SPDX-License-Identifier: MIT

// Items lying in the world: how they fall, who picks them up.
import type { Game } from './game.ts'
import type { Item, Player, SquidEntity, Vec, World } from './squid.ts'
import { VecOf } from './squid.ts'

/** Vanilla waits 10 ticks for a broken block's drop, 40 for a thrown item: in ms. */
const DELAYS = { drop: 500, throw: 2000 }
/** Blocks. */
const FLIGHT = 2.8
const LIFETIME = 5 * 60 * 1000

/** `by` threw it. */
interface Lying { entity: SquidEntity; item: Item; since: number; delay: number; speed: number; by: string | null }

export class Drops {
  private readonly game: Game
  private readonly lying = new Map<number, Lying>()
  /** How long what broke and what was thrown cannot be picked up, in ms. */
  private delays = DELAYS

  constructor(game: Game) {
    this.game = game
  }

  /** From now on; what is left out is as in vanilla. */
  delay(ms: Partial<typeof DELAYS>): void {
    this.delays = { ...DELAYS, ...ms }
  }

  spawn(item: Item, pos: Vec, delay: number = this.delays.drop, by: string | null = null, world: World = this.game.serv.overworld): void {
    this.lay({ item, since: Date.now(), delay, by }, pos, world)
  }

  private lay(what: Omit<Lying, 'entity' | 'speed'>, pos: Vec, world: World): void {
    const serv = this.game.serv
    const type = serv.registry.entitiesByName['item']?.id
    if (type === undefined) return
    const e = serv.spawnObject(type, world, pos, { velocity: new VecOf(0, 0, 0), itemId: what.item.type, itemCount: what.item.count })
    e.size = undefined
    this.lying.set(e.id, { ...what, entity: e, speed: 0 })
    this.show(e, what.item)
  }

  /** The listener is a new one: what lay there lies there. */
  restarted(): void {
    const were = [...this.lying.values()]
    this.lying.clear()
    for (const l of were) this.lay(l, l.entity.position, l.entity.world)
  }

  thrown(player: Player, item: Item): void {
    this.game.guard(this.fly(player, item))
  }

  /** A thrown item flies nearly three blocks on level ground, or to the wall before that (minecraft.wiki, Item (entity)). */
  private async fly(player: Player, item: Item): Promise<void> {
    const yaw = -(player.yaw * 360 / 256) * Math.PI / 180
    const way = Math.cos(player.pitch * 360 / 256 * Math.PI / 180)
    let to = player.position.offset(0, 1.2, 0)
    for (let flown = 0; flown < FLIGHT * way; flown += 0.2) {
      const next = to.offset(Math.sin(yaw) * 0.2, 0, Math.cos(yaw) * 0.2)
      const edge = next.offset(Math.sin(yaw) * 0.125, 0, Math.cos(yaw) * 0.125)
      if ((await player.world.getBlock(edge.floored())).boundingBox === 'block') break
      to = next
    }
    this.game.count('thrown', item.name, item.count)
    this.spawn(item, to, this.delays.throw, player.username, player.world)
  }

  /** Metadata of an item entity, which tells the client what lies there. */
  show(e: SquidEntity, item: Item): void {
    const index = this.game.serv.supportFeature('metadataIxOfItem')
    const type = this.game.serv.registry.version['>=']('1.20.2') ? 'item_stack' : 6
    e._writeNearby('entity_metadata', { entityId: e.id, metadata: [{ key: index, type, value: this.game.items.wire(item) }] })
  }

  reshow(e: SquidEntity): void {
    const l = this.lying.get(e.id)
    if (l) this.show(e, l.item)
  }

  list(): { item: string; count: number; x: number; y: number; z: number }[] {
    return [...this.lying.values()].map(l => ({ item: l.item.name, count: l.item.count, x: l.entity.position.x, y: l.entity.position.y, z: l.entity.position.z }))
  }

  clear(): void {
    for (const l of this.lying.values()) l.entity.destroy()
    this.lying.clear()
  }

  async tick(): Promise<void> {
    const now = Date.now()
    for (const [id, l] of this.lying) {
      if (now - l.since > LIFETIME) {
        this.lying.delete(id)
        l.entity.destroy()
        continue
      }
      await this.fall(l)
      if (now - l.since < l.delay) continue
      for (const hands of this.game.hands.values()) {
        const p = hands.player
        const d = l.entity.position.minus(p.position)
        if (p.health <= 0 || p.world !== l.entity.world || Math.abs(d.x) > 1.425 || Math.abs(d.z) > 1.425 || d.y < -0.75 || d.y > 2.3) continue
        const left = hands.take(l.item)
        if (left === l.item.count) continue
        if (l.by === p.username) this.game.count('thrown', l.item.name, left - l.item.count) // taken back
        l.entity._writeNearby('collect', { collectedEntityId: id, collectorEntityId: p.id, pickupItemCount: l.item.count - left })
        if (left === 0) {
          this.lying.delete(id)
          l.entity.destroy()
          break
        }
        l.item.count = left
        this.show(l.entity, l.item)
      }
    }
  }

  private async fall(l: Lying): Promise<void> {
    const e = l.entity
    const below = await e.world.getBlock(e.position.offset(0, -0.05, 0).floored())
    if (below.boundingBox === 'block') {
      l.speed = 0
      const floor = Math.floor(e.position.y - 0.05) + 1
      if (e.position.y - floor > 0.01) await e.sendPosition(new VecOf(e.position.x, floor, e.position.z), true)
      return
    }
    if (e.position.y < 0) return
    l.speed = Math.min(0.9, l.speed + 0.04)
    await e.sendPosition(e.position.offset(0, -l.speed, 0), false)
  }
}
