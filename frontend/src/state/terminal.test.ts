// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Event, Snapshot, TerminalCommand } from '../lib/gen/api'
import { ASKED, askedFold, signOf } from './terminal'

const command = (id: string, over: Partial<TerminalCommand> = {}): TerminalCommand => ({ id, command: `touch ${id}`, state: 'asks', ...over })
const event = (terminal: TerminalCommand, at = '2026-01-01T00:00:00Z'): Event => ({ type: 'event', epoch: 'e', seq: 1, at, body: '', kind: 'terminal', terminal })
const snapshot = (commands: TerminalCommand[]): Snapshot => ({ epoch: 'e', seq: 1, commands, helpers: [], talk: [], players: [], practice: { offered: true, running: false, speed: 1, seconds: 0 }, settings: {} })

describe('the commands that models asked for', () => {
  it('are each listed once, as they stand last', () => {
    const list = askedFold.events([], [event(command('a')), event(command('b')), event(command('a', { state: 'ran', exit: 0, output: 'x' }), 'later')])
    expect(list.map((a) => [a.command.id, a.command.state, a.at])).toEqual([['a', 'ran', 'later'], ['b', 'asks', '2026-01-01T00:00:00Z']])
  })
  it('are no more than so many', () => {
    const list = askedFold.events([], Array.from({ length: ASKED + 5 }, (_, i) => event(command(String(i)))))
    expect([list.length, list[0]!.command.id]).toEqual([ASKED, '5'])
  })
  it('outlive a lost connection, but none waits that the server no longer knows', () => {
    const before = askedFold.events([], [event(command('ran', { state: 'ran' })), event(command('lost')), event(command('waits'))])
    const list = askedFold.snapshot(snapshot([command('waits'), command('new')]), before)
    expect(list.map((a) => a.command.id)).toEqual(['ran', 'waits', 'new'])
    expect(list[1]!.at).toBe('2026-01-01T00:00:00Z')
  })
  it('say by their sign what came of them', () => {
    expect([command('a'), command('a', { state: 'refused' }), command('a', { state: 'ran', exit: 2 }), command('a', { state: 'ran', exit: 0 })].map(signOf)).toEqual(['guess', 'skip', 'bad', 'ok'])
  })
})
