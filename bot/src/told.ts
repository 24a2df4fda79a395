// SPDX-License-Identifier: MIT

// What this body changes in the world (docs/protocol, rule 19): every block that it breaks or places, whichever plugin
// or reflex does it. It hears what goes out to the server, and takes for its own what the server then changes there.
import { randomUUID } from 'node:crypto'
import { Vec3 } from './lib.ts'
import type { Block, Bot, Vec } from './lib.ts'
import type { Point } from './wire.ts'

export type Why = 'goal' | 'way' | 'scaffold' | 'reflex' | 'other'

export interface Change extends Point { n: number; dimension?: string; from: string; to: string; why: Why; action?: string; lost?: true }

/** What is kept until Minehand has it, and how much of it goes with a frame. */
const MOST_KEPT = 4096
const IN_FRAME = 256
/** So long after a packet the server may answer it; what it takes back comes sooner. */
const ANSWER_MS = 4000
const TAKEN_BACK_MS = 700
const FALLING = /(^|_)(sand|gravel|concrete_powder|anvil|dragon_egg|scaffolding)$/
const TWO_CELLS = /(_bed|_door|^tall_grass|^large_fern|^sunflower|^lilac|^rose_bush|^peony|^tall_seagrass|^small_dripleaf|^pitcher_plant|^pitcher_crop)$/
/** What a bucket, a bottle or a boat is used on is where the eyes look. */
const LOOKS_FAR = 5

const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]] as const

interface Cause { why: Why; action: string | undefined }

/** A cell that a packet is about, and what may happen there. */
interface Armed extends Cause { until: number; changed: { from: string; at: number } | null; beside: Point | null; by: Set<string> }

/** What a packet does: it digs, it places a block, named, or it does what only its item knows. */
const DIG = 'dig'
const USE = 'use'

/** Whether a block of that name is what such packets leave in a cell, and nobody else's. */
function fits(by: ReadonlySet<string>, from: string, to: string): boolean {
  const name = nameOf(to).replace('wall_', '')
  return by.has(USE) || (by.has(DIG) && (isAir(to) || name === 'water')) // ice, and what stood in water
    || [...by].some(block => name === block || name === `potted_${block}` || name.startsWith(`${block}_`) || block.startsWith(`${name}_`)) // candle_cake; wet concrete_powder
    || (name === 'dirt' && /^(farmland|dirt_path|grass_path)/.test(from)) // under what was placed
}

/** A block state as text: "oak_log[axis=y]". */
export function stateName(name: string, properties: Readonly<Record<string, unknown>>): string {
  const list = Object.entries(properties).map(([k, v]) => `${k}=${String(v)}`).sort()
  return list.length > 0 ? `${name}[${list.join(',')}]` : name
}

