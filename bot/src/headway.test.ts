// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Headway } from './headway.ts'

const start = { x: 0.5, y: 64, z: 0.5 }

/** The second at which a body that does this is stuck; null when it is not within ten minutes. */
function stuckAt(doing: (h: Headway, s: number) => boolean): number | null {
  const h = new Headway(start, 0)
  for (let s = 1; s <= 600; s++) if (!doing(h, s)) return s
  return null
}

test('who stands still is stuck soon', () => {
  assert.equal(stuckAt((h, s) => h.goesOn(s * 1000, start, false, null)), 10)
})

test('who jumps at a wall, walks to and fro or places in vain is stuck too', () => {
  for (const limit of [
    stuckAt((h, s) => h.goesOn(s * 1000, { ...start, y: 64 + (s % 2) * 1.2 }, false, null)),
    stuckAt((h, s) => h.goesOn(s * 1000, { ...start, x: 0.5 + (s % 6) }, false, null)),
    stuckAt((h, s) => h.goesOn(s * 1000, start, true, null)),
    stuckAt((h, s) => h.goesOn(s * 1000, start, false, { at: { x: s % 2, y: 65, z: 0 }, ms: 0 })),
  ]) assert.ok(limit !== null && limit <= 22, String(limit))
})

test('a long walk, a tunnel and one hard block are none of it', () => {
  assert.equal(stuckAt((h, s) => h.goesOn(s * 1000, { ...start, x: s * 4 }, false, null)), null)
  assert.equal(stuckAt((h, s) => h.goesOn(s * 1000, { ...start, x: Math.floor(s / 12) }, false, { at: { x: Math.floor(s / 12) + 1, y: 64, z: 0 }, ms: 11_000 })), null)
  assert.equal(stuckAt((h, s) => h.goesOn(s * 1000, start, false, { at: { x: 1, y: 64, z: 0 }, ms: 80_000 })), 97)
})

test('a way that is thought out anew may lead back', () => {
  assert.equal(stuckAt((h, s) => {
    if (s % 10 === 0) h.anew(s * 1000)
    return h.goesOn(s * 1000, { ...start, x: s % 4 }, false, null)
  }), null)
})
