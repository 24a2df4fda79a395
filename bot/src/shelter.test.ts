// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Vec3 } from './lib.ts'
import type { Vec } from './lib.ts'
import { SHELTER, nextTo, openings } from './shelter.ts'

const feet = new Vec3(10, 64, 10)

/** Builds a shelter on some ground until nothing is open, and tells how many blocks it took. */
function built(ground: (p: Vec) => boolean): { blocks: number; all: Set<string> } {
  const placed = new Set<string>()
  const solid = (p: Vec): boolean => ground(p) || placed.has(p.toString())
  for (;;) {
    const [p] = openings(feet, solid, q => q.distanceTo(new Vec3(10, 64, 20)))
    if (!p) return { blocks: placed.size, all: placed }
    const to = nextTo(feet, p, solid)
    assert.ok(to, `nothing to place against for ${p.toString()}`)
    assert.ok(solid(to.against) && !solid(to.at) && to.at.distanceTo(to.against) === 1)
    // The body itself fills its two blocks.
    assert.ok(!to.at.equals(feet) && !to.at.equals(feet.offset(0, 1, 0)))
    placed.add(to.at.toString())
  }
}

test('a shelter on flat ground has four walls of two, a roof, and a block that carries it', () => {
  const { blocks, all } = built(p => p.y < 64)
  assert.equal(blocks, SHELTER)
  for (const [x, y, z] of [[1, 0, 0], [-1, 1, 0], [0, 0, 1], [0, 1, -1], [0, 2, 0]] as const) assert.ok(all.has(feet.offset(x, y, z).toString()))
})

test('on a pillar the walls begin a block lower, on the side of what it stands on', () => {
  const { blocks } = built(p => p.x === 10 && p.z === 10 && p.y < 64)
  assert.equal(blocks, SHELTER + 4)
})

test('the side nearest to danger is closed first, and a wall that stands is left alone', () => {
  const solid = (p: Vec): boolean => p.y < 64 || (p.x === 11 && p.z === 10)
  const open = openings(feet, solid, p => p.distanceTo(new Vec3(10, 64, 20)))
  assert.ok(open[0]?.equals(feet.offset(0, 0, 1)))
  assert.ok(!open.some(p => p.x === 11))
})
