// What goes wrong in the middle: cancel, stop, death, a lost Minehand line, a restarted server.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inEachVersion, sleep } from '../rig.ts'

inEachVersion('faults', {}, rig => {
  it('cancels within a second, in every phase', async () => {
    for (const [type, fields, wait] of [
      ['goto', { x: 60, y: 64, z: 60 }, 1500], ['mine', { target: 'oak_log', quantity: 20 }, 3000], ['wait', { seconds: 60 }, 200],
    ] as const) {
      await rig.cancels(type, fields, wait)
    }
  })

  it('refuses a second action while one runs, and stops', async () => {
    const first = rig.backend.begin('wait', { seconds: 30 })
    const second = await rig.act('wait', { seconds: 1 })
    assert.equal(second.code, 'busy')
    rig.backend.send({ type: 'stop' })
    assert.equal((await rig.backend.ended(first, 3000)).code, 'interrupted')
    await rig.backend.until('stopped', () => rig.backend.last('stopped'), 2000)
    assert.ok((await rig.act('wait', { seconds: 0.1 })).ok)
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

  it('fails an action with died, respawns and goes on', async () => {
    const id = rig.backend.begin('wait', { seconds: 60 })
    await sleep(300)
    await rig.cmd('kill')
    assert.equal((await rig.backend.ended(id, 3000)).code, 'died')
    await rig.backend.until('died', () => rig.backend.frames.find(f => f.type === 'event' && f['name'] === 'died'))
    await rig.backend.until('respawned', () => rig.backend.frames.find(f => f.type === 'event' && f['name'] === 'respawned'))
    assert.ok((await rig.act('mine', { target: 'dirt', quantity: 1 })).ok || (await rig.act('mine', { target: 'grass_block', quantity: 1 })).ok)
  })

  it('keeps an action over a lost Minehand line: running', async () => {
    await rig.cmd('clear')
    const port = rig.backend.port
    const id = rig.backend.begin('mine', { target: 'oak_log', quantity: 3 })
    await rig.backend.until('the first log', () => rig.backend.frames.find(f => f.type === 'action_progress' && f['actionId'] === id && /mined 1/.test(String(f['message']))), 60_000)
    await rig.backend.down()
    await sleep(500)
    const seen = rig.backend.frames.length
    await rig.backend.start(port)
    const r = await rig.backend.until('a register', () => rig.backend.frames.slice(seen).find(f => f.type === 'register'), 20_000)
    assert.deepEqual(r['running'], [id])
    assert.equal(r['resumeToken'], 'r1')
    const e = await rig.backend.ended(id, 60_000)
    assert.ok(e.ok, e.error)
    assert.ok(((await rig.server.items())['oak_log'] ?? 0) >= 3)
  })

  it('keeps an action over a lost Minehand line: finished', async () => {
    const port = rig.backend.port
    const id = rig.backend.begin('wait', { seconds: 1 })
    await sleep(300)
    await rig.backend.down()
    await sleep(1500)
    const seen = rig.backend.frames.length
    await rig.backend.start(port)
    const r = await rig.backend.until('a register', () => rig.backend.frames.slice(seen).find(f => f.type === 'register'), 20_000)
    assert.deepEqual(r['running'], [])
    const fin = (r['finished'] as { actionId: string; result: { success: boolean } }[]).find(f => f.actionId === id)
    assert.equal(fin?.result.success, true)
    assert.ok((await rig.backend.ended(id, 1000)).ok)
  })

  it('fails with connection_lost when the server goes, and rejoins', async () => {
    await rig.cmd('give', { item: 'stick', count: 7 })
    const id = rig.backend.begin('wait', { seconds: 60 })
    await sleep(300)
    const seen = rig.backend.frames.length
    await rig.cmd('restart', { seconds: 2 })
    const e = await rig.backend.ended(id, 10_000)
    assert.equal(e.code, 'connection_lost')
    await rig.backend.until('a register out of the world', () => rig.backend.frames.slice(seen).find(f => f.type === 'register' && (f['world'] as { present: boolean }).present === false))
    // An action sent meanwhile waits for the world.
    const next = await rig.act('look', { x: 0, y: 64, z: 0 }, 40_000)
    assert.ok(next.ok, next.error)
    await rig.backend.until('a register in the world', () => (rig.backend.last('register')?.['world'] as { present: boolean }).present)
    assert.equal((await rig.server.items())['stick'], 7)
  })

  it('says no_world when the server stays away', async () => {
    const restarting = rig.cmd('restart', { seconds: 20 })
    await sleep(1000)
    const e = await rig.act('look', { x: 0, y: 64, z: 0 }, 40_000)
    assert.equal(e.code, 'no_world')
    await restarting
    await rig.backend.until('a register in the world', () => (rig.backend.last('register')?.['world'] as { present: boolean }).present, 60_000)
  })
})
