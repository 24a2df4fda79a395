// SPDX-License-Identifier: MIT

// Which items of the inventory the running goal needs: what its parts are about,
// and what the steps that are still to come begin with.
import type { Talk } from '../state/talks'

const bare = (name: string) => name.slice(name.indexOf(':') + 1)
const none: ReadonlySet<string> = new Set()

export function keptItems(talk: Talk | undefined): ReadonlySet<string> {
  if (!talk) return none
  const kept = new Set<string>()
  for (const c of talk.task.clauses) for (const i of c.items ?? []) kept.add(bare(i))
  const round = talk.rounds.at(-1)
  if (round) {
    const done = talk.actions.filter((a) => a.round === round.round && a.ended)
    const next = Math.max(-1, ...done.map((a) => a.index)) + 1
    for (const step of round.plan.steps.slice(next)) for (const need of step.needs ?? []) for (const i of need.items) kept.add(bare(i))
  }
  return kept
}
