// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './servers.ts'
import { UsageError, parseOptions, parseServer, readParent } from './options.ts'

test('reads servers with and without a port', () => {
  assert.deepEqual(parseServer('localhost'), { host: 'localhost', port: 25565 })
  assert.deepEqual(parseServer('mc.example.org:4000'), { host: 'mc.example.org', port: 4000 })
  assert.deepEqual(parseServer('[::1]:4000'), { host: '::1', port: 4000 })
  for (const bad of ['', ':1', 'a:b', 'a:0', 'a:70000', 'a:1:2']) assert.throws(() => parseServer(bad), UsageError)
})

test('has defaults, and a fresh instance id for each start', () => {
  const o = parseOptions(['--server', 'localhost'], () => 5)
  assert.ok(o !== 'help')
  assert.equal(o.backend, 'ws://localhost:9876')
  assert.equal(o.instance, `mineflayer_5_${process.pid}`)
  assert.equal(o.viewer, null)
})

test('refuses what cannot be meant, with a sentence', () => {
  for (const args of [[], ['--server', 'a', '--name', 'x'], ['--server', 'a', '--backend', 'http://b'], ['--server', 'a', '--auth', 'x'], ['--server', 'a', '--viewer', 'x'], ['--what'], ['--server', 'a', '--version', '1.12'], ['--server', 'a', '--version', '1.99'], ['--server', 'a', '--token-file', '/nonexistent']]) {
    assert.throws(() => parseOptions(args), UsageError)
  }
  assert.equal(parseOptions(['--help']), 'help')
})

test('says the fix of a game line that fails', () => {
  const o = { host: 'h', port: 1, name: 'Hand', version: null }
  for (const [raw, fix] of [
    ['ECONNREFUSED', /start it/], ['ENOTFOUND', /--server/], ['multiplayer.disconnect.outdated_client', /--version/],
    ['{"translate":"multiplayer.disconnect.unverified_username"}', /--auth microsoft/], ['You are not white-listed on this server!', /whitelist add Hand/],
    ['multiplayer.disconnect.duplicate_login', /--name/], ['whatever else', /whatever else/],
  ] as const) assert.match(explain(raw, o), fix)
})

test('takes what the body does by itself, and when its work is over', () => {
  const of = (...args: string[]): ReturnType<typeof parseOptions> => parseOptions(['--server', 'a', ...args])
  const read = (o: ReturnType<typeof parseOptions>): unknown => (o === 'help' ? o : [o.reflexes.join(), o.after])
  assert.deepEqual(read(of()), ['air,fire,defend,eat,wear', 'stay'])
  assert.deepEqual(read(of('--reflexes', 'none')), ['', 'stay'])
  assert.deepEqual(read(of('--reflexes', 'eat,air', '--after', 'leave')), ['air,eat', 'leave'])
  assert.deepEqual(read(of('--owner', 'Alex', '--after', 'owner')), ['air,fire,defend,eat,wear', 'owner'])
  for (const args of [['--reflexes', 'dance'], ['--after', 'party'], ['--after', 'owner']]) assert.throws(() => of(...args), UsageError)
})

test('the first line of a parent', () => {
  assert.equal(readParent('{"resumeToken":"abc"}'), 'abc')
  assert.equal(readParent('{"resumeToken":""}'), '')
  for (const line of ['', 'quit', 'null', '[]', '{"resumeToken":5}']) assert.equal(readParent(line), null, line)
})
