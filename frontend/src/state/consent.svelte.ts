// SPDX-License-Identifier: MIT

// Commands of this computer that a model asks for and a person lets run, or not.
import type { Event, Snapshot, TerminalCommand } from '../lib/gen/api'
import { app } from './app.svelte'
import { Piece } from './piece.svelte'
import { askedFold, type Asked } from './terminal'

class Consent {
  /** All of late, with what came of them. */
  readonly asked = new Piece<Asked[]>([], askedFold)
  /** Those that wait for an answer, oldest first. */
  readonly waiting = new Piece<TerminalCommand[]>([], {
    snapshot: (s: Snapshot) => s.commands ?? [],
    events: (was, batch: Event[]) =>
      batch.reduce((list, e) => {
        if (e.kind !== 'terminal' || !e.terminal) return list
        const command = e.terminal
        const others = list.filter((c) => c.id !== command.id)
        return command.state === 'asks' ? [...others, command] : others
      }, was),
  })

  async answer(command: TerminalCommand, allow: boolean): Promise<void> {
    this.waiting.merge((list) => list.filter((c) => c.id !== command.id))
    try {
      await app.call('answer-command', { commandId: command.id, allow })
    } catch (e) {
      app.fault(e)
    }
  }
}

export const consent = new Consent()
app.pieces.push(consent.waiting, consent.asked)
