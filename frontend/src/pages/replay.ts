// A task at a moment of its past, from its record. Pure.
import type { Action, Sample, TaskRecord, Vec3 } from '../lib/gen/api'

export interface Moment {
  /** What was last heard of the player by then; between a few of these nothing is kept. */
  sample?: Sample
  /** The action that was under way, else the last that was. */
  action?: Action
  /** Where the player had been. */
  trail: Vec3[]
  /** What its actions had brought. */
  gained: Map<string, number>
}

/** Where a player was and when, as far as it was kept: as actions began, and its states. */
export function wayOf(record: TaskRecord): (Vec3 & { at: number })[] {
  return [
    ...record.actions.flatMap((a) => (a.from ? [{ ...a.from, at: Date.parse(a.started) }] : [])),
    // What was found may be far from who found it.
    ...record.actions.flatMap((a) => (a.at && a.ended && a.step.action.type !== 'explore' ? [{ ...a.at, at: Date.parse(a.ended) }] : [])),
    ...record.samples.flatMap((s) => (s.state.position ? [{ ...s.state.position, at: Date.parse(s.state.at) }] : [])),
  ].sort((a, b) => a.at - b.at)
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
