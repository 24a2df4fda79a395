// SPDX-License-Identifier: MIT

// A task at a moment of its past, from its record. Pure.
import type { Action, Sample, TaskRecord, Vec3 } from '../lib/gen/api'
import type { Step } from '../where/terrain'

export interface Moment {
  /** What was last heard of the player by then; between a few of these nothing is kept. */
  sample?: Sample
  /** The action that was under way, else the last that was. */
  action?: Action
  /** Where the player had been. */
  trail: Point[]
  /** What its actions had brought. */
  gained: Map<string, number>
}

/** A point of a player's way, in ms since 1970. */
export interface Point extends Step {
  at: number
}

/** The fastest walk, in blocks a second: a sprint of the practice world at its greatest speed. */
const FASTEST = 6 * 60
/** Nearer than this nobody calls it a leap, however quick, in blocks. */
const NEAR = 100

const apart = (a: Vec3, b: Vec3) => Math.hypot(b.x - a.x, b.z - a.z)

/**
 * Where a player was and when, as far as it was kept: as actions began, where walks
 * came to, and its states. A new world or dimension, a death, and what no walk makes
 * is a leap.
 */
export function wayOf(record: TaskRecord): Point[] {
  // What an action was about, or found, is another place than its player's.
  const seen: (Point & { world?: string })[] = [
    ...record.actions.flatMap((a) => (a.from ? [{ ...a.from, at: Date.parse(a.started) }] : [])),
    ...record.actions.flatMap((a) => (a.at && a.ended && a.step.action.type === 'goto' ? [{ ...a.at, at: Date.parse(a.ended) }] : [])),
    ...record.samples.flatMap(({ state: s }) => (s.position ? [{ ...s.position, at: Date.parse(s.at), world: `${s.world?.id ?? ''} ${s.dimension ?? ''}` }] : [])),
  ].sort((a, b) => a.at - b.at)
  const leaps = new Set<number>()
  let last: number | undefined
  seen.forEach((p, i) => {
    const before = seen[i - 1]
    const far = before ? apart(before, p) : 0
    if (before && far > NEAR && far > (FASTEST * (p.at - before.at)) / 1000) leaps.add(i)
    if (p.world === undefined) return
    // Between the states of two worlds the longest way is the one that nobody went.
    if (last !== undefined && seen[last]!.world !== p.world) leaps.add(longest(seen, last, i))
    last = i
  })
  for (const a of record.actions) {
    if (a.failure?.code !== 'died' || !a.ended) continue
    const at = Date.parse(a.ended)
    const from = seen.findLastIndex((p) => p.at < at)
    const to = seen.findIndex((p) => p.at > at)
    if (from >= 0 && to > 0) leaps.add(longest(seen, from, to)) // from where it died, or was last seen, to where it came back
  }
  return seen.map(({ x, y, z, at }, i) => ({ x, y, z, at, ...(leaps.has(i) ? { leap: true } : {}) }))
}

/** The point after the longest way between two points of a way. */
function longest(way: Point[], from: number, to: number): number {
  let at = to
  for (let i = from + 1; i < to; i++) if (apart(way[i - 1]!, way[i]!) > apart(way[at - 1]!, way[at]!)) at = i
  return at
}

/** How a task stood at an instant, in ms since 1970. */
export function momentAt(record: TaskRecord, at: number): Moment {
  const gained = new Map<string, number>()
  for (const a of record.actions) if (a.ended && Date.parse(a.ended) <= at) for (const [item, n] of Object.entries(a.gained ?? {})) gained.set(item, (gained.get(item) ?? 0) + n)
  return {
    sample: record.samples.findLast((s) => Date.parse(s.state.at) <= at),
    action: record.actions.findLast((a) => Date.parse(a.started) <= at),
    trail: wayOf(record).filter((p) => p.at <= at),
    gained,
  }
}
