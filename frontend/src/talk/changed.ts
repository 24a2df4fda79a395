// SPDX-License-Identifier: MIT

// What a task changed in the world, as its ledger has it. Pure.
import type { Action, Changes, GameAction, Step } from '../lib/gen/api'
import { amount, called } from '../said'
import { isAir } from '../where/air'
import { W } from '../words'

const good = (a: Action) => !!a.ended && !a.failure && a.verdict !== 'failed' && a.verdict !== 'contradicted' && a.verdict !== 'skipped'
const opens = (a: GameAction) => a.type === 'deposit' || a.type === 'withdraw'

/** How many a ledger counts together; undefined where nobody told. */
export const total = (c: Changes | undefined, of: 'dug' | 'placed'): number | undefined =>
  c?.told ? Object.values(c[of] ?? {}).reduce((n, m) => n + m, 0) : undefined

/** "4 oak logs, 2 oak leaves", the most first. */
export function named(counts: Record<string, number> | undefined, most = 4): string {
  const list = Object.entries(counts ?? {}).sort(([a, n], [b, m]) => m - n || a.localeCompare(b))
  return list
    .slice(0, most)
    .map(([item, n]) => (n > 1 ? amount(n, item) : called(item)))
    .join(', ')
}

/** Containers that something went into or came out of. */
export function opened(actions: Action[]): number {
  return new Set(actions.filter((a) => opens(a.step.action) && good(a)).map(({ step: { action: a } }) => `${a.x} ${a.y} ${a.z}`)).size
}

/** What is said of what a task changed and cost. */
export const factsOf = (c: Changes | undefined, actions: Action[], deaths: number) =>
  [
    { count: total(c, 'dug') ?? 0, of: W.verdict.blocks, what: W.verdict.dug({ names: named(c?.dug) }) },
    { count: total(c, 'placed') ?? 0, of: W.verdict.blocks, what: W.verdict.placed({ names: named(c?.placed) }) },
    { count: opened(actions), of: W.verdict.chests, what: W.verdict.opened },
    { count: deaths, of: (v: { n: number }) => String(v.n), what: W.verdict.deaths({ n: deaths }) },
  ]
    .filter((f) => f.count > 0) // what did not happen is left out
    .map((f) => ({ n: f.of({ n: f.count }), what: f.what }))

/** What became of the places that were put back. */
export function outcomeWords(n: Record<string, number>): string {
  const parts = Object.entries(W.verdict.outcomes).flatMap(([of, said]) => (n[of] ? [said({ n: n[of] })] : []))
  return parts.length > 0 ? W.verdict.outcome({ parts: parts.join(', ') }) : W.verdict.asBefore
}

/** "2 blocks dug, 1 block placed". */
export const changedHere = (dug: number, placed: number): string =>
  [dug ? W.verdict.blocksDug({ n: dug }) : '', placed ? W.verdict.blocksPlaced({ n: placed }) : ''].filter(Boolean).join(', ')

/** A player whose deeds change blocks did not say which. */
export const untold = (c: Changes | undefined, actions: Action[]): boolean => !c?.told && actions.some((a) => changesBlocks(a.step.action) && good(a))
const changesBlocks = (a: GameAction) => a.type === 'mine' || a.type === 'place' || a.type === 'build'

/** What a plan is about to change, before it runs: ways and scaffolds come on top of it. */
export function willChange(steps: Step[]): { digs: number; places: number; opens: number } {
  let digs = 0
  let places = 0
  const chests = new Set<string>()
  for (const { action: a } of steps) {
    if (a.type === 'mine') digs += a.quantity ?? 1
    if (a.type === 'place') places++
    for (const e of a.edits ?? []) {
      if (isAir(e.block)) digs++
      else places++
    }
    if (opens(a)) chests.add(`${a.x} ${a.y} ${a.z}`)
  }
  return { digs, places, opens: chests.size }
}
