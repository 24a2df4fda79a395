// SPDX-License-Identifier: MIT

// The line to the Minecraft server: joins, notices a loss, says why in a sentence that names the fix, and comes back.
import { EventEmitter } from 'node:events'
import { Arrival } from './arrival.ts'
import { Backoff } from './backoff.ts'
import { Client } from './client.ts'
import { mineflayer, pathfinder } from './lib.ts'
import type { Bot } from './lib.ts'
import type { Fields, Log } from './log.ts'
import type { Options } from './options.ts'
import { ask, explain, fieldsOf, judge, modsOf, unasked } from './servers.ts'
import { NoStatus } from './status.ts'

/** A join that takes longer than this is given up and tried again. */
const JOIN_MS = 30_000
/** A server that threw the bot out is not asked again before this; a lost line is. */
const KICKED_MS = 5000
/** How often a dead bot asks to come back to life. */
const RESPAWN_MS = 4000
/** After this long in the world the next loss starts the backoff from the beginning. */
const STABLE_MS = 20_000

export interface GameLineEvents {
  /** In the world with all that is around the bot, ready to act. */
  joined: [bot: Bot]
  left: [reason: string]
  /** A try to join came to nothing. */
  outside: []
}

export class GameLine extends EventEmitter<GameLineEvents> {
  /** The player in the world; null until it has arrived there. */
  bot: Bot | null = null
  /** What the join at hand, or the bot's world after a teleport, still waits for. */
  arrival: Arrival | null = null
  version: string | null
  private readonly o: Options
  private readonly log: Log
  private readonly backoff = new Backoff({ firstMs: 1000, maxMs: 30_000 })
  private attempt: Bot | null = null
  private timer: NodeJS.Timeout | null = null
  private closed = false
  /** The bot leaves to join again: servers refuse who comes back at once. */
  private returning = false
  private lastReason = ''
  private readonly told = new Set<string>()

  constructor(o: Options, log: Log) {
    super()
    this.o = o
    this.log = log
    this.version = o.version
  }

  start(): void {
    void this.connect()
  }

  /** Leaves the server and stays away. */
  close(): void {
    this.closed = true
    if (this.timer) clearTimeout(this.timer)
    const bot = this.attempt
    this.attempt = null
    this.bot = null
    this.arrival = null
    bot?.quit('bye')
  }

  /** Leaves the server and joins it again; the player there, null when it did not get in within the time. */
  async rejoin(withinMs: number): Promise<Bot | null> {
    const bot = this.attempt
    if (!bot) return null
    const back = new Promise<Bot | null>(resolve => {
      const joined = (now: Bot): void => { clearTimeout(late); resolve(now) }
      const late = setTimeout(() => { this.off('joined', joined); resolve(null) }, withinMs)
      this.once('joined', joined)
    })
    this.returning = true
    bot.quit('joining again')
    return await back
  }

  /** Asks the server for its version first: what cannot work is not tried. */
  private async connect(): Promise<void> {
    this.timer = null
    const { o } = this
    const at = o.via ?? o
    let version = o.version
    try {
      const status = await ask(at.host, at.port)
      if (this.closed) return
      const verdict = judge(status, o)
      const mods = modsOf(status)
      if (verdict.grade === 'unsupported') { this.lost(null, [verdict.sentence, mods].filter(Boolean).join('; '), KICKED_MS, fieldsOf('unsupported protocol', o)); return }
      for (const sentence of [verdict.grade === 'untested' ? verdict.sentence : null, mods]) if (sentence !== null) this.tell('warn', sentence)
      version = verdict.version
    } catch (err) {
      if (this.closed) return
      // Some servers hide their status; with a version given they are joined all the same.
      if (o.version === null || !(err instanceof NoStatus) || err.what !== null) { this.lost(null, this.explained(unasked(err, { ...o, ...at })), 0, fieldsOf(err, { ...o, ...at })); return }
    }
    this.join(version)
  }