const cellOf = (dimension: string, p: Point): string => `${dimension}:${p.x},${p.y},${p.z}`
const nameOf = (state: string): string => state.replace(/\[.*$/, '')
const isAir = (state: string): boolean => /^(cave_|void_)?air$/.test(state)

export class Told {
  /** Another text for every start of this body. */
  readonly series = randomUUID()
  private list: Change[] = []
  private last = 0
  private readonly armed = new Map<string, Armed>()
  /** The blocks that it climbed by and that stand, by their cells. */
  private readonly steps = new Map<string, string>()
  private because: Why | null = null
  /** The cell whose digging began last, and why it did: a reflex may break in before it ends. */
  private digging: { cell: string; cause: Cause } | null = null
  /** The id of the action that runs, and whether a reflex has the body. */
  doing: () => { action: string | undefined; reflex: boolean } = () => ({ action: undefined, reflex: false })

  /** What a frame brings: the oldest first. */
  frame(): Change[] {
    return this.list.slice(0, IN_FRAME)
  }

  kept(series: string, through: number): void {
    if (series === this.series) this.list = this.list.filter(c => c.n > through)
  }

  note(c: Omit<Change, 'n'>): void {
    this.list.push({ n: ++this.last, ...c })
    if (this.list.length <= MOST_KEPT) return
    const lost = this.list[1]?.n ?? this.last
    this.list = [{ n: lost, x: 0, y: 0, z: 0, from: '', to: '', why: 'other', lost: true }, ...this.list.slice(2)]
  }

  /** Does a step whose changes have another cause than the goal. */
  async as<T>(why: Why, step: () => Promise<T>): Promise<T> {
    const was = this.because
    this.because = why
    try {
      return await step()
    } finally {
      this.because = was
    }
  }

  /** Whether a block is one that this body put there to climb by. */
  isStep(dimension: string, block: Block): boolean {
    return this.steps.get(cellOf(dimension, block.position)) === block.name
  }

  /** Listens to what goes out to the server and to what comes of it. */
  attach(bot: Bot): void {
    const client = (bot as unknown as { _client: { write(name: string, params: Record<string, unknown>): void } })._client
    const write = client.write.bind(client)
    client.write = (name, params) => {
      try {
        this.sent(bot, name, params)
      } catch {
        // What cannot be told of must be done all the same.
      }
      write(name, params)
    }
    bot.on('blockUpdate', (old, now) => { this.changed(bot, old, now) })
  }

  private cause(bot: Bot): Cause {
    const { action, reflex } = this.doing()
    if (reflex) return { action, why: 'reflex' }
    if (bot.pathfinder.isMining()) return { action, why: 'way' }
    if (bot.pathfinder.isBuilding()) return { action, why: 'scaffold' }
    return { action, why: this.because ?? (action === undefined ? 'other' : 'goal') }
  }

  private sent(bot: Bot, name: string, params: Record<string, unknown>): void {
    const at = params['location'] as Point | undefined
    if (name === 'block_dig' && at && (params['status'] === 0 || params['status'] === 2)) {
      const cell = cellOf(bot.game.dimension, at)
      if (params['status'] === 0 || this.digging?.cell !== cell) this.digging = { cell, cause: this.cause(bot) }
      this.arm(bot, [at], true, DIG, this.digging.cause)
    } else if (name === 'block_place' && at) {
      const face = ([[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]] as const)[Number(params['direction'])]
      const held = bot.heldItem?.name ?? ''
      if (face) this.arm(bot, [at, { x: at.x + face[0], y: at.y + face[1], z: at.z + face[2] }], true, bot.registry.blocksByName[held] ? held.replace('wall_', '') : USE)
    } else if (name === 'use_item') {
      // A bucket is filled and emptied where the eyes look; water is looked through to what lies under it.
      if (/bucket$/.test(bot.heldItem?.name ?? '')) this.arm(bot, this.along(bot), false, USE)
    }
  }

  /** The cells along the line of sight, up to the first solid one and the ones beside it. */
  private along(bot: Bot): Point[] {
    const eyes = bot.entity.position.offset(0, 1.62, 0) // the library's own look begins at the top of the head
    const { yaw, pitch } = bot.entity
    const step = new Vec3(-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch))
    const seen = bot.world.raycast(eyes, step, LOOKS_FAR) as { position: Vec } | null
    const far = seen ? Math.min(LOOKS_FAR, eyes.distanceTo(seen.position.offset(0.5, 0.5, 0.5)) + 1) : LOOKS_FAR
    const cells = new Map<string, Point>()
    for (let d = 0; d <= far; d += 0.25) {
      const p = eyes.offset(step.x * d, step.y * d, step.z * d).floored()
      cells.set(p.toString(), p)
    }
    return [...cells.values()]
  }

  private arm(bot: Bot, cells: readonly Point[], beside: boolean, by: string, cause = this.cause(bot)): void {
    const now = Date.now()
    for (const [key, a] of this.armed) if (a.until < now) this.armed.delete(key)
    const put = (x: number, y: number, z: number, of: Point | null): void => {
      const key = `${x},${y},${z}`
      const old = this.armed.get(key)
      // A second packet about a cell (dig begun, dig ended) is the same deed until something came of it.
      if (old && !old.beside && (of !== null || !old.changed)) {
        old.until = now + ANSWER_MS
        old.by.add(by)
        if (of === null) Object.assign(old, cause)
      } else this.armed.set(key, { ...cause, until: now + ANSWER_MS, changed: null, beside: of, by: new Set([by]) })
    }
    for (const c of cells) {
      put(c.x, c.y, c.z, null)
      if (beside) for (const [x, y, z] of SIDES) if (!cells.some(o => o.x === c.x + x && o.y === c.y + y && o.z === c.z + z)) put(c.x + x, c.y + y, c.z + z, c)
    }
  }

  private changed(bot: Bot, old: Block | null, now: Block | null): void {
    if (this.armed.size === 0 || !old || !now) return
    const p = now.position
    const a = this.armed.get(`${p.x},${p.y},${p.z}`)
    const at = Date.now()
    if (!a || a.until < at || old.type === now.type) return
    const from = stateName(old.name, old.getProperties())
    const to = stateName(now.name, now.getProperties())
    // Beside what was dug or placed only its other half is this body's.
    if (a.beside && !TWO_CELLS.test(nameOf(from)) && !TWO_CELLS.test(nameOf(to))) return
    if (isAir(from) && isAir(to)) return
    if (a.changed) {
      // What flows or falls in is not this body's; what the server takes back is as it was.
      if (nameOf(a.changed.from) !== nameOf(to) || at - a.changed.at > TAKEN_BACK_MS || FALLING.test(nameOf(to))) return
    } else if (!fits(a.by, from, to)) return
    a.changed = { from, at }
    if (a.why === 'scaffold' && !isAir(to)) this.steps.set(cellOf(bot.game.dimension, p), now.name)
    else this.steps.delete(cellOf(bot.game.dimension, p))
    this.note({ x: p.x, y: p.y, z: p.z, dimension: bot.game.dimension, from, to, why: a.why, ...(a.action === undefined ? {} : { action: a.action }) })
  }
}
