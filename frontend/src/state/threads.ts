// SPDX-License-Identifier: MIT

// The names that talks were given, one talk for each world of a player.
import type { Fold } from './piece.svelte'

/** By ofThread. */
export type Names = ReadonlyMap<string, string>

export const ofThread = (body: string, world?: string): string => `${body}\n${world ?? ''}`

export const namesFold: Fold<Names> = {
  snapshot: (_, before) => before, // they are asked for
  events(names, batch) {
    let next: Map<string, string> | undefined
    for (const e of batch) {
      if (e.kind !== 'thread') continue
      next ??= new Map(names)
      const key = ofThread(e.thread.body, e.thread.world)
      if (e.thread.name) next.set(key, e.thread.name)
      else next.delete(key)
    }
    return next ?? names
  },
}
