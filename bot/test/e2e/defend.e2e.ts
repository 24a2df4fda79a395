// SPDX-License-Identifier: MIT

// Guarding, as the server knows it: node --test test/e2e/defend.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok, sleep } from '../rig.ts'
import type { Point, Rig } from '../rig.ts'

const POST = { x: 8, y: 64, z: 8 }
const RADIUS = 8

const far = (p: Point): number => Math.hypot(p.x - POST.x - 0.5, p.z - POST.z - 0.5)
const mobs = async (rig: Rig): Promise<(Point & { kind: string })[]> => (await rig.cmd('mobs'))['mobs'] as never
const zombie = (rig: Rig, x: number, z: number): Promise<unknown> => rig.cmd('mob', { mob: 'zombie', x, y: 64, z })
/** The hostile mobs that the state of a result tells within the radius. */
const told = (result: Record<string, unknown>): unknown[] =>
  (result['state'] as { nearby: { entities: (Point & { name: string })[] } }).nearby.entities.filter(e => e.name === 'zombie' && far(e) <= RADIUS)

inEachVersion('defend', { fresh: true, lives: true }, rig => {
  it('fights on when something comes at the very end', async () => {
    await rig.give({ iron_sword: 1 })
    const killed = await rig.count('killed:zombie')
    const id = rig.backend.begin('defend', { ...POST, radius: RADIUS, seconds: 5 })
    await sleep(4500)
    await zombie(rig, 14.5, 8.5)
    const e = ok(await rig.backend.ended(id))
    assert.equal(await rig.count('killed:zombie') - killed, 1)
    assert.deepEqual(told(e.result), [])
  })

  it('kills what comes from all sides through a night by a fast clock, and counts each', async () => {
    await rig.give({ iron_sword: 1, bread: 8 })
    await rig.cmd('fill', { x: -4, y: 64, z: -4, x2: 20, y2: 70, z2: 20, block: 'air' })
    await rig.cmd('time', { time: 13_000, pace: 10 })
    const killed = await rig.count('killed:zombie')
    const began = Date.now()
    const id = rig.backend.begin('defend', { ...POST, radius: RADIUS, seconds: 700 })
    for (let wave = 1; wave <= 3; wave++) {
      const before = await rig.count('killed:zombie')
      for (const [x, z] of [[20.5, 8.5], [-3.5, 8.5], [8.5, 20.5]] as const) await zombie(rig, x, z)
      await rig.until(`wave ${wave} to be fought`, async () => (await mobs(rig)).every(m => far(m) > RADIUS + 2) && await rig.count('killed:zombie') > before)
    }
    const e = ok(await rig.backend.ended(id))
    await rig.cmd('time', { time: 1000, pace: 0 })
    assert.ok(Date.now() - began < 150_000, `the clock did not count: ${Date.now() - began} ms`)
    assert.equal(e.result['killed'], await rig.count('killed:zombie') - killed)
    assert.ok(Number(e.result['killed']) > 3, `${String(e.result['killed'])} of 9 were killed`)
    assert.deepEqual(told(e.result), [])
    assert.ok(far((await rig.me()).position) <= RADIUS)
  })

  it('does not say that it is done while something is there that it cannot get at', async () => {
    await rig.give({ iron_sword: 1 })
    const id = rig.backend.begin('defend', { ...POST, radius: RADIUS, seconds: 2 })
    for (const x of [11, 12, 13]) for (const z of [7, 8, 9]) await rig.cmd('fill', { x, y: 64, z, x2: x, y2: 66, z2: z, block: x === 12 && z === 8 ? 'air' : 'obsidian' })
    await rig.cmd('setblock', { x: 12, y: 66, z: 8, block: 'obsidian' })
    await zombie(rig, 12.5, 8.5)
    const began = Date.now()
    const e = await rig.backend.ended(id)
    assert.equal(e.code, 'unreachable', e.error)
    assert.match(e.error, /a zombie is still within 8 blocks/)
    assert.ok(Date.now() - began >= 29_000)
    assert.deepEqual((await mobs(rig)).map(m => m.kind), ['zombie'])
    await rig.cmd('fill', { x: 11, y: 64, z: 7, x2: 13, y2: 66, z2: 9, block: 'air' })
  })
})
