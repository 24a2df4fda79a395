// SPDX-License-Identifier: MIT

// What a task changed in the world, from what its actions told. Pure.
import { counted, display } from '../base/format'
import type { Action, GameAction, Step, Task, Vec3 } from '../lib/gen/api'
import { ended } from '../state/talks'

/** What was changed; undefined where nobody told. A block that was placed and taken up again is no change. */
export interface Changed {
  dug: number | undefined
  /** Blocks that were placed and stand, by item. */
  placed: Map<string, number>
  /** Containers that something went into or came out of. */
  chests: number
  /** Breaks again what was placed and is known to stand where it was put. */
  putBack: GameAction[]
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)
const good = (a: Action) => !!a.ended && !a.failure && a.verdict !== 'failed' && a.verdict !== 'contradicted' && a.verdict !== 'skipped'
const opens = (a: GameAction) => a.type === 'deposit' || a.type === 'withdraw'
const key = (p: Vec3) => `${Math.floor(p.x)} ${Math.floor(p.y)} ${Math.floor(p.z)}`

function nearest(stands: Map<string, GameAction>, block: string, from: Vec3 | undefined): GameAction | undefined {
  const away = (s: GameAction) => (from ? Math.hypot(s.x! - from.x, s.z! - from.z) : 0)
  return [...stands.values()].filter((s) => s.target === block).sort((a, b) => away(a) - away(b))[0]
}

/** What an action took away of what stands; the nearest where it names no place. */
function taken(stands: Map<string, GameAction>, a: Action): GameAction[] {
  const what = a.step.action
  const gone: GameAction[] = []
  if (what.type !== 'mine' || !good(a)) return gone
  for (let n = a.broken ?? 1; n > 0; n--) {
    const one = what.x !== undefined ? stands.get(key({ x: what.x, y: what.y ?? 0, z: what.z ?? 0 })) : nearest(stands, bare(what.target ?? ''), a.from)
    if (!one) break
    stands.delete(key(one as Vec3))
    gone.push(one)
  }
  return gone
}

export function changed(actions: Action[]): Changed {
  const placed = new Map<string, number>()
  const stands = new Map<string, GameAction>()
  const chests = new Set<string>()
  let dug: number | undefined
  let silent = false
  let halved = false
  for (const a of actions) {
    const what = a.step.action
    if (a.broken !== undefined) dug = (dug ?? 0) + a.broken
    else if (what.type === 'mine' && good(a)) silent = true
    else if (what.type === 'mine' && a.ended && a.end !== 'unsent') halved = true // given up, and nobody told after how many
    for (const { target } of taken(stands, a)) {
      const left = (placed.get(target!) ?? 1) - 1
      if (left > 0) placed.set(target!, left)
      else placed.delete(target!)
      if (a.broken) dug = dug! - 1
    }
    if (opens(what) && good(a)) chests.add(`${what.x} ${what.y} ${what.z}`)
    if (what.type === 'place' && what.block && good(a)) {
      const block = bare(what.block)
      placed.set(block, (placed.get(block) ?? 0) + 1)
      if (a.at) stands.set(key(a.at), { type: 'mine', target: block, x: Math.floor(a.at.x), y: Math.floor(a.at.y), z: Math.floor(a.at.z), ...(what.dimension ? { dimension: what.dimension } : {}) })
    }
    if (what.type === 'build' && a.placed) placed.set('', (placed.get('') ?? 0) + a.placed)
  }
  // Half of the truth would read as all of it.
  return { dug: halved || (silent && dug === undefined) ? undefined : (dug ?? 0), placed, chests: chests.size, putBack: [...stands.values()].reverse() }
}

/** A task that came after another, with what it did where that is known. */
export interface Later {
  task: Task
  actions: Action[]
  whole: boolean
}

/** What can be put back of what a task placed. */
export interface PutBack {
  actions: GameAction[]
  /** Tasks whose actions have to be known before anything can be. */
  unknown: string[]
}

const NOTHING: PutBack = { actions: [], unknown: [] }

/**
 * What still stands of what a task placed (Changed.putBack), as far as later tasks of its player tell,
 * while the player is in the task's world. A list of actions without words may be what
 * puts it back, so it is known and over first.
 */
export function putBack(task: Task, placed: GameAction[], later: Later[], world: string | undefined): PutBack {
  if (placed.length === 0 || (task.world ?? '') !== (world ?? '')) return NOTHING
  const after = later.filter((t) => t.task.body === task.body && t.task.id > task.id)
  if (after.some((t) => !t.task.goal && !ended(t.task))) return NOTHING
  const here = after.filter((t) => t.task.sent > 0 && (t.task.world ?? '') === (world ?? ''))
  const unknown = here.filter((t) => !t.task.goal && !t.whole).map((t) => t.task.id)
  if (unknown.length > 0) return { actions: [], unknown }
  const stands = new Map(placed.map((a) => [key(a as Vec3), a]))
  for (const t of here) for (const a of t.actions) taken(stands, a)
  return { actions: [...stands.values()], unknown: [] }
}

/** The same of a plan, before it runs. */
export function willChange(steps: Step[]): { digs: number; places: number; opens: number } {
  let digs = 0
  let places = 0
  const chests = new Set<string>()
  for (const { action: a } of steps) {
    if (a.type === 'mine') digs += a.quantity ?? 1
    if (a.type === 'place') places++
    if (a.type === 'build') places += a.edits?.length ?? 0
    if (opens(a)) chests.add(`${a.x} ${a.y} ${a.z}`)
  }
  return { digs, places, opens: chests.size }
}

/** "table, furnace, 3 torches": all that is taken up again. */
export function putBackNames(actions: GameAction[]): string {
  const names = new Map<string, number>()
  for (const { target } of actions) names.set(target!, (names.get(target!) ?? 0) + 1)
  return listed(names)
}

const listed = (names: Map<string, number>, most = Infinity) => [...names].map(([item, n]) => (n > 1 ? counted(n, item) : display(item))).slice(0, most).join(', ')

/** "table, furnace, 3 torches", short. */
export function placedNames(placed: Map<string, number>): string {
  return listed(new Map([...placed].filter(([item]) => item)), 4)
}
