// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ActionError } from './errors.ts'
import { Params } from './params.ts'

const p = (fields: Record<string, unknown>): Params => new Params({ id: 'a', type: 'mine', ...fields })
const invalid = (fn: () => unknown): void => { assert.throws(fn, (e: unknown) => e instanceof ActionError && e.code === 'invalid' && e.message.startsWith('mine: ')) }

test('names lose their namespace and get one form', () => {
  assert.equal(p({ target: 'minecraft:Oak Log' }).name('target'), 'oak_log')
  assert.equal(p({}).optionalName('target'), null)
  assert.equal(p({ target: null }).optionalName('target'), null)
  for (const bad of [undefined, null, '', '  ', 7, {}, 'x'.repeat(200)]) invalid(() => p({ target: bad }).name('target'))
})

test('quantity is a whole number from 1, 1 when left out', () => {
  assert.equal(p({}).quantity(), 1)
  assert.equal(p({ quantity: 8 }).quantity(), 8)
  assert.equal(p({ quantity: '8' }).quantity(), 8)
  for (const bad of [0, -1, 1.5, 'many', NaN, 1e9, {}, true]) invalid(() => p({ quantity: bad }).quantity())
})

test('a position is all of x, y, z or none, floored', () => {
  assert.equal(p({}).position(), null)
  assert.deepEqual(p({ x: 1.9, y: 64, z: -1.1 }).position(), { x: 1, y: 64, z: -2 })
  invalid(() => p({ x: 1, y: 2 }).position())
  invalid(() => p({ x: 1, y: 2, z: 'north' }).position())
  invalid(() => p({ x: 1e12, y: 2, z: 3 }).position())
})

test('numbers, choices and untils are checked', () => {
  assert.equal(p({}).number('range', 1, 0, 256), 1)
  invalid(() => p({}).number('seconds', null, 0, 10))
  invalid(() => p({ range: 300 }).number('range', 1, 0, 256))
  assert.equal(p({ slot: 'Off_Hand' }).choice('slot', ['hand', 'off_hand'], 'hand'), 'off_hand')
  invalid(() => p({ slot: 'nose' }).choice('slot', ['hand'], 'hand'))
  assert.deepEqual(p({ until: { item: 'flint', count: 2 } }).untilItem(), { item: 'flint', count: 2 })
  invalid(() => p({ until: 'flint' }).untilItem())
  assert.equal(p({ until: 'day' }).untilPhase(), 'day')
  assert.equal(p({ until: { phase: 'night' } }).untilPhase(), 'night')
  invalid(() => p({ until: 'noon' }).untilPhase())
})
