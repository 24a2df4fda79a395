// What a task changed in the world, from what its actions told. Pure.
import { counted, display } from '../base/format'
import type { Action, GameAction, Step, Vec3 } from '../lib/gen/api'

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
    if (what.type === 'mine' && good(a)) {
      // The nearest is taken when no place is named.
      for (let n = a.broken ?? 1; n > 0; n--) {
        const taken = what.x !== undefined ? stands.get(key({ x: what.x, y: what.y ?? 0, z: what.z ?? 0 })) : nearest(stands, bare(what.target ?? ''), a.from)
        if (!taken) break
        stands.delete(key(taken as Vec3))
        const left = (placed.get(taken.target!) ?? 1) - 1
        if (left > 0) placed.set(taken.target!, left)
        else placed.delete(taken.target!)
        if (a.broken) dug = dug! - 1
      }
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

/** "table, furnace and 3 torches", short. */
export function placedNames(placed: Map<string, number>): string {
  return [...placed].filter(([item]) => item).map(([item, n]) => (n > 1 ? counted(n, item) : display(item))).slice(0, 4).join(', ')
}
