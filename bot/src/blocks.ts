// SPDX-License-Identifier: MIT

// Finding blocks by their kind. The library's own search makes an object for every block that it passes, and since 1.18
// it passes every block of an empty section, too: a look round took seconds on a busy machine, in which the body did
// nothing else. This one reads numbers, and of a section that lacks the kind not even those.
import { Vec3 } from './lib.ts'
import type { Bot, Vec } from './lib.ts'

interface Section { data?: { palette?: number[]; value?: number }; palette?: number[] | null }
interface Column { sections: (Section | null | undefined)[]; getBlockStateId(at: Vec): number }

export interface BlockSearch {
  /** The kinds of block that are looked for. */
  ids: readonly number[]
  within: number
  count: number
  /** Whether a place may be taken. */
  fits?: (p: Vec) => boolean
}

/** The nearest places of blocks of some kinds, the nearest first. */
export function findBlocks(bot: Bot, o: BlockSearch): Vec[] {
  const states = statesOf(bot, o.ids)
  const from = bot.entity.position.floored()
  const { minY = 0, height = 256 } = bot.game as unknown as { minY?: number; height?: number }
  const world = bot.world as unknown as { getColumn(x: number, z: number): Column | null | undefined }
  let found: { p: Vec; d: number }[] = []
  let most = o.within
  const at = new Vec3(0, 0, 0)
  for (const c of columnsAround(from, o.within)) {
    if (c.d > most) break
    const column = world.getColumn(c.x, c.z)
    if (!column) continue
    for (let i = 0; i < height >> 4; i++) {
      const section = column.sections[i]
      const low = minY + 16 * i
      if (!section || low > from.y + most || low + 15 < from.y - most || !mayHold(section, states)) continue
      for (at.y = low; at.y < low + 16; at.y++) for (at.z = 0; at.z < 16; at.z++) for (at.x = 0; at.x < 16; at.x++) {
        if (!states.has(column.getBlockStateId(at))) continue
        const p = new Vec3(16 * c.x + at.x, at.y, 16 * c.z + at.z)
        const d = p.distanceTo(from)
        if (d <= most && (!o.fits || o.fits(p))) found.push({ p, d })
      }
    }
    if (found.length < o.count) continue
    // Farther than what is kept nothing is looked for any more.
    found = found.sort((a, b) => a.d - b.d).slice(0, o.count)
    most = found.at(-1)?.d ?? most
  }
  return found.sort((a, b) => a.d - b.d).map(f => f.p)
}

/** Whether a section may have one of these states, by the list of what it has. */
function mayHold(section: Section, states: ReadonlySet<number>): boolean {
  const palette = section.data?.palette ?? section.palette
  if (palette) return palette.some(s => states.has(s))
  const one = section.data?.value
  return one === undefined || states.has(one)
}

function statesOf(bot: Bot, ids: readonly number[]): Set<number> {
  const states = new Set<number>()
  for (const id of ids) {
    const b = bot.registry.blocks[id]
    for (let s = b?.minStateId ?? 0; s <= (b?.maxStateId ?? -1); s++) states.add(s)
  }
  return states
}

/** The chunks within so many blocks, the nearest first, with how far their nearest edge is. */
function columnsAround(from: Vec, within: number): { x: number; z: number; d: number }[] {
  const off = (n: number, chunk: number): number => Math.max(0, 16 * chunk - n, n - 16 * chunk - 15)
  const out = []
  for (let x = (from.x - within) >> 4; x <= (from.x + within) >> 4; x++) for (let z = (from.z - within) >> 4; z <= (from.z + within) >> 4; z++) {
    out.push({ x, z, d: Math.hypot(off(from.x, x), off(from.z, z)) })
  }
  return out.sort((a, b) => a.d - b.d)
}
