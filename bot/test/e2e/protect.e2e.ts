// Do no harm on a real protocol: node --test test/e2e/protect.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Backend } from '../backend.ts'
import { Bot, Server } from '../processes.ts'

interface Point { x: number; y: number; z: number }

const VERSIONS = process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']

for (const version of VERSIONS) describe(`DoNoHarm: protected places on ${version}`, { timeout: 300_000 }, () => {
  let server: Server
  let bot: Bot
  const backend = new Backend()
  const where = (): Point => {
    const p = (backend.last('state_update')?.['data'] as { position: Point }).position
    return { x: Math.floor(p.x), y: Math.floor(p.y), z: Math.floor(p.z) }
  }
  const protect = (...zones: unknown[]): void => { backend.send({ type: 'registered', success: true, protocol: 2, sessionId: 's1', resumeToken: 'r1', protected: zones }) }

  before(async () => {
    server = await Server.start(version)
    const port = await backend.start()
    bot = new Bot(['--server', `127.0.0.1:${server.port}`, '--backend', `ws://127.0.0.1:${port}`, '--name', 'Hand'])
    await backend.until('a state', () => backend.last('state_update'))
  })
  after(async () => {
    assert.equal(await bot.stop(), 0)
    await backend.down()
    await server.stop()
  })

  it('declares that it keeps them', () => {
    assert.equal((backend.last('register')?.['capabilities'] as { protects: boolean }).protects, true)
  })

  it('takes a block elsewhere first', async () => {
    const home = where()
    const got = await backend.act('mine', { target: 'grass_block', quantity: 1 })
    assert.ok(got.ok, got.error)
    protect({ name: 'home', ...home, dimension: 'overworld', radius: 8 })
    const far = await backend.act('mine', { target: 'grass_block', quantity: 2 })
    assert.ok(far.ok, far.error)
    const p = where()
    assert.ok(Math.hypot(p.x - home.x, p.y - home.y, p.z - home.z) > 3, `it stayed at ${JSON.stringify(p)}`)
  })

  it('breaks and places nothing in one', async () => {
    const home = where()
    protect({ name: 'home', ...home, dimension: 'overworld', radius: 500 })
    const below = { x: home.x, y: home.y - 1, z: home.z }
    const before = (await server.cmd('block', below))['block']
    assert.equal((await backend.act('mine', below)).code, 'protected')
    assert.equal((await backend.act('mine', { target: 'grass_block', quantity: 1 })).code, 'protected')
    assert.equal((await backend.act('place', { block: 'dirt' })).code, 'protected')
    assert.equal((await backend.act('place', { block: 'dirt', x: home.x + 1, y: home.y, z: home.z })).code, 'protected')
    assert.equal((await server.cmd('block', below))['block'], before)
  })

  it('changes one that the goal names', async () => {
    const id = 'lifted_1'
    backend.send({ type: 'execute_action', action: { id, type: 'mine', target: 'grass_block', quantity: 1 }, lifted: ['home'] })
    const e = await backend.ended(id)
    assert.ok(e.ok, e.error)
  })
})
