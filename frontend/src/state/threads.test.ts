// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Event, Thread } from '../lib/gen/api'
import { talksFold, withTasks } from './talks'
import { namesFold, ofThread } from './threads'

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
