// SPDX-License-Identifier: MIT

/** Whether nothing stands where a block state does. Apart from the map, which the first load does without. */
export const isAir = (state: string) => /^(minecraft:)?(cave_|void_)?air$/.test(state)
