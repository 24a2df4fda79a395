// SPDX-License-Identifier: MIT

// One action being carried out: its signal, its clock, its progress and what it changed in the inventory.
import type { Arrival } from './arrival.ts'
import { ActionError } from './errors.ts'
import type { OwnWork } from './harm.ts'
import { counts } from './inventory.ts'
import type { Block, Bot } from './lib.ts'
import { Params } from './params.ts'
import { delta } from './slots.ts'
import type { Memory } from './search.ts'
import type { Told, Why } from './told.ts'
import type { RawAction, Result } from './wire.ts'
import type { Kept } from './zones.ts'

/** Progress goes out at least this often while an action works. */
const PROGRESS_MS = 3000
/** A click sequence may finish after a cancel, so that nothing is left in the grid or on the cursor. */
const SETTLE_MS = 700

/** A step that was broken off this often is not begun again: it leads into the danger. */
const MOST_DISTURBED = 40

export interface JobDeps { bot: Bot; arrival: Arrival; own: OwnWork; memory: Memory; kept: Kept; told: Told; rejoin(): Promise<{ bot: Bot; arrival: Arrival } | null>; progress(actionId: string, message: string, fraction: number | null): void }

export class Job {
  readonly id: string
  readonly params: Params
  bot: Bot
  readonly own: OwnWork
  readonly memory: Memory
  readonly kept: Kept
  private deps: JobDeps
  private readonly abortion = new AbortController()
  private before: Map<string, number>
  private last: { message: string; fraction: number | null }
  private readonly beat: NodeJS.Timeout
  /** A reflex has the body until this resolves. */
  private gate: Promise<void> | null = null
  /** How often a reflex broke in. */
  disturbances = 0
  /** How much of the quantity was done before the action failed and was tried another way. */
  did = 0
  /** What another try is to do without: places, recipes, grids. */
  readonly shunned = new Set<string>()
  /** The station that it used last. */
  station: Block | null = null
  /** The recipe that it chose last, as shunned has it. */
  recipe: string | null = null

  constructor(action: RawAction, deps: JobDeps) {
    this.id = action.id
    this.params = new Params(action)
    this.bot = deps.bot
    this.own = deps.own
    this.memory = deps.memory
    this.kept = deps.kept
    this.deps = deps
    this.before = counts(deps.bot)
    this.last = { message: `${action.type} started`, fraction: null }
    this.beat = setInterval(() => { this.deps.progress(this.id, this.last.message, this.last.fraction) }, PROGRESS_MS)
  }

  /** Does a step whose changes of the world have another cause than the goal. */
  as<T>(why: Why, step: () => Promise<T>): Promise<T> {
    return this.deps.told.as(why, step)
  }

  /** Whether a block is one that this body put there to climb by. */
  isStep(block: Block): boolean {
    return this.deps.told.isStep(this.bot.game.dimension, block)
  }

  /** Ends the action with this error at its next await; the first one counts. */
  abort(err: ActionError): void {
    if (!this.abortion.signal.aborted) this.abortion.abort(err)
  }

  close(): void {
    clearInterval(this.beat)
  }

  /** Leaves the game and joins it again; false where that is not done now. */
  async rejoin(): Promise<boolean> {
    this.progress('leaving the game and joining it again')
    const there = await this.run(this.deps.rejoin())
    if (!there) return false
    this.deps = { ...this.deps, ...there }
    this.bot = there.bot
    this.station = null
    await this.arrived()
    return true
  }

  get aborted(): boolean {
    return this.abortion.signal.aborted
  }

  check(): void {
    if (this.abortion.signal.aborted) throw this.abortion.signal.reason as ActionError
  }

  progress(message: string, fraction: number | null = null): void {
    this.last = { message, fraction: fraction === null ? null : Math.max(0, Math.min(1, fraction)) }
    this.deps.progress(this.id, this.last.message, this.last.fraction)
  }

  /** The inventory is known: what changes from here on is this action's. */
  begin(): void {
    this.before = counts(this.bot)
  }

  /** Waits until the world around the bot is there; says meanwhile what is missing. */
  async arrived(): Promise<void> {
    const { arrival } = this.deps
    if (!arrival.done) {
      const was = this.last
      const told = setInterval(() => { this.progress(arrival.missing(), was.fraction) }, 1000)
      try {
        this.progress(arrival.missing(), was.fraction)
        await this.run(arrival.settled())
      } finally {
        clearInterval(told)
      }
      this.progress(was.message, was.fraction)
    }
    if (arrival.bare) throw new ActionError('no_world', 'the server has sent no ground around the bot: it may be overloaded; wait and try again')
  }

  /** Looks for something; what is not found soon after an arrival, or while the world still comes in, is looked for again. */
  async find<T>(look: () => T | null | undefined): Promise<T | null> {
    await this.arrived()
    const found = look() ?? null
    if (found !== null || !await this.deps.arrival.more(ms => this.sleep(ms))) return found
    return look() ?? null
  }

  /** A reflex takes the body over: the action waits at its next step. */
  hold(why: string, ended: Promise<void>): void {
    this.disturbances++
    this.gate = ended
    const was = this.last
    this.progress(why, was.fraction)
    void ended.then(() => {
      this.gate = null
      this.last = was
    })
  }

  /** Does a step that a reflex may break off again from its beginning. */
  async steady<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      await this.free()
      const before = this.disturbances
      try {
        return await step()
      } catch (err) {
        this.check()
        if (this.disturbances === before || this.disturbances > MOST_DISTURBED) throw err
        await this.sleep(100)
      }
    }
  }

  /** Waits for something that a cancel may leave at once. */
  run<T>(p: Promise<T>, limitMs = 0, late = 'the game did not answer in time'): Promise<T> {
    return this.race(p, limitMs, late, 0)
  }

  /** Waits for something short that should not be torn apart: a cancel gives it a moment to end. */
  async whole<T>(p: Promise<T>, limitMs = 8000, late = 'the server did not answer in time'): Promise<T> {
    const out = await this.race(p, limitMs, late, SETTLE_MS)
    this.check()
    return out
  }

  async sleep(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await this.run(new Promise<void>(resolve => { timer = setTimeout(resolve, ms) })).finally(() => { clearTimeout(timer) })
    await this.free()
  }

  /** Waits until no reflex has the body. */
  private async free(): Promise<void> {
    while (this.gate) await this.run(this.gate)
  }

  private race<T>(p: Promise<T>, limitMs: number, late: string, settleMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const signal = this.abortion.signal
      let limit: NodeJS.Timeout | undefined
      let settle: NodeJS.Timeout | undefined
      const done = (): void => {
        clearTimeout(limit)
        clearTimeout(settle)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = (): void => {
        settle = setTimeout(() => { done(); reject(signal.reason as ActionError) }, settleMs)
      }
      if (limitMs > 0) limit = setTimeout(() => { done(); reject(new ActionError('timeout', late)) }, limitMs)
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort)
      p.then(v => { done(); resolve(v) }, (err: unknown) => { done(); reject(signal.aborted ? signal.reason as ActionError : err as Error) })
    })
  }

  /** What changed in the inventory since the action began. */
  delta(): Record<string, number> {
    return delta(this.before, counts(this.bot))
  }

  gained(item: string): number {
    return (counts(this.bot).get(item) ?? 0) - (this.before.get(item) ?? 0)
  }
}

export type ActionFn = (job: Job) => Promise<Omit<Result, 'success' | 'delta' | 'state'>>
