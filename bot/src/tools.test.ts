// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { it } from 'node:test'
import type { Block, Bot } from './lib.ts'
import { toolFor } from './tools.ts'

const require = createRequire(import.meta.url)

for (const version of ['1.16.5', '1.21.4']) {
  it(`takes shears for what they alone bring, and leaves them for the rest, in ${version}`, () => {
    const registry = require('prismarine-registry')(version) as Bot['registry']
    const BlockOf = require('prismarine-block')(registry) as { fromStateId(state: number, biome: number): Block }
    const ItemOf = require('prismarine-item')(registry) as new (id: number, count: number) => NonNullable<ReturnType<typeof toolFor>>
    const carrying = (...names: string[]): Bot => {
      const slots = Array.from({ length: 46 }, () => null as unknown)
      names.forEach((name, i) => { slots[9 + i] = new ItemOf(registry.itemsByName[name]!.id, 1) })
      return { registry, inventory: { slots }, entity: { effects: {} } } as never
    }
    const tool = (block: string, item: string, ...held: string[]): string | undefined =>
      toolFor(carrying(...held), BlockOf.fromStateId(registry.blocksByName[block]!.defaultState!, 0), { item })?.name
    assert.equal(tool('fern', 'fern', 'shears'), 'shears')
    assert.equal(tool('fern', '', 'shears'), 'shears')
    assert.equal(tool('fern', 'wheat_seeds', 'shears'), undefined)
    assert.equal(tool('oak_leaves', 'oak_leaves', 'shears', 'iron_hoe'), 'shears')
    assert.equal(tool('oak_leaves', 'oak_sapling', 'shears'), undefined)
    assert.equal(tool('cobweb', 'cobweb', 'shears', 'iron_sword'), 'shears')
    assert.equal(tool('cobweb', 'string', 'shears', 'iron_sword'), 'iron_sword')
    assert.throws(() => tool('cobweb', 'string', 'shears'), /iron_sword/)
    assert.equal(tool('stone', 'cobblestone', 'shears', 'iron_pickaxe'), 'iron_pickaxe')
  })
}
