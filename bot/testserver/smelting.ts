// SPDX-License-Identifier: MIT

// What a furnace makes and what burns in it (minecraft.wiki, Smelting; 10 s and 200 ticks an item).

export const TICKS_PER_ITEM = 200

const RESULTS: Record<string, string> = {
  raw_iron: 'iron_ingot', iron_ore: 'iron_ingot', deepslate_iron_ore: 'iron_ingot',
  raw_gold: 'gold_ingot', gold_ore: 'gold_ingot', deepslate_gold_ore: 'gold_ingot', nether_gold_ore: 'gold_ingot',
  raw_copper: 'copper_ingot', copper_ore: 'copper_ingot',
  coal_ore: 'coal', diamond_ore: 'diamond', redstone_ore: 'redstone', lapis_ore: 'lapis_lazuli', emerald_ore: 'emerald',
  ancient_debris: 'netherite_scrap', nether_quartz_ore: 'quartz', netherrack: 'nether_brick',
  cobblestone: 'stone', stone: 'smooth_stone', sand: 'glass', red_sand: 'glass', clay_ball: 'brick', clay: 'terracotta',
  cactus: 'green_dye', kelp: 'dried_kelp', wet_sponge: 'sponge', sandstone: 'smooth_sandstone',
  beef: 'cooked_beef', porkchop: 'cooked_porkchop', chicken: 'cooked_chicken', mutton: 'cooked_mutton',
  rabbit: 'cooked_rabbit', cod: 'cooked_cod', salmon: 'cooked_salmon', potato: 'baked_potato',
}

export function smelts(name: string): string | null {
  if (/^(stripped_)?[a-z_]+_(log|wood)$/.test(name)) return 'charcoal'
  return RESULTS[name] ?? null
}

const FUEL: Record<string, number> = {
  lava_bucket: 20000, coal_block: 16000, dried_kelp_block: 4000, blaze_rod: 2400, coal: 1600, charcoal: 1600,
  stick: 100, bowl: 100, bamboo: 50,
}

/** Burn time in ticks; 0 is no fuel. */
export function burns(name: string): number {
  const exact = FUEL[name]
  if (exact !== undefined) return exact
  if (/(_planks|_log|_wood|_fence|_fence_gate|_stairs|_trapdoor|crafting_table|chest|barrel|bookshelf|ladder|bow)$/.test(name) && !/stone|brick/.test(name)) return 300
  if (/^wooden_(sword|pickaxe|axe|shovel|hoe)$/.test(name) || /_door$/.test(name)) return 200
  if (/_slab$/.test(name) && /oak|birch|spruce|jungle|acacia|mangrove|cherry/.test(name)) return 150
  if (/_sapling$|_wool$|_button$/.test(name)) return 100
  return 0
}
