// SPDX-License-Identifier: MIT

// Using blocks and placing them.
import type { Game } from './game.ts'
import type { Hands } from './hands.ts'
import type { Block, Item, Player, Vec } from './squid.ts'
import { VecOf } from './squid.ts'

const FACES = [[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]] as const
const AXES = ['y', 'y', 'z', 'z', 'x', 'x'] as const
const LOOKS = ['north', 'east', 'south', 'west'] as const
const REPLACED = /^(air|cave_air|void_air|water|lava|short_grass|grass|tall_grass|fern|snow|vine|fire)$/

interface Packet { location: { x: number; y: number; z: number }; direction: number; cursorY: number; sequence?: number }

export class Placing {
  private readonly game: Game
  private readonly hands: Hands
  private sneaking = false

  constructor(game: Game, hands: Hands) {
    this.game = game
    this.hands = hands
    const c = hands.player._client
    c.on('block_place', (p: Packet) => { game.by(hands.player, () => this.packet(p)) })
    c.on('entity_action', (p: { actionId: number | string }) => {
      if (p.actionId === 0 || p.actionId === 'start_sneaking') this.sneaking = true
      if (p.actionId === 1 || p.actionId === 'stop_sneaking') this.sneaking = false
      if (p.actionId === 2 || p.actionId === 'stop_sleeping') game.beds.up(hands.player)
    })
  }

  private async packet(p: Packet): Promise<void> {
    const { game, hands } = this
    const player = hands.player
    const ref = new VecOf(p.location.x, p.location.y, p.location.z)
    const face = FACES[p.direction]
    const block = await player.world.getBlock(ref)
    block.position = ref
    if (p.sequence !== undefined && game.serv.registry.version['>=']('1.19')) {
      player._client.write('acknowledge_player_digging', { sequenceId: p.sequence })
    }
    if (player.health <= 0 || !face || player.position.distanceTo(ref) > 7) return
    const held = hands.held()
    if (!(this.sneaking && held) && block.name.endsWith('_bed')) return game.beds.used(player, block)
    if (!(this.sneaking && held) && block.name === 'sweet_berry_bush' && held?.name !== 'bone_meal' && await this.picked(block)) return
    if (!(this.sneaking && held) && (hands.use(block.name, ref) || await this.toggled(block))) return
    if (held?.name === 'flint_and_steel') {
      if (await game.portals.lit(player.world, ref.offset(face[0], face[1], face[2]))) hands.setHeld(game.items.wear(held))
      return
    }
    if (held && await this.worked(held, block, face)) return
    if (game.refuses('place')) return
    const target = REPLACED.test(block.name) ? ref : ref.offset(face[0], face[1], face[2])
    if (held) await this.place(p, block, ref, target)
    const now = await player.world.getBlock(target)
    const still = await player.world.getBlock(ref)
    player._client.write('block_change', { location: ref, type: still.stateId })
    player._client.write('block_change', { location: target, type: now.stateId })
  }

  /** Work on the field with what is in hand. */
  private async worked(held: Item, block: Block, face: readonly number[]): Promise<boolean> {
    const { game, hands } = this
    const how = await game.growing.used(held.name, block, face)
    if (how === 'worn') hands.setHeld(game.items.wear(held))
    if (how === 'spent') hands.setHeld(held.count > 1 ? game.items.copy(held, held.count - 1) : null)
    return how !== null
  }

  private async picked(bush: Block): Promise<boolean> {
    const age = Number(bush.getProperties()['age'])
    if (age < 2) return false
    await this.game.put(bush.position, 'sweet_berry_bush', { age: 1 })
    this.game.growing.stands(bush.position, 'sweet_berry_bush')
    this.game.drops.spawn(this.game.items.make('sweet_berries', age === 3 ? 3 : 2), bush.position.offset(0.5, 0.3, 0.5))
    this.game.count('picked', 'sweet_berry_bush')
    return true
  }

