// SPDX-License-Identifier: MIT

// What a crafting grid makes, from the recipe data of the version.
import type { Ingredient, Item, Recipe, Registry } from './squid.ts'

/** Items that stay in the grid when they were used up. */
const LEAVES_BEHIND: Record<string, string> = {
  milk_bucket: 'bucket', water_bucket: 'bucket', lava_bucket: 'bucket', honey_bottle: 'glass_bottle',
}

/** The game's item tags that its recipes name: any member stands for any other, cell by cell. */
const TAGS: Record<string, RegExp> = {
  planks: /_planks$/, wooden_slabs: /^(oak|spruce|birch|jungle|acacia|dark_oak|mangrove|cherry|bamboo|crimson|warped|pale_oak)_slab$/, wool: /_wool$/,
  logs_that_burn: /^(stripped_)?(oak|spruce|birch|jungle|acacia|dark_oak|mangrove|cherry|pale_oak)_(log|wood)$/,
  stone_tool_materials: /^(cobblestone|blackstone|cobbled_deepslate)$/, coals: /^(coal|charcoal)$/, smelts_to_glass: /^(sand|red_sand)$/,
}

const idOf = (i: Ingredient | undefined): number | null => {
  if (i === null || i === undefined || i === -1) return null
  return typeof i === 'number' ? i : i.id
}

type Shape = (number | null)[][]

function trim(rows: Shape): Shape {
  let top = rows.length, left = Infinity, bottom = -1, right = -1
  rows.forEach((row, y) => row.forEach((id, x) => {
    if (id === null) return
    top = Math.min(top, y); bottom = Math.max(bottom, y); left = Math.min(left, x); right = Math.max(right, x)
  }))
  if (bottom < 0) return []
  return rows.slice(top, bottom + 1).map(row => Array.from({ length: right - left + 1 }, (_, i) => row[left + i] ?? null))
}

export class Crafting {
  private readonly shaped = new Map<string, Recipe>()
  private readonly shapeless = new Map<string, Recipe>()
  /** Shapes of tags that the data lists for two members at least. */
  private readonly tagged = new Map<string, { recipe: Recipe; entries: number }>()
  private readonly registry: Registry

  constructor(registry: Registry) {
    this.registry = registry
    for (const recipe of Object.values(registry.recipes).flat()) {
      if (recipe.inShape) {
        const shape = trim(recipe.inShape.map(row => row.map(idOf)))
        this.shaped.set(JSON.stringify(shape), recipe)
        this.shaped.set(JSON.stringify(shape.map(row => [...row].reverse())), recipe)
        const tags = JSON.stringify(shape.map(row => row.map(id => this.tagOf(id))))
        this.tagged.set(tags, { recipe, entries: (this.tagged.get(tags)?.entries ?? 0) + 1 })
      } else if (recipe.ingredients) {
        this.shapeless.set(recipe.ingredients.map(idOf).sort().join(), recipe)
      }
    }
  }

  private tagOf(id: number | null): string | number | null {
    const name = id === null ? '' : this.registry.items[id]?.name ?? ''
    return Object.entries(TAGS).find(([, re]) => re.test(name))?.[0] ?? id
  }

  /** The result of a grid of width w, row by row, or null. */
  match(grid: (Item | null)[], w: number): { id: number; count: number } | null {
    const rows: Shape = []
    for (let i = 0; i < grid.length; i += w) rows.push(grid.slice(i, i + w).map(it => it?.type ?? null))
    const shape = trim(rows)
    if (shape.length === 0) return null
    const found = this.shaped.get(JSON.stringify(shape)) ??
      this.shapeless.get(grid.flatMap(it => (it ? [it.type] : [])).sort().join())
    const mixed = found ? undefined : this.tagged.get(JSON.stringify(shape.map(row => row.map(id => this.tagOf(id)))))
    if (mixed && mixed.entries > 1) return { id: mixed.recipe.result.id, count: mixed.recipe.result.count }
    return found ? { id: found.result.id, count: found.result.count } : null
  }

  /** What stays in a grid cell after one of this item was used, by name, or null. */
  leftover(item: Item): string | null {
    const name = LEAVES_BEHIND[item.name]
    return name && this.registry.itemsByName[name] ? name : null
  }
}
