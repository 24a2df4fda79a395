// From nothing to iron, on a real protocol: node --test test/e2e/survival.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok } from '../rig.ts'

inEachVersion('survival', {}, rig => {
  it('registers as a v2 body', () => {
    const r = rig.backend.last('register')
    assert.equal(r?.['protocol'], 2)
    assert.equal(r?.['rig.version'], rig.version)
    assert.equal(r?.['role'], 'companion')
    assert.equal((r?.['world'] as { present: boolean }).present, true)
    const s = rig.backend.last('state_update')?.['data'] as Record<string, unknown>
    assert.equal(s['gameMode'], 'survival')
    assert.ok((s['nearby'] as { blocks: unknown[] }).blocks.length > 5)
  })

  it('goes from an empty inventory to a furnace', async () => {
    assert.deepEqual(await rig.server.items(), {})
    assert.equal(ok(await rig.act('mine', { target: 'oak_log', quantity: 4 })).result['broken'], 4)
    ok(await rig.act('craft', { recipe: 'minecraft:oak_planks', quantity: 16 }))
    ok(await rig.act('craft', { recipe: 'stick', quantity: 4 }))
    ok(await rig.act('craft', { recipe: 'crafting_table', quantity: 1 }))
    const placed = ok(await rig.act('place', { block: 'crafting_table' }))
    const at = placed.result['position'] as { x: number; y: number; z: number }
    assert.equal((await rig.cmd('block', at))['block'], 'crafting_table')
    ok(await rig.act('craft', { recipe: 'wooden_pickaxe', quantity: 1 }))
    assert.equal((await rig.act('mine', { target: 'iron_ore', quantity: 1 })).code, 'missing_tool')
    assert.ok((ok(await rig.act('mine', { target: 'stone', quantity: 8 })).delta['cobblestone'] ?? 0) >= 8)
    ok(await rig.act('craft', { recipe: 'furnace', quantity: 1 }))
    const items = await rig.server.items()
    assert.equal(items['furnace'], 1)
    assert.equal(items['wooden_pickaxe'], 1)
  })

  it('mines iron with a stone pickaxe and smelts it', async () => {
    await rig.cmd('give', { item: 'stone_pickaxe' })
    await rig.cmd('give', { item: 'coal', count: 2 })
    const name = rig.version === '1.16.5' ? 'iron_ore' : 'raw_iron'
    assert.ok((ok(await rig.act('mine', { target: 'iron_ore', quantity: 2 })).delta[name] ?? 0) >= 2)
    await rig.cmd('give', { item: name, count: 2 })
    ok(await rig.act('place', { block: 'furnace' }))
    const e = ok(await rig.act('smelt', { item: name, quantity: 4 }))
    assert.equal(e.delta['iron_ingot'], 4)
    assert.equal(e.delta[name], -4)
    assert.equal((await rig.server.items())['iron_ingot'], 4)
  })

  it('puts away, takes out, eats, equips, throws and picks up', async () => {
    await rig.cmd('give', { item: 'chest' })
    const at = ok(await rig.act('place', { block: 'chest' })).result['position'] as { x: number; y: number; z: number }
    ok(await rig.act('deposit', { item: 'iron_ingot', quantity: 3, ...at }))
    assert.deepEqual((await rig.cmd('chest', at))['items'], [{ slot: 0, item: 'iron_ingot', count: 3 }])
    assert.equal(ok(await rig.act('withdraw', { item: 'iron_ingot', quantity: 2, ...at })).delta['iron_ingot'], 2)
    assert.equal((await rig.act('withdraw', { item: 'iron_ingot', quantity: 5, ...at })).code, 'missing_item')
    await rig.cmd('give', { item: 'bread', count: 2 })
    assert.equal((await rig.act('consume', { item: 'bread' })).code, 'not_hungry')
    await rig.cmd('vitals', { food: 10 })
    await rig.backend.until('hunger', () => (rig.backend.last('state_update')?.['data'] as { hunger: number }).hunger === 10)
    assert.equal(ok(await rig.act('consume', { item: 'bread' })).delta['bread'], -1)
    await rig.cmd('give', { item: 'iron_helmet' })
    ok(await rig.act('equip', { item: 'iron_helmet' }))
    const helmet = (await rig.cmd('inventory'))['items'] as { slot: number; item: string }[]
    assert.equal(helmet.find(i => i.item === 'iron_helmet')?.slot, 39)
    ok(await rig.act('drop', { item: 'bread', quantity: 1 }))
    assert.equal((await rig.server.items())['bread'], undefined)
    ok(await rig.act('collect', { item: 'bread', quantity: 1 }))
    assert.equal((await rig.server.items())['bread'], 1)
  })

  it('kills a zombie and is refused what does harm', async () => {
    ok(await rig.act('goto', { x: 8, y: 64, z: 4 }))
    const s = { position: { x: 8, z: 4 } }
    await rig.cmd('give', { item: 'stone_sword' })
    await rig.cmd('mob', { mob: 'zombie', x: s.position.x + 5, y: 64, z: s.position.z + 0.5 })
    await rig.cmd('mob', { mob: 'villager', x: s.position.x - 3, y: 64, z: s.position.z + 0.5 })
    assert.equal(ok(await rig.act('attack', { target: 'zombie', quantity: 1 })).result['killed'], 1)
    assert.equal((await rig.act('attack', { target: 'hostile', quantity: 1 })).code, 'not_found')
    await rig.cmd('clearmobs')
    await rig.cmd('setblock', { x: 10, y: 64, z: 4, block: 'barrel' })
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal((await rig.act('mine', { target: 'barrel', quantity: 1 })).code, 'protected')
    assert.equal((await rig.act('chat', { message: '/op Hand' })).code, 'denied')
    ok(await rig.act('chat', { message: 'hello' }))
  })

  it('answers bad actions with a code and lives on', async () => {
    assert.equal((await rig.act('dance')).code, 'unsupported')
    assert.equal((await rig.act('mine')).code, 'invalid')
    assert.equal((await rig.act('mine', { target: 'unobtainium' })).code, 'invalid')
    assert.equal((await rig.act('goto', { x: 1 })).code, 'invalid')
    assert.equal((await rig.act('craft', { recipe: 'bedrock' })).code, 'unknown_recipe')
    assert.equal((await rig.act('craft', { recipe: 'diamond_pickaxe' })).code, 'missing_item')
    assert.equal((await rig.act('place', { block: 'diamond_block' })).code, 'missing_item')
    rig.backend.raw('{"type":')
    rig.backend.raw('[]')
    rig.backend.raw('{"type":"execute_action"}')
    ok(await rig.act('wait', { seconds: 0.2 }))
  })

  it('goes, looks, uses a door', async () => {
    const e = ok(await rig.act('goto', { x: 2, y: 64, z: 2 }))
    const p = e.result['position'] as { x: number; z: number }
    assert.ok(Math.abs(p.x - 2) < 2.6 && Math.abs(p.z - 2) < 2.6)
    ok(await rig.act('look', { x: 4, y: 66, z: 4 }))
    await rig.cmd('setblock', { x: 4, y: 64, z: 2, block: 'oak_fence_gate' })
    await new Promise(resolve => setTimeout(resolve, 300))
    ok(await rig.act('interact', { target: 'oak_fence_gate', x: 4, y: 64, z: 2 }))
    assert.equal(((await rig.cmd('block', { x: 4, y: 64, z: 2 }))['properties'] as { open: boolean }).open, true)
    assert.equal((await rig.act('goto', { target: 'diamond_block' })).code, 'not_found')
  })
})
