// SPDX-License-Identifier: MIT

// What players ask for most, for the picker.
export const OFTEN = ['oak_log', 'oak_planks', 'torch', 'bread', 'red_bed', 'coal', 'iron_ingot', 'diamond', 'stick', 'crafting_table', 'furnace', 'chest', 'cobblestone', 'white_wool', 'cooked_beef', 'gold_ingot']
export const TOOLS = ['wooden_pickaxe', 'stone_pickaxe', 'iron_pickaxe', 'diamond_pickaxe', 'iron_axe', 'iron_sword', 'iron_shovel', 'bow', 'iron_helmet', 'iron_chestplate', 'iron_leggings', 'iron_boots', 'shield', 'bucket', 'shears', 'fishing_rod']
