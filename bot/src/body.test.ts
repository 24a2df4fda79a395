// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { Body } from './body.ts'
import type { GameLine } from './gameline.ts'
import type { Link } from './link.ts'
import type { Options } from './options.ts'

test('a stop is answered with its id, one without by none', async () => {
  const sent: [string, Record<string, unknown>][] = []
  const link = Object.assign(new EventEmitter(), { registered: true, zones: [], send: (type: string, fields: Record<string, unknown>) => { sent.push([type, fields]) } })
  const game = Object.assign(new EventEmitter(), { bot: null, arrival: null, version: null })
  const options = { host: 'localhost', port: 25565, reflexes: [] } as unknown as Options
  const body = new Body(options, game as unknown as GameLine, () => undefined)
  body.start(link as unknown as Link)
  link.emit('frame', { type: 'stop', id: 'S1' })
  link.emit('frame', { type: 'stop', id: '' })
  await body.close()
  await new Promise(resolve => { setImmediate(resolve) })
  assert.deepEqual(sent.filter(([type]) => type === 'stopped'), [['stopped', { id: 'S1' }], ['stopped', {}]])
})
