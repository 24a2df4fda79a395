// SPDX-License-Identifier: MIT

// The Nether, and the portals that lead there and back (minecraft.wiki, Nether portal): a frame of obsidian around two by
// three blocks or more, whose corners do not count, lit by flint and steel; who stands in it for four seconds is through.
import type { Game } from './game.ts'
import type { Player, Vec, World } from './squid.ts'
import { VecOf } from './squid.ts'
import { GROUND } from './world.ts'

export const DIMENSIONS = ['overworld', 'the_nether'] as const
export type Dimension = typeof DIMENSIONS[number]

const STAND_TICKS = 80
const SCALE = 8
/** How wide and high the inside of a frame may be. */
const MOST = 21
/** How far from where a traveller comes out a portal of the other side is his. */
const NEAR = { overworld: 128, the_nether: 16 }
const BURNS = 'nether_portal'

export class Portals {
  private readonly game: Game
  /** The lowest block of each portal, by the world it stands in. */
  private readonly known: Record<Dimension, Vec[]> = { overworld: [], the_nether: [] }
  /** How long a player has stood in a portal; below zero for who came out of one and has not left it. */
  private readonly stood = new WeakMap<Player, number>()

  constructor(game: Game) {
    this.game = game
  }

  async tick(): Promise<void> {
    for (const p of this.game.serv.players) {
      if (p.health <= 0 || !this.game.hands.has(p.username)) continue
      const inside = (await p.world.getBlock(p.position.offset(0, 0.1, 0).floored())).name === BURNS
      const was = this.stood.get(p) ?? 0
      const now = !inside ? 0 : was < 0 ? was : was + 1
      this.stood.set(p, now)
      if (now < STAND_TICKS) continue
      this.stood.set(p, -1)
      this.game.guard(this.through(p))
    }
  }

  /** Fire is laid at a place: whether a frame around it is whole, and burns now. */
  async lit(world: World, at: Vec): Promise<boolean> {
    for (const axis of ['x', 'z'] as const) {
      const inside = await this.frame(world, at, axis)
      if (!inside) continue
      for (const p of inside) await this.game.put(p, BURNS, { axis }, world)
      this.note(world, inside)
      this.game.count('lit', BURNS)
      return true
    }
    return false
  }

  /** A portal as a test wants one: from its lowest corner inside, along x. */
  async raise(world: World, at: Vec): Promise<void> {
    const inside: Vec[] = []
    for (let dx = -1; dx <= 2; dx++) for (let dy = -1; dy <= 3; dy++) {
      const edge = dx === -1 || dx === 2 || dy === -1 || dy === 3
      await this.game.put(at.offset(dx, dy, 0), edge ? 'obsidian' : BURNS, edge ? {} : { axis: 'x' }, world)
      if (!edge) inside.push(at.offset(dx, dy, 0))
      else if (dy === -1) for (const dz of [-1, 1]) await this.game.put(at.offset(dx, dy, dz), 'obsidian', {}, world)
    }
    for (let dx = -1; dx <= 2; dx++) for (let dy = 0; dy <= 3; dy++) for (const dz of [-1, 1]) await this.game.put(at.offset(dx, dy, dz), 'air', {}, world)
    this.note(world, inside)
  }

  private note(world: World, inside: Vec[]): void {
    const low = [...inside].sort((a, b) => a.y - b.y)[0]
    if (low) this.known[this.game.dimensionOf(world)].push(low)
  }

  /** What is inside the frame around a place, along one axis; null where none is whole. */
  private async frame(world: World, at: Vec, axis: 'x' | 'z'): Promise<Vec[] | null> {
    const name = async (p: Vec): Promise<string> => (await world.getBlock(p)).name
    const open = async (p: Vec): Promise<boolean> => /air$|^fire$/.test(await name(p))
    const step = (p: Vec, n: number): Vec => (axis === 'x' ? p.offset(n, 0, 0) : p.offset(0, 0, n))
    let low = at
    for (let i = 0; i < MOST && await open(low.offset(0, -1, 0)); i++) low = low.offset(0, -1, 0)
    for (let i = 0; i < MOST && await open(step(low, -1)); i++) low = step(low, -1)
    const size = async (next: (n: number) => Vec): Promise<number> => {
      let n = 0
      while (n <= MOST && await open(next(n))) n++
      return n
    }
    const width = await size(n => step(low, n))
    const height = await size(n => low.offset(0, n, 0))
    if (width < 2 || width > MOST || height < 3 || height > MOST) return null
    const inside: Vec[] = []
    for (let u = -1; u <= width; u++) for (let v = -1; v <= height; v++) {
      const p = step(low, u).offset(0, v, 0)
      const edges = Number(u === -1 || u === width) + Number(v === -1 || v === height)
      if (edges === 1 && await name(p) !== 'obsidian') return null
      if (edges === 0 && !await open(p)) return null
      if (edges === 0) inside.push(p)
    }
    return inside
  }

  private async through(p: Player): Promise<void> {
    const { game } = this
    const to = game.dimensionOf(p.world) === 'overworld' ? 'the_nether' : 'overworld'
    const world = game.worldOf(to)
    const by = (n: number): number => Math.floor(to === 'overworld' ? n * SCALE : n / SCALE)
    const target = new VecOf(by(p.position.x), GROUND + 1, by(p.position.z))
    const flat = (v: Vec): number => Math.hypot(v.x - target.x, v.z - target.z)
    let there = this.known[to].filter(v => flat(v) <= NEAR[to]).sort((a, b) => flat(a) - flat(b))[0]
    if (!there) {
      there = target.offset(0, 1, 0)
      await this.raise(world, there)
    }
    await game.enter(p, to, there.offset(0.5, 0, 0.5))
    game.count('travelled', to)
    game.emit({ event: 'travelled', player: p.username, to })
  }
}
