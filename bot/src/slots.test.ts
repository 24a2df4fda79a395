// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delta, protocolSlot, windowSlot } from './slots.ts'

test('maps hotbar, main, armour and off hand both ways', () => {
  const known: [number, number][] = [[36, 0], [44, 8], [9, 9], [35, 35], [8, 36], [7, 37], [6, 38], [5, 39], [45, 40]]
  for (const [window, protocol] of known) {
    assert.equal(protocolSlot(window), protocol)
    assert.equal(windowSlot(protocol), window)
  }
  for (let s = 0; s <= 40; s++) assert.equal(protocolSlot(windowSlot(s) ?? -1), s)
})

test('has no slot for the crafting grid or beyond the inventory', () => {
  for (const w of [-1, 0, 1, 4, 46, 99]) assert.equal(protocolSlot(w), null)
  for (const p of [-1, 41, 1.5, NaN]) assert.equal(windowSlot(p), null)
})

test('tells what changed', () => {
  const before = new Map([['log', 4], ['stick', 2], ['bread', 1]])
  assert.deepEqual(delta(before, new Map([['log', 1], ['stick', 2], ['planks', 12]])), { log: -3, bread: -1, planks: 12 })
  assert.deepEqual(delta(before, before), {})
})
