// SPDX-License-Identifier: MIT

// What talks are called on the page, and what can be done with one.
import Pencil from '@lucide/svelte/icons/pencil'
import Trash2 from '@lucide/svelte/icons/trash-2'
import type { Act } from '../base/act'
import type { Thread } from '../lib/gen/api'
import { W } from '../words'
import { app } from './app.svelte'
import { PRACTICE } from './practice.svelte'
import { ofThread } from './threads'

/** What a talk is called: by a person, else after its world. */
export function nameOfThread(t: Pick<Thread, 'body' | 'world'>): string {
  const name = app.names.value.get(ofThread(t.body, t.world))
  return name ?? (t.body === PRACTICE ? W.written.practice : W.written.world({ name: t.world ?? '' }))
}

export const actsOfThread = (t: Thread): Act[] => [
  { text: W.threads.rename, icon: Pencil, run: () => app.changeThread(t, 'rename') },
  { text: W.threads.delete, icon: Trash2, run: () => app.changeThread(t, 'delete') },
]
