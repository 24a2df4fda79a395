// SPDX-License-Identifier: MIT

// The names that talks were given, one talk for each world of a player.
import type { Fold } from './piece.svelte'

/** By ofThread. */
export type Names = ReadonlyMap<string, string>

export const ofThread = (body: string, world?: string): string => `${body}\n${world ?? ''}`

/** Whether Minehand made a world itself, by its id. */
export const practised = (world = ''): boolean => world.startsWith('minehand-sim-')

/** What a person calls a world that is known by its address: the name of an open world of this computer, a server's host; none for a port that nobody knows. */
export function nameOfWorld(world: string, open: { port: number; name?: string }[]): string | undefined {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(world) ?? []
  if (!host) return world || undefined
  const name = open.find((w) => w.port === Number(port))?.name
  return /^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host) ? name : host
}

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
