// SPDX-License-Identifier: MIT

// What stands in the talk, in its order.
import type { Spoken } from '../lib/gen/api'
import type { Talk } from '../state/talks'

/** `world` is where the player was, as far as is known. */
export type Entry = { id: string; at: number; world: string } & (
  | { kind: 'talk'; talk: Talk; /** Its words stand above, before those that changed it. */ below: boolean }
  | { kind: 'words'; talk: Talk }
  | { kind: 'note'; note: Spoken }
)

/** All that was said and what came of it, in the order of time: a goal that was changed stands behind the last words that changed it. */
export function entriesOf(talks: Talk[], notes: Spoken[]): Entry[] {
  const list: Entry[] = notes.map((note) => ({ kind: 'note', id: note.id, at: Date.parse(note.at), world: note.world ?? '', note }))
  const changed = new Map(notes.filter((n) => n.taskId).map((n) => [n.taskId, Date.parse(n.at)])) // the last of each
  for (const talk of talks) {
    const { id, created, world = '' } = talk.task
    const at = Date.parse(created)
    const again = changed.get(id)
    if (again !== undefined) list.push({ kind: 'words', id: `${id}:words`, at, world, talk })
    list.push({ kind: 'talk', id, at: again ?? at, world, talk, below: again !== undefined })
  }
  list.sort((a, b) => a.at - b.at) // of the same time: what was said before what came of it
  let here = list.find((e) => e.world)?.world ?? ''
  for (const e of list) here = e.world ||= here
  return list
}
