// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { belongs } from './actions/carry.ts'
import { chatFault } from './actions/simple.ts'
import { asActionError, ActionError } from './errors.ts'
import { MEALS } from './facts.ts'
import { burnTicks, chooseFuel } from './fuel.ts'
import { OwnWork, isBuilt, isHostile, isKept, isOwned, mayAttack } from './harm.ts'
import { Vec3 } from './lib.ts'
import { feetOf, hangs, nextLeg } from './walk.ts'

test('keeps containers, stations and beds, and what people build with', () => {
  for (const b of ['chest', 'trapped_chest', 'barrel', 'red_bed', 'furnace', 'blast_furnace', 'crafting_table', 'white_shulker_box', 'enchanting_table']) assert.ok(isKept(b), b)
  for (const b of ['stone', 'oak_log', 'dirt', 'coal_ore', 'bedrock', 'grass_block']) assert.ok(!isBuilt(b), b)
  for (const b of ['oak_planks', 'oak_door', 'glass', 'stone_bricks', 'oak_fence_gate', 'farmland']) assert.ok(isBuilt(b), b)
})

test('knows its own work', () => {
  const w = new OwnWork()
  w.placed('overworld', { x: 1, y: 2, z: 3 })
  assert.ok(w.has('overworld', { x: 1, y: 2, z: 3 }))
  assert.ok(!w.has('the_nether', { x: 1, y: 2, z: 3 }))
  w.gone('overworld', { x: 1, y: 2, z: 3 })
  assert.ok(!w.has('overworld', { x: 1, y: 2, z: 3 }))
})

test('a chat line is one line, short, and no command', () => {
  for (const ok of ['hello', '5/10 done', 'a'.repeat(256)]) assert.equal(chatFault(ok), null)
  for (const denied of ['/op me', '#goto 1 2 3', '.fly', '  /op me']) assert.equal(chatFault(denied)?.code, 'denied')
  for (const bad of ['a\nb', 'a'.repeat(257), 'a\u00a7c', 'a\u0000']) assert.equal(chatFault(bad)?.code, 'invalid')
})

test('chooses the fuel that fits, and no more of it', () => {
  assert.deepEqual(chooseFuel(new Map([['coal', 5], ['oak_planks', 64]]), 8, 0, 'raw_iron', null), [['coal', 1]])
  assert.deepEqual(chooseFuel(new Map([['coal', 1], ['oak_planks', 64]]), 11, 0, 'raw_iron', null), [['coal', 1], ['oak_planks', 2]])
  assert.deepEqual(chooseFuel(new Map([['coal', 5]]), 8, 1600, 'raw_iron', null), [])
  assert.deepEqual(chooseFuel(new Map([['stick', 1]]), 8, 0, 'raw_iron', null), [])
  assert.deepEqual(chooseFuel(new Map([['coal', 5], ['oak_planks', 64]]), 3, 0, 'raw_iron', 'oak_planks'), [['oak_planks', 2]])
  // The input is no fuel for itself.
  assert.deepEqual(chooseFuel(new Map([['oak_log', 4]]), 4, 0, 'oak_log', null), [])
  assert.equal(burnTicks('cobblestone'), 0)
})

test('armour belongs on the body', () => {
  assert.deepEqual(['iron_helmet', 'iron_chestplate', 'iron_leggings', 'iron_boots', 'shield', 'stone_pickaxe'].map(belongs), ['head', 'torso', 'legs', 'feet', 'off_hand', 'hand'])
})

test('whatever is thrown becomes a typed failure', () => {
  assert.equal(asActionError(new Error('Error: boom')).code, 'internal')
  assert.equal(asActionError('x').code, 'internal')
  const e = new ActionError('no_path', 'no')
  assert.equal(asActionError(e), e)
  assert.equal(e.retryable, true)
  assert.equal(new ActionError('invalid', 'no').retryable, false)
})

test('feet on what is not quite a block high stand in the block above', () => {
  const on = (y: number): number => feetOf({ entity: { position: new Vec3(-0.5, y, 8.5) } } as never).y
  for (const [y, want] of [[64, 64], [63.9375, 64], [63.875, 64], [63.5, 63], [64.42, 64]] as const) assert.equal(on(y), want, String(y))
})

