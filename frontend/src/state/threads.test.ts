// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Event, Thread } from '../lib/gen/api'
import { talksFold, withTasks } from './talks'
import { nameOfWorld, namesFold, ofThread, practised } from './threads'

const event = (thread: Thread): Event => ({ type: 'event', epoch: 'e', seq: 1, at: '', body: 'a', kind: 'thread', thread })

describe('talks', () => {
  it('have the names that they were given, until these are taken back', () => {
    let names = namesFold.events(new Map(), [event({ body: 'a', world: 'w', name: 'home', tasks: 1 })])
    expect(names.get(ofThread('a', 'w'))).toBe('home')
    expect(namesFold.events(names, [])).toBe(names)
    names = namesFold.events(names, [event({ body: 'a', world: 'w', tasks: 1 })])
    expect(names.size).toBe(0)
  })
  it('lose the goals that were deleted with them', () => {
    const task = (id: string) => ({ id, body: 'a', state: 'complete' }) as never
    const talks = withTasks(new Map(), [task('1'), task('2')])
    expect([...talksFold.events(talks, [event({ body: 'a', tasks: 0, deleted: ['1', '9'] })]).keys()]).toEqual(['2'])
  })
})

describe('the name of a world', () => {
  const open = [{ port: 41231, name: 'Castle' }, { port: 5 }]
  it('is that of the open world at its port', () => {
    expect(nameOfWorld('localhost:41231', open)).toBe('Castle')
  })
  it('is a server\'s host, and none for a bare port', () => {
    expect(nameOfWorld('mc.example.org:25565', open)).toBe('mc.example.org')
    expect(nameOfWorld('127.0.0.1:5', open)).toBeUndefined()
    expect(nameOfWorld('localhost:9', open)).toBeUndefined()
    expect(nameOfWorld('', open)).toBeUndefined()
  })
  it('is that of the practice world where Minehand made it', () => {
    expect(['minehand-sim-1.890ur0c', 'Castle', undefined].map(practised)).toEqual([true, false, false])
  })
  it('is what the game calls it otherwise', () => {
    expect(nameOfWorld('New World', open)).toBe('New World')
  })
})
