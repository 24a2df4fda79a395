// SPDX-License-Identifier: MIT

// Who is let in: switches for what servers do at the door.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Client, Squid } from './squid.ts'

/**
 * offline: any name, nothing asked. lan: as a world opened to LAN does, asks for encryption and for a session that does
 * not exist, and lets the player in all the same. online: as a dedicated server with online-mode does, and refuses.
 */
export type Login = 'offline' | 'lan' | 'online'
export const LOGINS: readonly Login[] = ['offline', 'lan', 'online']

interface SessionServer { hasJoined(name: string, serverId: string, secret: Buffer, key: Buffer, done: (err: Error | null, profile?: { id: string; name: string; properties: [] }) => void): void }

export class Door {
  login: Login = 'offline'
  /** A chat component (or text) that everybody who comes is turned away with; null for nobody. */
  refusal: unknown = null

  /** The session server is asked for nobody: tests talk to loopback only. */
  constructor() {
    const sessions = createRequire(import.meta.url)('yggdrasil') as { server: () => SessionServer }
    sessions.server = () => ({
      hasJoined: (name, _id, _secret, _key, done) => {
        // The id of an offline player (RFC 4122 version 3 of "OfflinePlayer:" and the name).
        const id = createHash('md5').update(`OfflinePlayer:${name}`).digest()
        id[6] = ((id[6] ?? 0) & 0x0f) | 0x30
        id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
        if (this.login === 'lan') done(null, { id: id.toString('hex'), name, properties: [] })
        else done(new Error('no session'))
      },
    })
  }

  attach(serv: Squid): void {
    const server = serv._server as unknown as { onlineModeExceptions: Record<string, boolean>; on(e: 'connection', f: (c: Client & { state: string }) => void): void }
    // Asked by name for each that comes; an exception of an offline server is one that is checked.
    server.onlineModeExceptions = new Proxy({}, { get: () => this.login !== 'offline' })
    server.on('connection', client => {
      const end = client.end.bind(client) as (reason?: string, full?: string) => void
      client.end = (reason?: string, full?: unknown) => {
        end(reason, full !== undefined ? full as string : reason === 'Failed to verify username!' ? JSON.stringify({ translate: 'multiplayer.disconnect.unverified_username' }) : undefined)
      }
      const enter = client.listeners('login_start') as ((packet: unknown) => void)[]
      client.removeAllListeners('login_start')
      client.once('login_start', (packet: unknown) => {
        if (this.refusal === null) for (const f of enter) f(packet)
        else end('refused', typeof this.refusal === 'string' ? this.refusal : JSON.stringify(this.refusal))
      })
    })
  }
}
