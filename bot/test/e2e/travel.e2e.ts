// SPDX-License-Identifier: MIT

// To the Nether and back, judged by where the server has the player: node --test test/e2e/travel.e2e.ts
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok, sleep } from '../rig.ts'
import type { Rig } from '../rig.ts'

const dimension = async (rig: Rig): Promise<unknown> => (await rig.cmd('player'))['dimension']

inEachVersion('travel', { lives: true }, rig => {
  it('goes through a portal that stands, and back', async () => {
    await rig.fresh()
    await rig.cmd('portal', { x: 13, y: 65, z: 4 })
    await sleep(1000)
    ok(await rig.act('travel', { target: 'the_nether' }))
    assert.equal(await dimension(rig), 'the_nether')
    await rig.until('the bot to tell where it is', () => (rig.backend.last('state_update')?.['data'] as { dimension: string }).dimension === 'the_nether', 20_000)
    ok(await rig.act('travel', { target: 'the_nether' }))
    assert.equal(await rig.count('travelled:the_nether'), 1)
    // What is done there is done there.
    await rig.give({ iron_pickaxe: 1 })
    ok(await rig.act('mine', { target: 'nether_quartz_ore', quantity: 2 }))
    assert.equal(await rig.count('dug:nether_quartz_ore'), 2)
    ok(await rig.act('travel', { target: 'overworld' }))
    assert.equal(await dimension(rig), 'overworld')
    assert.equal(await rig.count('travelled:overworld'), 1)
    assert.ok(((await rig.server.items())['quartz'] ?? 0) >= 2)
    const p = (await rig.me()).position
    assert.ok(Math.hypot(p.x - 13, p.z - 4) < 6, JSON.stringify(p))
    assert.equal((await rig.act('travel', { target: 'the_end' })).code, 'unreachable')
  })

  it('builds a portal where none is known', async () => {
    await rig.cmd('clear')
    await rig.cmd('teleport', { x: 600.5, y: 64, z: 600.5 })
    await rig.cmd('fill', { x: 590, y: 64, z: 590, x2: 612, y2: 72, z2: 612, block: 'air' })
    await rig.cmd('fill', { x: 590, y: 63, z: 590, x2: 612, y2: 63, z2: 612, block: 'grass_block' })
    await sleep(3000)
    const poor = await rig.act('travel', { target: 'the_nether' })
    assert.equal(poor.code, 'missing_item', poor.error)
    assert.match(poor.error ?? '', /10 obsidian .* and a flint and steel/)
    await rig.give({ obsidian: 10, flint_and_steel: 1 })
    const e = ok(await rig.act('travel', { target: 'the_nether' }))
    assert.equal(await dimension(rig), 'the_nether')
    assert.equal(await rig.count('lit:nether_portal'), 1)
    assert.equal(e.delta['obsidian'], -10)
    ok(await rig.act('travel', { target: 'overworld' }))
    assert.equal(await dimension(rig), 'overworld')
    const p = (await rig.me()).position
    assert.ok(Math.hypot(p.x - 600, p.z - 600) < 24, JSON.stringify(p))
  })
})
