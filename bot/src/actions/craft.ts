// SPDX-License-Identifier: MIT

// craft: whole batches until that many more are held, at a table when the recipe needs one.
import { ActionError } from '../errors.ts'
import { craftOnce } from '../grid.ts'
import { counts, countOf, roomFor } from '../inventory.ts'
import type { Job } from '../job.ts'
import type { Block } from '../lib.ts'
import { fill, patternsOf } from '../recipes.ts'
import type { Pattern, Recipe } from '../recipes.ts'
import { STATION_RADIUS, goToStation, nearestBlock } from '../stations.ts'
import { anotherStation, rejoin, upFirst } from '../ways.ts'
import type { Kind, Way } from '../ways.ts'
import { carriedOne } from './place.ts'

/** The grid of the inventory, where it is shunned. */
const OWN_GRID = 'the own grid'
const keyOf = (r: Recipe): string => JSON.stringify([r.inShape, r.ingredients])

/** What was to be made in the inventory's own grid is made at a table. */
const otherGrid: Way = {
  said: 'at a table',
  after: ['denied', 'timeout', 'internal'],
  async take(job) {
    if (job.station || job.shunned.has(OWN_GRID) || !await nearestBlock(job, ['crafting_table'])) return false
    job.shunned.add(OWN_GRID)
    return true
  },
}

const otherRecipe: Way = {
  said: 'by another recipe',
  after: ['denied', 'internal'],
  async take(job) {
    const was = job.recipe
    if (was === null) return false
    const name = nameOf(job)
    job.shunned.add(was)
    try {
      await choose(job, patternsOf(job.bot.registry, job.bot.recipesAll(job.bot.registry.itemsByName[name]?.id ?? -1, null, true as never)), name, job.params.counts('using'))
    } catch (err) {
      job.check()
      if (!(err instanceof ActionError)) throw err
      job.shunned.delete(was)
      return false
    }
    return true
  },
}

const nameOf = ({ params }: Job): string => params.name(params.has('item') && !params.has('recipe') ? 'item' : 'recipe')

/** What may be used: all that is carried, or no more than `using` names, less what this action used before. */
function usable(job: Job, using: ReadonlyMap<string, number> | null): Map<string, number> {
  const have = counts(job.bot)
  if (!using) return have
  return new Map([...using].map(([item, n]) => [item, Math.max(0, Math.min(have.get(item) ?? 0, n + Math.min(0, job.gained(item))))]))
}

/** A recipe that what may be used suffices for, one without a table and of the fewest kinds first; else throws what is missing. */
async function choose(job: Job, all: Pattern[], name: string, using: ReadonlyMap<string, number> | null): Promise<Recipe> {
  const held = usable(job, using)
  const tried = all.map(p => fill(job.bot.registry, p, held))
  const ready = tried.flatMap(f => ('recipe' in f && !job.shunned.has(keyOf(f.recipe)) ? [f] : [])).sort((a, b) => Number(a.recipe.requiresTable) - Number(b.recipe.requiresTable) || a.kinds - b.kinds)
  const first = ready[0]?.recipe
  if (first) {
    job.recipe = keyOf(first)
    if (first.requiresTable && !await nearestBlock(job, ['crafting_table'])) throw noStation(name)
    return first
  }
  const lack = (m: [string, number][]): number => m.reduce((sum, [, n]) => sum + n, 0)
  const closest = tried.flatMap(f => ('missing' in f ? [f.missing] : [])).sort((a, b) => lack(a) - lack(b))[0] ?? []
  const list = closest.map(([what, n]) => `${n} ${what}`).join(', ')
  throw new ActionError('missing_item', using ? `crafting ${name} needs ${list} more than the ${[...using].map(([i, n]) => `${n} ${i}`).join(', ')} that it may use` : `crafting ${name} needs ${list} more`)
}

const noStation = (name: string): ActionError =>
  new ActionError('no_station', `crafting ${name} needs a crafting_table, and none is within ${STATION_RADIUS} blocks: place one first`)

export const craft: Kind = {
  run: async job => {
    const { bot, params } = job
    const name = nameOf(job)
    const quantity = params.quantity()
    const using = params.counts('using')
    const info = bot.registry.itemsByName[name]
    if (!info) throw new ActionError('unknown_recipe', `there is no item ${name} in ${bot.version}`)
    const all = patternsOf(bot.registry, bot.recipesAll(info.id, null, true as never))
    if (all.length === 0) throw new ActionError('unknown_recipe', `${name} cannot be crafted`)

    let table: Block | null = null
    // What came late of an earlier try counts too.
    job.did = Math.max(job.did, job.gained(name))
    while (job.did < quantity) {
      job.check()
      const recipe = await choose(job, all, name, using)
      const batch = recipe.result.count
      if (roomFor(bot, name) < batch) throw new ActionError('inventory_full', `no room for ${batch} ${name}: put something away first`)
      const atTable = recipe.requiresTable || job.shunned.has(OWN_GRID)
      if (atTable && (!table || bot.blockAt(table.position)?.name !== 'crafting_table')) {
        table = await goToStation(job, ['crafting_table'])
        if (!table) throw noStation(name)
      }
      const had = countOf(bot, name)
      await craftOnce(job, recipe, name, atTable ? table : null)
      for (let i = 0; i < 10 && countOf(bot, name) - had < batch; i++) await job.sleep(50)
      const gained = countOf(bot, name) - had
      if (gained <= 0) throw new ActionError('internal', `the server gave no ${name} for the recipe`)
      job.did += gained
      job.progress(`crafted ${Math.min(job.did, quantity)}/${quantity} ${name}`, job.did / quantity)
    }
    return {}
  },
  within: 'from another stand',
  ways: [otherGrid, anotherStation(['crafting_table'], 'at another table'), carriedOne(/^crafting_table$/, 'at a table of its own'), otherRecipe, upFirst, rejoin],
}