  private join(version: string | null): void {
    const { o } = this
    let bot: Bot
    try {
      bot = mineflayer.createBot({
        ...(o.via ?? { host: o.host, port: o.port }), ...(o.via ? { fakeHost: o.host } : {}), username: o.name, auth: o.auth, ...(version ? { version } : {}),
        hideErrors: true, logErrors: false, checkTimeoutInterval: 30_000, respawn: true, viewDistance: 'normal',
        onMsaCode: data => { this.log('warn', `sign in for this bot: open ${data.verification_uri} and enter ${data.user_code}`, { status: 'notice' }) },
      })
    } catch (err) {
      const why = err instanceof Error ? err.message : String(err)
      this.lost(null, explain(why, o), 0, fieldsOf(why, o))
      return
    }
    this.attempt = bot
    let reason = ''
    let fields: Fields = {}
    let kicked = false
    let joinedAt = 0
    let respawning: NodeJS.Timeout | null = null
    const late = setTimeout(() => { if (reason === '') { reason = `the server at ${o.host}:${o.port} took too long to let the bot in`; fields = { say: { code: 'join.late', values: { at: `${o.host}:${o.port}` } } } } bot.end('late') }, JOIN_MS)
    const over = (why: string): void => {
      if (this.attempt !== bot) return
      this.attempt = null
      clearTimeout(late)
      if (respawning) clearInterval(respawning)
      if (joinedAt > 0 && Date.now() - joinedAt > STABLE_MS) this.backoff.reset()
      this.lost(bot, reason || why, kicked || this.returning ? KICKED_MS : 0, fields)
      this.returning = false
    }
    bot.on('error', err => {
      const why = (err as NodeJS.ErrnoException).code ?? err.message
      if (reason === '') fields = fieldsOf(why, o)
      reason ||= explain(why, o)
      if (joinedAt === 0) setTimeout(() => { over(reason) }, 200)
    })
    bot.on('kicked', why => {
      kicked = true
      fields = fieldsOf(why, o)
      reason = explain(why, o)
    })
    bot.on('resourcePack', () => { bot.acceptResourcePack() })
    bot.on('end', why => {
      if (reason === '') fields = fieldsOf(why, o)
      over(explain(why, o))
    })
    bot.loadPlugin(pathfinder)
    bot.once('inject_allowed', () => {
      if (this.attempt !== bot) return
      new Client(bot)
      this.arrival = new Arrival(bot)
    })
    // The library asks once; a server may have lost it.
    bot.on('death', () => {
      respawning ??= setInterval(() => {
        if (bot.health > 0) { clearInterval(respawning ?? undefined); respawning = null } else bot.respawn()
      }, RESPAWN_MS)
    })
    bot.once('spawn', () => {
      if (this.attempt !== bot) return
      clearTimeout(late)
      joinedAt = Date.now()
      this.version = bot.version
      bot.pathfinder.thinkTimeout = 8000
      this.lastReason = ''
      this.log('info', `joined ${o.host}:${o.port} as ${bot.username}`, { status: 'playing', version: bot.version })
      void this.arrival?.settled().then(() => {
        if (this.attempt !== bot) return
        if (this.arrival?.bare) this.log('warn', 'the server has sent no ground around the bot yet', { status: 'notice' })
        this.bot = bot
        this.emit('joined', bot)
      })
    })
  }

  /** What went wrong on the way, where a proxy stands in it. */
  private explained(sentence: string): string {
    const { via, host, port } = this.o
    return via ? `through ViaProxy at ${via.host}:${via.port}, which has to know ${host}:${port} and its version: ${sentence}` : sentence
  }

  /** Says a sentence once in a row. */
  private tell(level: 'warn' | 'error', sentence: string): void {
    if (this.told.has(sentence)) return
    this.told.add(sentence)
    this.log(level, sentence, { status: level === 'error' ? 'joining' : 'notice' })
  }

  private lost(bot: Bot | null, reason: string, atLeastMs = 0, fields: Fields = {}): void {
    const was = this.bot !== null && this.bot === bot
    this.bot = null
    this.arrival = null
    if (this.closed) return
    const wait = Math.max(this.backoff.next(), atLeastMs > 0 ? atLeastMs * (1 + Math.random() / 2) : 0)
    if (reason !== this.lastReason) this.log(was ? 'warn' : 'error', reason, { status: was ? 'notice' : 'joining', ...fields })
    this.lastReason = reason
    if (was) this.emit('left', reason)
    else this.emit('outside')
    this.timer = setTimeout(() => { void this.connect() }, wait)
  }
}
