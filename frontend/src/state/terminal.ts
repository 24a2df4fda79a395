// SPDX-License-Identifier: MIT

// What models asked to run on this computer, and what came of it.
import type { Sign } from '../base/StateSign.svelte'
import type { Event, Snapshot, TerminalCommand } from '../lib/gen/api'
import type { Fold } from './piece.svelte'

/** A command as it was last heard of. */
export interface Asked {
  at: string
  command: TerminalCommand
}

/** How many are kept. */
export const ASKED = 100

/** Oldest first. One that waited and is not in a snapshot any more was never run. */
export const askedFold: Fold<Asked[]> = {
  snapshot: (s: Snapshot, before) => {
    const waiting = s.commands ?? []
    const over = before.filter((a) => a.command.state !== 'asks' && !waiting.some((c) => c.id === a.command.id))
    return [...over, ...waiting.map((command) => ({ at: before.find((a) => a.command.id === command.id)?.at ?? new Date().toISOString(), command }))].slice(-ASKED)
  },
  events: (was, batch: Event[]) =>
    batch.reduce((list, e) => {
      if (e.kind !== 'terminal' || !e.terminal) return list
      const asked = { at: e.at, command: e.terminal }
      const place = list.findIndex((a) => a.command.id === asked.command.id)
      return place < 0 ? [...list, asked].slice(-ASKED) : list.with(place, asked)
    }, was),
}

/** How a command stands: one that failed is told by its exit code. */
export const signOf = (c: TerminalCommand): Sign => (c.state === 'asks' ? 'guess' : c.state === 'refused' ? 'skip' : c.exit ? 'bad' : 'ok')
