// craft: whole batches until that many more are held, at a table when the recipe needs one.
import { ActionError } from '../errors.ts'
import { counts, countOf, roomFor } from '../inventory.ts'
import type { ActionFn, Job } from '../job.ts'
import type { Block } from '../lib.ts'
import { STATION_RADIUS, goToStation, nearestBlock } from '../stations.ts'

type Recipe = ReturnType<Job['bot']['recipesAll']>[number]

export const craft: ActionFn = async job => {
  const { bot, params } = job
  const name = params.name(params.has('item') && !params.has('recipe') ? 'item' : 'recipe')
  const quantity = params.quantity()
  const info = bot.registry.itemsByName[name]
  if (!info) throw new ActionError('unknown_recipe', `there is no item ${name} in ${bot.version}`)
  const all = bot.recipesAll(info.id, null, true as never)
  if (all.length === 0) throw new ActionError('unknown_recipe', `${name} cannot be crafted`)

  let table: Block | null = null
  let made = 0
  while (made < quantity) {
    job.check()
    const recipe = choose(job, all, name)
    const batch = recipe.result.count
    if (roomFor(bot, name) < batch) throw new ActionError('inventory_full', `no room for ${batch} ${name}: put something away first`)
    if (recipe.requiresTable && (!table || bot.blockAt(table.position)?.name !== 'crafting_table')) {
      table = await goToStation(job, ['crafting_table'])
      if (!table) throw noStation(name)
    }
    const had = countOf(bot, name)
    try {
      await job.whole(bot.craft(recipe, 1, recipe.requiresTable && table ? table : undefined), 15_000)
    } finally {
      if (bot.currentWindow && job.aborted) void bot.closeWindow(bot.currentWindow)
    }
    for (let i = 0; i < 10 && countOf(bot, name) - had < batch; i++) await job.sleep(50)
    const gained = countOf(bot, name) - had
    if (gained <= 0) throw new ActionError('internal', `the server gave no ${name} for the recipe`)
    made += gained
    job.progress(`crafted ${Math.min(made, quantity)}/${quantity} ${name}`, made / quantity)
  }
  return {}
}

function needs(recipe: Recipe): Map<number, number> {
  const out = new Map<number, number>()
  for (const d of recipe.delta) if (d.count < 0) out.set(d.id, (out.get(d.id) ?? 0) - d.count)
  return out
}

/** A recipe that what is carried suffices for, one without a table first; else throws what is missing. */
function choose(job: Job, all: Recipe[], name: string): Recipe {
  const { bot } = job
  const have = counts(bot)
  const held = (id: number): number => have.get(bot.registry.items[id]?.name ?? '') ?? 0
  const missing = (r: Recipe): [number, number][] => [...needs(r)].flatMap(([id, n]) => (held(id) < n ? [[id, n - held(id)] as [number, number]] : []))
  const ready = all.filter(r => missing(r).length === 0).sort((a, b) => Number(a.requiresTable) - Number(b.requiresTable))
  const first = ready[0]
  if (first) {
    if (first.requiresTable && !nearestBlock(job, ['crafting_table'])) throw noStation(name)
    return first
  }
  const lack = (r: Recipe): number => missing(r).reduce((sum, [, n]) => sum + n, 0)
  const closest = [...all].sort((a, b) => lack(a) - lack(b))[0]
  const list = closest ? missing(closest).map(([id, n]) => `${n} ${bot.registry.items[id]?.name ?? id}`).join(', ') : ''
  throw new ActionError('missing_item', `crafting ${name} needs ${list} more`)
}

const noStation = (name: string): ActionError =>
  new ActionError('no_station', `crafting ${name} needs a crafting_table, and none is within ${STATION_RADIUS} blocks: place one first`)
