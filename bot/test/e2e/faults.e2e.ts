// What goes wrong in the middle: cancel, stop, death, a lost Minehand line, a restarted server.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Backend } from '../backend.ts'
import { Bot, Server } from '../processes.ts'

const VERSIONS = process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']
const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

for (const version of VERSIONS) describe(`faults on ${version}`, { timeout: 400_000 }, () => {
  let server: Server
  let bot: Bot
  const backend = new Backend()

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

  it('cancels within a second, in every phase', async () => {
    for (const [type, fields, wait] of [
      ['goto', { x: 60, y: 64, z: 60 }, 1500], ['mine', { target: 'oak_log', quantity: 20 }, 3000], ['wait', { seconds: 60 }, 200],
    ] as const) {
      const id = backend.begin(type, fields)
      await sleep(wait)
      const began = Date.now()
      backend.send({ type: 'cancel', actionId: id })
      const e = await backend.ended(id, 5000)
      assert.equal(e.code, 'interrupted')
      assert.ok(Date.now() - began < 1000, `${type}: ${Date.now() - began} ms`)
    }
  })

  it('refuses a second action while one runs, and stops', async () => {
    const first = backend.begin('wait', { seconds: 30 })
    const second = await backend.act('wait', { seconds: 1 })
    assert.equal(second.code, 'invalid')
    assert.match(second.error, /busy/)
    backend.send({ type: 'stop' })
    assert.equal((await backend.ended(first, 3000)).code, 'interrupted')
    await backend.until('stopped', () => backend.last('stopped'), 2000)
    assert.ok((await backend.act('wait', { seconds: 0.1 })).ok)
  })

  it('ends a crafting or smelting that is cancelled with nothing lost', async () => {
    await server.cmd('clear')
    for (const [item, count] of [['cobblestone', 3], ['coal', 1], ['furnace', 1]] as const) await server.cmd('give', { item, count })
    await sleep(300)
    assert.ok((await backend.act('place', { block: 'furnace' })).ok)
    const id = backend.begin('smelt', { item: 'cobblestone', quantity: 3 })
    await sleep(3000)
    backend.send({ type: 'cancel', actionId: id })
    assert.equal((await backend.ended(id, 3000)).code, 'interrupted')
    await sleep(300)
    assert.equal((await server.items())['cobblestone'], 3)
  })

  it('fails an action with died, respawns and goes on', async () => {
    const id = backend.begin('wait', { seconds: 60 })
    await sleep(300)
    await server.cmd('kill')
    assert.equal((await backend.ended(id, 3000)).code, 'died')
    await backend.until('died', () => backend.frames.find(f => f.type === 'event' && f['name'] === 'died'))
    await backend.until('respawned', () => backend.frames.find(f => f.type === 'event' && f['name'] === 'respawned'))
    assert.ok((await backend.act('mine', { target: 'dirt', quantity: 1 })).ok || (await backend.act('mine', { target: 'grass_block', quantity: 1 })).ok)
  })

  it('keeps an action over a lost Minehand line: running', async () => {
    await server.cmd('clear')
    const port = backend.port
    const id = backend.begin('mine', { target: 'oak_log', quantity: 3 })
    await backend.until('the first log', () => backend.frames.find(f => f.type === 'action_progress' && f['actionId'] === id && /mined 1/.test(String(f['message']))), 60_000)
    await backend.down()
    await sleep(500)
    const seen = backend.frames.length
    await backend.start(port)
    const r = await backend.until('a register', () => backend.frames.slice(seen).find(f => f.type === 'register'), 20_000)
    assert.deepEqual(r['running'], [id])
    assert.equal(r['resumeToken'], 'r1')
    const e = await backend.ended(id, 60_000)
    assert.ok(e.ok, e.error)
    assert.ok(((await server.items())['oak_log'] ?? 0) >= 3)
  })

  it('keeps an action over a lost Minehand line: finished', async () => {
    const port = backend.port
    const id = backend.begin('wait', { seconds: 1 })
    await sleep(300)
    await backend.down()
    await sleep(1500)
    const seen = backend.frames.length
    await backend.start(port)
    const r = await backend.until('a register', () => backend.frames.slice(seen).find(f => f.type === 'register'), 20_000)
    assert.deepEqual(r['running'], [])
    const fin = (r['finished'] as { actionId: string; result: { success: boolean } }[]).find(f => f.actionId === id)
    assert.equal(fin?.result.success, true)
    assert.ok((await backend.ended(id, 1000)).ok)
  })

  it('fails with connection_lost when the server goes, and rejoins', async () => {
    await server.cmd('give', { item: 'stick', count: 7 })
    const id = backend.begin('wait', { seconds: 60 })
    await sleep(300)
    const seen = backend.frames.length
    await server.cmd('restart', { seconds: 2 })
    const e = await backend.ended(id, 10_000)
    assert.equal(e.code, 'connection_lost')
    await backend.until('a register out of the world', () => backend.frames.slice(seen).find(f => f.type === 'register' && (f['world'] as { present: boolean }).present === false))
    // An action sent meanwhile waits for the world.
    const next = await backend.act('look', { x: 0, y: 64, z: 0 }, 40_000)
    assert.ok(next.ok, next.error)
    await backend.until('a register in the world', () => (backend.last('register')?.['world'] as { present: boolean }).present)
    assert.equal((await server.items())['stick'], 7)
  })

  it('says no_world when the server stays away', async () => {
    const restarting = server.cmd('restart', { seconds: 20 })
    await sleep(1000)
    const e = await backend.act('look', { x: 0, y: 64, z: 0 }, 40_000)
    assert.equal(e.code, 'no_world')
    await restarting
    await backend.until('a register in the world', () => (backend.last('register')?.['world'] as { present: boolean }).present, 60_000)
  })
})
