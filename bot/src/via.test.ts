// SPDX-License-Identifier: MIT

// Joining a game newer than the bot through a proxy that translates, here one that only renames: to the bot it tells a
// version that no library knows, and to the server behind it a handshake of the server's own.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { test } from 'node:test'
import { GameLine } from './gameline.ts'
import { parseOptions } from './options.ts'
import type { Options } from './options.ts'

const require = createRequire(import.meta.url)
const mc = require('minecraft-protocol') as { createServer(o: Record<string, unknown>): NodeJS.EventEmitter & { socketServer: Server; close(): void } }

const of = (...args: string[]): Options => parseOptions(args) as Options
const NEWER = 9999

function varint(n: number): Buffer {
  const out: number[] = []
  for (; n > 127; n >>>= 7) out.push((n & 127) | 128)
  return Buffer.from([...out, n])
}

function readVarint(b: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = b[at++] ?? 0
    value |= (byte & 127) << shift
    if (byte < 128) return { value, next: at }
  }
}

/** A proxy before a server: its status names a version that nobody speaks; what else comes goes on, renamed. */
async function renames(port: number, to: number, heard: { protocol: number; next: number; host: string }[]): Promise<Server> {
  const proxy = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', first => {
      const length = readVarint(first, 0)
      const id = readVarint(first, length.next)
      const protocol = readVarint(first, id.next)
      const size = readVarint(first, protocol.next)
      const end = length.next + length.value
      heard.push({ protocol: protocol.value, next: first[end - 1] ?? 0, host: first.toString('utf8', size.next, size.next + size.value) })
      if (first[end - 1] === 1) {
        const text = Buffer.from(JSON.stringify({ version: { name: '26.3', protocol: NEWER }, players: { max: 1, online: 0 }, description: '' }))
        const body = Buffer.concat([varint(0), varint(text.length), text])
        socket.write(Buffer.concat([varint(body.length), body]))
        return
      }
      const rest = Buffer.concat([varint(0), varint(to), first.subarray(protocol.next, end)])
      const behind = connect(port, '127.0.0.1')
      behind.on('error', () => socket.destroy())
      behind.write(Buffer.concat([varint(rest.length), rest, first.subarray(end)]))
      socket.pipe(behind).pipe(socket)
    })
  })
  await new Promise(resolve => proxy.listen(0, '127.0.0.1', () => { resolve(null) }))
  return proxy
}

test('joins a newer game through a proxy, as the version that it was given', { timeout: 20_000 }, async () => {
  const server = mc.createServer({ host: '127.0.0.1', port: 0, version: '1.21.4', 'online-mode': false, errorHandler: () => undefined, keepAlive: false })
  await new Promise(resolve => server.once('listening', resolve))
  const port = (server.socketServer.address() as AddressInfo).port
  const heard: { protocol: number; next: number; host: string }[] = []
  const proxy = await renames(port, 769, heard)
  const via = (proxy.address() as AddressInfo).port
  const said: string[] = []
  const log = (_level: string, text: string): void => { said.push(text) }

  const without = new GameLine(of('--server', `127.0.0.1:${via}`), log as never)
  await new Promise(resolve => { without.once('outside', () => { resolve(null) }); without.start() })
  without.close()
  assert.match(said.join('\n'), /26\.3.*ViaBackwards.*ViaProxy/s)

  const game = new GameLine(of('--server', '127.0.0.1:1', '--via', `127.0.0.1:${via}`, '--version', '1.21.1'), log as never)
  const came = new Promise<string>(resolve => { server.once('login', (client: { username: string }) => { resolve(client.username) }) })
  game.start()
  // The server behind takes no 1.21.1, and is told 1.21.4: the login goes through as the proxy's renamed one.
  assert.equal(await came, 'Minehand')
  assert.deepEqual(heard.at(-1), { protocol: 767, next: 2, host: '127.0.0.1' })
  game.close()
  server.close()
  proxy.close()
})

test('names the proxy when it does not answer', { timeout: 20_000 }, async () => {
  const said: string[] = []
  const game = new GameLine(of('--server', '127.0.0.1:25999', '--via', '127.0.0.1:1'), ((_level: string, text: string) => { said.push(text) }) as never)
  await new Promise(resolve => { game.once('outside', () => { resolve(null) }); game.start() })
  game.close()
  assert.match(said.join('\n'), /through ViaProxy at 127\.0\.0\.1:1, which has to know 127\.0\.0\.1:25999/)
})
