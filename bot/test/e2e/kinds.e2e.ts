// SPDX-License-Identifier: MIT

// What the goals of TestKinds (cmd/internal/qa/real) leave out, by code and by what the server holds: node --test test/e2e/kinds.e2e.ts
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok, sleep } from '../rig.ts'

inEachVersion('kinds', { fresh: true }, rig => {
  it('tills, plants and harvests', async () => {
    await rig.give({ iron_hoe: 1, wheat_seeds: 3 })
    ok(await rig.act('till', { target: 'grass_block', quantity: 3 }))
    assert.equal(await rig.count('tilled:grass_block'), 3)
    ok(await rig.act('plant', { target: 'wheat_seeds', quantity: 3 }))
    assert.equal(await rig.count('planted:wheat'), 3)
    assert.equal((await rig.server.items())['wheat_seeds'], undefined)
    const id = rig.backend.begin('harvest', { target: 'wheat', quantity: 3 })
    await sleep(1500)
    await rig.cmd('advance', { ticks: 7 * 600 })
    ok(await rig.backend.ended(id, 60_000))
    assert.ok(((await rig.server.items())['wheat'] ?? 0) >= 3)
    await rig.cmd('clear')
    await sleep(200)
    assert.equal((await rig.act('till', { target: 'dirt' })).code, 'missing_tool')
    assert.equal((await rig.act('plant', { target: 'wheat_seeds' })).code, 'missing_item')
    assert.equal((await rig.act('harvest', { target: 'carrots' })).code, 'not_found')
    assert.equal((await rig.act('plant', { target: 'stone' })).code, 'invalid')
  })

  it('takes shears for what they alone bring', async () => {
    await rig.give({ shears: 1 })
    for (const x of [9, 10, 11]) await rig.cmd('setblock', { x, y: 64, z: 6, block: 'fern' })
    await sleep(200)
    const ferns = ok(await rig.act('mine', { target: 'fern', quantity: 3 })).delta
    assert.ok(Object.keys(ferns).join() === 'fern' && (ferns['fern'] ?? 0) >= 3, JSON.stringify(ferns))
  })

  it('plants trees, cane and berries', async () => {
    await rig.give({ oak_sapling: 1, sugar_cane: 1, sweet_berries: 1 })
    await rig.cmd('setblock', { x: 12, y: 63, z: 6, block: 'water' })
    ok(await rig.act('plant', { target: 'oak_sapling' }))
    ok(await rig.act('plant', { target: 'sugar_cane' }))
    ok(await rig.act('plant', { target: 'sweet_berries' }))
    await rig.cmd('advance', { ticks: 3 * 600 })
    await sleep(300)
    ok(await rig.act('harvest', { target: 'sugar_cane', quantity: 2 }))
    ok(await rig.act('harvest', { target: 'sweet_berries' }))
    const items = await rig.server.items()
    assert.ok((items['sugar_cane'] ?? 0) >= 1 && (items['sweet_berries'] ?? 0) >= 2, JSON.stringify(items))
    await rig.cmd('setblock', { x: 12, y: 63, z: 6, block: 'grass_block' })
  })

  it('waits for no night that does not come', async () => {
    const e = await rig.act('wait', { until: 'night' })
    assert.equal(e.code, 'denied')
    assert.match(e.error ?? '', /^it is 7:00 in the game, and the clock stands still there: night does not come by itself/)
    ok(await rig.act('wait', { until: 'day' }))
  })

  it('sleeps', async () => {
    assert.equal((await rig.act('sleep')).code, 'no_bed')
    await rig.give({ white_bed: 1 })
    ok(await rig.act('place', { block: 'white_bed' }))
    assert.equal((await rig.act('sleep')).code, 'not_night')
    await rig.cmd('time', { time: 14_000 })
    await sleep(300)
    const z = await rig.cmd('mob', { mob: 'zombie', x: 10.5, y: 64, z: 10.5 })
    assert.ok(z)
    await sleep(300)
    assert.equal((await rig.act('sleep')).code, 'monsters_near')
    await rig.cmd('clearmobs')
    await rig.cmd('vitals', { health: 20 })
    await sleep(300)
    await rig.cancels('sleep', {}, 1500)
    ok(await rig.act('sleep'))
    assert.equal(await rig.count('slept:Hand') >= 2, true)
  })

  it('uses things', async () => {
    await rig.give({ snowball: 1, water_bucket: 1, bone_meal: 1 })
    ok(await rig.act('use', { item: 'snowball' }))
    assert.equal((await rig.act('use', { item: 'ender_pearl' })).code, 'missing_item')
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'wheat' })
    await sleep(200)
    ok(await rig.act('use', { item: 'bone_meal', x: 10, y: 64, z: 6 }))
    assert.notEqual(String((await rig.block(10, 64, 6)).properties['age']), '0')
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'air' })
  })

  it('says what it used up, however late the server tells', async () => {
    await rig.give({ chest: 1, bread: 2, iron_hoe: 1, wheat_seeds: 2 })
    ok(await rig.act('till', { target: 'grass_block', quantity: 1 }))
    await rig.cmd('vitals', { food: 8 })
    await rig.cmd('slots', { ms: 1500 })
    try {
      assert.equal(ok(await rig.act('place', { block: 'chest' })).delta['chest'], -1)
      assert.equal(ok(await rig.act('plant', { target: 'wheat_seeds' })).delta['wheat_seeds'], -1)
      assert.equal(ok(await rig.act('consume', { item: 'bread' })).delta['bread'], -1)
      assert.equal((await rig.server.items())['bread'], 1)
    } finally {
      await rig.cmd('slots')
    }
  })

  it('ends a crafting or smelting that is cancelled with nothing lost', async () => {
    await rig.cmd('clear')
    for (const [item, count] of [['cobblestone', 3], ['coal', 1], ['furnace', 1]] as const) await rig.cmd('give', { item, count })
    await sleep(300)
    assert.ok((await rig.act('place', { block: 'furnace' })).ok)
    const id = rig.backend.begin('smelt', { item: 'cobblestone', quantity: 3 })
    await sleep(3000)
    rig.backend.send({ type: 'cancel', actionId: id })
    assert.equal((await rig.backend.ended(id, 3000)).code, 'interrupted')
    await sleep(300)
    assert.equal((await rig.server.items())['cobblestone'], 3)
  })

  it('smelts in several furnaces side by side, and a cancel brings back what is in each', async () => {
    await rig.give({ cobblestone: 7, coal: 6 })
    const three = [6, 8, 10].map(x => ({ x, y: 64, z: 6 }))
    for (const at of three) await rig.cmd('setblock', { ...at, block: 'furnace' })
    const id = rig.backend.begin('smelt', { item: 'cobblestone', quantity: 7, furnaces: 3 })
    await sleep(4000)
    rig.backend.send({ type: 'cancel', actionId: id })
    assert.equal((await rig.backend.ended(id, 5000)).code, 'interrupted')
    await rig.until('the stones to be back', async () => (await rig.server.items())['cobblestone'] === 7)
    const begun = Date.now()
    ok(await rig.act('smelt', { item: 'cobblestone', quantity: 7, furnaces: 3 }))
    assert.equal((await rig.server.items())['stone'], 7)
    assert.ok(Date.now() - begun < 60_000, `3 in the fullest furnace take 30 s, not ${Date.now() - begun} ms`)
    for (const at of three) await rig.cmd('setblock', { ...at, block: 'air' })
  })

  it('puts into a chest what it has room for, and shows how much that was before it says that it has none', async () => {
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'chest' })
    const rest = Array.from({ length: 26 }, () => ({ item: 'cobblestone', count: 64 }))
    await rig.cmd('chest', { x: 10, y: 64, z: 6, items: [...rest, { item: 'dirt', count: 60 }] })
    await rig.give({ dirt: 20 })
    const e = await rig.act('deposit', { item: 'dirt', quantity: 20, x: 10, y: 64, z: 6 })
    assert.equal(e.code, 'inventory_full', e.error)
    const { frames } = rig.backend
    const state = frames.slice(0, frames.findLastIndex(f => f.type === 'action_failed')).findLast(f => f.type === 'state_update')
    const shown = (state?.['data'] as { inventory: { item: string; count: number }[] }).inventory
    assert.equal(shown.filter(s => s.item === 'dirt').reduce((n, s) => n + s.count, 0), 16, 'in the state before the failure')
    await rig.until('the rest to be carried', async () => (await rig.server.items())['dirt'] === 16)
    const kept = (await rig.cmd('chest', { x: 10, y: 64, z: 6 }))['items'] as { item: string; count: number }[]
    assert.equal(kept.find(i => i.item === 'dirt')?.count, 64)
    await rig.cmd('setblock', { x: 10, y: 64, z: 6, block: 'air' })
  })

  it('pours a bucket out where it is told to, beside a tree and behind grass too', async () => {
    await rig.cmd('fill', { x: 12, y: 64, z: 9, x2: 12, y2: 66, z2: 9, block: 'oak_log' })
    await rig.cmd('fill', { x: 11, y: 66, z: 7, x2: 13, y2: 67, z2: 9, block: 'oak_leaves' })
    await rig.cmd('setblock', { x: 11, y: 64, z: 8, block: rig.version === '1.16.5' ? 'grass' : 'short_grass' })
    for (const [x, z] of [[12, 8], [13, 9], [11, 8]] as const) {
      await rig.cmd('clear')
      await rig.give({ water_bucket: 1 })
      const e = await rig.act('place', { block: 'water_bucket', x, y: 64, z })
      assert.ok(e.ok, e.error)
      assert.equal((await rig.block(x, 64, z)).block, 'water')
      assert.equal((await rig.server.items())['bucket'], 1)
      await rig.cmd('setblock', { x, y: 64, z, block: 'air' })
    }
    await rig.cmd('clear')
    await rig.give({ water_bucket: 1 })
    const e = await rig.act('place', { block: 'water_bucket', x: 12, y: 76, z: 4 })
    assert.match(`${e.code}: ${e.error ?? ''}`, /^no_support: /)
    await rig.cmd('fill', { x: 11, y: 64, z: 7, x2: 13, y2: 67, z2: 9, block: 'air' })
  })

  it('fills a bucket at the first try from every side and height, below leaves and behind grass and a bed too', async () => {
    const at = { x: 12, y: 64, z: 8 }
    const grass = rig.version === '1.16.5' ? 'grass' : 'short_grass'
    await rig.cmd('fill', { x: 10, y: 64, z: 6, x2: 10, y2: 67, z2: 6, block: 'oak_log' })
    await rig.cmd('fill', { x: 11, y: 65, z: 8, x2: 11, y2: 66, z2: 8, block: 'oak_leaves' })
    await rig.cmd('fill', { x: 12, y: 65, z: 7, x2: 13, y2: 66, z2: 7, block: 'oak_leaves' })
    for (const [x, z, block] of [[13, 9, grass], [12, 10, 'red_bed'], [14, 8, 'torch']] as const) await rig.cmd('setblock', { x, y: 64, z, block })
    const missed = await rig.count('missed:bucket')
    const starts = [-3, -2, 0, 2, 3].flatMap(x => [-3, -2, 0, 2, 3].map(z => [at.x + x, at.z + z, (x + z + 6) % 3] as const)).filter(([x, z]) => x !== at.x || z !== at.z)
    for (const [x, z, up] of starts) {
      if ((await rig.block(x, 64, z)).block !== 'air') continue
      await rig.cmd('clear')
      await rig.cmd('setblock', { ...at, block: 'water' })
      await rig.give({ bucket: 1 })
      if (up > 0) await rig.cmd('fill', { x, y: 64, z, x2: x, y2: 63 + up, z2: z, block: 'glass' })
      await rig.cmd('teleport', { x: x + 0.25, y: 64 + up, z: z + 0.7 })
      await sleep(250)
      const e = await rig.act('use', { item: 'bucket', ...at })
      assert.ok(e.ok, `from ${x} ${64 + up} ${z}: ${e.error}`)
      assert.equal((await rig.server.items())['water_bucket'], 1)
      assert.equal(await rig.count('missed:bucket'), missed, `from ${x} ${64 + up} ${z}`)
      if (up > 0) await rig.cmd('fill', { x, y: 64, z, x2: x, y2: 63 + up, z2: z, block: 'air' })
    }
    await rig.cmd('fill', { x: 8, y: 64, z: 4, x2: 16, y2: 67, z2: 12, block: 'air' })
  })

  it('says what is missing by its name', async () => {
    await rig.give({ dirt: 1 })
    const chest = await rig.act('deposit', { item: 'dirt', quantity: 1, x: 10, y: 64, z: 6 })
    assert.match(chest.error, /^there is no chest, barrel or other container at 10 64 6, but air$/)
    assert.match((await rig.act('follow', { target: 'Steve', seconds: 1 })).error, /^no player Steve is on the server$/)
    assert.match((await rig.act('follow', { target: 'villager', seconds: 1 })).error, /^no villager is in sight$/)
  })

  it('throws away what stays away, beside walls too', async () => {
    const wall = (x: number, x2: number, z: number, z2: number, block = 'stone'): Promise<unknown> => rig.cmd('fill', { x, y: 64, z, x2, y2: 65, z2, block })
    for (const [x, x2, z, z2] of [[9, 9, 7, 9], [6, 9, 7, 7], [6, 9, 9, 9]] as const) await wall(x, x2, z, z2)
    await rig.give({ dirt: 3, cobblestone: 2 })
    ok(await rig.act('look', { x: 10, y: 65, z: 8 }))
    ok(await rig.act('drop', { item: 'dirt', quantity: 3 }))
    await sleep(3500)
    assert.deepEqual(await rig.server.items(), { cobblestone: 2 })
    await rig.cmd('teleport', { x: 8.5, y: 64, z: 8.5 })
    await wall(7, 7, 8, 8)
    await sleep(500)
    // Out of a cell of stone nothing can be thrown: that is told.
    await rig.cmd('fill', { x: 7, y: 66, z: 7, x2: 9, y2: 66, z2: 9, block: 'bedrock' })
    await wall(7, 9, 7, 9, 'bedrock')
    await wall(8, 8, 8, 8, 'air')
    await rig.cmd('setblock', { x: 8, y: 63, z: 8, block: 'bedrock' })
    await sleep(500)
    const e = await rig.act('drop', { item: 'cobblestone', quantity: 2 })
    assert.equal(e.code, 'denied', e.error)
    assert.match(e.error, /no room here to throw the cobblestone away/)
    await rig.cmd('fill', { x: 6, y: 64, z: 7, x2: 9, y2: 66, z2: 9, block: 'air' })
    await rig.cmd('setblock', { x: 8, y: 63, z: 8, block: 'grass_block' })
  })

  it('goes on looking for creatures when the one it saw is gone', async () => {
    await rig.give({ stone_sword: 1 })
    const id = rig.backend.begin('attack', { target: 'zombie', quantity: 1 })
    const at = async (): Promise<number> => ((await rig.cmd('player'))['position'] as { x: number }).x
    await rig.until('the search', async () => await at() > 16)
    await rig.cmd('mob', { mob: 'zombie', x: 60.5, y: 64, z: 8.5 })
    await rig.until('the chase', async () => await at() > 30)
    await rig.cmd('clearmobs')
    await rig.until('the search again', () => /looking around: [1-9]/.test(String(rig.backend.last('action_progress')?.['message'])))
    const p = (await rig.cmd('player'))['position'] as { x: number; z: number }
    await rig.cmd('mob', { mob: 'zombie', x: p.x + 6, y: 64, z: p.z })
    assert.equal(ok(await rig.backend.ended(id)).result['killed'], 1)
    const e = await rig.act('attack', { target: 'spider', quantity: 1 })
    assert.equal(e.code, 'not_found')
    assert.match(e.error, /^no spider within 64 blocks, nor on a walk of 1[5-6]\d blocks; 0 killed$/)
  })

  it('builds nothing where something stands in the way of a part of it', async () => {
    await rig.give({ cobblestone: 6 })
    await rig.cmd('setblock', { x: 4, y: 65, z: 2, block: 'dirt' })
    const wall = Array.from({ length: 6 }, (_, i) => ({ x: 2 + i % 3, y: 64 + Math.floor(i / 3), z: 2, block: 'cobblestone' }))
    const e = await rig.act('build', { edits: wall })
    assert.equal(e.code, 'unreachable')
    assert.match(e.error, /^block 4 65 2: dirt stands at 4 65 2: break it first or choose another place; 0 of 6 stand$/)
    assert.deepEqual(await rig.server.items(), { cobblestone: 6 })
    // An edit of air makes room for what comes after it.
    ok(await rig.act('build', { edits: [{ x: 4, y: 65, z: 2, block: 'air' }, ...wall] }))
    for (const w of wall) await rig.cmd('setblock', { ...w, block: 'air' })
  })

  it('builds, goes on where it was left, and takes its scaffolding away', async () => {
    await rig.give({ cobblestone: 20, dirt: 16 })
    const wall = Array.from({ length: 15 }, (_, i) => ({ x: 2 + i % 5, y: 64 + Math.floor(i / 5), z: 2, block: 'cobblestone' }))
    await rig.cmd('setblock', { x: 4, y: 64, z: 2, block: 'cobblestone' })
    const e = ok(await rig.act('build', { edits: wall }))
    assert.deepEqual([e.result['placed'], e.result['total']], [15, 15])
    for (const w of wall) assert.equal((await rig.block(w.x, w.y, w.z)).block, 'cobblestone')
    assert.equal((await rig.server.items())['cobblestone'], 6)
    const tower = [{ x: 12, y: 70, z: 4, block: 'cobblestone' }, { x: 13, y: 70, z: 4, block: 'cobblestone' }]
    ok(await rig.act('build', { edits: tower }, 180_000))
    assert.equal((await rig.block(12, 70, 4)).block, 'cobblestone')
    for (let y = 64; y < 70; y++) assert.equal((await rig.block(12, y, 4)).block, 'air', `scaffolding at ${y}`)
    assert.equal((await rig.act('build', { edits: [{ x: 2, y: 64, z: 6, block: 'diamond_block' }] })).code, 'missing_item')
    for (const w of [...wall, ...tower]) await rig.cmd('setblock', { ...w, block: 'air' })
  })
})
