// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import type { Bot } from './lib.ts'
import { fill, patternsOf } from './recipes.ts'
import type { Recipe } from './recipes.ts'

const require = createRequire(import.meta.url)
type Registry = Bot['registry']

for (const version of ['1.16.5', '1.21.4']) describe(`recipes of ${version}`, () => {
  const registry = (require('prismarine-registry') as (v: string) => Registry)(version)
  const made = (item: string, held: Record<string, number>): string[] | string => {
    // The library keeps one version at a time.
    const { Recipe: RecipeOf } = (require('prismarine-recipe') as (r: Registry) => { Recipe: { find(id: number, metadata: null): Recipe[] } })(registry)
    const tries = patternsOf(registry, RecipeOf.find(registry.itemsByName[item]?.id ?? -1, null)).map(p => fill(registry, p, new Map(Object.entries(held))))
    for (const t of tries) if ('recipe' in t) return [...(t.recipe.inShape ?? []).flat(), ...(t.recipe.ingredients ?? [])].flatMap(c => { const id = (c as unknown as { id: number }).id; return id === -1 ? [] : registry.items[id]?.name ?? '' }).sort()
    return tries.flatMap(t => ('missing' in t ? t.missing.map(([what, n]) => `${n} ${what}`) : [])).join(', ')
  }

  it('takes planks of any woods', () => {
    assert.deepEqual(made('stick', { oak_planks: 1, spruce_planks: 1 }), ['oak_planks', 'spruce_planks'])
    assert.deepEqual(made('crafting_table', { oak_planks: 2, birch_planks: 1, spruce_planks: 5 }), ['spruce_planks', 'spruce_planks', 'spruce_planks', 'spruce_planks'])
    assert.match(String(made('crafting_table', { oak_planks: 1, birch_planks: 2 })), /1 planks/)
  })

  it('takes stones, coals and slabs as the game does, and nothing else', () => {
    assert.deepEqual(made('stone_pickaxe', { cobblestone: 2, blackstone: 1, stick: 2 }), ['blackstone', 'cobblestone', 'cobblestone', 'stick', 'stick'])
    assert.deepEqual(made('barrel', { oak_planks: 3, birch_planks: 3, oak_slab: 1, acacia_slab: 1 }), ['acacia_slab', 'birch_planks', 'birch_planks', 'birch_planks', 'oak_planks', 'oak_planks', 'oak_planks', 'oak_slab'])
    assert.deepEqual(made('torch', { charcoal: 1, stick: 1 }), ['charcoal', 'stick'])
    assert.equal(typeof made('white_bed', { white_wool: 2, red_wool: 1, oak_planks: 3 }), 'string')
    assert.equal(typeof made('oak_boat', { oak_planks: 4, birch_planks: 1 }), 'string')
    assert.deepEqual(made('oak_planks', { stripped_oak_log: 1 }), ['stripped_oak_log'])
    assert.equal(typeof made('oak_planks', { birch_log: 1 }), 'string')
  })
})
