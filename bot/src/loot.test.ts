// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { it } from 'node:test'
import type { Bot } from './lib.ts'
import { sureDrop } from './loot.ts'

const registryOf = createRequire(import.meta.url)('prismarine-registry') as (version: string) => Bot['registry']

for (const version of ['1.16.5', '1.21.4']) {
  it(`knows what surely drops in ${version}`, () => {
    const registry = registryOf(version)
    const drops = (name: string): string | null => sureDrop(registry, { name })
    assert.deepEqual(['stone', 'dirt', 'grass_block', 'oak_log', 'clay', 'redstone_ore'].map(drops), ['cobblestone', 'dirt', 'dirt', 'oak_log', 'clay_ball', 'redstone'])
    for (const chance of ['oak_leaves', 'gravel', 'glass', 'ice', 'wheat', 'snow', 'short_grass', 'grass', 'bedrock']) assert.equal(drops(chance), null, chance)
  })
}
