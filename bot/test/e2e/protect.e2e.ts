// SPDX-License-Identifier: MIT

// Do no harm on a real protocol: node --test test/e2e/protect.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion } from '../rig.ts'
import type { Point } from '../rig.ts'

inEachVersion('DoNoHarm: protected places', {}, rig => {
  const where = (): Point => {
    const p = (rig.backend.last('state_update')?.['data'] as { position: Point }).position
    return { x: Math.floor(p.x), y: Math.floor(p.y), z: Math.floor(p.z) }
  }
  const protect = (...zones: unknown[]): void => { rig.backend.send({ type: 'registered', success: true, protocol: 2, sessionId: 's1', resumeToken: 'r1', protected: zones }) }

  it('declares that it keeps them', () => {
    assert.equal((rig.backend.last('register')?.['capabilities'] as { protects: boolean }).protects, true)
  })

  it('takes a block elsewhere first', async () => {
    const home = where()
    const got = await rig.act('mine', { target: 'grass_block', quantity: 1 })
    assert.ok(got.ok, got.error)
    protect({ name: 'home', ...home, dimension: 'overworld', radius: 8 })
    const far = await rig.act('mine', { target: 'grass_block', quantity: 2 })
    assert.ok(far.ok, far.error)
    const p = where()
    assert.ok(Math.hypot(p.x - home.x, p.y - home.y, p.z - home.z) > 3, `it stayed at ${JSON.stringify(p)}`)
  })

  it('breaks and places nothing in one', async () => {
    const home = where()
    protect({ name: 'home', ...home, dimension: 'overworld', radius: 500 })
    const below = { x: home.x, y: home.y - 1, z: home.z }
    const before = (await rig.cmd('block', below))['block']
    assert.equal((await rig.act('mine', below)).code, 'protected')
    assert.equal((await rig.act('mine', { target: 'grass_block', quantity: 1 })).code, 'protected')
    assert.equal((await rig.act('place', { block: 'dirt' })).code, 'protected')
    assert.equal((await rig.act('place', { block: 'dirt', x: home.x + 1, y: home.y, z: home.z })).code, 'protected')
    assert.equal((await rig.cmd('block', below))['block'], before)
  })

  it('changes one that the goal names', async () => {
    const id = 'lifted_1'
    rig.backend.send({ type: 'execute_action', action: { id, type: 'mine', target: 'grass_block', quantity: 1 }, lifted: ['home'] })
    const e = await rig.backend.ended(id)
    assert.ok(e.ok, e.error)
  })
})
