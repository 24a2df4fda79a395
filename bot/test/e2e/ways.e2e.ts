// SPDX-License-Identifier: MIT

// A second way: what a server refuses once, or what one side does not allow, is done from another stand or to another
// side; where nothing helps the sentence says what was tried.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok } from '../rig.ts'

inEachVersion('ways', { fresh: true }, rig => {
  const fill = (x: number, y: number, z: number, x2: number, y2: number, z2: number, block: string): Promise<unknown> => rig.cmd('fill', { x, y, z, x2, y2, z2, block })
  const clearing = async (): Promise<void> => {
    await fill(5, 64, 3, 16, 67, 13, 'air')
    await fill(5, 63, 3, 16, 63, 13, 'grass_block')
  }

  it('a bed to the one side that is free, and a door where two blocks are', async () => {
    await clearing()
    await rig.cmd('setblock', { x: 13, y: 64, z: 8, block: 'stone' })
    await rig.cmd('setblock', { x: 12, y: 64, z: 9, block: 'stone' })
    await rig.give({ red_bed: 1, oak_door: 1 })
    ok(await rig.act('place', { block: 'red_bed', x: 12, y: 64, z: 8 }))
    assert.equal((await rig.block(12, 64, 8)).properties['part'], 'foot')
    const heads = await Promise.all([[12, 7], [11, 8]].map(async ([x, z]) => (await rig.block(x ?? 0, 64, z ?? 0)).properties['part']))
    assert.ok(heads.includes('head'), String(heads))
    await rig.cmd('setblock', { x: 8, y: 65, z: 11, block: 'stone' })
    const low = await rig.act('place', { block: 'oak_door', x: 8, y: 64, z: 11 })
    assert.equal(low.ok, false)
    assert.match(low.error ?? '', /two blocks high/)
    ok(await rig.act('place', { block: 'oak_door', x: 8, y: 64, z: 12 }))
    assert.equal((await rig.block(8, 65, 12)).properties['half'], 'upper')
    await clearing()
  })

  it('a bucket from where the water is seen', async () => {
    await clearing()
    await fill(10, 64, 5, 10, 65, 11, 'glass')
    await rig.cmd('setblock', { x: 12, y: 63, z: 8, block: 'water' })
    await rig.give({ bucket: 1 })
    await rig.cmd('teleport', { x: 9.5, y: 64, z: 8.5 })
    ok(await rig.act('use', { item: 'bucket', x: 12, y: 63, z: 8 }))
    assert.deepEqual(await rig.server.items(), { water_bucket: 1 })
    await clearing()
  })

  it('what the server refuses once', async () => {
    await clearing()
    await rig.give({ dirt: 2, stone_shovel: 1 })
    await rig.cmd('setblock', { x: 11, y: 64, z: 8, block: 'stone' })
    await rig.cmd('without', { what: ['place'], times: 1 })
    ok(await rig.act('place', { block: 'dirt', x: 10, y: 64, z: 8 }))
    await rig.cmd('without', { what: ['dig'], times: 1 })
    ok(await rig.act('mine', { target: 'dirt', x: 10, y: 64, z: 8 }))
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'chest' })
    await rig.cmd('chest', { x: 10, y: 64, z: 6, items: [{ item: 'coal', count: 3 }] })
    await rig.cmd('without', { what: ['open'], times: 1 })
    ok(await rig.act('withdraw', { item: 'coal', quantity: 2, x: 10, y: 64, z: 6 }))
    assert.equal((await rig.server.items())['coal'], 2)
    await rig.cmd('without', { what: ['place'] })
    const never = await rig.act('place', { block: 'dirt', x: 10, y: 64, z: 8 })
    assert.match(never.error ?? '', /tried against the grass_block below, against the stone beside it, from another stand/)
    await rig.cmd('without', { what: [] })
    await clearing()
  })

  const placed = async (block: string): Promise<number> => await rig.count(`placed:${block}`)

  it('crafting at a table where the own grid makes nothing, at another table, and at one of its own', async () => {
    await clearing()
    await rig.cmd('setblock', { x: 8, y: 64, z: 5, block: 'crafting_table' })
    await rig.give({ oak_planks: 2 })
    await rig.cmd('without', { what: ['grid'] })
    ok(await rig.act('craft', { recipe: 'stick', quantity: 4 }))
    await rig.cmd('without', { what: [] })
    assert.deepEqual(await rig.server.items(), { stick: 4 })

    // The nearest does not open from two stands.
    await rig.cmd('setblock', { x: 14, y: 64, z: 12, block: 'crafting_table' })
    await rig.give({ oak_planks: 3 })
    await rig.cmd('without', { what: ['open'], times: 2 })
    ok(await rig.act('craft', { recipe: 'wooden_shovel' }))
    assert.equal((await rig.server.items())['wooden_shovel'], 1)
    await rig.cmd('setblock', { x: 14, y: 64, z: 12, block: 'air' })

    await rig.give({ crafting_table: 1 })
    const before = await placed('crafting_table')
    await rig.cmd('without', { what: ['open'], times: 2 })
    ok(await rig.act('craft', { recipe: 'wooden_sword' }))
    assert.equal(await placed('crafting_table'), before + 1)
    assert.equal((await rig.server.items())['wooden_sword'], 1)
    await clearing()
  })

  it('leaving and joining again where nothing is answered any more, once, and what was tried is said', async () => {
    await clearing()
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'chest' })
    await rig.cmd('chest', { x: 10, y: 64, z: 6, items: [{ item: 'coal', count: 3 }] })
    const joins = (): number => rig.server.events.filter(e => e['event'] === 'join' && e['player'] === 'Hand').length
    const before = joins()
    await rig.cmd('without', { what: ['open'], times: 2 })
    ok(await rig.act('withdraw', { item: 'coal', quantity: 2, x: 10, y: 64, z: 6 }))
    assert.equal((await rig.server.items())['coal'], 2)
    assert.equal(joins(), before + 1)
    await rig.cmd('without', { what: ['open'] })
    const never = await rig.act('withdraw', { item: 'coal', quantity: 1, x: 10, y: 64, z: 6 })
    assert.equal(never.code, 'timeout')
    assert.match(never.error ?? '', /did not open, tried from two stands/)
    assert.equal(joins(), before + 1, 'it does not leave the game again so soon')
    await rig.cmd('without', { what: [] })
    await clearing()
  })

  it('a site that is built on from inside a hole', async () => {
    await clearing()
    await fill(8, 58, 8, 8, 63, 8, 'air')
    await rig.cmd('teleport', { x: 8.5, y: 58, z: 8.5 })
    await rig.give({ cobblestone: 3 })
    ok(await rig.act('build', { edits: [0, 1, 2].map(i => ({ x: 12, y: 64 + i, z: 8, block: 'cobblestone' })) }))
    for (const y of [64, 65, 66]) assert.equal((await rig.block(12, y, 8)).block, 'cobblestone')
    await fill(5, 58, 3, 16, 62, 13, 'dirt')
    await clearing()
  })

  it('a hole that is filled from its ground up while it stands in it, and nothing else is changed', async () => {
    await clearing()
    await fill(8, 59, 8, 8, 63, 8, 'air')
    await rig.cmd('teleport', { x: 8.5, y: 59, z: 8.5 })
    await rig.give({ cobblestone: 5, dirt: 8 })
    for (const y of [59, 60, 61, 62, 63]) ok(await rig.act('place', { block: 'cobblestone', x: 8, y, z: 8 }))
    for (const y of [59, 60, 61, 62, 63]) assert.equal((await rig.block(8, y, 8)).block, 'cobblestone')
    assert.deepEqual(await rig.server.items(), { dirt: 8 })
    await fill(5, 59, 3, 16, 62, 13, 'dirt')
    await clearing()
  })

  it('where a block is to go, what it climbed by stands for it or makes room, and nobody else does', async () => {
    await clearing()
    await fill(7, 60, 7, 9, 63, 9, 'glass') // which it does not dig through
    await fill(8, 60, 8, 8, 63, 8, 'air')
    await rig.cmd('teleport', { x: 8.5, y: 60, z: 8.5 })
    await rig.give({ cobblestone: 2, dirt: 8 })
    ok(await rig.act('goto', { x: 12, y: 64, z: 8 })) // by what it puts under its feet
    const climbed = (await Promise.all([60, 61, 62, 63].map(async y => (await rig.block(8, y, 8)).block === 'dirt' ? [y] : []))).flat()
    assert.ok(climbed.length >= 2, String(climbed))
    const [high, low] = [climbed.at(-1), climbed.at(-2)]
    ok(await rig.act('place', { block: 'dirt', x: 8, y: low, z: 8 }))
    ok(await rig.act('place', { block: 'cobblestone', x: 8, y: high, z: 8 }))
    assert.equal((await rig.block(8, high ?? 0, 8)).block, 'cobblestone')
    await rig.cmd('setblock', { x: 11, y: 64, z: 6, block: 'dirt' })
    const others = await rig.act('place', { block: 'cobblestone', x: 11, y: 64, z: 6 })
    assert.match(others.error ?? '', /dirt stands at 11 64 6/)
    await fill(5, 60, 3, 16, 63, 13, 'dirt')
    await clearing()
  })

  it('up from the hole before it looks around', async () => {
    await clearing()
    await fill(8, 60, 8, 8, 63, 8, 'air')
    await rig.cmd('teleport', { x: 8.5, y: 60, z: 8.5 })
    const e = await rig.act('explore', { for: 'sponge', maxBlocks: 16, maxSeconds: 120 })
    assert.equal(e.code, 'not_found', e.error)
    const { position } = await rig.me()
    assert.ok(position.y >= 63, `it stands at ${position.y}`)
    await fill(5, 60, 3, 16, 62, 13, 'dirt')
    await clearing()
  })
})
