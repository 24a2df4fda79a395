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
  })

  it('chat', async () => {
    fails(await without(rig, 'chat', 'chat', { message: 'hello' }), 'denied', /nobody was shown/)
    ok(await rig.act('chat', { message: 'hello' }))
  })
})
