// SPDX-License-Identifier: MIT

// What was said and made no task: questions with their answers, guesses, refusals.
// Minehand keeps it, so that every page shows the same.
import type { Spoken } from '../lib/gen/api'
import type { Fold } from './piece.svelte'

/** How much of it is shown; Minehand keeps no more. */
const KEPT = 200

export const spokenFold: Fold<Spoken[]> = {
  snapshot: (s) => s.talk,
  events(value, batch) {
    let list = value
    for (const e of batch) {
      const said = e.kind === 'talk' ? e.spoken : undefined
      if (!said) continue
      if (said.dropped) list = list.filter((s) => s.id !== said.id)
      else if (list.some((s) => s.id === said.id)) list = list.map((s) => (s.id === said.id ? said : s))
      else list = [...list, said].slice(-KEPT)
    }
    return list
  },
}
