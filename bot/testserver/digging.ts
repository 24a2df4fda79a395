// SPDX-License-Identifier: MIT

// Breaking blocks: time, harvest tools, drops and wear are enforced here (flying-squid checks none of them).
import type { Game } from './game.ts'
import type { Hands } from './hands.ts'
import type { Block, Item, Vec } from './squid.ts'
import { VecOf, key } from './squid.ts'

/** A client may finish this much early, for the delay of its packets. */
const EARLY = 0.6
const REACH = 6.5

const AHEAD: Readonly<Record<string, readonly [number, number]>> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }

/** Where the other half of a bed, a door or a tall plant stands; null for a block of one cell. */
function otherHalf(block: Block): Vec | null {
  const { half, part, facing } = block.getProperties()
  if (half === 'upper' || half === 'lower') return block.position.offset(0, half === 'upper' ? -1 : 1, 0)
  if (part !== 'foot' && part !== 'head') return null
  const [x, z] = AHEAD[String(facing)] ?? [0, 0]
  return part === 'foot' ? block.position.offset(x, 0, z) : block.position.offset(-x, 0, -z)
}

interface Dig { pos: Vec; started: number }

export class Digging {
  private readonly game: Game
  private readonly hands: Hands
  private current: Dig | null = null

  constructor(game: Game, hands: Hands) {
    this.game = game
    this.hands = hands
    hands.player._client.on('block_dig', (p: { status: number; location: { x: number; y: number; z: number }; sequence?: number }) => {
      game.by(hands.player, () => this.packet(p))
    })
  }

  private async packet(p: { status: number; location: { x: number; y: number; z: number }; sequence?: number }): Promise<void> {
    const player = this.hands.player
    if (p.status === 3 || p.status === 4) return this.throwHeld(p.status === 3)
    if (p.status === 5) return this.game.vitalsOf(player).letGo()
    if (p.status === 6) return this.swap()
    const pos = new VecOf(p.location.x, p.location.y, p.location.z)
    const block = await player.world.getBlock(pos)
    block.position = pos
    if (p.sequence !== undefined && this.game.serv.registry.version['>=']('1.19')) {
      player._client.write('acknowledge_player_digging', { sequenceId: p.sequence })
    }
    if (p.status === 1) {
      this.current = null
      return
    }
    const far = player.position.offset(0, 1.6, 0).distanceTo(pos.offset(0.5, 0.5, 0.5)) > REACH
    if (player.health <= 0 || far || player.gameMode > 1) return this.refuse(pos, block)
    const needed = this.time(block)
    if (p.status === 0) {
      this.current = { pos, started: Date.now() }
      if (needed <= 50) await this.broken(pos, block)
      return
    }
    const dig = this.current
    this.current = null
    if (!dig || !dig.pos.equals(pos) || !Number.isFinite(needed) || Date.now() - dig.started < needed * EARLY - 100) {
      return this.refuse(pos, block)
    }
    await this.broken(pos, block)
  }

  private time(block: Block): number {
    if (!block.diggable || block.name === 'air') return Infinity
    const held = this.hands.held()
    return block.digTime(held?.type ?? null, this.hands.player.gameMode === 1, false, false, held ? Object.entries(this.game.items.enchantments(held)).map(([name, lvl]) => ({ name, lvl })) : [], {})
  }

  private refuse(pos: Vec, block: Block): void {
    this.hands.player._client.write('block_change', { location: pos, type: block.stateId })
  }

  private async broken(pos: Vec, block: Block): Promise<void> {
    const { game, hands } = this
    if (game.refuses('dig')) return
    if (!block.diggable || block.boundingBox === 'empty' && /water|lava|air/.test(block.name)) return
    await game.serv.setBlock(hands.player.world, pos, 0)
    const other = otherHalf(block)
    if (other && (await hands.player.world.getBlock(other)).name === block.name) await game.serv.setBlock(hands.player.world, other, 0)
    game.count('dug', block.name)
    const held = hands.held()
    if (hands.player.gameMode !== 1 && !game.off.has('drops')) {
      for (const it of this.drops(block, held)) game.drops.spawn(it, pos.offset(0.5, 0.25, 0.5), undefined, null, hands.player.world)
      if (held?.maxDurability && block.hardness) hands.setHeld(game.items.wear(held))
    }
    const where = game.keyOf(hands.player.world, pos)
    const store = game.storage.at.get(where)
    if (store) {
      game.storage.at.delete(where)
      for (const it of store.cells) if (it) game.drops.spawn(it, pos.offset(0.5, 0.25, 0.5), undefined, null, hands.player.world)
    }
    game.vitalsOf(hands.player).tire(0.005)
  }

  /** What a block drops to a tool: nothing without its harvest tool; the version's loot table else. */
  private drops(block: Block, held: Item | null): Item[] {
    const { registry } = this.game.serv
    if (!block.canHarvest(held?.type ?? null)) return []
    const silk = held !== null && 'silk_touch' in this.game.items.enchantments(held)
    const shears = held?.name === 'shears'
    const make = (name: string, n: number): Item[] => (n > 0 && registry.itemsByName[name] ? [this.game.items.make(name, n)] : [])
    const roll = (chance: number): number => (this.game.random() < chance ? 1 : 0)
    if (block.name.endsWith('_leaves')) {
      if (silk || shears) return make(block.name, 1)
      return [...make(block.name.replace('_leaves', '_sapling'), roll(0.05)), ...make('stick', roll(0.02)), ...(block.name === 'oak_leaves' ? make('apple', roll(0.005)) : [])]
    }
    if (block.name === 'gravel' && !silk) return roll(0.1) ? make('flint', 1) : make('gravel', 1)
    if (/^(short_grass|grass|tall_grass|fern|large_fern)$/.test(block.name)) {
      return shears ? make(block.name, 1) : make('wheat_seeds', roll(0.125))
    }
    const loot = registry.blockLoot?.[block.name]
    if (!loot) return make(block.name, 1)
    const age = Number(block.getProperties()['age'] ?? -1)
    return loot.drops
      .filter(d => (silk ? !d.noSilkTouch : !d.silkTouch) && (d.blockAge === undefined || d.blockAge === age))
      .flatMap(d => {
        // minecraft-data's range of an ore includes what fortune adds; without it an ore drops the least (minecraft.wiki, Ore).
        const [lo, hi] = d.stackSizeRange
        return make(d.item, block.name.endsWith('_ore') ? lo : lo + Math.floor(this.game.random() * (hi - lo + 1)))
      })
  }

  private throwHeld(all: boolean): void {
    const held = this.hands.held()
    if (!held) return
    const n = all ? held.count : 1
    this.game.drops.thrown(this.hands.player, this.game.items.copy(held, n))
    this.hands.setHeld(held.count > n ? this.game.items.copy(held, held.count - n) : null)
  }

  private swap(): void {
    const held = this.hands.held()
    this.hands.setHeld(this.hands.slots[45] ?? null)
    this.hands.set(45, held)
  }
}
