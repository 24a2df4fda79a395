// Fields, animals, beds, fishing, walking and building, on a real protocol: node --test test/e2e/kinds.e2e.ts
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { Backend } from '../backend.ts'
import type { Ended } from '../backend.ts'
import { Bot, Server } from '../processes.ts'

const VERSIONS = process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']
const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

for (const version of VERSIONS) describe(`kinds on ${version}`, { timeout: 600_000 }, () => {
  let server: Server
  let bot: Bot
  const backend = new Backend()
  const ok = (e: Ended): Ended => {
    assert.ok(e.ok, `${e.code}: ${e.error}`)
    return e
  }
  const act = async (type: string, fields: Record<string, unknown> = {}, ms = 120_000): Promise<Ended> => await backend.act(type, fields, ms)
  const give = async (items: Record<string, number>): Promise<void> => {
    for (const [item, count] of Object.entries(items)) await server.cmd('give', { item, count })
    await sleep(150)
  }
  const block = async (x: number, y: number, z: number): Promise<{ block: string; properties: Record<string, unknown> }> => await server.cmd('block', { x, y, z }) as never
  const count = async (what: string): Promise<number> => ((await server.cmd('counts'))['counts'] as Record<string, number>)[what] ?? 0
  /** A cancelled action of a kind ends within a second. */
  const cancels = async (type: string, fields: Record<string, unknown>, after: number): Promise<void> => {
    const id = backend.begin(type, fields)
    await sleep(after)
    const began = Date.now()
    backend.send({ type: 'cancel', actionId: id })
    const e = await backend.ended(id, 5000)
    assert.equal(e.code, 'interrupted', e.error)
    assert.ok(Date.now() - began < 1000, `${type}: ${Date.now() - began} ms`)
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
  let began = 0
  beforeEach(async () => {
    began = Date.now()
    for (const c of ['clear', 'clearmobs', 'cleardrops']) await server.cmd(c)
    await server.cmd('vitals', { health: 20, food: 20, saturation: 5 })
    await server.cmd('time', { time: 1000 })
    await server.cmd('teleport', { x: 8.5, y: 64, z: 8.5 })
    await sleep(400)
  })
  afterEach(t => { process.stderr.write(`  ${version} ${t.name} ${((Date.now() - began) / 1000).toFixed(1)}s\n`) })

  it('tills, plants and harvests', async () => {
    await give({ iron_hoe: 1, wheat_seeds: 3 })
    ok(await act('till', { target: 'grass_block', quantity: 3 }))
    assert.equal(await count('tilled:grass_block'), 3)
    ok(await act('plant', { target: 'wheat_seeds', quantity: 3 }))
    assert.equal(await count('planted:wheat'), 3)
    assert.equal((await server.items())['wheat_seeds'], undefined)
    const id = backend.begin('harvest', { target: 'wheat', quantity: 3 })
    await sleep(1500)
    await server.cmd('advance', { ticks: 7 * 600 })
    ok(await backend.ended(id, 60_000))
    assert.ok(((await server.items())['wheat'] ?? 0) >= 3)
    await server.cmd('clear')
    await sleep(200)
    assert.equal((await act('till', { target: 'dirt' })).code, 'missing_tool')
    assert.equal((await act('plant', { target: 'wheat_seeds' })).code, 'missing_item')
    assert.equal((await act('harvest', { target: 'carrots' })).code, 'not_found')
    assert.equal((await act('plant', { target: 'stone' })).code, 'invalid')
  })

  it('plants trees, cane and berries', async () => {
    await give({ oak_sapling: 1, sugar_cane: 1, sweet_berries: 1 })
    await server.cmd('setblock', { x: 12, y: 63, z: 6, block: 'water' })
    ok(await act('plant', { target: 'oak_sapling' }))
    ok(await act('plant', { target: 'sugar_cane' }))
    ok(await act('plant', { target: 'sweet_berries' }))
    await server.cmd('advance', { ticks: 3 * 600 })
    await sleep(300)
    ok(await act('harvest', { target: 'sugar_cane', quantity: 2 }))
    ok(await act('harvest', { target: 'sweet_berries' }))
    const items = await server.items()
    assert.ok((items['sugar_cane'] ?? 0) >= 1 && (items['sweet_berries'] ?? 0) >= 2, JSON.stringify(items))
    await server.cmd('setblock', { x: 12, y: 63, z: 6, block: 'grass_block' })
  })

  it('breeds, shears and milks', async () => {
    await give({ wheat: 4, shears: 1, bucket: 1 })
    for (const [mob, x] of [['sheep', 11], ['sheep', 13], ['cow', 5]] as const) await server.cmd('mob', { mob, x: x + 0.5, y: 64, z: 4.5 })
    await sleep(300)
    ok(await act('breed', { target: 'sheep', quantity: 1 }))
    assert.equal(await count('born:sheep'), 1)
    assert.equal((await server.items())['wheat'], 2)
    ok(await act('shear', { target: 'sheep', quantity: 2 }))
    assert.equal(await count('shorn:sheep'), 2)
    assert.ok(((await server.items())['white_wool'] ?? 0) >= 2)
    assert.equal((await act('shear', { target: 'sheep' })).code, 'not_found')
    ok(await act('milk', { target: 'cow' }))
    assert.equal((await server.items())['milk_bucket'], 1)
    assert.equal((await act('milk', { target: 'cow' })).code, 'missing_item')
    assert.equal((await act('breed', { target: 'cow' })).code, 'not_found')
    assert.equal((await act('breed', { target: 'zombie' })).code, 'invalid')
  })

  it('fishes', async () => {
    await server.cmd('fill', { x: 12, y: 63, z: 2, x2: 16, y2: 63, z2: 6, block: 'water' })
    await sleep(300)
    assert.equal((await act('fish', { target: 'fish' })).code, 'missing_tool')
    await give({ fishing_rod: 1 })
    await cancels('fish', { target: 'fish', quantity: 5 }, 3000)
    ok(await act('fish', { target: 'fish', quantity: 2 }, 180_000))
    const items = await server.items()
    assert.ok((items['cod'] ?? 0) + (items['salmon'] ?? 0) + (items['pufferfish'] ?? 0) + (items['tropical_fish'] ?? 0) >= 2, JSON.stringify(items))
    await server.cmd('fill', { x: 12, y: 63, z: 2, x2: 16, y2: 63, z2: 6, block: 'grass_block' })
  })

  it('sleeps', async () => {
    assert.equal((await act('sleep')).code, 'no_bed')
    await give({ white_bed: 1 })
    ok(await act('place', { block: 'white_bed' }))
    assert.equal((await act('sleep')).code, 'not_night')
    await server.cmd('time', { time: 14_000 })
    await sleep(300)
    const z = await server.cmd('mob', { mob: 'zombie', x: 10.5, y: 64, z: 10.5 })
    assert.ok(z)
    await sleep(300)
    assert.equal((await act('sleep')).code, 'monsters_near')
    await server.cmd('clearmobs')
    await server.cmd('vitals', { health: 20 })
    await sleep(300)
    await cancels('sleep', {}, 1500)
    ok(await act('sleep'))
    assert.equal(await count('slept:Hand') >= 2, true)
  })

  it('uses things', async () => {
    await give({ snowball: 1, water_bucket: 1, bone_meal: 1 })
    ok(await act('use', { item: 'snowball' }))
    assert.equal((await act('use', { item: 'ender_pearl' })).code, 'missing_item')
    await server.cmd('setblock', { x: 10, y: 64, z: 6, block: 'wheat' })
    await sleep(200)
    ok(await act('use', { item: 'bone_meal', x: 10, y: 64, z: 6 }))
    assert.notEqual(String((await block(10, 64, 6)).properties['age']), '0')
    await server.cmd('setblock', { x: 10, y: 64, z: 6, block: 'air' })
  })

  it('follows and explores', async () => {
    await server.cmd('mob', { mob: 'villager', x: 20.5, y: 64, z: 8.5 })
    await sleep(300)
    ok(await act('follow', { target: 'villager', distance: 2, seconds: 5 }))
    const p = (await server.cmd('player'))['position'] as { x: number }
    assert.ok(p.x > 16, `it stands at ${p.x}`)
    assert.equal((await act('follow', { target: 'herobrine', seconds: 1 })).code, 'not_found')
    await cancels('follow', { target: 'villager' }, 1000)
    await server.cmd('setblock', { x: 120, y: 66, z: 8, block: 'bell' })
    const e = ok(await act('explore', { for: 'bell', direction: 'east', maxBlocks: 200 }))
    assert.deepEqual(e.result['position'], { x: 120, y: 66, z: 8 })
    assert.ok((e.result['searched'] as number) > 10)
    assert.equal((await act('explore', { for: 'melon', maxBlocks: 40, maxSeconds: 20 })).code, 'not_found')
    await cancels('explore', { for: 'melon' }, 2000)
  })

  it('builds, goes on where it was left, and takes its scaffolding away', async () => {
    await give({ cobblestone: 20, dirt: 16 })
    const wall = Array.from({ length: 15 }, (_, i) => ({ x: 2 + i % 5, y: 64 + Math.floor(i / 5), z: 2, block: 'cobblestone' }))
    await server.cmd('setblock', { x: 4, y: 64, z: 2, block: 'cobblestone' })
    const e = ok(await act('build', { edits: wall }))
    assert.deepEqual([e.result['placed'], e.result['total']], [15, 15])
    for (const w of wall) assert.equal((await block(w.x, w.y, w.z)).block, 'cobblestone')
    assert.equal((await server.items())['cobblestone'], 6)
    const tower = [{ x: 12, y: 70, z: 4, block: 'cobblestone' }, { x: 13, y: 70, z: 4, block: 'cobblestone' }]
    ok(await act('build', { edits: tower }, 180_000))
    assert.equal((await block(12, 70, 4)).block, 'cobblestone')
    for (let y = 64; y < 70; y++) assert.equal((await block(12, y, 4)).block, 'air', `scaffolding at ${y}`)
    assert.equal((await act('build', { edits: [{ x: 2, y: 64, z: 6, block: 'diamond_block' }] })).code, 'missing_item')
    for (const w of [...wall, ...tower]) await server.cmd('setblock', { ...w, block: 'air' })
  })
})
