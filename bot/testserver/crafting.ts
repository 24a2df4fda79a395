// What a crafting grid makes, from the recipe data of the version.
import type { Ingredient, Item, Recipe, Registry } from './squid.ts'

/** Items that stay in the grid when they were used up. */
const LEAVES_BEHIND: Record<string, string> = {
  milk_bucket: 'bucket', water_bucket: 'bucket', lava_bucket: 'bucket', honey_bottle: 'glass_bottle',
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
  private readonly registry: Registry

  constructor(registry: Registry) {
    this.registry = registry
    for (const recipe of Object.values(registry.recipes).flat()) {
      if (recipe.inShape) {
        const shape = trim(recipe.inShape.map(row => row.map(idOf)))
        this.shaped.set(JSON.stringify(shape), recipe)
        this.shaped.set(JSON.stringify(shape.map(row => [...row].reverse())), recipe)
      } else if (recipe.ingredients) {
        this.shapeless.set(recipe.ingredients.map(idOf).sort().join(), recipe)
      }
    }
  }

  /** The result of a grid of width w, row by row, or null. */
  match(grid: (Item | null)[], w: number): { id: number; count: number } | null {
    const rows: Shape = []
    for (let i = 0; i < grid.length; i += w) rows.push(grid.slice(i, i + w).map(it => it?.type ?? null))
    const shape = trim(rows)
    if (shape.length === 0) return null
    const found = this.shaped.get(JSON.stringify(shape)) ??
      this.shapeless.get(grid.flatMap(it => (it ? [it.type] : [])).sort().join())
    return found ? { id: found.result.id, count: found.result.count } : null
  }

  /** What stays in a grid cell after one of this item was used, by name, or null. */
  leftover(item: Item): string | null {
    const name = LEAVES_BEHIND[item.name]
    return name && this.registry.itemsByName[name] ? name : null
  }
}
