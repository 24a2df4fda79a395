// SPDX-License-Identifier: MIT

// Players: the bodies, also those that have left (app.svelte.ts says which of these are shown), what they hold and where they stand. What they do is in
// talks.ts.
import type { Body, Command, Event, Inventory, Kept, Player as Seen, Snapshot, State, Vec3 } from '../lib/gen/api'
import type { Fold } from './piece.svelte'

export interface Player {
  body: Body
  state?: State
  inventory?: Inventory
  commands: Command[]
  /** Its standing orders and places; none when it has neither. */
  kept?: Kept
  /** A sentence while the journal cannot be written. */
  fault?: string
  /** Where it was seen, oldest first, for the map. */
  trail: Vec3[]
  /** The world and dimension of the trail, as far as they were told. */
  place?: string
}

/** How long a trail is kept, in points at least a block apart. */
const TRAIL = 400

/** The trail with the place of a state. Another world, a portal or a leap begins a new one. */
function grow(was: Player | undefined, state: State | undefined): { trail: Vec3[]; place?: string } {
  const p = state?.position
  const place = state?.world?.id ? `${state.world.id} ${state.dimension ?? ''}` : was?.place
  const trail = was?.place && was.place !== place ? [] : (was?.trail ?? [])
  const last = trail.at(-1)
  if (!p || (last && Math.hypot(p.x - last.x, p.z - last.z) < 1)) return { trail, place }
  if (last && Math.hypot(p.x - last.x, p.z - last.z) > 200) return { trail: [p], place }
  return { trail: [...trail.slice(-TRAIL + 1), p], place }
}

function fromSnapshot(p: Seen, before: Player | undefined): Player {
  return { body: p.body, state: p.state, inventory: p.inventory, commands: p.commands, kept: p.kept, fault: p.fault, ...grow(before, p.state) }
}

const blank = (id: string): Player => ({
  body: { id, name: id, protocol: 1, actions: [], link: { state: 'connected', since: '' } },
  commands: [],
  trail: [],
})

export const playersFold: Fold<Player[]> = {
  snapshot: (s: Snapshot, before) => s.players.map((p) => fromSnapshot(p, before.find((b) => b.body.id === p.body.id))),
  events(players, batch: Event[]) {
    const next = new Map<string, Player>()
    let changed = false
    for (const p of players) next.set(p.body.id, p)
    for (const e of batch) {
      const was = next.get(e.body)
      switch (e.kind) {
        case 'body':
          if (!e.info) break
          changed = true
          next.set(e.body, { ...(was ?? blank(e.body)), body: e.info })
          break
        case 'state':
          if (!was) break
          changed = true
          next.set(e.body, { ...was, state: e.state, ...grow(was, e.state) })
          break
        case 'inventory':
          if (!was) break
          changed = true
          next.set(e.body, { ...was, inventory: e.inventory })
          break
        case 'kept':
          if (!was) break
          changed = true
          next.set(e.body, { ...was, kept: e.kept })
          break
        case 'commands':
          if (!was) break
          changed = true
          next.set(e.body, { ...was, commands: e.commands ?? [] })
          break
        default:
      }
    }
    return changed ? [...next.values()] : players
  },
}
