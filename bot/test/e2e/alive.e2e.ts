// Staying alive on a real protocol: node --test test/e2e/alive.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { Backend } from '../backend.ts'
import { Bot, Server } from '../processes.ts'

const VERSIONS = process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']
const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

for (const version of VERSIONS) describe(`alive on ${version}`, { timeout: 600_000 }, () => {
  let server: Server
  let bot: Bot
  const backend = new Backend()
  const me = async (): Promise<{ health: number; food: number; position: { x: number; y: number; z: number } }> => await server.cmd('player') as never
  const count = async (what: string): Promise<number> => ((await server.cmd('counts'))['counts'] as Record<string, number>)[what] ?? 0
  const deaths = (): number => server.events.filter(e => e['event'] === 'death').length
  const until = async (what: string, holds: () => Promise<boolean>, ms: number): Promise<void> => {
    const end = Date.now() + ms
    while (!await holds()) {
      if (Date.now() > end) assert.fail(`waited ${ms} ms for ${what}`)
      await sleep(200)
    }
  }

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
  let died = 0
  beforeEach(async () => {
    for (const c of ['clear', 'clearmobs', 'cleardrops']) await server.cmd(c)
    await server.cmd('vitals', { health: 20, food: 20, saturation: 5 })
    await server.cmd('teleport', { x: 8.5, y: 64, z: 8.5 })
    await sleep(500)
    died = deaths()
  })
  afterEach(t => {
    assert.equal(deaths(), died, `${t.name}: the bot died`)
    process.stderr.write(`  ${version} ${t.name}\n`)
  })

  it('eats when it is hungry, without a task and with one, which goes on', async () => {
    await server.cmd('give', { item: 'bread', count: 8 })
    await server.cmd('vitals', { food: 6 })
    await until('a meal', async () => (await me()).food >= 14, 20_000)
    const id = backend.begin('mine', { target: 'oak_log', quantity: 2 })
    await sleep(1500)
    await server.cmd('vitals', { food: 6 })
    const e = await backend.ended(id, 120_000)
    assert.ok(e.ok, e.error)
    assert.ok((await me()).food >= 14)
    assert.ok(backend.frames.some(f => f.type === 'log' && /^eating: hungry/.test(String(f['message']))))
  })

  it('comes up for air', async () => {
    await server.cmd('fill', { x: 9, y: 54, z: 3, x2: 12, y2: 63, z2: 6, block: 'water' })
    await server.cmd('teleport', { x: 10.5, y: 54, z: 4.5 })
    const id = backend.begin('wait', { seconds: 20 })
    assert.ok((await backend.ended(id, 40_000)).ok)
    assert.ok((await me()).health > 10)
    await server.cmd('fill', { x: 9, y: 54, z: 3, x2: 12, y2: 62, z2: 6, block: 'dirt' })
    await server.cmd('fill', { x: 9, y: 63, z: 3, x2: 12, y2: 63, z2: 6, block: 'grass_block' })
  })

  it('gets out of lava and fire', async () => {
    for (const block of ['lava', 'fire']) {
      await server.cmd('vitals', { health: 20 })
      await server.cmd('teleport', { x: 8.5, y: 64, z: 8.5 })
      await sleep(600)
      await server.cmd('setblock', { x: 8, y: 64, z: 8, block })
      await until(`${block} to be left`, async () => { const p = (await me()).position; return Math.hypot(p.x - 8.5, p.z - 8.5) > 0.9 }, 6000)
      await server.cmd('setblock', { x: 8, y: 64, z: 8, block: 'air' })
      assert.ok((await me()).health > 8, block)
      await sleep(2500)
    }
    await sleep(6000) // it burns on for a while
  })

  it('runs from a creeper', async () => {
    const before = await count('burst:creeper')
    await server.cmd('mob', { mob: 'creeper', x: 14.5, y: 64, z: 8.5 })
    await sleep(12_000)
    assert.ok((await me()).health > 10, `health ${(await me()).health}, burst ${(await count('burst:creeper')) - before}`)
  })

  it('fights what attacks it, and finishes its work', async () => {
    await server.cmd('give', { item: 'stone_sword' })
    const killed = await count('killed:zombie')
    const id = backend.begin('mine', { target: 'oak_log', quantity: 3 })
    await sleep(1000)
    const p = (await me()).position
    await server.cmd('mob', { mob: 'zombie', x: p.x + 4, y: 64, z: p.z })
    const e = await backend.ended(id, 120_000)
    assert.ok(e.ok, e.error)
    assert.equal(await count('killed:zombie') - killed, 1)
    assert.ok(((await server.items())['oak_log'] ?? 0) >= 3)
  })

  it('flees unarmed and hurt, and comes back to its work', async () => {
    await server.cmd('vitals', { health: 8 })
    const id = backend.begin('wait', { seconds: 12 })
    await server.cmd('mob', { mob: 'zombie', x: 12.5, y: 64, z: 8.5 })
    const e = await backend.ended(id, 60_000)
    assert.ok(e.ok, e.error)
    assert.ok((await me()).health >= 5)
  })

  it('takes no log of a home', async () => {
    await server.cmd('setblock', { x: 12, y: 64, z: 9, block: 'oak_log' })
    await server.cmd('setblock', { x: 12, y: 64, z: 10, block: 'barrel' })
    await sleep(500)
    const e = await backend.act('mine', { target: 'oak_log', quantity: 1 })
    assert.ok(e.ok, e.error)
    assert.equal((await server.cmd('block', { x: 12, y: 64, z: 9 }))['block'], 'oak_log')
    assert.equal((await backend.act('mine', { x: 12, y: 64, z: 9 })).code, 'protected')
    for (const z of [9, 10]) await server.cmd('setblock', { x: 12, y: 64, z, block: 'air' })
  })

  it('lights the dark that it mines in, and finds ore out of reach', async () => {
    await server.cmd('give', { item: 'torch', count: 4 })
    await server.cmd('give', { item: 'stone_pickaxe' })
    await server.cmd('teleport', { x: 8.5, y: 64, z: 4.5 })
    await sleep(500)
    const e = await backend.act('mine', { target: 'iron_ore', quantity: 4 }, 240_000)
    assert.ok(e.ok, e.error)
    assert.ok(e.delta['iron_ore'] ?? e.delta['raw_iron'] ?? 0 >= 4)
  })
})
