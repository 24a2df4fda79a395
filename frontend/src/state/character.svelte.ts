// SPDX-License-Identifier: MIT

// Playing with the person's own character: the games on this computer, and the script
// that is put into one of them.
import type { GameFolder, OwnCharacter, ScriptPlan } from '../lib/gen/api'
import { app, sentence } from './app.svelte'

/** What the card shows: nothing, the games, what would be written, what to do in the game. */
export type Stage = 'closed' | 'games' | 'plan' | 'written'

/** The ids of bodies that are the script (scriptbody/src/body.py). */
const SCRIPT = 'minescript_'

class Character {
  stage: Stage = $state('closed')
  /** Undefined while they are looked for. */
  games: GameFolder[] | undefined = $state.raw()
  chosen: GameFolder | undefined = $state.raw()
  plan: ScriptPlan | undefined = $state.raw()
  experimental = $state(false)
  busy = $state(false)
  fault = $state('')
  /** The files that removing it changed back. */
  removed: string[] = $state.raw([])

  /** The characters that the script moves and that are connected. */
  readonly here = $derived(app.players.value.filter((p) => p.body.id.startsWith(SCRIPT) && p.body.link.state === 'connected'))
  readonly needs = $derived((this.chosen?.missing ?? []).filter((m) => m.needed))

  /** Does a step; what goes wrong stands on the card as a sentence. */
  private async step(act: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.fault = ''
    try {
      await act()
    } catch (e) {
      this.fault = sentence(e)
    } finally {
      this.busy = false
    }
  }

  private get request(): OwnCharacter {
    return { folder: this.chosen?.folder ?? '', ...(this.experimental ? { experimental: true } : {}) }
  }

  async look(): Promise<void> {
    this.stage = 'games'
    this.games = undefined
    await this.step(async () => {
      this.games = (await app.call('list-games', {})).games
    })
  }

  /** Takes a game, or a folder that was typed. */
  async choose(game: GameFolder | string): Promise<void> {
    this.removed = []
    const folder = typeof game === 'string' ? game.trim() : game.folder
    this.chosen = typeof game === 'string' ? (this.games?.find((g) => g.folder === folder) ?? { folder, name: folder, launcher: '', version: '', loader: '', running: false, installed: false, missing: [] }) : game
    await this.ask()
  }

  /** Shows what would be written. */
  async ask(): Promise<void> {
    await this.step(async () => {
      this.plan = await app.call('plan-script', this.request)
      this.stage = 'plan'
    })
  }

  async write(): Promise<void> {
    await this.step(async () => {
      this.plan = await app.call('install-script', this.request)
      this.stage = 'written'
    })
  }

  async remove(game: GameFolder): Promise<void> {
    await this.step(async () => {
      this.removed = (await app.call('remove-script', { folder: game.folder })).changed
      this.games = (await app.call('list-games', {})).games
    })
  }

  close(): void {
    this.stage = 'closed'
    this.fault = ''
    this.removed = []
  }
}

export const character = new Character()
