// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { cropNamed } from './crops.ts'
import type { Bot } from './lib.ts'
import { Memory, bestHeight } from './search.ts'
import { BREEDS_WITH, MILKED, SHORN } from './actions/animals.ts'
import { TESTED } from './servers.ts'

const require = createRequire(import.meta.url)
const registryOf = (v: string): Bot['registry'] => (require('prismarine-registry') as (v: string) => Bot['registry'])(v)

test('crops are named by seed, block, fruit and harvest', () => {
  const registry = registryOf('1.21.4')
  for (const [name, seed] of [['wheat', 'wheat_seeds'], ['carrots', 'carrot'], ['melon', 'melon_seeds'], ['beetroot', 'beetroot_seeds'], ['oak_sapling', 'oak_sapling'], ['bamboo', 'bamboo']] as const) {
    assert.equal(cropNamed(registry, name)?.seed, seed)
  }
  assert.equal(cropNamed(registry, 'stone'), null)
  assert.equal(cropNamed(registryOf('1.16.5'), 'torchflower'), null)
})

test('every animal and its food exist in the newest tested version', () => {
  const registry = registryOf(TESTED.at(-1) ?? '')
  for (const [mob, foods] of Object.entries(BREEDS_WITH)) {
    assert.ok(registry.entitiesByName[mob], mob)
    assert.ok(foods.some(f => registry.itemsByName[f]), `${mob} eats none of ${foods.join()}`)
    for (const f of foods) assert.ok(registry.itemsByName[f], `${mob} eats ${f}`)
  }
  for (const mob of [...SHORN, ...MILKED]) assert.ok(registry.entitiesByName[mob], mob)
})

test('ores are looked for at the height of their version', () => {
  const bot = (v: string): Bot => ({ registry: registryOf(v) }) as Bot
  assert.equal(bestHeight(bot('1.16.5'), 'diamond_ore'), 11)
  assert.equal(bestHeight(bot('1.21.4'), 'deepslate_diamond_ore'), -58)
  assert.equal(bestHeight(bot('1.21.4'), 'oak_log'), null)
})

test('places seen are gone back to, the nearest first, until they prove empty', () => {
  const m = new Memory()
  const from = { x: 0, y: 64, z: 0 } as never
  m.saw('overworld', 'oak_log', { x: 200, y: 64, z: 0 })
  m.saw('overworld', 'oak_log', { x: 90, y: 64, z: 0 })
  m.saw('overworld', 'oak_log', { x: 91, y: 64, z: 1 }) // the same tree
  assert.equal(m.near('overworld', ['oak_log'], from, 400)?.at.x, 90)
  m.forget('overworld', 'oak_log', { x: 90, y: 64, z: 0 })
  assert.equal(m.near('overworld', ['oak_log'], from, 400)?.at.x, 200)
  assert.equal(m.near('the_nether', ['oak_log'], from, 400), null)
  assert.equal(m.near('overworld', ['oak_log'], from, 100), null)
})
