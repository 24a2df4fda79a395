// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeLog } from './log.ts'

describe('a log line', () => {
  it('carries its status for programs, and none of it for people', () => {
    const lines: string[] = []
    makeLog(true, line => { lines.push(line) })('error', 'no way in', { status: 'joining', needs: 'account' })
    const said = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    assert.deepEqual({ ...said, time: '' }, { time: '', level: 'error', message: 'no way in', status: 'joining', needs: 'account' })
    makeLog(false, line => { lines.push(line) })('info', 'joined here', { status: 'playing', version: '1.21.4' })
    assert.match(lines[1] ?? '', /^\d\d:\d\d:\d\d joined here version=1\.21\.4\n$/)
  })
})