  private async toggled(block: Block): Promise<boolean> {
    if (!/(_door|_trapdoor|_fence_gate|lever)$/.test(block.name) || /^iron/.test(block.name)) return false
    const info = this.game.serv.registry.blocksByName[block.name]
    const props = block.getProperties()
    if (!info || !('open' in props)) return false
    // `open` is a boolean property: find the state that differs in nothing else.
    for (let s = info.minStateId; s <= info.maxStateId; s++) {
      const other = { ...this.game.propertiesOf(s) }
      if (other['open'] !== props['open'] && Object.keys(props).every(k => k === 'open' || other[k] === props[k])) {
        await this.game.serv.setBlock(this.hands.player.world, block.position, s)
        return true
      }
    }
    return false
  }

  private async place(p: Packet, block: Block, ref: Vec, target: Vec): Promise<void> {
    const { game, hands } = this
    const player = hands.player
    const held = hands.held()
    const face = FACES[p.direction]
    if (!held || !face || player.gameMode > 1) return
    const there = await player.world.getBlock(target)
    const side = p.direction >= 2
    const wall = side ? game.serv.registry.blocksByName[held.name.replace(/torch$/, 'wall_torch')] : undefined
    const info = wall && held.name.endsWith('torch') ? wall : game.serv.registry.blocksByName[held.name]
    if (!info || !REPLACED.test(there.name)) return
    if (info.boundingBox === 'block' && this.occupied(target)) return
    // By the look that the server was told of, as vanilla does; yaw is told in 256ths of a circle, 0 is south.
    const looks = LOOKS[(Math.round(player.yaw / 64) + 2) & 3] ?? 'north'
    const toPlayer = LOOKS[Math.round(player.yaw / 64) & 3] ?? 'north'
    const wants: Record<string, unknown> = {
      axis: AXES[p.direction], half: p.direction === 0 || (side && p.cursorY > 0.5) ? 'top' : 'bottom',
      facing: /stairs|door|gate|bed/.test(info.name) ? looks
        : info === wall ? LOOKS[[0, 0, 0, 2, 3, 1][p.direction] ?? 0] : toPlayer,
    }
    if (info.name.endsWith('_bed')) {
      const facing = looks
      const ahead = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[facing]
      const head = target.offset(ahead[0] ?? 0, 0, ahead[1] ?? 0)
      if (!REPLACED.test((await player.world.getBlock(head)).name)) return
      await game.put(target, info.name, { facing, part: 'foot' }, player.world)
      await game.put(head, info.name, { facing, part: 'head' }, player.world)
    } else if (info.name.endsWith('_door')) {
      const above = target.offset(0, 1, 0)
      if (!REPLACED.test((await player.world.getBlock(above)).name)) return
      await game.put(target, info.name, { facing: looks, half: 'lower' }, player.world)
      await game.put(above, info.name, { facing: looks, half: 'upper' }, player.world)
    } else await game.serv.setBlock(player.world, target, this.state(info.minStateId, info.maxStateId, info.defaultState, wants))
    game.count('placed', info.name)
    if (player.gameMode !== 1) hands.setHeld(held.count > 1 ? game.items.copy(held, held.count - 1) : null)
  }

  /** The state with the wanted properties where the block has them, and its defaults elsewhere. */
  private state(min: number, max: number, fallback: number, wants: Record<string, unknown>): number {
    const base = this.game.propertiesOf(fallback)
    for (let s = min; s <= max; s++) {
      const props = this.game.propertiesOf(s)
      if (Object.entries(base).every(([k, v]) => props[k] === (k in wants ? wants[k] : v))) return s
    }
    return fallback
  }

  private occupied(target: Vec): boolean {
    const inside = (pos: Vec, w: number, h: number): boolean =>
      pos.x + w > target.x && pos.x - w < target.x + 1 && pos.z + w > target.z && pos.z - w < target.z + 1 && pos.y + h > target.y && pos.y < target.y + 1
    const players: Player[] = this.game.serv.players
    return players.some(p => p.health > 0 && inside(p.position, 0.29, 1.79)) ||
      this.game.mobs.list().some(m => inside(m.entity.position, 0.3, 1.7))
  }
}
