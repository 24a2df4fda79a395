// SPDX-License-Identifier: MIT

// A server with rules of its own, which does not do something and does not say so: the bot claims nothing that did not
// happen, says what the server does not do, and loses nothing.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Ended } from '../backend.ts'
import { inEachVersion, ok, sleep } from '../rig.ts'
import type { Rig } from '../rig.ts'

/** An action on a server without something, then as usual again. */
async function without(rig: Rig, what: string, type: string, fields: Record<string, unknown>): Promise<Ended> {
  await rig.cmd('without', { what: [what] })
  try {
    return await rig.act(type, fields, 60_000)
  } finally {
    await rig.cmd('without', { what: [] })
  }
}

function fails(e: Ended, code: string, words: RegExp): void {
  assert.equal(e.ok, false)
  assert.equal(e.code, code, e.error)
  assert.match(e.error ?? '', words)
}

inEachVersion('without', { fresh: true }, rig => {
  it('crafting in the inventory', async () => {
    await rig.give({ oak_planks: 4 })
    fails(await without(rig, 'craft', 'craft', { recipe: 'stick', quantity: 4 }), 'denied', /the server makes no stick/)
    await rig.cmd('without', { what: ['craft'] })
    await rig.cancels('craft', { recipe: 'stick', quantity: 4 }, 2000)
    await rig.cmd('without', { what: [] })
    await sleep(500)
    assert.deepEqual(await rig.server.items(), { oak_planks: 4 })
    ok(await rig.act('craft', { recipe: 'stick', quantity: 4 }))
    assert.deepEqual(await rig.server.items(), { oak_planks: 2, stick: 4 })
  })

  it('crafting at a table', async () => {
    await rig.give({ oak_planks: 3, stick: 2, crafting_table: 1 })
    ok(await rig.act('place', { block: 'crafting_table' }))
    fails(await without(rig, 'craft', 'craft', { recipe: 'wooden_pickaxe' }), 'denied', /the server makes no wooden_pickaxe/)
    fails(await without(rig, 'open', 'craft', { recipe: 'wooden_pickaxe' }), 'timeout', /the crafting_table did not open/)
    assert.deepEqual(await rig.server.items(), { oak_planks: 3, stick: 2 })
    ok(await rig.act('craft', { recipe: 'wooden_pickaxe' }))
    assert.deepEqual(await rig.server.items(), { wooden_pickaxe: 1 })
  })

  it('digging', async () => {
    await rig.cmd('setblock', { x: 10, y: 64, z: 8, block: 'dirt' })
    fails(await without(rig, 'dig', 'mine', { target: 'dirt', x: 10, y: 64, z: 8 }), 'protected', /the server did not let the dirt at 10 64 8 be broken/)
    ok(await rig.act('mine', { target: 'dirt', x: 10, y: 64, z: 8 }))
    assert.equal((await rig.block(10, 64, 8)).block, 'air')
  })

  it('drops', async () => {
    fails(await without(rig, 'drops', 'mine', { target: 'dirt', until: { item: 'dirt', count: 20 } }), 'denied', /6 dirt were broken in a row, and no dirt was picked up/)
  })

  it('placing', async () => {
    await rig.give({ dirt: 2 })
    fails(await without(rig, 'place', 'place', { block: 'dirt', x: 10, y: 64, z: 8 }), 'unreachable', /the server did not let dirt be placed at 10 64 8/)
    assert.deepEqual(await rig.server.items(), { dirt: 2 })
  })

  it('throwing', async () => {
    await rig.give({ dirt: 5 })
    fails(await without(rig, 'throw', 'drop', { item: 'dirt', quantity: 3 }), 'denied', /the server did not let the dirt be thrown/)
    assert.deepEqual(await rig.server.items(), { dirt: 5 })
    ok(await rig.act('drop', { item: 'dirt', quantity: 3 }))
    assert.deepEqual(await rig.server.items(), { dirt: 2 })
    // Told late that it was refused.
    await rig.cmd('slots', { ms: 1500 })
    fails(await without(rig, 'throw', 'drop', { item: 'dirt', quantity: 2 }), 'denied', /the server did not let the dirt be thrown/)
    await rig.cmd('slots', { ms: 0 })
    assert.deepEqual(await rig.server.items(), { dirt: 2 })
  })

  it('chat', async () => {
    fails(await without(rig, 'chat', 'chat', { message: 'hello' }), 'denied', /nobody was shown/)
    ok(await rig.act('chat', { message: 'hello' }))
  })

  it('health after a respawn', async () => {
    await rig.cmd('without', { what: ['health'] })
    await rig.cmd('kill')
    await rig.until('the respawn', () => rig.server.events.some(e => e['event'] === 'respawn'))
    ok(await rig.act('goto', { x: 10, y: 64, z: 10 }))
    await rig.cmd('without', { what: [] })
  })

  it("the player's own slots in a window", async () => {
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'chest' })
    await rig.cmd('chest', { x: 10, y: 64, z: 6, items: [{ item: 'coal', count: 3 }] })
    await rig.cmd('setblock', { x: 12, y: 64, z: 6, block: 'furnace' })
    await rig.cmd('setblock', { x: 8, y: 64, z: 4, block: 'crafting_table' })
    await rig.give({ oak_planks: 3, stick: 2, iron_ingot: 5, [rig.version === '1.16.5' ? 'iron_ore' : 'raw_iron']: 1 })
    const at = { x: 10, y: 64, z: 6 }
    ok(await without(rig, 'slots', 'deposit', { item: 'iron_ingot', quantity: 4, ...at }))
    ok(await without(rig, 'slots', 'withdraw', { item: 'coal', quantity: 1, ...at }))
    ok(await without(rig, 'slots', 'craft', { recipe: 'wooden_pickaxe' }))
    ok(await without(rig, 'slots', 'smelt', { item: rig.version === '1.16.5' ? 'iron_ore' : 'raw_iron', quantity: 1 }))
    assert.deepEqual(await rig.server.items(), { wooden_pickaxe: 1, iron_ingot: 2 })
    for (const [x, z] of [[10, 6], [12, 6], [8, 4]]) await rig.cmd('setblock', { x, y: 64, z, block: 'air' })
  })

  it('the result of a grid', async () => {
    await rig.give({ oak_planks: 7, stick: 2, crafting_table: 1 })
    ok(await without(rig, 'results', 'craft', { recipe: 'stick', quantity: 4 }))
    ok(await rig.act('place', { block: 'crafting_table' }))
    ok(await without(rig, 'results', 'craft', { recipe: 'wooden_pickaxe' }))
    assert.deepEqual(await rig.server.items(), { oak_planks: 2, stick: 4, wooden_pickaxe: 1 })
    await rig.cmd('without', { what: ['results', 'slots'] })
    ok(await rig.act('craft', { recipe: 'stick', quantity: 4 }))
    await rig.cmd('without', { what: [] })
    assert.deepEqual(await rig.server.items(), { stick: 8, wooden_pickaxe: 1 })
  })

  it('deaths: what is taken away is not killed', async () => {
    await rig.give({ stone_sword: 1 })
    for (const x of [12, 14]) await rig.cmd('mob', { mob: 'cow', x, y: 64, z: 8 })
    fails(await without(rig, 'deaths', 'attack', { target: 'cow', quantity: 1, radius: 16 }), 'denied', /the server took 2 cow away.*0 killed/)
    await rig.cmd('mob', { mob: 'cow', x: 12, y: 64, z: 8 })
    ok(await rig.act('attack', { target: 'cow', quantity: 1 }))
  })

  it('deaths: what is gone after a blow that it cannot have died of is not killed', async () => {
    await rig.cmd('mob', { mob: 'villager', x: 12, y: 64, z: 8 })
    const id = rig.backend.begin('attack', { target: 'villager', quantity: 1, radius: 16 })
    await rig.until('a blow', async () => ((await rig.cmd('mobs'))['mobs'] as { health: number }[]).some(m => m.health < 20))
    await rig.cmd('clearmobs')
    fails(await rig.backend.ended(id), 'denied', /the server took 1 villager away.*0 killed/)
  })

  it('a usual pick-up delay', async () => {
    await rig.cmd('pickup', { dropMs: 3000, throwMs: 300 })
    await rig.cmd('setblock', { x: 10, y: 64, z: 8, block: 'oak_log' })
    ok(await rig.act('mine', { target: 'oak_log', until: { item: 'oak_log', count: 1 } }))
    assert.deepEqual(await rig.server.items(), { oak_log: 1 })
    const thrown = await rig.act('drop', { item: 'oak_log', quantity: 1 })
    await sleep(4000)
    assert.equal((await rig.server.items())['oak_log'] ?? 0, thrown.ok ? 0 : 1, thrown.error)
    await rig.cmd('pickup', { dropMs: 10_000 })
    await rig.cmd('clear')
    await rig.cmd('setblock', { x: 10, y: 64, z: 8, block: 'oak_log' })
    assert.deepEqual(ok(await rig.act('mine', { target: 'oak_log', quantity: 1 })).delta, { oak_log: 1 })
    await rig.cmd('pickup', { throwMs: 8000 })
    const late = await rig.server.items()
    if (late['oak_log'] === undefined) await rig.give({ oak_log: 1 })
    const slow = await rig.act('drop', { item: 'oak_log', quantity: 1 })
    await sleep(9000)
    assert.equal((await rig.server.items())['oak_log'] ?? 0, slow.ok ? 0 : 1, slow.error)
    await rig.cmd('pickup')
  })
})
