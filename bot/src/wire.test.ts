// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrame } from './wire.ts'

test('reads an action with all its fields', () => {
  const f = readFrame('{"type":"execute_action","action":{"id":"a1","type":"mine","target":"stone","quantity":8}}')
  assert.deepEqual(f, { type: 'execute_action', action: { id: 'a1', type: 'mine', target: 'stone', quantity: 8 }, lifted: [], within: null })
})

test('reads protected places and which an action may change', () => {
  const f = readFrame('{"type":"execute_action","action":{"id":"a1","type":"mine","target":"stone"},"lifted":["old mill",7]}')
  assert.deepEqual(f?.type === 'execute_action' ? f.lifted : null, ['old mill'])
  const mill = { name: 'old mill', x: 100, y: 64, z: -20, dimension: 'minecraft:overworld', radius: 24 }
  const r = readFrame(JSON.stringify({ type: 'registered', success: true, protected: [mill, { ...mill, x: 'far' }, { ...mill, radius: 1.5 }, null, 'x', { ...mill, name: 7 }] }))
  assert.deepEqual(r?.type === 'registered' ? r.zones : null, [{ ...mill, dimension: 'overworld' }])
  const odd = readFrame('{"type":"registered","success":true,"protected":{}}')
  assert.deepEqual(odd?.type === 'registered' ? odd.zones : null, [])
})

test('reads the part of the land that an action keeps to', () => {
  const area = { minX: -5, minZ: 0, maxX: 9, maxZ: 4 }
  const read = (within: unknown): unknown => {
    const f = readFrame(JSON.stringify({ type: 'execute_action', action: { id: 'a1', type: 'mine', target: 'stone' }, within }))
    return f?.type === 'execute_action' ? f.within : 'none'
  }
  assert.deepEqual(read(area), area)
  for (const odd of [undefined, null, 7, {}, { ...area, maxZ: 1.5 }]) assert.equal(read(odd), null)
})

test('takes ids that are numbers', () => {
  const f = readFrame('{"type":"execute_action","action":{"id":7,"type":"wait","seconds":1}}')
  assert.equal(f?.type === 'execute_action' ? f.action.id : '', '7')
  assert.deepEqual(readFrame('{"type":"cancel","actionId":7}'), { type: 'cancel', actionId: '7' })
  assert.deepEqual(readFrame('{"type":"stop","id":7}'), { type: 'stop', id: '7' })
  assert.deepEqual(readFrame('{"type":"stop"}'), { type: 'stop', id: '' })
})

test('an action without a type or id is answered, never fatal', () => {
  assert.equal(readFrame('{"type":"execute_action","action":{"id":"a1"}}')?.type, 'execute_action_invalid')
  assert.equal(readFrame('{"type":"execute_action","action":{"type":"mine"}}')?.type, 'execute_action_invalid')
  assert.equal(readFrame('{"type":"execute_action","action":[]}')?.type, 'execute_action_invalid')
  assert.equal(readFrame('{"type":"execute_action"}')?.type, 'execute_action_invalid')
})

test('a line for the chat is one line of at most 256 characters', () => {
  assert.deepEqual(readFrame('{"type":"say","message":" Get 3\\n diamonds. "}'), { type: 'say', message: 'Get 3 diamonds.', to: '' })
  assert.deepEqual(readFrame('{"type":"say","message":"Yes?","to":"Alex_2"}'), { type: 'say', message: 'Yes?', to: 'Alex_2' })
  assert.deepEqual(readFrame('{"type":"say","message":"Yes?","to":"Alex /op me"}'), { type: 'say', message: 'Yes?', to: '' })
  const long = readFrame(JSON.stringify({ type: 'say', message: 'x'.repeat(1000) }))
  assert.equal(long?.type === 'say' ? long.message.length : 0, 256)
  assert.deepEqual(readFrame('{"type":"say"}'), { type: 'say', message: '', to: '' })
})

test('registered is a yes only when it says so', () => {
  assert.deepEqual(readFrame('{"type":"registered","success":true,"resumeToken":"t"}'), { type: 'registered', success: true, error: '', sessionId: '', resumeToken: 't', zones: [] })
  const no = readFrame('{"type":"registered","success":"yes","error":null}')
  assert.ok(no?.type === 'registered' && !no.success)
})

test('what is no frame is null, what is unknown is named', () => {
  for (const t of ['', '{', 'null', '[]', '"x"', '1', '{}', '{"type":1}']) assert.equal(readFrame(t), null)
  assert.deepEqual(readFrame('{"type":"later"}'), { type: 'unknown', name: 'later' })
})

test('never throws, whatever comes', () => {
  let seed = 1
  const next = (n: number): number => (seed = (Math.imul(seed, 48271) >>> 0) % 2147483647) % n
  const parts = ['{', '}', '[', ']', '"type"', ':', ',', '"execute_action"', '"action"', 'null', '1e999', '"id"', '"\\u0000"', 'true', '-0', '"cancel"', '"actionId"']
  for (let i = 0; i < 20_000; i++) {
    let s = ''
    for (let k = next(14); k >= 0; k--) s += parts[next(parts.length)]
    readFrame(s)
  }
})
