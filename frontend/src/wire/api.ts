// SPDX-License-Identifier: MIT

// The one file that talks over the transport: calls with answers and time limits,
// the numbered events, and coming back after a loss at the place where it was.
import type { CallName, Calls, Event, Snapshot } from '../lib/gen/api'
import { heard } from '../said'
import { W } from '../words'
import type { Connect, Connection, Door } from './transport'

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
  /** `at` is the Minehand where the page is a guest; empty at its own. */
  link(link: Link, reason: string, retryAt: number, at: string): void
  /** Everything anew: what was known is of another time. */
  snapshot(s: Snapshot): void
  events(batch: Event[]): void
  /** The cluster has a Minehand that the page may not go to before it is loaded anew; told of again and again. */
  outgrown(): void
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
/** How long words may take, in ms: they take effect even where a busy computer answers late, and to say that they came to nothing would have them said twice. */
const WORDS_LIMIT = 300_000
/** The pauses between attempts to come back, in ms. */
const RETRIES = [250, 500, 1000, 2000, 4000]
/** How often a Minehand is asked which others its cluster has, in ms. */
const LOOK = 10_000
/** After how long without an answer one of those is tried, in ms, and how long each try may take. */
const PATIENCE = 5000

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
  /** The others of the cluster, which of them this is a guest of, whose turn is next, and since when none answers. */
  private doors: Door[] = []
  /** Where the page may go: its content policy names those that there were when it was loaded. */
  private reach: string[] | undefined
  private door: Door | undefined
  private turn = 1
  private lostAt = 0
  private watch: ReturnType<typeof setTimeout> | undefined
  /** Events that came before the answer to subscribe wait for it. */
  private subscribed = false

  constructor(
    private readonly connect: Connect,
    private readonly listener: Listener,
    /** Names this client over reconnects. */
    private readonly client: string,
  ) {}

  /** Opens the connection and keeps it open. */
  start(): void {
    this.door = this.next()
    this.listener.link('connecting', '', 0, this.door?.name ?? '')
    let mine: Connection | undefined
    const current = () => mine !== undefined && this.connection === mine
    mine = this.connect({
      opened: () => queueMicrotask(() => current() && void this.greet()),
      heard: (message) => current() && this.hear(message),
      over: (reason, refused) => current() && this.over(reason, refused),
    }, this.door)
    this.connection = mine
    // One that cannot be reached may say nothing for minutes.
    if (this.doors.length > 0) this.watch = setTimeout(() => current() && this.hangUp(W.lost.late), PATIENCE)
  }

  /** Where to try next: its own at first, and all in turn once that has not answered for a while. */
  private next(): Door | undefined {
    if (!this.lostAt || Date.now() - this.lostAt < PATIENCE) return undefined
    return [undefined, ...this.doors][this.turn++ % (this.doors.length + 1)]
  }

  /** Leaves another Minehand for the page's own. */
  home(): void {
    this.lostAt = Date.now()
    this.connection?.close()
    this.drop()
    this.start()
  }

  /** Learns of the others, and that the one at hand has gone without a word. */
  private async look(): Promise<void> {
    const connection = this.connection
    try {
      const { others = [], pass = '' } = await this.call('get-cluster', {}, LOOK)
      this.doors = others.map((o) => ({ ...o, pass }))
      this.reach ??= others.map((o) => o.address)
      if (!this.door && others.some((o) => !this.reach!.includes(o.address))) this.listener.outgrown()
    } catch (e) {
      const silent = e instanceof CallError && !e.heard && this.doors.length > 0
      if (silent && connection && this.connection === connection) return this.hangUp(e.message)
    }
    if (this.connection === connection && connection) this.watch = setTimeout(() => void this.look(), LOOK)
  }

  private hangUp(reason: string): void {
    this.connection?.close()
    if (this.connection) this.over(reason, false)
  }

  /** Makes a call. Rejects with a CallError whose message is for people. */
  call<N extends CallName>(type: N, params: Calls[N]['params'], limit = type === 'talk' ? WORDS_LIMIT : CALL_LIMIT): Promise<Calls[N]['result']> {
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
      this.attempts = this.lostAt = 0
      this.turn = 1
      clearTimeout(this.watch)
      this.listener.link('live', '', 0, this.door?.name ?? '')
      void this.look()
      this.schedule()
    } catch (e) {
      this.hangUp(e instanceof Error ? e.message : String(e))
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
    clearTimeout(this.watch)
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
      this.listener.link('refused', reason, 0, '')
      return
    }
    this.lostAt ||= Date.now()
    const slowest = this.doors.length > 0 ? 2 : RETRIES.length - 1
    const pause = RETRIES[Math.min(this.attempts++, slowest)]!
    this.listener.link('lost', reason, Date.now() + pause, '')
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.start()
    }, pause)
  }
}
