// SPDX-License-Identifier: MIT

// The practice world, built in so that a goal can be given with no game at all; and
// the land around players, as far as Minehand can show it.
import type { Event, Map as Land, Practice as World, Snapshot, Task } from '../lib/gen/api'
import { app } from './app.svelte'
import { Piece } from './piece.svelte'
import { prefs } from './prefs.svelte'
import { helpers } from './worlds.svelte'
import { W } from '../words'

const NONE: World = { offered: false, running: false, speed: 1, seconds: 0 }
/** The id of the practice world's player. */
export const PRACTICE = 'practice'
/** How far around a player the land is asked for, in blocks. */
const AROUND = 64
/** The same for the larger map of a wide window. */
const FAR_AROUND = 80
/** The land is asked for anew after so many blocks, or so many ms while something is done. */
const STEP = 8
const STALE = 3000
/** How long a new practice world may take, in ms. */
const START_LIMIT = 30_000

class Practice {
  readonly world = new Piece<World>(NONE, {
    snapshot: (s: Snapshot) => s.practice ?? NONE,
    events: (was, batch: Event[]) => batch.reduce((w, e) => (e.kind === 'practice' ? e.practice : w), was),
  })
  private coming?: Promise<boolean>
  starting = $state(false)
  private lands: Record<string, { world: string | undefined; land: Land }> = $state.raw({})
  private asked = new Map<string, { world: string | undefined; x: number; z: number; at: number; blind: boolean }>()

  /** Whether this Minehand can make one. */
  get offered(): boolean {
    return this.world.value.offered
  }

  /** Whether a goal starts it: nobody is there, or on the way. */
  get first(): boolean {
    return this.offered && !app.player && !helpers.coming
  }

  /** The body that plays in it; empty while it does not run. */
  get body(): string {
    return this.world.value.running ? (this.world.value.instance ?? '') : ''
  }

  /** Game seconds that go by for a body in a second. */
  speedOf(body: string): number {
    return this.body === body ? this.world.value.speed : 1
  }

  /** The practice world, when the body plays in it. */
  worldOf(body: string): World | undefined {
    return this.body === body ? this.world.value : undefined
  }

  /** The land around a body, when it is in that world. */
  landOf(body: string, world = app.worldOf(body)): Land | undefined {
    const seen = this.lands[body]
    return seen?.world === world ? seen?.land : undefined
  }

  /** Starts the practice world; who asks while it starts waits for the same. */
  start(): Promise<boolean> {
    return (this.coming ??= this.begin().finally(() => (this.coming = undefined)))
  }

  private async begin(): Promise<boolean> {
    this.starting = true
    try {
      const world = await app.call('start-practice', { name: prefs.called }, START_LIMIT)
      this.world.merge(() => world)
      if (world.instance) app.choosePlayer(world.instance)
      return true
    } catch (e) {
      app.fault(e)
      return false
    } finally {
      this.starting = false
    }
  }

  async stop(): Promise<void> {
    try {
      const world = await app.call('stop-practice', {}, START_LIMIT)
      this.world.merge(() => world)
    } catch (e) {
      app.fault(e)
    }
  }

  async setSpeed(speed: number): Promise<void> {
    try {
      const world = await app.call('set-practice-speed', { speed })
      this.world.merge(() => world)
    } catch (e) {
      app.fault(e)
    }
  }

  /** Gives a task's goal anew; when its player was the practice world's, that is started first. */
  async again(t: Task): Promise<void> {
    if (t.body === PRACTICE && this.offered && !this.body && !(await this.start())) return
    await app.retry(t.id)
  }

  /** Gives a goal; with nobody there, the practice world is started first. While a helper is on its way the words wait in the goal box. */
  async sayFirst(words: string, accepted?: string): Promise<boolean> {
    if (this.first && !(await this.start())) return false
    if (!app.player && helpers.coming) {
      app.draft = words
      app.tell(`${W.found.helpers}: ${W.found.helperTo(helpers.coming)}`)
      return false
    }
    return app.send(words, accepted)
  }

  /** The places may have changed: the next look asks anew. */
  lookAgain(): void {
    this.asked.clear()
    this.look()
  }

  /** Looks at the land around the chosen player when it moved or time went by. */
  look(): void {
    const player = app.player
    const at = player?.state?.position
    if (!player || !at || app.link !== 'live' || player.body.link.state !== 'connected') return
    const id = player.body.id
    const world = app.worldOf(id)
    let last = this.asked.get(id)
    if (last?.world !== world) last = undefined
    const moved = !last || Math.hypot(at.x - last.x, at.z - last.z) >= STEP
    const old = !last || (app.busy && Date.now() - last.at >= STALE)
    // A body that cannot show its land is asked again only far away, for its zones.
    if (last && !moved && (!old || last.blind)) return
    const mine = { world, x: at.x, z: at.z, at: Date.now(), blind: last?.blind ?? false }
    this.asked.set(id, mine)
    app.call('get-map', { instance: id, radius: app.wide ? FAR_AROUND : AROUND }).then(
      (land) => {
        mine.blind = !land.terrain
        this.lands = { ...this.lands, [id]: { world, land } }
      },
      () => {
        // Without an answer the map shows what the player saw itself.
      },
    )
  }
}

export const practice = new Practice()
app.pieces.push(practice.world)
