// SPDX-License-Identifier: MIT

// The body: joins the two lines. One action at a time; whatever happens to a line, each action ends exactly once.
import { ACTIONS } from './actions/index.ts'
import type { Arrival } from './arrival.ts'
import { findBlocks } from './blocks.ts'
import { ActionError, asActionError } from './errors.ts'
import type { GameLine } from './gameline.ts'
import { OwnWork } from './harm.ts'
import { Heap } from './heap.ts'
import { Job } from './job.ts'
import type { Bot } from './lib.ts'
import type { Link, Standing } from './link.ts'
import type { Log } from './log.ts'
import type { Options } from './options.ts'
import { Reflexes } from './reflexes.ts'
import type { Busy } from './reflexes.ts'
import { Memory } from './search.ts'
import { survey } from './survey.ts'
import { Surroundings, stateOf, worldOf } from './state.ts'
import { Told } from './told.ts'
import { carryOut } from './ways.ts'
import { follow, movementsFor, near, stopMoving } from './walk.ts'
import type { FromMinehand, RawAction, Result, State } from './wire.ts'
import { Kept } from './zones.ts'

const TICK_MS = 250
/** After a task ended another may follow at once. */
const REST_MS = 8000
/** Kinds whose clicks are not to be mixed with those of a reflex that can wait. */
const HANDS = new Set(['craft', 'smelt', 'deposit', 'withdraw', 'equip', 'consume', 'drop', 'sleep', 'enchant', 'brew'])
/** Kinds that fight by themselves. */
const FIGHTS = new Set(['attack', 'defend'])
const REFLEX_WORDS = { eat: 'eating', air: 'coming up for air', fire: 'getting out', defend: 'defending itself', wear: 'putting armour on' } as const
/** A body in a world tells its state once a second; a busy machine is late by half of one. */
const AT_LEAST_MS = 500
/** Minehand takes a body that told no state for 10 s for one that is not in the world. */
const SILENT_MS = 8000
/** An action that comes while the game line is down waits this long for it. */
const WORLD_WAIT_MS = 15_000
/** A game that is left to be joined again is joined within this, and not left again before that. */
const REJOIN_MS = 60_000
const REJOIN_PAUSE_MS = 10 * 60_000
/** Nothing runs longer (docs/protocol, rule 5). */
const LONGEST_MS = 15 * 60_000

export class Body {
  private readonly o: Options
  private readonly game: GameLine
  private readonly log: Log
  private link!: Link
  private readonly own = new OwnWork()
  private readonly told = new Told()
  private readonly memory = new Memory()
  private readonly around = new Surroundings(this.memory)
  private readonly heap = new Heap()
  private current: { id: string; job: Job | null; ended: Promise<void>; abort(err: ActionError): void } | null = null
  private dirty = true
  private sentAt = 0
  private timer: NodeJS.Timeout | null = null
  private dimension = ''
  private dead = false
  /** How often it died since it began. */
  private deaths = 0
  private readonly reflexes: Reflexes
  private resting: NodeJS.Timeout | null = null
  private rejoining = false
  private rejoinedAt = -Infinity
  viewerUrl: string | null = null
  /** The bot is to leave the game. */
  onLeave: () => void = () => undefined

  constructor(o: Options, game: GameLine, log: Log) {
    this.o = o
    this.game = game
    this.log = log
    this.reflexes = new Reflexes(new Set(o.reflexes), {
      bot: () => (this.game.arrival?.done === true && !this.dead ? this.game.bot : null),
      busy: () => this.busy(),
      began: (name, why, ended) => {
        const job = this.current?.job
        const text = `${REFLEX_WORDS[name]}: ${why}`
        this.log('info', text)
        this.link.send('log', { message: text })
        if (job) job.hold(text, ended)
        else if (this.game.bot) this.game.bot.pathfinder.setMovements(movementsFor(this.game.bot, new Kept(this.link.zones, [])))
      },
      ended: () => { this.dirty = true },
    })
    this.told.doing = () => ({ action: this.current?.id, reflex: this.reflexes.active })
    game.on('joined', bot => { this.joined(bot) })
    game.on('left', reason => { this.left(reason) })
  }

  /** What `register` tells. */
  standing(): Standing {
    return {
      version: this.game.version ?? '', world: worldOf(this.game.bot, this.o.host, this.o.port),
      actions: [...ACTIONS.keys()], running: this.current ? [this.current.id] : [],
      series: this.told.series,
    }
  }

