// The line to the Minecraft server: joins, notices a loss, says why in a sentence that names the fix, and comes back.
import { EventEmitter } from 'node:events'
import { Backoff } from './backoff.ts'
import { mineflayer, pathfinder } from './lib.ts'
import type { Bot } from './lib.ts'
import type { Log } from './log.ts'
import type { Options } from './options.ts'

/** A join that takes longer than this is given up and tried again. */
const JOIN_MS = 30_000
/** After this long in the world the next loss starts the backoff from the beginning. */
const STABLE_MS = 20_000

export interface GameLineEvents {
  /** In the world, ready to act. */
  joined: [bot: Bot]
  /** The server's version is known. */
  version: [version: string]
  left: [reason: string]
}

export class GameLine extends EventEmitter<GameLineEvents> {
  bot: Bot | null = null
  version: string | null
  private readonly o: Options
  private readonly log: Log
  private readonly backoff = new Backoff({ firstMs: 1000, maxMs: 30_000 })
  private attempt: Bot | null = null
  private timer: NodeJS.Timeout | null = null
  private closed = false
  private lastReason = ''

  constructor(o: Options, log: Log) {
    super()
    this.o = o
    this.log = log
    this.version = o.version
  }

  start(): void {
    this.connect()
  }

  /** Leaves the server and stays away. */
  close(): void {
    this.closed = true
    if (this.timer) clearTimeout(this.timer)
    const bot = this.attempt
    this.attempt = null
    this.bot = null
    bot?.quit('bye')
  }

  private connect(): void {
    this.timer = null
    const { o } = this
    let bot: Bot
    try {
      bot = mineflayer.createBot({
        host: o.host, port: o.port, username: o.name, auth: o.auth, ...(o.version ? { version: o.version } : {}),
        hideErrors: true, logErrors: false, checkTimeoutInterval: 30_000, respawn: true, viewDistance: 'normal',
        onMsaCode: data => { this.log('warn', `sign in for this bot: open ${data.verification_uri} and enter ${data.user_code}`) },
      })
    } catch (err) {
      this.lost(null, explain(err instanceof Error ? err.message : String(err), o))
      return
    }
    this.attempt = bot
    let reason = ''
    let joinedAt = 0
    const late = setTimeout(() => { reason ||= `the server at ${o.host}:${o.port} took too long to let the bot in`; bot.end('late') }, JOIN_MS)
    const over = (why: string): void => {
      if (this.attempt !== bot) return
      this.attempt = null
      clearTimeout(late)
      if (joinedAt > 0 && Date.now() - joinedAt > STABLE_MS) this.backoff.reset()
      this.lost(bot, reason || why)
    }
    bot.on('error', err => {
      reason ||= explain((err as NodeJS.ErrnoException).code ?? err.message, o)
      if (joinedAt === 0) setTimeout(() => { over(reason) }, 200)
    })
    bot.on('kicked', why => { reason = explain(typeof why === 'string' ? why : JSON.stringify(why), o) })
    bot.on('end', why => { over(explain(why, o)) })
    bot.loadPlugin(pathfinder)
    bot.once('spawn', () => {
      if (this.attempt !== bot) return
      clearTimeout(late)
      joinedAt = Date.now()
      this.version = bot.version
      bot.pathfinder.thinkTimeout = 8000
      this.bot = bot
      this.lastReason = ''
      this.log('info', `joined ${o.host}:${o.port} as ${bot.username}`, { version: bot.version })
      this.emit('version', bot.version)
      this.emit('joined', bot)
    })
  }

  private lost(bot: Bot | null, reason: string): void {
    const was = this.bot !== null && this.bot === bot
    this.bot = null
    if (this.closed) return
    const wait = this.backoff.next()
    if (reason !== this.lastReason) this.log(was ? 'warn' : 'error', reason)
    this.lastReason = reason
    if (was) this.emit('left', reason)
    this.timer = setTimeout(() => { this.connect() }, wait)
  }
}

/** What went wrong with the server, as a sentence that names the fix. */
export function explain(raw: string, o: Pick<Options, 'host' | 'port' | 'name' | 'version'>): string {
  const where = `${o.host}:${o.port}`
  const t = raw.toLowerCase()
  if (t.includes('econnrefused')) return `no Minecraft server answers at ${where}: start it, or open your world to LAN and give the port it names with --server`
  if (t.includes('enotfound') || t.includes('eai_again')) return `there is no machine named ${o.host}: check the address given with --server`
  if (t.includes('etimedout') || t.includes('ehostunreach') || t.includes('enetunreach')) return `${where} cannot be reached: check the address, the network and the firewall`
  if (t.includes('outdated') || t.includes('incompatible') || t.includes('unsupported protocol') || t.includes('protocol version') || t.includes('is not supported') || t.includes('different version')) {
    return `the server at ${where} speaks another version than ${o.version ?? 'this bot guessed'}: give the server's with --version, such as --version 1.21.4`
  }
  if (t.includes('unverified_username') || t.includes('not authenticated') || t.includes('failed to verify') || t.includes('online-mode') || t.includes('invalid session')) {
    return `the server at ${where} wants a Microsoft account: use --auth microsoft, or set online-mode=false on a server of your own`
  }
  if (t.includes('whitelist') || t.includes('white-list')) return `${o.name} is not on the server's whitelist: run "whitelist add ${o.name}" there`
  if (t.includes('banned')) return `${o.name} is banned from ${where}: run "pardon ${o.name}" there or choose another --name`
  if (t.includes('server_full') || t.includes('server is full')) return `the server at ${where} is full: make room or raise max-players`
  if (t.includes('duplicate_login') || t.includes('name_taken') || t.includes('already connected')) return `another player named ${o.name} is on ${where}: choose another --name`
  return `the server at ${where} closed the connection (${raw.slice(0, 200)}): the bot tries again`
}
