// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sight } from '../testserver/sight.ts'
import type { Player, World } from '../testserver/squid.ts'
import { Vec3 } from './lib.ts'
import type { Vec } from './lib.ts'

describe('the test server', () => {
  it('says which Node it needs to one that is too old', () => {
    const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.17.1"}})'
    const start = fileURLToPath(new URL('../testserver/start.mjs', import.meta.url))
    const run = spawnSync(process.execPath, ['--import', old, start], { encoding: 'utf8' })
    assert.equal(run.status, 2)
    assert.match(run.stderr, /needs Node 22\.18 or later, and this is 22\.17\.1: "make server"/)
  })

  it('goes by a look that came right before the use of an item', async () => {
    const world = { getBlock: (p: Vec) => Promise.resolve({ name: p.y < 64 ? 'stone' : 'air' }) } as unknown as World
    const player = { position: new Vec3(0.5, 64, 0.5), yaw: 0, pitch: 0 }
    const looked = (async () => {
      for (let i = 0; i < 6; i++) await Promise.resolve() // as flying-squid's behaviours take
      player.pitch = 64 // down
    })()
    const { block } = await sight(world, player as unknown as Player, 5, b => b.name === 'stone')
    await looked
    assert.equal(block?.name, 'stone')
  })
})
