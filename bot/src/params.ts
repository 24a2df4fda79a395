// SPDX-License-Identifier: MIT

// Reads the fields of an action. Whatever is missing or wrong ends in code invalid with a sentence, never in a crash.
import { ActionError } from './errors.ts'
import type { Point, RawAction } from './wire.ts'

export const plainName = (name: string): string => name.trim().toLowerCase().replace(/^minecraft:/, '').replaceAll(' ', '_')

/** How a block is to stand, by property: {"facing": "north", "half": "top"}. */
export type Stance = Readonly<Record<string, string>>

/** Reads "facing=north,half=top"; what is no such list says nothing. */
export const stance = (text: unknown): Stance => (typeof text === 'string' ? Object.fromEntries(text.split(',').map(p => p.split('=')).filter(p => p.length === 2)) as Stance : {})

export class Params {
  readonly kind: string
  private readonly raw: RawAction

  constructor(raw: RawAction) {
    this.raw = raw
    this.kind = raw.type
  }

  private bad(sentence: string): ActionError {
    return new ActionError('invalid', `${this.kind}: ${sentence}`)
  }

  has(field: string): boolean {
    const v = this.raw[field]
    return v !== undefined && v !== null
  }

  /** A name of an item, block or creature, without `minecraft:`. */
  name(field: string): string {
    const v = this.raw[field]
    if (typeof v !== 'string' || v.trim() === '') throw this.bad(`the field ${field} is missing: give a name such as "oak_log"`)
    if (v.length > 128) throw this.bad(`the field ${field} is too long for a name`)
    return plainName(v)
  }

  /** What a field says, as a name if it is one; never throws. */
  plain(field: string): string[] {
    const v = this.raw[field]
    return typeof v === 'string' ? [plainName(v)] : []
  }

  optionalName(field: string): string | null {
    return this.has(field) && this.raw[field] !== '' ? this.name(field) : null
  }

  text(field: string): string {
    const v = this.raw[field]
    if (typeof v !== 'string' || v === '') throw this.bad(`the field ${field} is missing: give a text`)
    return v
  }

  /** A whole number from 1; 1 when left out. */
  quantity(field = 'quantity'): number {
    if (!this.has(field)) return 1
    const n = this.numeric(field)
    if (!Number.isInteger(n) || n < 1 || n > 100_000) throw this.bad(`${field} must be a whole number from 1 to 100000, not ${JSON.stringify(this.raw[field])}`)
    return n
  }

  number(field: string, fallback: number | null, min: number, max: number): number {
    if (!this.has(field)) {
      if (fallback === null) throw this.bad(`the field ${field} is missing: give a number`)
      return fallback
    }
    const n = this.numeric(field)
    if (!Number.isFinite(n) || n < min || n > max) throw this.bad(`${field} must be a number from ${min} to ${max}, not ${JSON.stringify(this.raw[field])}`)
    return n
  }

  private numeric(field: string): number {
    const v = this.raw[field]
    if (typeof v === 'number') return v
    return typeof v === 'string' && /^-?\d+(\.\d+)?$/.test(v) ? Number(v) : NaN
  }

  /** A block position, floored; null when none of x, y, z is given. */
  position(): Point | null {
    const given = (['x', 'y', 'z'] as const).filter(k => this.has(k))
    if (given.length === 0) return null
    if (given.length < 3) throw this.bad('a position needs x, y and z')
    const limit = { x: 30_000_000, y: 2048, z: 30_000_000 }
    const at = (k: 'x' | 'y' | 'z'): number => Math.floor(this.number(k, null, -limit[k], limit[k]))
    return { x: at('x'), y: at('y'), z: at('z') }
  }

  dimension(): string | null {
    return this.optionalName('dimension')
  }

  choice<T extends string>(field: string, options: readonly T[], fallback: T): T {
    if (!this.has(field)) return fallback
    const v = this.raw[field]
    const found = typeof v === 'string' ? options.find(o => o === plainName(v)) : undefined
    if (found === undefined) throw this.bad(`${field} must be one of ${options.join(', ')}, not ${JSON.stringify(v)}`)
    return found
  }

  /** Counts by item, such as {"oak_planks": 2}; null when left out. */
  counts(field: string): Map<string, number> | null {
    if (!this.has(field)) return null
    const v = this.raw[field]
    const list = typeof v === 'object' && v !== null && !Array.isArray(v) ? Object.entries(v) : null
    if (!list || !list.every(([, n]) => typeof n === 'number' && Number.isInteger(n) && n >= 0)) throw this.bad(`${field} must be counts by item, such as {"oak_planks": 2}, not ${JSON.stringify(v)}`)
    return new Map(list.map(([item, n]) => [plainName(item), n as number]))
  }

  /** The blocks of a build, in order. */
  edits(): { x: number; y: number; z: number; block: string; state: Stance; stood: boolean }[] {
    const v = this.raw['edits']
    if (!Array.isArray(v) || v.length === 0) throw this.bad('the field edits is missing: give a list of {"x", "y", "z", "block"}')
    if (v.length > 20_000) throw this.bad(`at most 20000 edits at once, not ${v.length}`)
    return v.map((e: unknown) => {
      const inner = new Params({ ...(typeof e === 'object' ? e as Record<string, unknown> : {}), id: this.raw.id, type: this.kind })
      const p = inner.position()
      if (!p) throw this.bad('each of the edits needs x, y, z and block')
      return { ...p, block: inner.name('block'), state: stance((e as Record<string, unknown>)['state']), stood: (e as Record<string, unknown>)['stood'] === true }
    })
  }

  /** until of a mine: {item, count}; null when left out. */
  untilItem(): { item: string; count: number } | null {
    if (!this.has('until')) return null
    const u = this.raw['until']
    if (typeof u !== 'object' || u === null) throw this.bad('until must be {"item": name, "count": number}')
    const inner = new Params({ ...(u as Record<string, unknown>), id: this.raw.id, type: this.kind })
    return { item: inner.name('item'), count: inner.quantity('count') }
  }

  /** until of a wait: day or night; null when left out. */
  untilPhase(): 'day' | 'night' | null {
    if (!this.has('until')) return null
    const u = this.raw['until']
    const word = typeof u === 'object' && u !== null ? (u as Record<string, unknown>)['phase'] : u
    if (word !== 'day' && word !== 'night') throw this.bad('until must be "day" or "night"')
    return word
  }
}
