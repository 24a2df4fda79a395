// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Heap, SLACK } from './heap.ts'

test('the heap is looked through when it has grown, and not for nothing', () => {
  let size = 2 * SLACK
  let times = 0
  const heap = new Heap(() => { times++; size = SLACK }, () => size)
  heap.tidy()
  assert.equal(times, 1, 'what the start left')
  heap.tidy()
  size = 2 * SLACK
  heap.tidy()
  assert.equal(times, 1, 'a little more is no reason')
  size = 2 * SLACK + 1
  heap.tidy()
  assert.equal(times, 2)
})

test('what was dropped goes back to the system', () => {
  const run = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', `
    import { Heap } from ${JSON.stringify(new URL('./heap.ts', import.meta.url).href)}
    const heap = new Heap()
    heap.tidy()
    let ways = new Map()
    for (let i = 0; i < 600_000; i++) ways.set(i + ',0', { i, near: [i] })
    const full = process.memoryUsage().rss
    ways = null
    heap.tidy()
    console.log(JSON.stringify({ full, left: process.memoryUsage().rss }))`], { encoding: 'utf8' })
  const { full, left } = JSON.parse(run.stdout) as { full: number; left: number }
  assert.ok(left < full - 50 * 2 ** 20, `of ${full >> 20} MB ${left >> 20} MB are left`)
})
