// SPDX-License-Identifier: MIT

// Enchanting tables, brewing stands, smithing tables, piglins and villagers, judged by what the server holds: node --test test/e2e/stations.e2e.ts
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok, sleep } from '../rig.ts'
import type { Rig } from '../rig.ts'

const SHELVES = [[-2, -1], [-2, 0], [-2, 1], [2, -1], [2, 0], [2, 1], [-1, -2], [0, -2]] as const

/** An enchanting table at 12 64 4, with so many bookshelves around it. */
async function table(rig: Rig, shelves: number): Promise<void> {
  await rig.cmd('fill', { x: 8, y: 64, z: 1, x2: 16, y2: 66, z2: 7, block: 'air' })
  await rig.cmd('setblock', { x: 12, y: 64, z: 4, block: 'enchanting_table' })
  for (const [dx, dz] of SHELVES.slice(0, shelves)) await rig.cmd('setblock', { x: 12 + dx, y: 64, z: 4 + dz, block: 'bookshelf' })
}

interface Stack { item: string; count: number; enchantments?: Record<string, number> }
const held = async (rig: Rig, item: string): Promise<Stack[]> => ((await rig.cmd('inventory'))['items'] as Stack[]).filter(s => s.item === item)

inEachVersion('stations', { fresh: true }, rig => {
  it('enchants at a table', async () => {
    await table(rig, 0)
    await rig.give({ iron_pickaxe: 1, lapis_lazuli: 3 })
    await rig.cmd('levels', { level: 0 })
    const poor = await rig.act('enchant', { item: 'iron_pickaxe' })
    assert.equal(poor.code, 'missing_levels', poor.error)
    await rig.until('all to be back', async () => (await held(rig, 'lapis_lazuli'))[0]?.count === 3 && (await held(rig, 'iron_pickaxe')).length === 1)
    await rig.cmd('levels', { level: 5 })
    const e = ok(await rig.act('enchant', { item: 'iron_pickaxe' }))
    assert.equal(e.delta['lapis_lazuli'], -1)
    const [pick] = await held(rig, 'iron_pickaxe')
    assert.deepEqual(Object.keys(pick?.enchantments ?? {}), ['efficiency'], 'by the server')
    assert.equal((await held(rig, 'lapis_lazuli'))[0]?.count, 2)
    assert.equal((await rig.cmd('player'))['level'], 4)
    await rig.until('the bot to tell of it', () => {
      const state = rig.backend.last('state_update')?.['data'] as { inventory: Stack[] }
      return JSON.stringify(state.inventory.find(s => s.item === 'iron_pickaxe')?.enchantments) === JSON.stringify(pick?.enchantments)
    }, 10_000)
    assert.equal((await rig.act('enchant', { item: 'iron_pickaxe' })).code, 'missing_item')
    // And it digs with what it enchanted.
    await rig.cmd('setblock', { x: 10, y: 64, z: 8, block: 'stone' })
    const dug = await rig.count('dug:stone')
    ok(await rig.act('mine', { target: 'stone' }))
    assert.equal(await rig.count('dug:stone'), dug + 1)
  })

  it('sees that bookshelves make offers dearer', async () => {
    await table(rig, 8)
    await rig.give({ iron_sword: 1, lapis_lazuli: 1 })
    await rig.cmd('levels', { level: 1 })
    const e = await rig.act('enchant', { item: 'iron_sword' })
    assert.equal(e.code, 'missing_levels', e.error)
    await rig.cmd('levels', { level: 30 })
    ok(await rig.act('enchant', { item: 'iron_sword' }))
    assert.equal(await rig.count('enchanted:iron_sword'), 1)
    assert.equal((await rig.cmd('player'))['level'], 29)
  })

  it('brews in a stand', async () => {
    await rig.cmd('fill', { x: 8, y: 64, z: 1, x2: 16, y2: 66, z2: 7, block: 'air' })
    await rig.cmd('setblock', { x: 12, y: 64, z: 4, block: 'brewing_stand' })
    for (let i = 0; i < 4; i++) await rig.give({ potion: 1 })
    await rig.give({ nether_wart: 2, magma_cream: 1 })
    const cold = await rig.act('brew', { recipe: 'awkward_potion', quantity: 4 })
    assert.equal(cold.code, 'no_fuel', cold.error)
    await rig.give({ blaze_powder: 2, gunpowder: 1 })
    const e = ok(await rig.act('brew', { recipe: 'awkward_potion', quantity: 4 }))
    assert.deepEqual(e.delta, { potion: -4, nether_wart: -2, blaze_powder: -1, awkward_potion: 4 })
    assert.deepEqual(ok(await rig.act('brew', { recipe: 'fire_resistance_potion', quantity: 3 })).delta, { awkward_potion: -3, magma_cream: -1, fire_resistance_potion: 3 })
    ok(await rig.act('brew', { recipe: 'splash_fire_resistance_potion', quantity: 3 }))
    const items = await rig.server.items()
    assert.deepEqual(items, { awkward_potion: 1, splash_fire_resistance_potion: 3, blaze_powder: 1 }, 'by the server')
    const stand = await rig.cmd('brewery', { x: 12, y: 64, z: 4 })
    assert.deepEqual(stand['cells'], [null, null, null, null, null])
    assert.equal(stand['fuel'], 16)
    const poor = await rig.act('brew', { recipe: 'healing_potion' })
    assert.equal(poor.code, 'missing_item', poor.error)
    assert.equal((await rig.act('brew', { recipe: 'mundane_potion' })).code, 'unknown_recipe')
    ok(await rig.act('consume', { item: 'awkward_potion' }))
  })

  it('trades with villagers, and takes no dearer offer', async () => {
    for (const [x, offers] of [[12.5, [['wheat', 22, 'emerald', 1, 16], ['emerald', 1, 'bread', 6, 16]]], [15.5, [['wheat', 20, 'emerald', 1, 2]]]] as const) {
      await rig.cmd('mob', { mob: 'villager', x, y: 64, z: 8.5, offers })
    }
    const sell = { item: 'wheat', for: 'emerald', price: 20 }
    assert.equal((await rig.act('trade', { ...sell, quantity: 1 })).code, 'missing_item')
    await rig.give({ wheat: 64 })
    assert.deepEqual(ok(await rig.act('trade', { ...sell, quantity: 2 })).delta, { wheat: -40, emerald: 2 })
    const dear = await rig.act('trade', { ...sell, quantity: 1 })
    assert.equal(dear.code, 'not_found')
    assert.match(dear.error ?? '', /wants 22 wheat for 1 emerald/)
    assert.deepEqual(ok(await rig.act('trade', { item: 'bread', quantity: 7, price: 2 })).delta, { bread: 12, emerald: -2 })
    assert.equal(await rig.count('traded:emerald'), 2)
    assert.equal(await rig.count('traded:bread'), 2)
    const items = await rig.server.items()
    assert.deepEqual([items['wheat'], items['bread'], items['emerald']], [24, 12, undefined], 'by the server')
  })

  it('takes its bottles back out of a stand when it is stopped', async () => {
    for (let i = 0; i < 3; i++) await rig.give({ potion: 1 })
    await rig.give({ nether_wart: 1 })
    const id = rig.backend.begin('brew', { recipe: 'awkward_potion', quantity: 3 })
    await rig.until('the bottles to be in the stand', async () => ((await rig.cmd('brewery', { x: 12, y: 64, z: 4 }))['cells'] as unknown[])[3] !== null)
    rig.backend.send({ type: 'cancel', actionId: id })
    assert.equal((await rig.backend.ended(id, 5000)).code, 'interrupted')
    await rig.until('all to be back', async () => { const i = await rig.server.items(); return i['potion'] === 3 && i['nether_wart'] === 1 }, 20_000)
  })

  it('smiths at a table, and what it was enchanted with stays', async () => {
    const at = { x: 12, y: 64, z: 4 }
    const template = rig.version === '1.16.5' ? {} : { netherite_upgrade_smithing_template: 2 }
    await rig.cmd('fill', { x: 8, y: 64, z: 1, x2: 16, y2: 66, z2: 7, block: 'air' })
    await rig.cmd('setblock', { ...at, block: 'enchanting_table' })
    await rig.give({ diamond_pickaxe: 1, lapis_lazuli: 1, netherite_ingot: 2, ...template })
    await rig.cmd('levels', { level: 5 })
    ok(await rig.act('enchant', { item: 'diamond_pickaxe' }))
    assert.equal((await rig.act('smith', { recipe: 'netherite_pickaxe' })).code, 'no_station')
    await rig.cmd('setblock', { ...at, block: 'smithing_table' })
    const e = ok(await rig.act('smith', { recipe: 'netherite_pickaxe' }))
    const one = Object.keys(template).map(name => [name, -1])
    assert.deepEqual(e.delta, { diamond_pickaxe: -1, netherite_ingot: -1, netherite_pickaxe: 1, ...Object.fromEntries(one) as object })
    const [pick] = await held(rig, 'netherite_pickaxe')
    assert.deepEqual(Object.keys(pick?.enchantments ?? {}), ['efficiency'], 'by the server')
    assert.equal((await held(rig, 'netherite_ingot'))[0]?.count, 1)
    assert.equal(await rig.count('smithed:netherite_pickaxe'), 1)
    assert.equal((await rig.act('smith', { recipe: 'netherite_pickaxe' })).code, 'missing_item')
    assert.equal((await rig.act('smith', { recipe: 'iron_pickaxe' })).code, 'unknown_recipe')
  })

  it('barters with a piglin, with gold worn', async () => {
    await rig.cmd('mob', { mob: 'piglin', x: 14.5, y: 64, z: 8.5 })
    assert.equal((await rig.act('barter', { item: 'gold_ingot', quantity: 2 })).code, 'missing_tool')
    await rig.give({ golden_boots: 1 })
    assert.equal((await rig.act('barter', { item: 'gold_ingot', quantity: 2 })).code, 'missing_item')
    await rig.give({ gold_ingot: 3 })
    const had = await rig.count('bartered:piglin')
    const before = await rig.server.items()
    const { gold_ingot, ...gained } = ok(await rig.act('barter', { item: 'gold_ingot', quantity: 2 })).delta
    assert.equal(gold_ingot, -2)
    assert.ok(Object.values(gained).length > 0 && Object.values(gained).every(n => n > 0), JSON.stringify(gained))
    assert.equal(await rig.count('bartered:piglin'), had + 2)
    const items = await rig.server.items()
    for (const [item, n] of Object.entries(gained)) assert.equal((items[item] ?? 0) - (before[item] ?? 0), n, 'by the server')
    assert.equal(((await rig.cmd('inventory'))['items'] as { slot: number; item: string }[]).find(s => s.slot === 36)?.item, 'golden_boots')
    assert.equal((await rig.act('barter', { item: 'emerald' })).code, 'invalid')
  })

  it('says what is missing for an enchantment, and loses nothing by a cancel', async () => {
    assert.equal((await rig.act('enchant', { item: 'iron_axe' })).code, 'missing_item')
    await rig.give({ iron_axe: 1, stone: 1 })
    assert.equal((await rig.act('enchant', { item: 'iron_axe' })).code, 'missing_item')
    await rig.give({ lapis_lazuli: 1 })
    await rig.cmd('fill', { x: 8, y: 64, z: 1, x2: 16, y2: 66, z2: 7, block: 'air' })
    await sleep(1000)
    assert.equal((await rig.act('enchant', { item: 'iron_axe' })).code, 'no_station')
    await table(rig, 0)
    await rig.cmd('levels', { level: 5 })
    assert.equal((await rig.act('enchant', { item: 'stone' })).code, 'invalid')
    const id = rig.backend.begin('enchant', { item: 'iron_axe' })
    await sleep(700)
    rig.backend.send({ type: 'cancel', actionId: id })
    await rig.backend.ended(id, 5000)
    await rig.until('all to be carried', async () => (await held(rig, 'iron_axe')).length === 1)
  })
})
