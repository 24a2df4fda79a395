// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Vec3 } from './lib.ts'
import type { Vec } from './lib.ts'
import { Memory, bestHeight, tunnelHeight } from './search.ts'

/** A world whose floor of bedrock lies at a height. */
const world = (floor: number, recent = true): never => ({
  blockAt: (p: Vec) => (p.y < floor ? null : { name: p.y === floor ? 'bedrock' : 'stone' }),
  registry: { version: { '>=': () => recent } },
}) as never

test('a tunnel runs at the ore\'s best height, over the floor of the world and not above the ground', () => {
  assert.equal(tunnelHeight(world(-64), new Vec3(0, 64, 0), -58), -58)
  assert.equal(tunnelHeight(world(0, false), new Vec3(0, 64, 0), 11), 11)
  assert.equal(tunnelHeight(world(50), new Vec3(0, 64, 0), 11), 52)
  assert.equal(tunnelHeight(world(-64), new Vec3(0, 64, 0), 100), 62)
  assert.equal(tunnelHeight(world(-64), new Vec3(0, -61, 0), -58), -62)
})

test('the best height is the version\'s, and deepslate ore is the same ore', () => {
  assert.equal(bestHeight(world(-64), 'diamond_ore'), -58)
  assert.equal(bestHeight(world(0, false), 'deepslate_diamond_ore'), 11)
  assert.equal(bestHeight(world(-64), 'oak_log'), null)
})

test('goes back to the nearest place where such a block was seen, and forgets it when it is gone', () => {
  const m = new Memory()
  m.saw('overworld', 'iron_ore', { x: 100, y: 12, z: 0 })
  m.saw('overworld', 'iron_ore', { x: -40, y: 12, z: 0 })
  m.saw('the_nether', 'iron_ore', { x: 1, y: 12, z: 0 })
  const from = new Vec3(0, 64, 0)
  assert.deepEqual(m.near('overworld', ['iron_ore'], from, 400)?.at, { x: -40, y: 12, z: 0 })
  assert.equal(m.near('overworld', ['iron_ore'], from, 30), null)
  m.forget('overworld', 'iron_ore', { x: -40, y: 12, z: 0 })
  assert.deepEqual(m.near('overworld', ['iron_ore'], from, 400)?.at, { x: 100, y: 12, z: 0 })
})
