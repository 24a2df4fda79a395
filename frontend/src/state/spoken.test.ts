// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Event, Snapshot, Spoken } from '../lib/gen/api'
import { spokenFold } from './spoken'

const said = (id: string, over: Partial<Spoken> = {}): Spoken => ({ id, at: '2026-01-01T00:00:00Z', body: 'a', text: id, ...over })
const event = (spoken: Spoken): Event => ({ type: 'event', epoch: 'e', seq: 1, at: '', body: 'a', kind: 'talk', spoken })

describe('what was said and made no task', () => {
  it('is what the snapshot has, whatever was there before', () => {
    expect(spokenFold.snapshot({ talk: [said('b')] } as unknown as Snapshot, [said('a')])).toEqual([said('b')])
  })
  it('grows, changes and is dropped by its events, and stays the same by others', () => {
    let list = spokenFold.events([], [event(said('a', { guess: 'h' })), event(said('b'))])
    expect(list.map((s) => s.id)).toEqual(['a', 'b'])
    list = spokenFold.events(list, [event(said('a')), event(said('b', { dropped: true }))])
    expect(list).toEqual([said('a')])
    expect(spokenFold.events(list, [{ type: 'event', epoch: 'e', seq: 1, at: '', body: 'a', kind: 'notice', notice: { message: '' } }])).toBe(list)
  })
  it('keeps the newest only', () => {
    const list = spokenFold.events([], Array.from({ length: 250 }, (_, i) => event(said(String(i)))))
    expect(list.length).toBe(200)
    expect(list.at(-1)?.id).toBe('249')
  })
})
