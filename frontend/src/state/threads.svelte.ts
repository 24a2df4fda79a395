// SPDX-License-Identifier: MIT

// What talks are called on the page, and what can be done with one.
import Pencil from '@lucide/svelte/icons/pencil'
import Trash2 from '@lucide/svelte/icons/trash-2'
import type { Act } from '../base/act'
import type { Thread } from '../lib/gen/api'
import { W } from '../words'
import { app } from './app.svelte'
import { PRACTICE } from './practice.svelte'
import { nameOfWorld, ofThread, practised } from './threads'
import { worlds } from './worlds.svelte'

/** What a talk is called: by a person, else after its world, else after who is talked to. */
export function nameOfThread(t: Pick<Thread, 'body' | 'world'>): string {
  const own = app.names.value.get(ofThread(t.body, t.world)) ?? (t.body === PRACTICE || practised(t.world) ? W.written.practice : undefined)
  if (own) return own
  const world = nameOfWorld(t.world ?? '', worlds.list)
  return world ? W.written.world({ name: world }) : W.written.title({ who: app.players.value.find((p) => p.body.id === t.body)?.body.name ?? t.body })
}

export const actsOfThread = (t: Thread): Act[] => [
  { text: W.threads.rename, icon: Pencil, run: () => app.changeThread(t, 'rename') },
  { text: W.threads.delete, icon: Trash2, run: () => app.changeThread(t, 'delete') },
]
