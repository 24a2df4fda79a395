// SPDX-License-Identifier: MIT

// A small Minehand for tests: accepts one body, sends it actions, keeps what it says.
import { WebSocketServer } from 'ws'
import type WebSocket from 'ws'

export interface Frame extends Record<string, unknown> { type: string; at: number }
export interface Ended { ok: boolean; code: string; error: string; result: Record<string, unknown>; delta: Record<string, number>; ms: number }

export class Backend {
  readonly frames: Frame[] = []
  port = 0
  private server: WebSocketServer | null = null
  private socket: WebSocket | null = null
  private readonly waiters = new Set<() => void>()
  private n = 0

  async start(port = 0): Promise<number> {
    const server = new WebSocketServer({ host: '127.0.0.1', port })
    this.server = server
    await new Promise<void>((resolve, reject) => { server.once('listening', resolve); server.once('error', reject) })
    this.port = (server.address() as { port: number }).port
    server.on('connection', socket => {
      this.socket = socket
      socket.on('message', data => {
        const f = { ...(JSON.parse(String(data)) as Record<string, unknown>), at: Date.now() } as Frame
        this.frames.push(f)
        if (f.type === 'register') this.send({ type: 'registered', success: true, protocol: 2, sessionId: 's1', resumeToken: 'r1', heartbeatSeconds: 15, graceSeconds: 30 })
        for (const w of [...this.waiters]) w()
      })
    })
    return this.port
  }

  /** Drops the line without a goodbye and stops listening. */
  async down(): Promise<void> {
    for (const c of this.server?.clients ?? []) c.terminate()
    await new Promise<void>(resolve => { if (this.server) this.server.close(() => { resolve() }); else resolve() })
    this.server = null
    this.socket = null
  }

  send(o: Record<string, unknown>): void {
    this.socket?.send(JSON.stringify(o))
  }

  raw(text: string): void {
    this.socket?.send(text)
  }

  async until<T>(what: string, find: () => T | undefined | null | false, ms = 30_000): Promise<T> {
    const got = find()
    if (got !== undefined && got !== null && got !== false) return got
    return await new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => { this.waiters.delete(check); reject(new Error(`waited ${ms} ms for ${what}`)) }, ms)
      const check = (): void => {
        const v = find()
        if (v === undefined || v === null || v === false) return
        clearTimeout(timer)
        this.waiters.delete(check)
        resolve(v)
      }
      this.waiters.add(check)
    })
  }

  last(type: string): Frame | undefined {
    return this.frames.findLast(f => f.type === type)
  }

  /** Sends an action; the id is returned, the end is for `ended`. */
  begin(type: string, fields: Record<string, unknown> = {}): string {
    const id = `a${++this.n}_${Date.now()}`
    this.send({ type: 'execute_action', action: { id, type, ...fields } })
    return id
  }

  async ended(id: string, ms = 180_000): Promise<Ended> {
    const began = Date.now()
    const f = await this.until(`the end of ${id}`, () => {
      const direct = this.frames.find(x => (x.type === 'action_complete' || x.type === 'action_failed') && x['actionId'] === id)
      if (direct) return direct
      for (const r of this.frames) {
        if (r.type !== 'register') continue
        const fin = (r['finished'] as Record<string, unknown>[] | undefined)?.find(x => x['actionId'] === id)
        if (fin) return { ...fin, type: fin['result'] ? 'action_complete' : 'action_failed', at: r.at } as Frame
      }
      return undefined
    }, ms)
    const result = (f['result'] ?? {}) as Record<string, unknown>
    return {
      ok: f.type === 'action_complete' && result['success'] === true, code: String(f['code'] ?? ''), error: String(f['error'] ?? ''),
      result, delta: (result['delta'] ?? f['delta'] ?? {}) as Record<string, number>, ms: Date.now() - began,
    }
  }

  async act(type: string, fields: Record<string, unknown> = {}, ms = 180_000): Promise<Ended> {
    return await this.ended(this.begin(type, fields), ms)
  }
}
