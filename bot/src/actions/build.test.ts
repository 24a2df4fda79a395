// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { it } from 'node:test'
import type { Bot } from '../lib.ts'
import { aidsOf } from './build.ts'

const require = createRequire(import.meta.url)

for (const version of ['1.16.5', '1.21.4']) {
  it(`stands on what it can spare and has back when it digs it, in ${version}`, () => {
    const registry = require('prismarine-registry')(version) as Bot['registry']
    const ItemOf = require('prismarine-item')(registry) as new (id: number, count: number) => unknown
    const first = (held: Record<string, number>, blocks: Record<string, number>): string | undefined => {
      const slots = Array.from({ length: 46 }, () => null as unknown)
      Object.entries(held).forEach(([name, n], i) => { slots[9 + i] = new ItemOf(registry.itemsByName[name]!.id, n) })
      const bot = { registry, inventory: { slots } } as never
      return aidsOf(bot, Object.entries(blocks).flatMap(([block, n]) => Array.from({ length: n }, () => ({ block })))).find(n => n in held)
    }
    assert.equal(first({ dirt: 64, cobblestone: 10 }, { dirt: 30 }), 'dirt', 'of what it builds of, with enough to spare')
    assert.equal(first({ dirt: 30, cobblestone: 10 }, { dirt: 30 }), 'cobblestone', 'not of what it needs itself')
    assert.equal(first({ cobblestone: 10, oak_planks: 64 }, { dirt: 1 }), 'oak_planks', 'no stone is had back by hand')
    assert.equal(first({ cobblestone: 10, oak_planks: 64, wooden_pickaxe: 1 }, { dirt: 1 }), 'cobblestone')
    assert.equal(first({ cobblestone: 10 }, { dirt: 1 }), 'cobblestone', 'better that than nothing')
  })
}
