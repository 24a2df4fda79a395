// Staying alive on a real protocol: node --test test/e2e/alive.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, sleep } from '../rig.ts'

inEachVersion('alive', { fresh: true, lives: true }, rig => {
  it('eats when it is hungry, without a task and with one, which goes on', async () => {
    await rig.cmd('give', { item: 'bread', count: 8 })
    await rig.cmd('vitals', { food: 6 })
    await rig.until('a meal', async () => (await rig.me()).food >= 14)
    const id = rig.backend.begin('mine', { target: 'oak_log', quantity: 2 })
    await sleep(1500)
    await rig.cmd('vitals', { food: 6 })
    const e = await rig.backend.ended(id, 120_000)
    assert.ok(e.ok, e.error)
    assert.ok((await rig.me()).food >= 14)
    assert.ok(rig.backend.frames.some(f => f.type === 'log' && /^eating: hungry/.test(String(f['message']))))
  })

  it('comes up for air', async () => {
    await rig.cmd('fill', { x: 9, y: 54, z: 3, x2: 12, y2: 63, z2: 6, block: 'water' })
    await rig.cmd('teleport', { x: 10.5, y: 54, z: 4.5 })
    const id = rig.backend.begin('wait', { seconds: 20 })
    assert.ok((await rig.backend.ended(id, 40_000)).ok)
    assert.ok((await rig.me()).health > 10)
    await rig.cmd('fill', { x: 9, y: 54, z: 3, x2: 12, y2: 62, z2: 6, block: 'dirt' })
    await rig.cmd('fill', { x: 9, y: 63, z: 3, x2: 12, y2: 63, z2: 6, block: 'grass_block' })
  })

  it('gets out of lava and fire', async () => {
    for (const block of ['lava', 'fire']) {
      await rig.cmd('vitals', { health: 20 })
      await rig.cmd('teleport', { x: 8.5, y: 64, z: 8.5 })
      await sleep(600)
      await rig.cmd('setblock', { x: 8, y: 64, z: 8, block })
      await rig.until(`${block} to be left`, async () => { const p = (await rig.me()).position; return Math.hypot(p.x - 8.5, p.z - 8.5) > 0.9 })
      await rig.cmd('setblock', { x: 8, y: 64, z: 8, block: 'air' })
      assert.ok((await rig.me()).health > 8, block)
      await sleep(2500)
    }
    await sleep(6000) // it burns on for a while
  })

  it('runs from a creeper', async () => {
    const before = await rig.count('burst:creeper')
    await rig.cmd('mob', { mob: 'creeper', x: 14.5, y: 64, z: 8.5 })
    await sleep(12_000)
    assert.ok((await rig.me()).health > 10, `health ${(await rig.me()).health}, burst ${(await rig.count('burst:creeper')) - before}`)
  })

  it('fights what attacks it, and finishes its work', async () => {
    await rig.cmd('give', { item: 'stone_sword' })
    const killed = await rig.count('killed:zombie')
    const id = rig.backend.begin('mine', { target: 'oak_log', quantity: 3 })
    await sleep(1000)
    const p = (await rig.me()).position
    await rig.cmd('mob', { mob: 'zombie', x: p.x + 4, y: 64, z: p.z })
    const e = await rig.backend.ended(id, 120_000)
    assert.ok(e.ok, e.error)
    assert.equal(await rig.count('killed:zombie') - killed, 1)
    assert.ok(((await rig.server.items())['oak_log'] ?? 0) >= 3)
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
