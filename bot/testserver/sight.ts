// SPDX-License-Identifier: MIT

// What a player looks at.
import type { Block, Player, Vec, World } from './squid.ts'

const STEP = 0.05

/** The first block along a player's line of sight that stops it, and the last place before it; null within `reach` blocks for none. */
export async function sight(world: World, player: Player, reach: number, stops: (b: Block, at: Vec) => boolean): Promise<{ before: Vec; at: Vec; block: Block | null }> {
  // flying-squid notes a look some promises after its packet; one that came in the same chunk with this use counts.
  await new Promise(resolve => setImmediate(resolve))
  const yaw = player.yaw * Math.PI / 128
  const pitch = player.pitch * Math.PI / 128
  const d = { x: -Math.sin(yaw) * Math.cos(pitch), y: -Math.sin(pitch), z: Math.cos(yaw) * Math.cos(pitch) }
  let before = player.position.offset(0, 1.6, 0)
  for (let s = STEP; s <= reach; s += STEP) {
    const at = before.offset(d.x * STEP, d.y * STEP, d.z * STEP)
    const block = await world.getBlock(at.floored())
    if (stops(block, at)) return { before, at, block }
    before = at
  }
  return { before, at: before, block: null }
}

/** Whether a place in a block's cell is in what of it can be aimed at; of grass, torches and the like that is the whole cell here. */
export function aimedAt(b: Block, at: Vec): boolean {
  if (b.boundingBox !== 'block') return !/air$|^water$|^lava$/.test(b.name)
  const p = at.minus(at.floored())
  return b.shapes.some(([x = 0, y = 0, z = 0, x2 = 1, y2 = 1, z2 = 1]) => p.x >= x && p.x <= x2 && p.y >= y && p.y <= y2 && p.z >= z && p.z <= z2)
}
