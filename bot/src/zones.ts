// SPDX-License-Identifier: MIT

// Protected places (docs/protocol): where this body breaks and builds nothing, unless an action's goal names one.
import { ActionError } from './errors.ts'
import type { Point } from './wire.ts'

export interface Zone extends Point { name: string; dimension: string; radius: number }

const MOST = 512
const isWhole = (v: unknown): v is number => typeof v === 'number' && Number.isInteger(v)

/** Reads the list of `registered`; what has no whole position and radius is passed over. */
export function readZones(v: unknown): Zone[] {
  if (!Array.isArray(v)) return []
  return v.slice(0, MOST).flatMap((o: unknown) => {
    if (typeof o !== 'object' || o === null) return []
    const { name, x, y, z, dimension, radius } = o as Record<string, unknown>
    if (!isWhole(x) || !isWhole(y) || !isWhole(z) || !isWhole(radius) || typeof name !== 'string' || typeof dimension !== 'string') return []
    return [{ name, x, y, z, dimension: dimension.replace(/^minecraft:/, ''), radius }]
  })
}

/** A part of the land, at any height: a body looks for things in its own when several work together. */
export interface Area { minX: number; minZ: number; maxX: number; maxZ: number }

/** Reads the area of an action; null for what has not four whole corners. */
export function readArea(v: unknown): Area | null {
  if (typeof v !== 'object' || v === null) return null
  const { minX, minZ, maxX, maxZ } = v as Record<string, unknown>
  return isWhole(minX) && isWhole(minZ) && isWhole(maxX) && isWhole(maxZ) ? { minX, minZ, maxX, maxZ } : null
}

/** The places that hold for one action in one world. */
export class Kept {
  private readonly zones: readonly Zone[]
  private readonly within: Area | null

  constructor(zones: readonly Zone[], lifted: readonly string[], within: Area | null = null) {
    this.zones = zones.filter(z => !lifted.includes(z.name))
    this.within = within
  }

  get any(): boolean {
    return this.zones.length > 0 || this.within !== null
  }

  /** Whether a block that is only looked for may be taken. */
  fits(dimension: string, p: Point): boolean {
    const a = this.within
    return this.at(dimension, p) === null && (a === null || p.x >= a.minX && p.x <= a.maxX && p.z >= a.minZ && p.z <= a.maxZ)
  }

  /** The place that holds a block, or one within a margin of it; null for none. */
  at(dimension: string, p: Point, margin = 0): Zone | null {
    return this.zones.find(z => z.dimension === dimension && Math.hypot(p.x - z.x, p.y - z.y, p.z - z.z) <= z.radius + margin) ?? null
  }

  /** Throws protected for a block that lies in one. */
  check(dimension: string, p: Point): void {
    const z = this.at(dimension, p)
    if (z) throw new ActionError('protected', `${p.x} ${p.y} ${p.z} lies in the protected place "${z.name}"`)
  }
}
