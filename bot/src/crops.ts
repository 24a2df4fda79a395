// SPDX-License-Identifier: MIT

// What is planted and what is harvested: seeds, soils and ripeness (minecraft.wiki, Crops and the pages of each).
import type { Block, Bot, Vec } from './lib.ts'

export interface Crop {
  /** The item that is planted, the block that then stands there, and what is gathered under another name. */
  seed: string
  block: string
  also: string[]
  soils: RegExp
  /** The age from which it is ripe; absent for what is not told by age. */
  ripeAt?: number
  /** Picked by hand and left standing. */
  picked?: boolean
  /** Grows on top of itself: all but the lowest block is the harvest. */
  tall?: boolean
  /** Its soil must touch water. */
  shore?: boolean
  /** Needs room to become a tree. */
  tree?: boolean
  /** Bears this block beside itself. */
  fruit?: string
}

const FARMLAND = /^farmland$/
const EARTH = /^(grass_block|dirt|coarse_dirt|podzol|rooted_dirt|moss_block|pale_moss_block|mud|farmland)$/
const SAND = /^(sand|red_sand|suspicious_sand)$/

const crop = (seed: string, block: string, soils: RegExp, rest: Partial<Crop> = {}): Crop => ({ seed, block, also: [], soils, ...rest })

const CROPS: Crop[] = [
  crop('wheat_seeds', 'wheat', FARMLAND, { ripeAt: 7 }),
  crop('carrot', 'carrots', FARMLAND, { ripeAt: 7 }),
  crop('potato', 'potatoes', FARMLAND, { ripeAt: 7 }),
  crop('beetroot_seeds', 'beetroots', FARMLAND, { ripeAt: 3, also: ['beetroot'] }),
  crop('torchflower_seeds', 'torchflower_crop', FARMLAND, { fruit: 'torchflower' }),
  crop('pitcher_pod', 'pitcher_crop', FARMLAND, { ripeAt: 4, also: ['pitcher_plant'] }),
  crop('melon_seeds', 'melon_stem', FARMLAND, { fruit: 'melon', also: ['melon_slice'] }),
  crop('pumpkin_seeds', 'pumpkin_stem', FARMLAND, { fruit: 'pumpkin' }),
  crop('nether_wart', 'nether_wart', /^soul_sand$/, { ripeAt: 3 }),
  crop('sugar_cane', 'sugar_cane', /^(grass_block|dirt|coarse_dirt|podzol|rooted_dirt|moss_block|mud|sand|red_sand)$/, { tall: true, shore: true }),
  crop('cactus', 'cactus', SAND, { tall: true }),
  crop('bamboo', 'bamboo_sapling', /^(grass_block|dirt|coarse_dirt|podzol|rooted_dirt|moss_block|mud|sand|red_sand|gravel|mycelium)$/, { tall: true, also: ['bamboo'] }),
  crop('sweet_berries', 'sweet_berry_bush', EARTH, { ripeAt: 2, picked: true }),
  crop('cocoa_beans', 'cocoa', /^(stripped_)?jungle_(log|wood)$/, { ripeAt: 2 }),
  crop('chorus_flower', 'chorus_flower', /^end_stone$/),
  crop('red_mushroom', 'red_mushroom', /^(mycelium|podzol)$/),
  crop('brown_mushroom', 'brown_mushroom', /^(mycelium|podzol)$/),
]
const LOW = /_sapling$|^mangrove_propagule$/

/** The crop of a name: its seed, block, fruit or what it gives. Null for what is no crop of this version. */
export function cropNamed(registry: Bot['registry'], name: string): Crop | null {
  const known = (c: Crop): boolean => registry.blocksByName[c.block] !== undefined && registry.itemsByName[c.seed] !== undefined
  const found = CROPS.find(c => [c.seed, c.block, c.fruit, ...c.also].includes(name) && known(c))
  if (found) return found
  if (LOW.test(name)) {
    const c = crop(name, name, EARTH, { tree: true })
    return known(c) ? c : null
  }
  return null
}

const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const

/** Whether a crop may be planted on a block: the soil is right, and there is room over it. */
export function takes(bot: Bot, c: Crop, soil: Vec): boolean {
  const at = bot.blockAt(soil)
  if (!at || !c.soils.test(at.name)) return false
  const name = (p: Vec): string => bot.blockAt(p)?.name ?? 'unknown'
  if (c.block === 'cocoa') return SIDES.some(([x, z]) => /air$/.test(name(soil.offset(x, 0, z))))
  if (!/^(air|cave_air)$/.test(name(soil.offset(0, 1, 0)))) return false
  if (c.shore && !SIDES.some(([x, z]) => /^(water|frosted_ice)$/.test(name(soil.offset(x, 0, z))))) return false
  if (c.block === 'cactus' && SIDES.some(([x, z]) => bot.blockAt(soil.offset(x, 1, z))?.boundingBox !== 'empty')) return false
  if (c.tree) {
    for (let y = 1; y <= 6; y++) for (let x = -1; x <= 1; x++) for (let z = -1; z <= 1; z++) {
      if (y > 1 || x !== 0 || z !== 0) if (bot.blockAt(soil.offset(x, y, z))?.boundingBox === 'block') return false
    }
  }
  return true
}

/** Whether this very block is ripe for a crop. */
export function isRipe(bot: Bot, c: Crop, block: Block): boolean {
  if (c.fruit !== undefined) return block.name === c.fruit
  if (c.tall) {
    const body = c.block === 'bamboo_sapling' ? 'bamboo' : c.block
    return block.name === body && bot.blockAt(block.position.offset(0, -1, 0))?.name === body
  }
  if (block.name !== c.block) return false
  if (c.ripeAt === undefined) return true
  return Number(block.getProperties()['age'] ?? -1) >= c.ripeAt
}

/** The blocks among which the ripe ones of a crop are. */
export const standsAs = (c: Crop): string[] => (c.fruit !== undefined ? [c.fruit] : c.block === 'bamboo_sapling' ? ['bamboo'] : [c.block])
/** The blocks that will be ripe some day. */
export const growsAs = (c: Crop): string[] => [c.block, ...(c.block === 'bamboo_sapling' ? ['bamboo'] : [])]
