// SPDX-License-Identifier: MIT

// craft: whole batches until that many more are held, at a table when the recipe needs one.
import { ActionError } from '../errors.ts'
import { craftOnce } from '../grid.ts'
import { counts, countOf, roomFor } from '../inventory.ts'
import type { ActionFn, Job } from '../job.ts'
import type { Block } from '../lib.ts'
import { fill, patternsOf } from '../recipes.ts'
import type { Pattern, Recipe } from '../recipes.ts'
import { STATION_RADIUS, goToStation, nearestBlock } from '../stations.ts'

export const craft: ActionFn = async job => {
  const { bot, params } = job
  const name = params.name(params.has('item') && !params.has('recipe') ? 'item' : 'recipe')
  const quantity = params.quantity()
  const using = params.counts('using')
  const info = bot.registry.itemsByName[name]
  if (!info) throw new ActionError('unknown_recipe', `there is no item ${name} in ${bot.version}`)
  const all = patternsOf(bot.registry, bot.recipesAll(info.id, null, true as never))
  if (all.length === 0) throw new ActionError('unknown_recipe', `${name} cannot be crafted`)

  let table: Block | null = null
  let made = 0
  while (made < quantity) {
    job.check()
    const recipe = await choose(job, all, name, using)
    const batch = recipe.result.count
    if (roomFor(bot, name) < batch) throw new ActionError('inventory_full', `no room for ${batch} ${name}: put something away first`)
    if (recipe.requiresTable && (!table || bot.blockAt(table.position)?.name !== 'crafting_table')) {
      table = await goToStation(job, ['crafting_table'])
      if (!table) throw noStation(name)
    }
    const had = countOf(bot, name)
    await craftOnce(job, recipe, name, recipe.requiresTable ? table : null)
    for (let i = 0; i < 10 && countOf(bot, name) - had < batch; i++) await job.sleep(50)
    const gained = countOf(bot, name) - had
    if (gained <= 0) throw new ActionError('internal', `the server gave no ${name} for the recipe`)
    made += gained
    job.progress(`crafted ${Math.min(made, quantity)}/${quantity} ${name}`, made / quantity)
  }
  return {}
}

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
  const ready = tried.flatMap(f => ('recipe' in f ? [f] : [])).sort((a, b) => Number(a.recipe.requiresTable) - Number(b.recipe.requiresTable) || a.kinds - b.kinds)
  const first = ready[0]?.recipe
  if (first) {
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
