// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwned, mayAttack } from './harm.ts'
import { betterArmour } from './reflexes.ts'

const item = (name: string, enchants: { name: string; lvl: number }[] = []): unknown => ({ name, count: 1, enchants })

/** A bot that wears and carries things. */
function dressed(worn: Record<number, unknown>, carried: unknown[]): never {
  const slots = new Array<unknown>(46).fill(null)
  for (const [slot, it] of Object.entries(worn)) slots[Number(slot)] = it
  carried.forEach((it, i) => { slots[9 + i] = it })
  return { inventory: { slots }, currentWindow: null } as never
}

test('puts on what protects better than what is worn, and nothing that is no armour', () => {
  const none = new Set<string>()
  assert.equal(betterArmour(dressed({}, [item('leather_boots'), item('iron_boots')]), none)?.item.name, 'iron_boots')
  assert.equal(betterArmour(dressed({ 8: item('iron_boots') }, [item('golden_boots'), item('iron_boots')]), none), null)
  assert.equal(betterArmour(dressed({ 8: item('golden_boots') }, [item('diamond_boots')]), none)?.piece, 'boots')
  assert.equal(betterArmour(dressed({ 6: item('elytra') }, [item('diamond_chestplate')]), none), null)
  assert.equal(betterArmour(dressed({ 5: item('carved_pumpkin') }, [item('iron_helmet')]), none), null)
  assert.equal(betterArmour(dressed({}, [item('carved_pumpkin'), item('player_head'), item('iron_pickaxe')]), none), null)
  assert.equal(betterArmour(dressed({}, [item('iron_helmet', [{ name: 'binding_curse', lvl: 1 }])]), none), null)
  assert.equal(betterArmour(dressed({}, [item('iron_helmet')]), new Set(['iron_helmet'])), null)
})

test('tamed animals are never attacked, by their very name neither', () => {
  const registry = (keys?: string[]): unknown => ({ entitiesByName: { wolf: { metadataKeys: keys }, horse: {} }, version: { '>=': () => true } })
  const bot = { registry: registry(['x', 'flags', 'owneruuid']), entity: {} } as never
  const wolf = (metadata: unknown[]): never => ({ name: 'wolf', type: 'animal', isValid: true, metadata }) as never
  assert.ok(isOwned(bot, wolf([0, 4])))
  assert.ok(isOwned(bot, wolf([0, 0, '57a7b0ae-11b6-4709-afe1-ff0f0142b45f'])))
  assert.ok(!isOwned(bot, wolf([0, 1])))
  assert.ok(!isOwned(bot, wolf([])))
  assert.ok(mayAttack(bot, wolf([0, 0]), 'wolf'))
  assert.ok(!mayAttack(bot, wolf([0, 4]), 'wolf'))
  const old = { registry: registry(), entity: {} } as never
  const horse = [] as unknown[]
  horse[17] = 2
  assert.ok(isOwned(old, { name: 'horse', metadata: horse } as never))
})