  start(link: Link): void {
    this.link = link
    link.changes = () => this.told.frame()
    link.on('frame', f => { this.frame(f) })
    link.on('up', () => { this.dirty = true; this.tick() })
    this.timer = setInterval(() => { this.tick() }, TICK_MS)
  }

  private busy(): Busy {
    const job = this.current?.job ?? null
    const named = ['item', 'recipe', 'target', 'block', 'fuel'].flatMap(f => (job?.params.has(f) ? job.params.plain(f) : []))
    const bot = this.game.bot
    return {
      idle: job === null, items: new Set(named), fights: FIGHTS.has(job?.params.kind ?? ''), quiet: bot?.currentWindow != null || bot?.isSleeping === true || HANDS.has(job?.params.kind ?? ''),
      mayBuild: bot ? new Kept(this.link.zones, []).at(bot.game.dimension, bot.entity.position, 3) === null : false,
    }
  }

  /** Ends what runs; resolves when it ended. */
  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    this.current?.abort(new ActionError('interrupted', 'the body is shutting down'))
    await this.current?.ended
  }

  private joined(bot: Bot): void {
    this.dead = false
    this.dimension = bot.game.dimension
    this.around.forget()
    this.told.attach(bot)
    const touch = (): void => { this.dirty = true }
    let health = bot.health
    bot.on('move', touch)
    bot.inventory.on('updateSlot', touch)
    bot.on('windowClose', touch)
    bot.on('health', () => {
      touch()
      if (bot.health < health && bot.health > 0) this.event('hurt', { health: bot.health })
      health = bot.health
    })
    bot.on('death', () => {
      this.dead = true
      this.deaths++
      this.log('warn', 'the bot died', { status: 'notice' })
      this.event('died', { position: { x: bot.entity.position.x, y: bot.entity.position.y, z: bot.entity.position.z } })
      this.current?.abort(new ActionError('died', 'the bot died'))
    })
    const settle = (): void => { void this.game.arrival?.settled().then(() => { this.around.forget(); touch() }) }
    bot.on('forcedMove', settle)
    bot.on('spawn', () => {
      touch()
      settle()
      this.around.forget()
      if (!this.dead) return
      this.dead = false
      this.event('respawned', {})
    })
    bot.on('game', () => {
      touch()
      if (bot.game.dimension === this.dimension) return
      this.dimension = bot.game.dimension
      this.event('dimension_changed', { dimension: this.dimension })
    })
    const heard = (sender: string, message: string, whisper = false): void => {
      if (sender !== bot.username) this.link.send('chat_message', { sender, message, ...(whisper ? { whisper } : {}) })
    }
    bot.on('chat', (sender, message) => { heard(sender, message) })
    bot.on('whisper', (sender, message) => { heard(sender, message, true) })
    this.link.register()
    this.dirty = true
  }

  /** Leaves the game and joins it again, once in a while; null when it is too soon for that. */
  private async rejoin(): Promise<{ bot: Bot; arrival: Arrival } | null> {
    const now = Date.now()
    if (now - this.rejoinedAt < REJOIN_PAUSE_MS) return null
    this.rejoinedAt = now
    this.rejoining = true
    try {
      const bot = await this.game.rejoin(REJOIN_MS)
      const { arrival } = this.game
      if (!bot || !arrival) throw new ActionError('connection_lost', 'the bot left the game to join it again, and did not get back in')
      bot.pathfinder.setMovements(movementsFor(bot, this.current?.job?.kept ?? new Kept(this.link.zones, [])))
      return { bot, arrival }
    } finally {
      this.rejoining = false
    }
  }

  private left(reason: string): void {
    if (!this.rejoining) this.current?.abort(new ActionError('connection_lost', reason))
    this.link.send('log', { message: reason })
    this.link.register()
  }

  private event(name: string, data: Record<string, unknown>): void {
    this.link.send('event', { name, data })
  }

  private state(): State | null {
    const bot = this.game.bot
    if (!bot?.entity?.position) return null
    return { ...stateOf(bot, this.around, worldOf(bot, this.o.host, this.o.port), this.viewerUrl, Date.now()), deaths: this.deaths }
  }

  private tick(): void {
    const now = Date.now()
    this.reflexes.tick()
    if (!this.link.registered || !(this.dirty || now - this.sentAt >= AT_LEAST_MS)) return
    // What is not loaded yet would be told as not there.
    if (!this.dead && this.game.arrival?.done === false && now - this.sentAt < SILENT_MS) return
    this.tell()
  }

  private tell(): void {
    const data = this.state()
    if (!data) return
    this.dirty = false
    this.sentAt = Date.now()
    this.link.send('state_update', { data })
  }

  private frame(f: FromMinehand): void {
    switch (f.type) {
      case 'execute_action': return this.execute(f.action, new Kept(this.link.zones, f.lifted, f.within))
      case 'execute_action_invalid':
        if (f.id !== '') this.refuse(f.id, new ActionError('invalid', f.error))
        else this.log('warn', f.error)
        return
      case 'cancel': {
        if (this.current?.id === f.actionId) return this.current.abort(new ActionError('interrupted', 'cancelled'))
        const known = this.link.outcomeOf(f.actionId)
        if (known) this.link.tell(known)
        else this.link.tell({ actionId: f.actionId, error: 'no such action is running', code: 'interrupted', retryable: false, delta: {} })
        return
      }
      case 'stop':
        void this.stop(f.id)
        return
      case 'run_command':
        this.link.send('command_result', { id: f.id, success: false, error: `this body has no command ${f.name}` })
        return
      case 'say':
        if (f.message === '' || /^[/#.]/.test(f.message)) return
        if (f.to === '') this.game.bot?.chat(f.message)
        else this.game.bot?.whisper(f.to, f.message)
        return
      case 'task_status':
        this.log('info', f.text)
        this.rest(f.state)
        return
      case 'changes_kept': return this.told.kept(f.series, f.through)
      case 'survey': {
        const bot = this.game.bot
        const box = f.survey.box ?? { from: { x: 0, y: 0, z: 0 }, to: { x: 0, y: 0, z: 0 } }
        this.link.send('surveyed', bot ? survey(bot, f.survey) : { id: f.survey.id, box, complete: false, code: 'no_world', error: 'the bot is in no world' })
        return
      }
      case 'survey_cancel': return // it was answered at once
      case 'unknown':
        this.log('warn', `a frame of the unknown type ${f.name} was left unread`)
        return
      case 'registered':
    }
  }

  /** The last goal is over when none comes for a while. */
  private rest(state: string): void {
    if (this.resting) clearTimeout(this.resting)
    this.resting = null
    if (this.o.after === 'stay' || !['complete', 'unverified', 'error', 'stopped'].includes(state)) return
    this.resting = setTimeout(() => { void this.afterwards() }, REST_MS)
  }

  private async afterwards(): Promise<void> {
    const bot = this.game.bot
    if (this.current || !bot) return
    if (this.o.after === 'leave') {
      this.log('info', 'the last goal is over: leaving')
      this.onLeave()
      return
    }
    const owner = this.o.after === 'owner' ? Object.values(bot.players).find(p => p.username.toLowerCase() === this.o.owner?.toLowerCase())?.entity?.position : undefined
    const beds = this.o.after === 'shelter' ? findBlocks(bot, { ids: bot.registry.blocksArray.flatMap(b => (b.name.endsWith('_bed') ? b.id : [])), within: 64, count: 1 }) : []
    const to = owner ?? beds[0]
    if (!to || bot.entity.position.distanceTo(to) < 4) return
    this.log('info', `the last goal is over: going to ${owner ? this.o.owner : 'the bed'}`)
    bot.pathfinder.setMovements(movementsFor(bot, new Kept(this.link.zones, [])))
    await Promise.race([follow(bot, near(to.floored(), 3)).catch(() => undefined), new Promise(resolve => setTimeout(resolve, 60_000))])
  }

  private async stop(id: string): Promise<void> {
    this.current?.abort(new ActionError('interrupted', 'stopped'))
    await this.current?.ended
    if (this.game.bot) stopMoving(this.game.bot)
    this.link.send('stopped', id === '' ? {} : { id })
  }

  private refuse(actionId: string, err: ActionError): void {
    this.link.tell({ actionId, error: err.message, code: err.code, retryable: err.retryable, delta: {} })
  }

  private execute(action: RawAction, kept: Kept): void {
    if (this.current?.id === action.id) return
    const known = this.link.outcomeOf(action.id)
    if (known) return this.link.tell(known)
    if (this.current) return this.refuse(action.id, new ActionError('busy', `this body does one action at a time, and ${this.current.id} is running`))
    if (this.resting) clearTimeout(this.resting)
    if (this.game.bot) stopMoving(this.game.bot)
    let early: ActionError | null = null
    const entry = {
      id: action.id, job: null as Job | null, ended: Promise.resolve(),
      abort: (err: ActionError) => {
        early ??= err
        entry.job?.abort(err)
      },
    }
    this.current = entry
    entry.ended = this.perform(action, kept, entry, () => early)
  }

  private async perform(action: RawAction, kept: Kept, entry: { job: Job | null }, early: () => ActionError | null): Promise<void> {
    const began = Date.now()
    let job: Job | null = null
    let longest: NodeJS.Timeout | undefined
    try {
      const kind = ACTIONS.get(action.type.toLowerCase())
      if (!kind) throw new ActionError('unsupported', `this body cannot do ${action.type.slice(0, 64)}; it can do ${[...ACTIONS.keys()].join(', ')}`)
      const bot = await this.inWorld(early, message => { this.link.send('action_progress', { actionId: action.id, message }) })
      const arrival = this.game.arrival
      if (!arrival) throw new ActionError('no_world', 'the bot has just left the world')
      job = new Job(action, { bot, arrival, own: this.own, memory: this.memory, kept, told: this.told, rejoin: () => this.rejoin(), progress: (actionId, message, fraction) => { this.link.send('action_progress', { actionId, message, ...(fraction === null ? {} : { fraction }) }) } })
      entry.job = job
      bot.pathfinder.setMovements(movementsFor(bot, kept))
      const wanted = job.params.dimension()
      if (wanted !== null && wanted !== bot.game.dimension) throw new ActionError('wrong_dimension', `that place is in ${wanted}, and the bot is in ${bot.game.dimension}`)
      const running = job
      longest = setTimeout(() => { running.abort(new ActionError('timeout', 'the action ran for 15 minutes')) }, LONGEST_MS)
      job.progress(`${action.type} started`)
      await job.arrived()
      job.begin()
      const extra = await carryOut(job, kind)
      job.check()
      this.around.forget() // what was in sight before the action is not what is in sight after it
      const state = this.state()
      const result: Result = { success: true, delta: job.delta(), ...extra, ...(state ? { state } : {}) }
      this.done(job)
      this.log('info', `${action.type} done in ${((Date.now() - began) / 1000).toFixed(1)} s`, { action: action.id, delta: result.delta })
      this.link.finish({ actionId: action.id, result })
    } catch (err) {
      const fault = asActionError(err)
      const delta = job && !['died', 'connection_lost'].includes(fault.code) ? job.delta() : {}
      if (job) this.done(job)
      this.log('warn', `${action.type} failed: ${fault.message}`, { action: action.id, code: fault.code })
      this.tell() // what a failure says shows nothing: what it did all the same is in the state before it
      this.link.finish({ actionId: action.id, error: fault.message, code: fault.code, retryable: fault.retryable, delta })
    } finally {
      clearTimeout(longest)
      this.current = null
      this.dirty = true
      setImmediate(() => { if (!this.current) this.heap.tidy() }) // the outcome goes out first
    }
  }

  private done(job: Job): void {
    job.close()
    stopMoving(job.bot)
    const w = job.bot.currentWindow
    if (w) void Promise.resolve(job.bot.closeWindow(w)).catch(() => undefined)
  }

  /** The bot in a world and alive; waits a while for a line that is coming back. */
  private async inWorld(early: () => ActionError | null, tell: (message: string) => void): Promise<Bot> {
    let until = Date.now() + WORLD_WAIT_MS
    let told = 0
    for (;;) {
      const stop = early()
      if (stop) throw stop
      const bot = this.game.bot
      if (bot?.entity?.position && !this.dead && bot.health > 0) return bot
      const arriving = this.game.arrival
      if (arriving && !arriving.done) until = Math.max(until, Date.now() + 1000) // bounded by itself
      if (Date.now() - told > 1000) {
        told = Date.now()
        tell(this.dead ? 'waiting to respawn' : arriving ? arriving.missing() : `waiting for the server at ${this.o.host}:${this.o.port}`)
      }
      if (Date.now() > until && this.dead) throw new ActionError('died', 'the bot is dead, and the server does not let it come back: join the game as it, or look at the server')
      if (Date.now() > until) throw new ActionError('no_world', `the bot is in no world: start the server at ${this.o.host}:${this.o.port}`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
}
