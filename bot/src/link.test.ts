// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import { Backoff } from './backoff.ts'
import { Link } from './link.ts'
import { parseOptions } from './options.ts'

test('why it is refused is said once a try, and it comes back', async () => {
  const minehand = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(minehand, 'listening')
  let tries = 0
  minehand.on('connection', socket => {
    socket.on('message', () => {
      const yes = ++tries > 2
      socket.send(JSON.stringify({ type: 'registered', success: yes, ...(yes ? {} : { error: 'the name b is free in 20 s' }) }))
      if (!yes) socket.close(4409, 'the name b is free in 20 s')
    })
  })
  const o = parseOptions(['--backend', `ws://127.0.0.1:${(minehand.address() as { port: number }).port}`, '--server', 'localhost'])
  assert.ok(o !== 'help')
  const said: string[] = []
  const link = new Link(o, (_, sentence) => { said.push(sentence) }, () => ({ version: '1.21.4', world: { present: false }, actions: [], running: [], series: 's' }), new Backoff({ firstMs: 1, maxMs: 1 }))
  try {
    link.start()
    await once(link, 'up')
    const refused = 'Minehand refused this body: the name b is free in 20 s; trying again'
    assert.deepEqual(said.slice(0, 2), [refused, refused])
    assert.match(said[2] ?? '', /^registered with Minehand/)
  } finally {
    link.close()
    minehand.close()
  }
})

test('of several addresses the next is tried when one does not take it in', async () => {
  const minehand = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(minehand, 'listening')
  minehand.on('connection', socket => {
    socket.on('message', () => { socket.send(JSON.stringify({ type: 'registered', success: true })) })
  })
  const port = (minehand.address() as { port: number }).port
  const o = parseOptions(['--backend', `ws://127.0.0.1:9,ws://127.0.0.1:${port}`, '--server', 'localhost'])
  assert.ok(o !== 'help')
  const link = new Link(o, () => {}, () => ({ version: '1.21.4', world: { present: false }, actions: [], running: [], series: 's' }), new Backoff({ firstMs: 1, maxMs: 1 }))
  try {
    link.start()
    await once(link, 'up')
  } finally {
    link.close()
    minehand.close()
  }
})

test('of several addresses one that falls silent is left for the next', async () => {
  const servers = [new WebSocketServer({ host: '127.0.0.1', port: 0 }), new WebSocketServer({ host: '127.0.0.1', port: 0 })]
  const came = [0, 0]
  await Promise.all(servers.map(s => once(s, 'listening')))
  for (const [i, s] of servers.entries()) {
    s.on('connection', socket => {
      came[i]!++
      socket.on('message', () => {
        socket.send(JSON.stringify({ type: 'registered', success: true }))
        if (i === 0) socket.pause() // it reads nothing more, as a frozen process
      })
    })
  }
  const urls = servers.map(s => `ws://127.0.0.1:${(s.address() as { port: number }).port}`)
  const o = parseOptions(['--backend', urls.join(','), '--server', 'localhost'])
  assert.ok(o !== 'help')
  const link = new Link(o, () => {}, () => ({ version: '1.21.4', world: { present: false }, actions: [], running: [], series: 's' }), new Backoff({ firstMs: 1, maxMs: 1 }), 50)
  try {
    link.start()
    await once(link, 'up')
    await once(link, 'up')
    assert.deepEqual(came, [1, 1])
  } finally {
    link.close()
    for (const s of servers) {
      for (const c of s.clients) c.terminate()
      s.close()
    }
  }
})
