// SPDX-License-Identifier: MIT

// What the bot tells of the world on a real protocol, against what the server says that it did:
// node --test test/e2e/told.e2e.ts (E2E_VERSION=1.16.5 for one version).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, ok, sleep } from '../rig.ts'
import type { Point, Rig } from '../rig.ts'

interface Change extends Point { n: number; from: string; to: string; why: string; action?: string }
interface Deed extends Point { from: string; to: string }

const name = (state: string): string => state.replace(/\[.*$/, '').replace(/^(cave|void)_air$/, 'air')

/** What differs in the end, as "x,y,z from>to". */
function net(list: readonly Deed[]): string[] {
  const cells = new Map<string, { from: string; to: string }>()
  for (const d of list) {
    const key = `${d.x},${d.y},${d.z}`
    cells.set(key, { from: cells.get(key)?.from ?? name(d.from), to: name(d.to) })
  }
  return [...cells].filter(([, c]) => c.from !== c.to).map(([key, c]) => `${key} ${c.from}>${c.to}`).sort()
}

/** The changes that came, each number once. */
function changes(rig: Rig): Change[] {
  const byNumber = new Map<number, Change>()
  for (const f of rig.backend.frames) for (const c of (f['changes'] as Change[] | undefined) ?? []) byNumber.set(c.n, c)
  return [...byNumber.values()].sort((a, b) => a.n - b.n)
}

async function same(rig: Rig): Promise<void> {
  await sleep(1000)
  const deeds = net((await rig.cmd('deeds', { player: 'Hand' }))['deeds'] as Deed[])
  for (let i = 0; i < 60 && net(changes(rig)).join() !== deeds.join(); i++) await sleep(250) // a busy machine tells later
  assert.deepEqual(net(changes(rig)), deeds)
  const last = changes(rig).at(-1)
  if (last) rig.backend.send({ type: 'changes_kept', series: rig.backend.last('register')?.['series'], through: last.n })
}

inEachVersion('Rule 19: what it changes', { fresh: true }, rig => {
  it('tells logs and leaves, with the action', async () => {
    ok(await rig.act('mine', { target: 'oak_log', quantity: 4 }))
    await same(rig)
    const logs = changes(rig).filter(c => name(c.from) === 'oak_log')
    assert.ok(logs.length >= 4 && logs.every(c => c.action !== undefined))
  })

  it('tells the way into the ground and out of it', async () => {
    await rig.give({ wooden_pickaxe: 1, dirt: 16 })
    const me = (await rig.me()).position
    ok(await rig.act('goto', { x: Math.floor(me.x) + 3, y: 58, z: Math.floor(me.z) + 2 }))
    ok(await rig.act('goto', { x: Math.floor(me.x), y: 64, z: Math.floor(me.z), range: 2 }))
    await same(rig)
    assert.ok(changes(rig).some(c => c.why === 'way'))
  })

  it('tells a tower and what it was climbed by', async () => {
    await rig.give({ cobblestone: 6, dirt: 20 })
    const me = (await rig.me()).position
    const [x, z] = [Math.floor(me.x) + 2, Math.floor(me.z) + 2]
    ok(await rig.act('build', { edits: [64, 65, 66, 67, 68].map(y => ({ x, y, z, block: 'cobblestone' })) }))
    await same(rig)
  })

  it('digs by hand what is only to be gone, and mines nothing so', async () => {
    const me = (await rig.me()).position
    const at = { x: Math.floor(me.x) + 2, y: Math.floor(me.y), z: Math.floor(me.z) }
    await rig.cmd('setblock', { ...at, y: at.y - 1, block: 'dirt' })
    await rig.cmd('setblock', { ...at, block: 'air' })
    await rig.give({ cobblestone: 1 })
    ok(await rig.act('place', { block: 'cobblestone', ...at }))
    await same(rig)
    assert.equal((await rig.act('mine', { target: 'cobblestone', ...at })).code, 'missing_tool')
    ok(await rig.act('build', { edits: [{ ...at, block: 'air' }] }))
    assert.equal((await rig.block(at.x, at.y, at.z)).block, 'air')
    assert.equal(await rig.count('cobblestone'), 0)
    await same(rig)
  })

  it('tells a bed with both its halves, a torch, a field and a bucket', async () => {
    await rig.give({ red_bed: 1, torch: 1, iron_hoe: 1, wheat_seeds: 2, water_bucket: 1 })
    const me = (await rig.me()).position
    const [x, z] = [Math.floor(me.x), Math.floor(me.z)]
    ok(await rig.act('place', { block: 'red_bed' }))
    ok(await rig.act('place', { block: 'torch' }))
    ok(await rig.act('till', { target: 'grass_block', quantity: 2 }))
    ok(await rig.act('plant', { target: 'wheat_seeds', quantity: 2 }))
    await rig.cmd('fill', { x: x + 5, y: 63, z: z + 5, x2: x + 7, y2: 63, z2: z + 7, block: 'stone' })
    await sleep(300)
    ok(await rig.act('use', { item: 'water_bucket', x: x + 6, y: 63, z: z + 6 }))
    await same(rig)
    ok(await rig.act('use', { item: 'bucket', x: x + 6, y: 64, z: z + 6 }))
    await same(rig)
  })

  it('empties a bucket after a way that had to be dug with something else in hand', async () => {
    await rig.give({ iron_shovel: 1, water_bucket: 1 })
    const me = (await rig.me()).position
    const [x, z] = [Math.floor(me.x), Math.floor(me.z)]
    await rig.cmd('fill', { x: x + 6, y: 63, z: z + 6, x2: x + 6, y2: 63, z2: z + 6, block: 'stone' })
    await rig.cmd('fill', { x: x - 2, y: 64, z: z - 2, x2: x + 2, y2: 67, z2: z + 2, block: 'dirt' })
    await rig.cmd('fill', { x: x - 1, y: 64, z: z - 1, x2: x + 1, y2: 66, z2: z + 1, block: 'air' })
    await sleep(300)
    ok(await rig.act('use', { item: 'water_bucket', x: x + 6, y: 63, z: z + 6 }))
    assert.equal((await rig.block(x + 6, 64, z + 6)).block, 'water')
    await same(rig)
    await rig.cmd('fill', { x: x - 2, y: 64, z: z - 2, x2: x + 6, y2: 67, z2: z + 6, block: 'air' })
  })

  it('empties no bucket again that the server shows late as filled', async () => {
    await rig.give({ bucket: 1 })
    const me = (await rig.me()).position
    const [x, z] = [Math.floor(me.x) + 6, Math.floor(me.z) + 6]
    await rig.cmd('fill', { x: x - 1, y: 63, z: z - 1, x2: x + 1, y2: 63, z2: z + 1, block: 'stone' })
    await rig.cmd('setblock', { x, y: 64, z, block: 'water' })
    await sleep(300)
    const used = rig.server.events.filter(e => e['event'] === 'used').length
    await rig.cmd('slots', { ms: 6500 })
    try {
      ok(await rig.act('use', { item: 'bucket', x, y: 64, z }))
    } finally {
      await rig.cmd('slots')
    }
    assert.equal((await rig.block(x, 64, z)).block, 'air')
    assert.equal((await rig.server.items())['water_bucket'], 1)
    assert.equal(rig.server.events.filter(e => e['event'] === 'used').length, used + 1)
  })
})