test('a leg leads toward its end, past what was in the way, and no farther', () => {
  const from = new Vec3(0, 52, 0)
  assert.deepEqual(nextLeg(from, { x: 80, y: 52, z: 0 }, 0), new Vec3(8, 52, 0))
  assert.deepEqual(nextLeg(from, { x: 80, y: 52, z: 0 }, 1), new Vec3(8, 52, 8))
  assert.deepEqual(nextLeg(from, { x: 80, y: 52, z: 0 }, 2), new Vec3(8, 52, -8))
  assert.deepEqual(nextLeg(from, { x: 3, y: 20, z: 4 }, 0), new Vec3(3, 44, 4))
  assert.deepEqual(nextLeg(from, { x: 0, y: 60, z: 0 }, 0), new Vec3(0, 60, 0))
})

test('a place hangs when the blocks at hand do not lead to it from anything that stands', () => {
  const ground = (_x: number, y: number): boolean => y > 63
  assert.ok(hangs({ x: 0, y: 124, z: 0 }, 1, 12, ground), 'sixty blocks up with twelve in the bag')
  assert.ok(!hangs({ x: 0, y: 70, z: 0 }, 1, 12, ground))
  assert.ok(!hangs({ x: 0, y: 64, z: 0 }, 0, 0, ground), 'a place on the ground')
  assert.ok(!hangs({ x: 0, y: 66, z: 0 }, 1, 0, ground), 'a step and the range reach it')
  assert.ok(!hangs({ x: 0, y: 124, z: 0 }, 1, 60, ground), 'a tower that can be built')
  const pillar = (x: number, y: number, z: number): boolean => y > 63 && !(x === 5 && z === 0 && y < 124)
  assert.ok(!hangs({ x: 0, y: 124, z: 0 }, 1, 6, pillar), 'a bridge from a tower beside')
})

test('what the tables call hostile is, and what leaves players alone is not', () => {
  const is = (name: string): boolean => isHostile({ name } as never)
  for (const mob of ['zombie', 'creeper', 'piglin_brute', 'warden', 'endermite', 'creaking']) assert.ok(is(mob), mob)
  for (const mob of ['cow', 'enderman', 'zombified_piglin', 'wolf', 'villager', 'player']) assert.ok(!is(mob), mob)
})

test('everything wooden burns, and the best fuel first', () => {
  assert.deepEqual(['crimson_planks', 'bamboo_planks', 'oak_boat', 'barrel'].map(burnTicks), [0, 300, 1200, 300])
  assert.deepEqual(chooseFuel(new Map([['oak_planks', 64], ['charcoal', 1], ['coal', 1]]), 16, 0, 'raw_iron', null), [['coal', 1], ['charcoal', 1]])
})

test('eats what does no harm, and no fish out of a bucket', () => {
  for (const food of ['bread', 'cooked_beef', 'sweet_berries']) assert.ok(MEALS.has(food), food)
  for (const none of ['cod_bucket', 'pufferfish_bucket', 'pufferfish', 'chicken', 'golden_apple', 'cake', 'stick']) assert.ok(!MEALS.has(none), none)
})

test('attacks nobody\'s own animal, by any name', () => {
  const keys = ['shared_flags', 'baby', 'flags', 'owneruuid']
  const bot = { entity: {}, registry: { entitiesByName: { wolf: { metadataKeys: keys }, horse: { metadataKeys: keys.slice(0, 3) }, zombie: { metadataKeys: keys } } } } as never
  const of = (name: string, metadata: unknown[]): never => ({ name, metadata, isValid: true, type: 'animal' }) as never
  const owner = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
  for (const [e, owned] of [
    [of('wolf', [0, false, 4, owner]), true], [of('wolf', [0, false, 0, undefined]), false], [of('cat', [0, false, 4, 'a', owner]), true],
    [of('horse', [0, false, 2]), true], [of('horse', [0, false, 4]), false], [of('zombie', [0, false, 2, owner]), false],
  ] as const) {
    const name = (e as { name: string }).name
    assert.equal(isOwned(bot, e), owned, JSON.stringify(e))
    assert.equal(mayAttack(bot, e, name), !owned, JSON.stringify(e))
  }
})
