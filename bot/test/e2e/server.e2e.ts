// SPDX-License-Identifier: MIT

// What the test server keeps over a restart of its listener: node --test test/e2e/server.e2e.ts
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Server } from '../processes.ts'

for (const version of process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']) it(`keeps mobs and what lies there: ${version}`, async () => {
  const server = await Server.start(version)
  try {
    await server.cmd('mob', { mob: 'cow', x: 12.5, y: 64, z: 4.5 })
    await server.cmd('mob', { mob: 'zombie', x: 20.5, y: 64, z: 4.5 })
    await server.cmd('drop', { item: 'egg', count: 2, x: 10.5, y: 64, z: 4.5 })
    await server.cmd('time', { time: 14_000 })
    const world = async (): Promise<unknown> => [
      ((await server.cmd('mobs'))['mobs'] as { kind: string; health: number; x: number; z: number }[]).map(m => [m.kind, m.health, m.x, m.z]),
      ((await server.cmd('drops'))['drops'] as { item: string; count: number; x: number; z: number }[]).map(d => [d.item, d.count, d.x, d.z]),
    ]
    const before = await world()
    await server.cmd('restart', { seconds: 0.2 })
    assert.deepEqual(await world(), before)
    assert.deepEqual(before, [[['cow', 10, 12.5, 4.5], ['zombie', 20, 20.5, 4.5]], [['egg', 2, 10.5, 4.5]]])
    assert.deepEqual(server.events.filter(e => e['event'] === 'fault'), [])
  } finally {
    await server.stop()
  }
})
