// SPDX-License-Identifier: MIT

// The line to Minehand: one WebSocket, registered again after every loss. What ended while it was down is told in
// the next `register`; nothing else is queued.
import { EventEmitter } from 'node:events'
import WebSocket from 'ws'
import { Backoff } from './backoff.ts'
import type { Log } from './log.ts'
import type { Options } from './options.ts'
import type { Change } from './told.ts'
import { MAX_FRAME, readFrame } from './wire.ts'
import type { FromMinehand, Outcome, World } from './wire.ts'
import type { Zone } from './zones.ts'

/** The arguments of kinds that a body has to name (docs/protocol/actions.md). */
const ARGUMENTS = ['smelt.furnaces']
const PING_MS = 15_000
/** A body that has other addresses to go to asks sooner whether this one still answers (docs/protocol, rule 9). */
const SEVERAL_PING_MS = 5_000
/** An outcome is told again on every `register` for this long: a line can die with it half sent. */
const REMEMBER_MS = 10 * 60_000
const REMEMBER = 16
/** The frames that tell of changes (docs/protocol, rule 19). */
const REPORTS: ReadonlySet<string> = new Set(['state_update', 'action_progress', 'action_complete', 'action_failed'])

export interface Standing { version: string; world: World; actions: string[]; running: string[]; series: string }

export interface LinkEvents {
  frame: [frame: FromMinehand]
  /** Registered: states and results may go out. */
  up: []
  /** The token with which this body, and no other, takes its session over while Minehand waits for it. */
  token: [resumeToken: string]
  /** Minehand does not want this body any more: do not come back. */
  final: [sentence: string]
}

export class Link extends EventEmitter<LinkEvents> {
  registered = false
  /** Given by Minehand with each `registered`; a secret. */
  resumeToken = ''
  /** The protected places, as the last `registered` told them. */
  zones: Zone[] = []
  /** What the body changed and Minehand has not kept. */
  changes: () => Change[] = () => []
  private readonly o: Options
  private readonly log: Log
  private readonly standing: () => Standing
  private readonly backoff: Backoff
  private socket: WebSocket | null = null
  private timer: NodeJS.Timeout | null = null
  private pinger: NodeJS.Timeout | null = null
  private closed = false
  private lastTrouble = ''
  /** The loss that follows was said with its reason. */
  private refused = false
  private turn = 0
  private readonly pingMs: number
  private finished: { at: number; outcome: Outcome }[] = []

  constructor(o: Options, log: Log, standing: () => Standing, backoff: Backoff = new Backoff({ firstMs: 1000, maxMs: 15_000 }), pingMs?: number) {
    super()
    this.o = o
    this.log = log
    this.standing = standing
    this.backoff = backoff
    this.pingMs = pingMs ?? (o.backend.includes(',') ? SEVERAL_PING_MS : PING_MS)
  }

  start(): void {
    this.connect()
  }

  close(): void {
    this.closed = true
    this.registered = false
    if (this.timer) clearTimeout(this.timer)
    if (this.pinger) clearInterval(this.pinger)
    this.socket?.close(1001, 'bye')
    this.socket = null
  }

  /** Sends a frame now, or not at all when the line is down. */
  send(type: string, fields: Record<string, unknown>): void {
    if (!this.registered) return
    const changes = REPORTS.has(type) ? this.changes() : []
    this.write(type, changes.length > 0 ? { ...fields, changes } : fields)
  }

  /** Tells how an action ended, now or on the next `register`. */
  finish(outcome: Outcome): void {
    this.finished = [...this.finished.filter(f => f.outcome.actionId !== outcome.actionId), { at: Date.now(), outcome }].slice(-REMEMBER)
    this.tell(outcome)
  }

  /** The outcome of an action that ended before, to be told again; null when it is not remembered. */
  outcomeOf(actionId: string): Outcome | null {
    return this.finished.find(f => f.outcome.actionId === actionId)?.outcome ?? null
  }

  tell(outcome: Outcome): void {
    this.send('result' in outcome ? 'action_complete' : 'action_failed', { ...outcome })
  }

