// SPDX-License-Identifier: MIT

// Fields: hoes, seeds and what grows with the clock. Growth is even, not by chance: a stage takes STAGE ticks, whatever
// the soil. Real fields take 5 to 35 minutes; tests advance the clock instead.
import type { Game } from './game.ts'
import type { Block, Vec } from './squid.ts'
import { VecOf, key } from './squid.ts'

const STAGE = 600

/** What a seed becomes, and on which soil it stands. */
const SEEDS: Record<string, { block: string; soil: RegExp }> = {
  wheat_seeds: { block: 'wheat', soil: /^farmland$/ }, carrot: { block: 'carrots', soil: /^farmland$/ }, potato: { block: 'potatoes', soil: /^farmland$/ },
  beetroot_seeds: { block: 'beetroots', soil: /^farmland$/ }, melon_seeds: { block: 'melon_stem', soil: /^farmland$/ }, pumpkin_seeds: { block: 'pumpkin_stem', soil: /^farmland$/ },
  torchflower_seeds: { block: 'torchflower_crop', soil: /^farmland$/ },
  nether_wart: { block: 'nether_wart', soil: /^soul_sand$/ }, sweet_berries: { block: 'sweet_berry_bush', soil: /^(grass_block|dirt|podzol|farmland)$/ },
  sugar_cane: { block: 'sugar_cane', soil: /^(grass_block|dirt|sand|podzol)$/ }, cactus: { block: 'cactus', soil: /^(sand|red_sand)$/ }, bamboo: { block: 'bamboo_sapling', soil: /^(grass_block|dirt|sand|gravel)$/ },
  cocoa_beans: { block: 'cocoa', soil: /^jungle_log$/ },
}
const LAST: Record<string, number> = { wheat: 7, carrots: 7, potatoes: 7, beetroots: 3, melon_stem: 7, pumpkin_stem: 7, nether_wart: 3, sweet_berry_bush: 3, torchflower_crop: 1, cocoa: 2 }
const TALL = new Set(['sugar_cane', 'cactus', 'bamboo'])

interface Plant { at: Vec; since: number }

export class Growing {
  private readonly game: Game
  private readonly plants = new Map<string, Plant>()

  constructor(game: Game) {
    this.game = game
  }

  /** A block that grows was put somewhere, by a seed or by a test. */
  stands(at: Vec, block: string): void {
    if (block in LAST || TALL.has(block) || block.endsWith('_sapling')) this.plants.set(key(at), { at, since: this.game.clock })
    else this.plants.delete(key(at))
  }

  /** What an item does to the soil it is used on: true when it did something. */
  async used(item: string, block: Block, face: readonly number[]): Promise<'worn' | 'spent' | null> {
    const { serv } = this.game
    const at = block.position
    const over = await serv.overworld.getBlock(at.offset(0, 1, 0))
    if (item.endsWith('_hoe') && /^(grass_block|dirt|dirt_path|grass_path)$/.test(block.name) && face[1] === 1 && /air$/.test(over.name)) {
      await this.game.put(at, 'farmland', { moisture: 7 })
      this.game.count('tilled', block.name)
      return 'worn'
    }
    if (item === 'bone_meal' && this.plants.has(key(at))) {
      this.plants.set(key(at), { at, since: this.game.clock - STAGE })
      await this.tickOne(at)
      return 'spent'
    }
    const sapling = item.endsWith('_sapling') ? { block: item, soil: /^(grass_block|dirt|podzol|farmland)$/ } : null
    const seed = SEEDS[item] ?? sapling
    if (!seed || !seed.soil.test(block.name)) return null
    const beside = seed.block === 'cocoa'
    if (beside === (face[1] === 1)) return null
    const p = at.offset(face[0] ?? 0, face[1] ?? 0, face[2] ?? 0)
    if (!/air$/.test((await serv.overworld.getBlock(p)).name)) return null
    if (item === 'sugar_cane' && !await this.wet(at)) return null
    await this.game.put(p, seed.block, { age: '0', ...(beside ? { facing: face[0] === 1 ? 'west' : face[0] === -1 ? 'east' : face[2] === 1 ? 'north' : 'south' } : {}) })
    this.stands(p, seed.block === 'bamboo_sapling' ? 'bamboo' : seed.block)
    this.game.count('planted', seed.block)
    return 'spent'
  }

  private async wet(soil: Vec): Promise<boolean> {
    for (const [x, z] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) if ((await this.game.serv.overworld.getBlock(soil.offset(x, 0, z))).name === 'water') return true
    return false
  }

  async tick(): Promise<void> {
    for (const p of [...this.plants.values()]) await this.tickOne(p.at)
  }

  private async tickOne(at: Vec): Promise<void> {
    const p = this.plants.get(key(at))
    const { game } = this
    if (!p) return
    const steps = Math.floor((game.clock - p.since) / STAGE)
    if (steps < 1) return
    p.since += steps * STAGE
    const world = game.serv.overworld
    const block = await world.getBlock(at)
    const last = LAST[block.name]
    if (last !== undefined) {
      const age = Number(block.getProperties()['age'] ?? 0)
      if (age < last) return game.put(at, block.name, { ...block.getProperties(), age: Math.min(last, age + steps) })
      const fruit = /^(melon|pumpkin)_stem$/.exec(block.name)?.[1]
      if (fruit !== undefined) return this.bear(at, fruit)
      return
    }
    if (TALL.has(block.name) || block.name === 'bamboo_sapling') {
      const body = block.name === 'bamboo_sapling' ? 'bamboo' : block.name
      if (block.name === 'bamboo_sapling') await game.put(at, 'bamboo')
      let top = at
      let height = 1
      while ((await world.getBlock(top.offset(0, 1, 0))).name === body) { top = top.offset(0, 1, 0); height++ }
      for (let i = 0; i < steps && height < 3 && /air$/.test((await world.getBlock(top.offset(0, 1, 0))).name); i++, height++) {
        top = top.offset(0, 1, 0)
        await game.put(top, body)
      }
      return
    }
    if (block.name.endsWith('_sapling')) {
      if (game.clock - p.since + steps * STAGE < 3 * STAGE) { p.since -= steps * STAGE; return }
      this.plants.delete(key(at))
      const wood = block.name.replace('_sapling', '')
      for (let y = 0; y < 5; y++) await game.put(at.offset(0, y, 0), `${wood}_log`)
      for (let y = 3; y <= 5; y++) for (let x = -1; x <= 1; x++) for (let z = -1; z <= 1; z++) {
        const q = at.offset(x, y, z)
        if (/air$/.test((await world.getBlock(q)).name)) await game.put(q, `${wood}_leaves`)
      }
      return
    }
    this.plants.delete(key(at)) // it was broken or built over
  }

  private async bear(stem: Vec, fruit: string): Promise<void> {
    const world = this.game.serv.overworld
    const sides = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const
    for (const [x, z] of sides) if ((await world.getBlock(stem.offset(x, 0, z))).name === fruit) return
    for (const [x, z] of sides) {
      const p = new VecOf(stem.x + x, stem.y, stem.z + z)
      const below = await world.getBlock(p.offset(0, -1, 0))
      if (/air$/.test((await world.getBlock(p)).name) && /^(grass_block|dirt|farmland)$/.test(below.name)) return this.game.put(p, fruit)
    }
  }
}
