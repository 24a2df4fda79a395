// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { findBlocks } from './blocks.ts'
import { Vec3 } from './lib.ts'
import type { Vec } from './lib.ts'

const require = createRequire(import.meta.url)
interface Chunk { setBlockStateId(p: Vec, state: number): void; getBlockStateId(p: Vec): number }
const RADIUS = 3

/** A small world with logs in it here and there, and otherwise empty sections. */
function worldOf(version: string): { bot: never; log: number; stone: number; logs: Vec[] } {
  const registry = require('prismarine-registry')(version) as { blocksByName: Record<string, { id: number; defaultState: number; maxStateId: number }> }
  const ChunkOf = require('prismarine-chunk')(registry) as new (o?: object) => Chunk
  const [minY, height] = version === '1.16.5' ? [0, 256] : [-64, 384]
  const chunks = new Map<string, Chunk>()
  const logs: Vec[] = []
  const log = registry.blocksByName['oak_log']
  const stone = registry.blocksByName['stone']
  assert.ok(log && stone)
  for (let cx = -RADIUS; cx <= RADIUS; cx++) for (let cz = -RADIUS; cz <= RADIUS; cz++) {
    const c = new ChunkOf({ minY, worldHeight: height })
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) c.setBlockStateId(new Vec3(x, 60, z), stone.defaultState)
    for (let n = 0; n < 3; n++) {
      const p = new Vec3((7 * cx + 5 * n + 64) % 16, 64 + ((cz + n + 9) * 11) % 40, (3 * cz + 4 * n + 64) % 16)
      c.setBlockStateId(p, n === 0 ? log.maxStateId : log.defaultState) // lying and standing
      logs.push(p.offset(16 * cx, 0, 16 * cz))
    }
    chunks.set(`${cx},${cz}`, c)
  }
  const bot = { registry, entity: { position: new Vec3(5.5, 64, -3.2) }, game: { minY, height }, world: { getColumn: (x: number, z: number) => chunks.get(`${x},${z}`) } }
  return { bot: bot as never, log: log.id, stone: stone.id, logs }
}

for (const version of ['1.16.5', '1.21.4']) {
  test(`the nearest blocks of a kind are found on ${version}`, () => {
    const { bot, log, stone, logs } = worldOf(version)
    const from = new Vec3(5, 64, -4)
    const d = (p: Vec): number => p.distanceTo(from)
    for (const [within, count] of [[64, 500], [64, 5], [20, 500], [3, 1]] as const) {
      const want = logs.map(d).filter(n => n <= within).sort((a, b) => a - b).slice(0, count)
      assert.deepEqual(findBlocks(bot, { ids: [log], within, count }).map(d), want, `${within} ${count}`)
    }
    assert.deepEqual(findBlocks(bot, { ids: [stone], within: 32, count: 1 }), [new Vec3(5, 60, -4)])
    const east = findBlocks(bot, { ids: [log], within: 64, count: 3, fits: p => p.x > 10 })
    assert.deepEqual(east.map(d), logs.filter(p => p.x > 10).map(d).sort((a, b) => a - b).slice(0, 3))
    assert.deepEqual(findBlocks(bot, { ids: [], within: 64, count: 3 }), [])
  })

  test(`sections without the kind are not read on ${version}`, () => {
    const { bot } = worldOf(version)
    const { world, registry } = bot as { world: { getColumn(x: number, z: number): Chunk | undefined }; registry: { blocksByName: Record<string, { id: number }> } }
    for (let x = -RADIUS; x <= RADIUS; x++) for (let z = -RADIUS; z <= RADIUS; z++) {
      const column = world.getColumn(x, z)
      if (column) column.getBlockStateId = () => assert.fail('a section without it was read')
    }
    assert.deepEqual(findBlocks(bot, { ids: [registry.blocksByName['dragon_egg']?.id ?? 0], within: 64, count: 3 }), [])
  })
}
