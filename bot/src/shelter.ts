// SPDX-License-Identifier: MIT

// The shape of a shelter: a block at each side of feet and head, and a roof.
import type { Vec } from './lib.ts'

/** The blocks that it takes, with one for the roof to rest on. */
export const SHELTER = 10

/** What is open around a body that stands at f: the sides nearest to danger (the smallest number) first, the roof last. */
export function openings(f: Vec, solid: (p: Vec) => boolean, danger: (p: Vec) => number): Vec[] {
  const sides = ([[1, 0], [-1, 0], [0, 1], [0, -1]] as const).map(([x, z]) => f.offset(x, 0, z)).sort((a, b) => danger(a) - danger(b))
  return [...sides, ...sides.map(p => p.offset(0, 1, 0)), f.offset(0, 2, 0)].filter(p => !solid(p))
}

/** Where to place the next block so that p gets closed, and against which: p itself, or what it has to rest on. Null where nothing is near. */
export function nextTo(f: Vec, p: Vec, solid: (p: Vec) => boolean): { at: Vec; against: Vec } | null {
  const roof = p.y === f.y + 2
  for (const at of [p, roof ? p.offset(1, 0, 0) : p.offset(0, -1, 0)]) {
    const against = ([[0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]] as const).map(([x, y, z]) => at.offset(x, y, z)).find(solid)
    if (against) return { at, against }
  }
  return null
}
