// SPDX-License-Identifier: MIT

// The fixed world: flat grass at y 63 with trees, boulders of stone with coal and iron in them, and ores below.
// The same on every start and every version for one seed; (0..15, 0..15) is the spawn meadow.
import { VecOf, chunkClass } from './squid.ts'
import type { Chunk, Registry } from './squid.ts'

export const GROUND = 63
const BEDROCK = 50

/** A fixed pseudo-random number in [0, 1) for a block or chunk position. */
export function noiseAt(x: number, y: number, z: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647) ^ 0x5bd1e995
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  h = Math.imul(h ^ (h >>> 16), 2246822519)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

/** A plain of netherrack with quartz in it, at the height of the other world's ground. */
export function makeNether(registry: Registry): (cx: number, cz: number) => unknown {
  const ChunkOf = chunkClass(registry)
  const state = (name: string): number => registry.blocksByName[name]?.defaultState ?? 0
  const [bedrock, rack, quartz] = [state('bedrock'), state('netherrack'), state('nether_quartz_ore')]
  const base = new ChunkOf({ minY: 0, worldHeight: 256 })
  for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) {
    for (let y = BEDROCK; y <= GROUND; y++) base.setBlockStateId(new VecOf(x, y, z), y === BEDROCK ? bedrock : rack)
    for (let y = GROUND; y < 80; y++) base.setBlockLight(new VecOf(x, y, z), 7)
    for (let y = 0; y < 128; y += 4) base.setBiome(new VecOf(x, y, z), registry.biomesByName['nether_wastes']?.id ?? 8)
  }
  const template = base.toJson()
  return (cx, cz) => {
    const c = ChunkOf.fromJson(template)
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) if (noiseAt(cx * 16 + x, GROUND, cz * 16 + z) < 0.02) c.setBlockStateId(new VecOf(x, GROUND, z), quartz)
    return c
  }
}

/** Within `bare` blocks of the spawn there is no iron, neither in boulders nor below. */
export function makeGenerator(registry: Registry, seed: number, bare = 0): (cx: number, cz: number) => unknown {
  const ChunkOf = chunkClass(registry)
  const noise = (x: number, y: number, z: number): number => noiseAt(x + seed * 1_000_003, y, z)
  const state = (name: string): number => {
    const b = registry.blocksByName[name]
    if (!b) throw new Error(`this version has no block ${name}`)
    return b.defaultState
  }
  const s = {
    bedrock: state('bedrock'), stone: state('stone'), dirt: state('dirt'), grass: state('grass_block'),
    log: state('oak_log'), leaves: state('oak_leaves'), coal: state('coal_ore'), iron: state('iron_ore'),
    diamond: state('diamond_ore'), sand: state('sand'), water: state('water'),
  }
  const biome = registry.biomesByName['plains']?.id ?? 1
  const base = new ChunkOf()
  for (let x = 0; x < 16; x++) {
    for (let z = 0; z < 16; z++) {
      for (let y = BEDROCK; y <= GROUND; y++) {
        base.setBlockStateId(new VecOf(x, y, z), y === BEDROCK ? s.bedrock : y < 60 ? s.stone : y < GROUND ? s.dirt : s.grass)
      }
      for (let y = GROUND; y < 80; y++) base.setSkyLight(new VecOf(x, y, z), 15)
      for (let y = 0; y < 128; y += 4) base.setBiome(new VecOf(x, y, z), biome)
    }
  }
  const template = base.toJson()

  const tree = (c: Chunk, x: number, z: number, height: number): void => {
    for (let y = height - 2; y <= height + 1; y++) {
      const r = y > height - 1 ? 1 : 2
      for (let dx = -r; dx <= r; dx++) for (let dz = -r; dz <= r; dz++) {
        if (r === 2 && Math.abs(dx) === 2 && Math.abs(dz) === 2) continue
        c.setBlockStateId(new VecOf(x + dx, GROUND + y, z + dz), s.leaves)
      }
    }
    for (let y = 1; y <= height; y++) c.setBlockStateId(new VecOf(x, GROUND + y, z), s.log)
  }
  const far = (x: number, z: number): boolean => Math.hypot(x - 8, z - 8) > bare
  const boulder = (c: Chunk, x: number, z: number, withOre: number): void => {
    for (let dx = 0; dx < 4; dx++) for (let dz = 0; dz < 4; dz++) for (let y = 1; y <= 2; y++) {
      c.setBlockStateId(new VecOf(x + dx, GROUND + y, z + dz), s.stone)
    }
    c.setBlockStateId(new VecOf(x, GROUND + 1, z + 1), s.coal)
    c.setBlockStateId(new VecOf(x, GROUND + 2, z + 2), s.coal)
    if (withOre > 0.4) c.setBlockStateId(new VecOf(x + 3, GROUND + 1, z + 1), s.iron)
    if (withOre > 0.7) c.setBlockStateId(new VecOf(x + 1, GROUND + 1, z + 3), s.iron)
  }

  return (cx: number, cz: number): unknown => {
    const c = ChunkOf.fromJson(template)
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) for (let y = BEDROCK + 1; y < 59; y++) {
      const n = noise(cx * 16 + x, y, cz * 16 + z)
      if (n < 0.012) c.setBlockStateId(new VecOf(x, y, z), s.coal)
      else if (n < 0.020 && !far(cx * 16 + x, cz * 16 + z)) continue
      else if (n < 0.020) c.setBlockStateId(new VecOf(x, y, z), s.iron)
      else if (n < 0.022 && y < 54) c.setBlockStateId(new VecOf(x, y, z), s.diamond)
    }
    const n = noise(cx, 0, cz)
    if (cx === 0 && cz === 0) {
      tree(c, 3, 12, 5)
      tree(c, 12, 12, 4)
    } else if (cx === 0 && cz === -1) {
      boulder(c, 6, 6, bare > 0 ? 0 : 0.9)
      tree(c, 12, 11, 5)
    } else if (n < 0.55) {
      tree(c, 3 + Math.floor(n * 17), 4 + Math.floor(n * 13), 4 + (Math.floor(n * 100) % 2))
    } else if (n < 0.8) {
      boulder(c, 4 + Math.floor((n - 0.55) * 20), 7, far(cx * 16, cz * 16) && far(cx * 16 + 15, cz * 16 + 15) ? noise(cx, 1, cz) : 0)
    } else if (n > 0.93) {
      for (let x = 5; x < 10; x++) for (let z = 5; z < 10; z++) {
        const edge = x === 5 || x === 9 || z === 5 || z === 9
        c.setBlockStateId(new VecOf(x, GROUND, z), edge ? s.sand : s.water)
      }
    }
    return c
  }
}
