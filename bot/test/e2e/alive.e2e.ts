// SPDX-License-Identifier: MIT

// Staying alive, where TestReal (cmd/internal/qa/real) does not look: node --test test/e2e/alive.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, sleep } from '../rig.ts'

inEachVersion('alive', { fresh: true, lives: true }, rig => {
  it('puts on the best armour when something hostile comes, and gives it away when it is told to', async () => {
    await rig.give({ leather_boots: 1, iron_boots: 1, golden_helmet: 1, bread: 1 })
    const worn = async (): Promise<unknown[]> => ((await rig.cmd('inventory'))['items'] as { slot: number; item: string }[]).filter(i => i.slot >= 36).map(i => i.item).sort()
    await sleep(1500)
    assert.deepEqual(await worn(), [], 'with nobody there it is only carried')
    await rig.cmd('mob', { mob: 'zombie', x: 20.5, y: 64, z: 8.5 })
    await rig.until('armour', async () => (await worn()).length === 2)
    assert.deepEqual(await worn(), ['golden_helmet', 'iron_boots'])
    assert.ok(rig.said(/putting armour on/))
    await rig.cmd('clearmobs')
    const e = await rig.act('drop', { item: 'iron_boots', quantity: 1 })
    assert.ok(e.ok, e.error)
    assert.equal((await rig.server.items())['iron_boots'], undefined)
  })

  it('leaves tame animals alone, and blocks between its blows', async () => {
    await rig.give({ stone_sword: 1, shield: 1 })
    await rig.cmd('mob', { mob: 'wolf', x: 12.5, y: 64, z: 8.5, tame: true })
    await sleep(1000)
    const spared = await rig.act('attack', { target: 'wolf', quantity: 1, radius: 16 })
    assert.equal(spared.code, 'not_found', spared.error)
    assert.match(spared.error ?? '', /1 that is tame, and left alone/)
    await rig.cmd('mob', { mob: 'wolf', x: 12.5, y: 64, z: 6.5 })
    const wild = await rig.act('attack', { target: 'wolf', quantity: 1, radius: 16 })
    assert.ok(wild.ok, wild.error)
    for (const x of [13.5, 14.5]) await rig.cmd('mob', { mob: 'zombie', x, y: 64, z: 8.5 })
    const e = await rig.act('attack', { target: 'zombie', quantity: 2 })
    assert.ok(e.ok, e.error)
  })

  it('runs from a creeper', async () => {
    const before = await rig.count('burst:creeper')
    await rig.cmd('mob', { mob: 'creeper', x: 14.5, y: 64, z: 8.5 })
    await sleep(12_000)
    assert.ok((await rig.me()).health > 10, `health ${(await rig.me()).health}, burst ${(await rig.count('burst:creeper')) - before}`)
  })

  it('flees unarmed and hurt, and comes back to its work', async () => {
    await rig.cmd('vitals', { health: 8 })
    const id = rig.backend.begin('wait', { seconds: 12 })
    await rig.cmd('mob', { mob: 'zombie', x: 12.5, y: 64, z: 8.5 })
    const e = await rig.backend.ended(id, 60_000)
    assert.ok(e.ok, e.error)
    assert.ok((await rig.me()).health >= 5)
  })

  it('takes no log of a home', async () => {
    await rig.cmd('setblock', { x: 12, y: 64, z: 9, block: 'oak_log' })
    await rig.cmd('setblock', { x: 12, y: 64, z: 10, block: 'barrel' })
    await sleep(500)
    const e = await rig.act('mine', { target: 'oak_log', quantity: 1 })
    assert.ok(e.ok, e.error)
    assert.equal((await rig.cmd('block', { x: 12, y: 64, z: 9 }))['block'], 'oak_log')
    assert.equal((await rig.act('mine', { x: 12, y: 64, z: 9 })).code, 'protected')
    for (const z of [9, 10]) await rig.cmd('setblock', { x: 12, y: 64, z, block: 'air' })
  })

  it('lights the dark that it mines in, and finds ore out of reach', async () => {
    await rig.cmd('give', { item: 'torch', count: 4 })
    await rig.cmd('give', { item: 'stone_pickaxe' })
    await rig.cmd('teleport', { x: 8.5, y: 64, z: 4.5 })
    await sleep(500)
    const e = await rig.act('mine', { target: 'iron_ore', quantity: 4 }, 240_000)
    assert.ok(e.ok, e.error)
    assert.ok(e.delta['iron_ore'] ?? e.delta['raw_iron'] ?? 0 >= 4)
  })
})
