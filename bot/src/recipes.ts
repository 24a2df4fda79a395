// SPDX-License-Identifier: MIT

// What a recipe really takes. The library's data has one entry a wood or stone; the game takes any member of a tag in
// each cell (oak and spruce planks mix in sticks). Entries of one shape that differ within a family are one pattern.
import type { Bot } from './lib.ts'

export type Recipe = ReturnType<Bot['recipesAll']>[number]
type Registry = Bot['registry']
type Cell = { id: number; metadata: number | null; count: number }

/** Families whose members stand for each other in recipes: the game's item tags that its recipes name. */
const FAMILIES: [RegExp, string][] = [
  [/_planks$/, 'planks'], [/_slab$/, 'wooden slabs'], [/_wool$/, 'wool'],
  [/^(stripped_)?[a-z_]+_(log|wood|stem|hyphae)$/, 'logs'],
  [/^(cobblestone|blackstone|cobbled_deepslate)$/, 'cobblestone'], [/^(coal|charcoal)$/, 'coal'],
  [/^(sand|red_sand)$/, 'sand'], [/^(soul_sand|soul_soil)$/, 'soul sand'],
]
const familyOf = (name: string): string | null => FAMILIES.find(([re]) => re.test(name))?.[1] ?? null

/** One way to make an item: in each occupied cell any of these items. */
export interface Pattern { base: Recipe; cells: number[][] }

const idsOf = (r: Recipe): number[] => [...(r.inShape ?? []).flat(), ...(r.ingredients ?? [])].map(c => (c as unknown as Cell).id).filter(id => id !== -1)

/** What makes two entries the same recipe with other members of a tag. */
function shapeOf(registry: Registry, r: Recipe): string {
  const name = (id: number): string => { const n = registry.items[id]?.name ?? String(id); return familyOf(n) ?? n }
  const cell = (c: unknown): string => ((c as Cell).id === -1 ? '' : name((c as Cell).id))
  return JSON.stringify([r.result.count, (r.inShape ?? []).map(row => row.map(cell)), (r.ingredients ?? []).map(cell).sort()])
}

/** The patterns of an item's recipes. */
export function patternsOf(registry: Registry, all: Recipe[]): Pattern[] {
  const groups = new Map<string, Recipe[]>()
  for (const r of all) {
    const shape = shapeOf(registry, r)
    groups.set(shape, [...groups.get(shape) ?? [], r])
  }
  return [...groups.values()].map(list => {
    const base = list[0] as Recipe
    const name = (id: number): string => registry.items[id]?.name ?? ''
    const cells = idsOf(base).map(id => {
      const family = familyOf(name(id))
      if (family === null) return [id]
      const kin = new Set(list.flatMap(r => idsOf(r).filter(o => familyOf(name(o)) === family)))
      // Newer data lacks the other forms of a log in the recipe of its planks.
      if (family === 'logs') for (const o of [...kin]) for (const form of formsOf(name(o))) { const info = registry.itemsByName[form]; if (info) kin.add(info.id) }
      return [...kin]
    })
    return { base, cells }
  })
}

function formsOf(log: string): string[] {
  const m = /^(?:stripped_)?([a-z_]+)_(log|wood|stem|hyphae)$/.exec(log)
  if (!m) return []
  const pair = m[2] === 'log' || m[2] === 'wood' ? ['log', 'wood'] : ['stem', 'hyphae']
  return pair.flatMap(kind => [`${m[1]}_${kind}`, `stripped_${m[1]}_${kind}`])
}

/**
 * Fills a pattern's cells from what is held: one kind for a family where it suffices, else the most plentiful first.
 * Null with what is missing: a name, or a family's, and how many.
 */
export function fill(registry: Registry, p: Pattern, held: ReadonlyMap<string, number>): { recipe: Recipe; kinds: number } | { missing: [string, number][] } {
  const left = new Map(held)
  const name = (id: number): string => registry.items[id]?.name ?? ''
  const groups = new Map<string, number[]>() // the cells of one family, as they stand
  p.cells.forEach((ids, i) => { const k = ids.join(); groups.set(k, [...groups.get(k) ?? [], i]) })
  const chosen: number[] = []
  const missing: [string, number][] = []
  for (const cells of groups.values()) {
    const ids = p.cells[cells[0] ?? 0] ?? []
    const have = (id: number): number => left.get(name(id)) ?? 0
    const order = [...ids].sort((a, b) => Number(have(b) >= cells.length) - Number(have(a) >= cells.length) || have(b) - have(a))
    const enough = order.filter(id => have(id) >= cells.length).sort((a, b) => have(a) - have(b))
    const from = enough.length > 0 ? enough.slice(0, 1) : order
    let lack = 0
    for (const cell of cells) {
      const id = from.find(o => have(o) > 0)
      if (id === undefined) { lack++; continue }
      left.set(name(id), have(id) - 1)
      chosen[cell] = id
    }
    if (lack > 0) missing.push([ids.length > 1 ? familyOf(name(ids[0] ?? 0)) ?? name(ids[0] ?? 0) : name(ids[0] ?? 0), lack])
  }
  if (missing.length > 0) return { missing }
  return { recipe: withItems(p.base, chosen), kinds: new Set(chosen).size }
}

/** The recipe with these items in its occupied cells. */
function withItems(base: Recipe, ids: number[]): Recipe {
  let i = 0
  const cell = (c: unknown): Cell => { const o = c as Cell; return o.id === -1 ? o : { ...o, id: ids[i++] ?? o.id } }
  return Object.assign(Object.create(Object.getPrototypeOf(base) as object), base, {
    inShape: base.inShape ? base.inShape.map(row => row.map(cell)) : null,
    ingredients: base.ingredients ? base.ingredients.map(cell) : null,
  }) as Recipe
}
