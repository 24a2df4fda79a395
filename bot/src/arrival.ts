// SPDX-License-Identifier: MIT

// Arrival: after a join, a death, a change of dimension or a far teleport the server sends the world bit by bit, and
// says nowhere that it is done. What is looked for before that is not found although it is there. So nothing is done,
// and no state is told, until what lies around the feet, the inventory, health and position have come; bounded, since
// some servers send less than they announce.
import type { Bot } from './lib.ts'

/** Chunks around the feet that are waited for: blocks are looked for within 64. */
const RADIUS = 4
/** Nothing more has come for this long: what is there is all that this server sends. */
const QUIET_MS = 1500
/** A server may pause this long between two chunks before the nearest nine are there. */
const MOST_MS = 20_000
const LOOK_MS = 50
/** A move by the server that is farther than this is a teleport. */
const TELEPORT = 24
/** What is not found this soon after an arrival is looked for once more. */
const FRESH_MS = 15_000
const MORE_MS = 8000

interface Columns { getColumn(x: number, z: number): unknown }

export class Arrival {
  /** Whether the world around the feet is there. */
  done = false
  /** The time was over before there was ground under the feet. */
  bare = false
  private readonly bot: Bot
  private since = 0
  private lastChunk = 0
  private readonly has = { position: false, inventory: false }
  private timer: NodeJS.Timeout | null = null
  private ready: (() => void)[] = []
  private lookedAgain = 0

  constructor(bot: Bot) {
    this.bot = bot
    const client = bot._client
    client.on('map_chunk', () => { this.lastChunk = Date.now() })
    client.on('window_items', () => { this.has.inventory = true })
    client.on('set_slot', () => { this.has.inventory = true })
    let was = bot.entity?.position?.clone() ?? null
    client.prependListener('position', () => { was = bot.entity.position.clone() })
    bot.on('forcedMove', () => {
      this.has.position = true
      if (this.done && (was === null || was.distanceTo(bot.entity.position) > TELEPORT)) this.begin()
    })
    client.on('respawn', () => {
      this.has.position = false
      this.begin()
    })
    bot.once('end', () => { this.end() })
    this.begin()
  }

  /** The bot is somewhere new. */
  private begin(): void {
    this.done = false
    this.bare = false
    this.since = Date.now()
    this.timer ??= setInterval(() => { this.look() }, LOOK_MS)
  }

  private end(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    for (const r of this.ready.splice(0)) r()
  }

  /** Chunks around the feet: how many are there, how many are waited for. */
  private chunks(): { here: number; near: number; wanted: number } {
    const p = this.bot.entity?.position
    const r = Math.max(1, Math.min(RADIUS, ((this.bot.game as unknown as { serverViewDistance?: number }).serverViewDistance ?? RADIUS)))
    const wanted = (2 * r + 1) ** 2
    const world = this.bot.world as unknown as Columns | null
    if (!p || !world) return { here: 0, near: 0, wanted }
    let here = 0
    let near = 0
    for (let dx = -r; dx <= r; dx++) for (let dz = -r; dz <= r; dz++) {
      if (!world.getColumn((Math.floor(p.x) >> 4) + dx, (Math.floor(p.z) >> 4) + dz)) continue
      here++
      if (Math.abs(dx) <= 1 && Math.abs(dz) <= 1) near++
    }
    return { here, near, wanted }
  }

  private look(): void {
    const now = Date.now()
    const { here, near, wanted } = this.chunks()
    const quiet = now - Math.max(this.lastChunk, this.since) > QUIET_MS
    const alive = this.bot.health > 0 && this.has.position && (this.has.inventory || quiet)
    const late = now - this.since > MOST_MS
    if (!late && !(alive && (here === wanted || (near === 9 && quiet)))) return
    this.bare = near === 0
    this.done = true
    this.end()
  }

  /** What is still missing, for people. */
  missing(): string {
    if (!this.has.position || !(this.bot.health > 0)) return 'waiting for the server to put the bot into the world'
    const { here, wanted } = this.chunks()
    return here === wanted ? 'waiting for the inventory' : `waiting for the world around the bot: ${here} of ${wanted} chunks`
  }

  /** Resolves when the bot has arrived, or its line has ended. */
  settled(): Promise<void> {
    return this.done || this.timer === null ? Promise.resolve() : new Promise(resolve => this.ready.push(resolve))
  }

  /**
   * For what was not found: whether it is worth another look. Waits while the world still comes in, and the first time
   * after an arrival in any case.
   */
  async more(sleep: (ms: number) => Promise<void>): Promise<boolean> {
    const now = (): number => Date.now()
    const coming = (): boolean => now() - this.lastChunk < QUIET_MS
    const first = now() - this.since < FRESH_MS && this.lookedAgain < this.since
    if (!first && !coming()) return false
    this.lookedAgain = now()
    const until = now() + MORE_MS
    do await sleep(250)
    while (now() < until && coming())
    return true
  }
}
