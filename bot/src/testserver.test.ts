// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

describe('the test server', () => {
  it('says which Node it needs to one that is too old', () => {
    const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.17.1"}})'
    const start = fileURLToPath(new URL('../testserver/start.mjs', import.meta.url))
    const run = spawnSync(process.execPath, ['--import', old, start], { encoding: 'utf8' })
    assert.equal(run.status, 2)
    assert.match(run.stderr, /needs Node 22\.18 or later, and this is 22\.17\.1: "make server"/)
  })
})
