// From nothing to iron, on a real protocol: node --test test/e2e/survival.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Backend } from '../backend.ts'
import type { Ended } from '../backend.ts'
import { Bot, Server } from '../processes.ts'

const VERSIONS = process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']

for (const version of VERSIONS) describe(`survival on ${version}`, { timeout: 600_000 }, () => {
  let server: Server
  let bot: Bot
  const backend = new Backend()
  const ok = (e: Ended): Ended => {
    assert.ok(e.ok, `${e.code}: ${e.error}`)
    return e
  }
  const timings: string[] = []
  const act = async (type: string, fields: Record<string, unknown> = {}): Promise<Ended> => {
    const began = Date.now()
    const e = await backend.act(type, fields)
    timings.push(`${type} ${JSON.stringify(fields)} ${e.ok ? 'ok' : e.code} ${((Date.now() - began) / 1000).toFixed(1)}s`)
    return e
  }

  before(async () => {
    server = await Server.start(version)
    const port = await backend.start()
    bot = new Bot(['--server', `127.0.0.1:${server.port}`, '--backend', `ws://127.0.0.1:${port}`, '--name', 'Hand'])
    await backend.until('a state', () => backend.last('state_update'))
  })
  after(async () => {
    process.stderr.write(timings.map(t => `  ${version} ${t}\n`).join(''))
    assert.equal(await bot.stop(), 0)
    await backend.down()
    await server.stop()
  })

  it('registers as a v2 body', () => {
    const r = backend.last('register')
    assert.equal(r?.['protocol'], 2)
    assert.equal(r?.['version'], version)
    assert.equal(r?.['role'], 'companion')
    assert.equal((r?.['world'] as { present: boolean }).present, true)
    const s = backend.last('state_update')?.['data'] as Record<string, unknown>
    assert.equal(s['gameMode'], 'survival')
    assert.ok((s['nearby'] as { blocks: unknown[] }).blocks.length > 5)
  })

  it('goes from an empty inventory to a furnace', async () => {
    assert.deepEqual(await server.items(), {})
    assert.equal(ok(await act('mine', { target: 'oak_log', quantity: 4 })).result['broken'], 4)
    ok(await act('craft', { recipe: 'minecraft:oak_planks', quantity: 16 }))
    ok(await act('craft', { recipe: 'stick', quantity: 4 }))
    ok(await act('craft', { recipe: 'crafting_table', quantity: 1 }))
    const placed = ok(await act('place', { block: 'crafting_table' }))
    const at = placed.result['position'] as { x: number; y: number; z: number }
    assert.equal((await server.cmd('block', at))['block'], 'crafting_table')
    ok(await act('craft', { recipe: 'wooden_pickaxe', quantity: 1 }))
    assert.equal((await act('mine', { target: 'iron_ore', quantity: 1 })).code, 'missing_tool')
    assert.ok((ok(await act('mine', { target: 'stone', quantity: 8 })).delta['cobblestone'] ?? 0) >= 8)
    ok(await act('craft', { recipe: 'furnace', quantity: 1 }))
    const items = await server.items()
    assert.equal(items['furnace'], 1)
    assert.equal(items['wooden_pickaxe'], 1)
  })

  it('mines iron with a stone pickaxe and smelts it', async () => {
    await server.cmd('give', { item: 'stone_pickaxe' })
    await server.cmd('give', { item: 'coal', count: 2 })
    const name = version === '1.16.5' ? 'iron_ore' : 'raw_iron'
    assert.ok((ok(await act('mine', { target: 'iron_ore', quantity: 2 })).delta[name] ?? 0) >= 2)
    await server.cmd('give', { item: name, count: 2 })
    ok(await act('place', { block: 'furnace' }))
    const e = ok(await act('smelt', { item: name, quantity: 4 }))
    assert.equal(e.delta['iron_ingot'], 4)
    assert.equal(e.delta[name], -4)
    assert.equal((await server.items())['iron_ingot'], 4)
  })

  it('puts away, takes out, eats, equips, throws and picks up', async () => {
    await server.cmd('give', { item: 'chest' })
    const at = ok(await act('place', { block: 'chest' })).result['position'] as { x: number; y: number; z: number }
    ok(await act('deposit', { item: 'iron_ingot', quantity: 3, ...at }))
    assert.deepEqual((await server.cmd('chest', at))['items'], [{ slot: 0, item: 'iron_ingot', count: 3 }])
    assert.equal(ok(await act('withdraw', { item: 'iron_ingot', quantity: 2, ...at })).delta['iron_ingot'], 2)
    assert.equal((await act('withdraw', { item: 'iron_ingot', quantity: 5, ...at })).code, 'missing_item')
    await server.cmd('give', { item: 'bread', count: 2 })
    assert.equal((await act('consume', { item: 'bread' })).code, 'not_hungry')
    await server.cmd('vitals', { food: 10 })
    await backend.until('hunger', () => (backend.last('state_update')?.['data'] as { hunger: number }).hunger === 10)
    assert.equal(ok(await act('consume', { item: 'bread' })).delta['bread'], -1)
    await server.cmd('give', { item: 'iron_helmet' })
    ok(await act('equip', { item: 'iron_helmet' }))
    const helmet = (await server.cmd('inventory'))['items'] as { slot: number; item: string }[]
    assert.equal(helmet.find(i => i.item === 'iron_helmet')?.slot, 39)
    ok(await act('drop', { item: 'bread', quantity: 1 }))
    assert.equal((await server.items())['bread'], undefined)
    ok(await act('collect', { item: 'bread', quantity: 1 }))
    assert.equal((await server.items())['bread'], 1)
  })

  it('kills a zombie and is refused what does harm', async () => {
    ok(await act('goto', { x: 8, y: 64, z: 4 }))
    const s = { position: { x: 8, z: 4 } }
    await server.cmd('give', { item: 'stone_sword' })
    await server.cmd('mob', { mob: 'zombie', x: s.position.x + 5, y: 64, z: s.position.z + 0.5 })
    await server.cmd('mob', { mob: 'villager', x: s.position.x - 3, y: 64, z: s.position.z + 0.5 })
    assert.equal(ok(await act('attack', { target: 'zombie', quantity: 1 })).result['killed'], 1)
    assert.equal((await act('attack', { target: 'hostile', quantity: 1 })).code, 'not_found')
    await server.cmd('clearmobs')
    await server.cmd('setblock', { x: 10, y: 64, z: 4, block: 'barrel' })
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal((await act('mine', { target: 'barrel', quantity: 1 })).code, 'protected')
    assert.equal((await act('chat', { message: '/op Hand' })).code, 'denied')
    ok(await act('chat', { message: 'hello' }))
  })

  it('answers bad actions with a code and lives on', async () => {
    assert.equal((await act('dance')).code, 'unsupported')
    assert.equal((await act('mine')).code, 'invalid')
    assert.equal((await act('mine', { target: 'unobtainium' })).code, 'invalid')
    assert.equal((await act('goto', { x: 1 })).code, 'invalid')
    assert.equal((await act('craft', { recipe: 'bedrock' })).code, 'unknown_recipe')
    assert.equal((await act('craft', { recipe: 'diamond_pickaxe' })).code, 'missing_item')
    assert.equal((await act('place', { block: 'diamond_block' })).code, 'missing_item')
    backend.raw('{"type":')
    backend.raw('[]')
    backend.raw('{"type":"execute_action"}')
    ok(await act('wait', { seconds: 0.2 }))
  })

  it('goes, looks, uses a door', async () => {
    const e = ok(await act('goto', { x: 2, y: 64, z: 2 }))
    const p = e.result['position'] as { x: number; z: number }
    assert.ok(Math.abs(p.x - 2) < 2.6 && Math.abs(p.z - 2) < 2.6)
    ok(await act('look', { x: 4, y: 66, z: 4 }))
    await server.cmd('setblock', { x: 4, y: 64, z: 2, block: 'oak_fence_gate' })
    await new Promise(resolve => setTimeout(resolve, 300))
    ok(await act('interact', { target: 'oak_fence_gate', x: 4, y: 64, z: 2 }))
    assert.equal(((await server.cmd('block', { x: 4, y: 64, z: 2 }))['properties'] as { open: boolean }).open, true)
    assert.equal((await act('goto', { target: 'diamond_block' })).code, 'not_found')
  })
})
