// SPDX-License-Identifier: MIT

// The one file that talks over the transport: calls with answers and time limits,
// the numbered events, and coming back after a loss at the place where it was.
import type { CallName, Calls, Event, Snapshot } from '../lib/gen/api'
import { heard } from '../said'
import { W } from '../words'
import type { Connection, Ears } from './transport'

/** How the connection stands. */
export type Link = 'connecting' | 'live' | 'lost' | 'refused'

/** A call's fault: a sentence with the fix. */
export class CallError extends Error {
  constructor(
    message: string,
    /** Its kind, where programs may want to tell it from others. */
    readonly code = '',
    /** Minehand itself said it: the call was heard. */
    readonly heard = false,
  ) {
    super(message)
  }
}

/** What the page's stores hear. */
export interface Listener {
  link(link: Link, reason: string, retryAt: number): void
  /** Everything anew: what was known is of another time. */
  snapshot(s: Snapshot): void
  events(batch: Event[]): void
}

interface Waiter {
  resolve(data: unknown): void
  reject(e: Error): void
  timer: ReturnType<typeof setTimeout>
}

/** How often events reach the stores at most, in ms: ten renders a second. */
const BATCH = 100
/** How long a call may take, in ms. */
const CALL_LIMIT = 20_000
/** The pauses between attempts to come back, in ms. */
const RETRIES = [250, 500, 1000, 2000, 4000]


/** A client that stays connected until closed. */
export class Api {
  private connection: Connection | undefined
  private waiters = new Map<number, Waiter>()
  private nextId = 1
  private place: { epoch?: string; since?: number } = {}
  private batch: Event[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private attempts = 0
  private closed = false
  /** Events that came before the answer to subscribe wait for it. */
  private subscribed = false

  constructor(
    private readonly connect: (ears: Ears) => Connection,
    private readonly listener: Listener,
    /** Names this client over reconnects. */
    private readonly client: string,
  ) {}

  /** Opens the connection and keeps it open. */
  start(): void {
    this.listener.link('connecting', '', 0)
    let mine: Connection | undefined
    const current = () => mine !== undefined && this.connection === mine
    mine = this.connect({
      opened: () => queueMicrotask(() => void this.greet()),
      heard: (message) => current() && this.hear(message),
      over: (reason, refused) => current() && this.over(reason, refused),
    })
    this.connection = mine
  }

  /** Makes a call. Rejects with a CallError whose message is for people. */
  call<N extends CallName>(type: N, params: Calls[N]['params'], limit = CALL_LIMIT): Promise<Calls[N]['result']> {
    const connection = this.connection
    if (!connection) return Promise.reject(new CallError(W.lost.gone))
    const id = this.nextId++
    return new Promise<Calls[N]['result']>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(id)
        reject(new CallError(W.lost.late))
      }, limit)
      this.waiters.set(id, { resolve: resolve as (data: unknown) => void, reject, timer })
      try {
        connection.send(JSON.stringify({ ...params, type, id }))
      } catch {
        this.waiters.delete(id)
        clearTimeout(timer)
        reject(new CallError(W.lost.gone))
      }
    })
  }

  /** Comes back at once instead of after the pause. */
  retry(): void {
    if (this.connection || this.closed) return
    clearTimeout(this.timer)
    this.start()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.connection?.close()
    this.drop()
  }

  private async greet(): Promise<void> {
    try {
      await this.call('hello', { client: this.client })
      this.subscribed = false
      const s = await this.call('subscribe', this.place)
      this.place = { epoch: s.epoch, since: s.since }
      if (s.snapshot) {
        this.batch = this.batch.filter((e) => e.epoch === s.epoch && e.seq > s.since)
        this.listener.snapshot(s.snapshot)
      }
      this.subscribed = true
      this.attempts = 0
      this.listener.link('live', '', 0)
      this.schedule()
    } catch (e) {
      this.connection?.close()
      if (this.connection) this.over(e instanceof Error ? e.message : String(e), false)
    }
  }

  private hear(message: string): void {
    const m = heard(message) as { type?: string; id?: unknown; success?: boolean; data?: unknown; error?: string; code?: string }
    if (m.type === 'event') {
      this.batch.push(m as unknown as Event)
      this.schedule()
      return
    }
    // A command that makes a task is answered when it is taken; its events tell the rest.
    if ((m.type !== 'response' && m.type !== 'command_result' && m.type !== 'command_accepted') || typeof m.id !== 'number') return
    const waiter = this.waiters.get(m.id)
    if (!waiter) return
    this.waiters.delete(m.id)
    clearTimeout(waiter.timer)
    if (m.success || m.type === 'command_accepted') waiter.resolve(m.data)
    else waiter.reject(new CallError(m.error || W.lost.late, m.code, true))
  }

  private schedule(): void {
    if (this.timer || !this.subscribed || this.batch.length === 0) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      const events = this.batch
      this.batch = []
      const last = events.at(-1)
      if (!last) return
      this.place = { epoch: last.epoch, since: last.seq }
      this.listener.events(events)
    }, BATCH)
  }

  private drop(): void {
    this.connection = undefined
    this.subscribed = false
    for (const w of this.waiters.values()) {
      clearTimeout(w.timer)
      w.reject(new CallError(W.lost.gone))
    }
    this.waiters.clear()
  }

  private over(reason: string, refused: boolean): void {
    // What was heard is not lost: it is told before the place is kept.
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.batch.length > 0 && this.subscribed) {
      const events = this.batch
      this.batch = []
      const last = events.at(-1)!
      this.place = { epoch: last.epoch, since: last.seq }
      this.listener.events(events)
    }
    this.batch = []
    this.drop()
    if (this.closed) return
    if (refused) {
      this.listener.link('refused', reason, 0)
      return
    }
    const pause = RETRIES[Math.min(this.attempts++, RETRIES.length - 1)]!
    this.listener.link('lost', reason, Date.now() + pause)
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.start()
    }, pause)
  }
}