  /** The game's version or world changed: says so with a new `register` on the same line. */
  register(): void {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return
    const s = this.standing()
    const now = Date.now()
    this.finished = this.finished.filter(f => now - f.at < REMEMBER_MS)
    this.write('register', {
      protocol: 2, version: s.version, name: this.o.name, role: 'companion', loader: 'mineflayer',
      ...(this.o.owner ? { owner: this.o.owner } : {}), ...(this.o.token ? { token: this.o.token } : {}),
      ...(this.resumeToken ? { resumeToken: this.resumeToken } : {}),
      capabilities: { actions: s.actions, arguments: ARGUMENTS, protects: true, changes: true, survey: true }, series: s.series, world: s.world, running: s.running, finished: this.finished.map(f => f.outcome),
    })
  }

  private write(type: string, fields: Record<string, unknown>): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify({ type, instanceId: this.o.instance, ...fields }))
  }

  /** The address that is tried now: of several, in a cluster, the next one when one does not take the body in. */
  private backend(): string {
    const all = this.o.backend.split(',')
    return all[this.turn % all.length] ?? this.o.backend
  }

  private connect(): void {
    this.timer = null
    const backend = this.backend()
    const socket = new WebSocket(backend, { maxPayload: MAX_FRAME, handshakeTimeout: 8000, followRedirects: false })
    this.socket = socket
    let alive = true
    let silent = false
    let trouble = ''
    socket.on('open', () => {
      this.register()
      this.pinger = setInterval(() => {
        if (!alive) {
          trouble = 'Minehand stopped answering'
          silent = true
          socket.terminate()
          return
        }
        alive = false
        socket.ping()
      }, this.pingMs)
    })
    socket.on('pong', () => { alive = true })
    socket.on('message', (data, binary) => {
      alive = true
      if (!binary) this.received(String(data))
    })
    socket.on('error', err => {
      const code = (err as NodeJS.ErrnoException).code ?? err.message
      trouble = code === 'ECONNREFUSED' || code === '' ? `Minehand does not answer at ${backend}: start it with "minehand serve" or give its address with --backend` : `the line to Minehand failed: ${code}`
    })
    socket.on('close', (code, reason) => { this.lost(socket, code, String(reason), trouble, silent) })
  }

  private received(text: string): void {
    const frame = readFrame(text)
    if (!frame) {
      this.log('warn', 'a frame that is not of the protocol was dropped')
      return
    }
    if (frame.type === 'registered') {
      if (!frame.success) {
        this.refused = true
        this.log('error', `Minehand refused this body: ${frame.error || 'no reason given'}; trying again`, { status: 'joining' })
        return
      }
      if (frame.resumeToken !== '' && frame.resumeToken !== this.resumeToken) {
        this.resumeToken = frame.resumeToken
        this.emit('token', frame.resumeToken)
      }
      this.backoff.reset()
      this.zones = frame.zones
      const again = this.registered
      this.registered = true
      this.lastTrouble = ''
      if (!again) this.log('info', `registered with Minehand at ${this.backend()}`, { instance: this.o.instance })
      this.emit('up')
      return
    }
    this.emit('frame', frame)
  }

  private lost(socket: WebSocket, code: number, reason: string, trouble: string, silent: boolean): void {
    if (this.socket !== socket) return
    const was = this.registered
    if (!was || silent) this.turn++
    this.socket = null
    this.registered = false
    if (this.pinger) clearInterval(this.pinger)
    if (this.closed) return
    // 4500-4999 are final (docs/protocol, rule 17).
    if (code >= 4500 && code <= 4999) {
      const why = code === 4501 ? 'the body token is wrong: give the right one with --token-file'
        : code === 4503 ? 'this body speaks an older protocol: update it'
          : code === 4509 ? 'another body took this name over: start this one with another --instance'
            : reason || `closed with ${code}`
      this.emit('final', `Minehand does not want this body: ${why}`)
      return
    }
    const text = trouble || (was ? `the line to Minehand was lost (${reason || code})` : `Minehand closed the line (${reason || code})`)
    if (text !== this.lastTrouble && !this.refused) this.log('warn', `${text}; trying again`, { status: 'notice' })
    this.lastTrouble = text
    this.refused = false
    this.timer = setTimeout(() => { this.connect() }, this.backoff.next())
  }
}
