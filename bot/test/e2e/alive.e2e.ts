// SPDX-License-Identifier: MIT

// Staying alive, where TestReal (cmd/internal/real) does not look: node --test test/e2e/alive.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, sleep } from '../rig.ts'

inEachVersion('alive', { fresh: true, lives: true }, rig => {
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
