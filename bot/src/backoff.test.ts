// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Backoff } from './backoff.ts'

test('doubles up to the maximum, with jitter between half and all', () => {
  const low = new Backoff({ firstMs: 1000, maxMs: 8000, random: () => 0 })
  assert.deepEqual([1, 2, 3, 4, 5].map(() => low.next()), [500, 1000, 2000, 4000, 4000])
  const high = new Backoff({ firstMs: 1000, maxMs: 8000, random: () => 1 })
  assert.deepEqual([1, 2, 3, 4, 5].map(() => high.next()), [1000, 2000, 4000, 8000, 8000])
})

test('begins again after a reset and never overflows', () => {
  const b = new Backoff({ firstMs: 1000, maxMs: 30_000, random: () => 1 })
  for (let i = 0; i < 2000; i++) assert.ok(b.next() <= 30_000)
  b.reset()
  assert.equal(b.next(), 1000)
})
