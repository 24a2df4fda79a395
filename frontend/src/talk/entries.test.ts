// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import type { Spoken } from '../lib/gen/api'
import type { Talk } from '../state/talks'
import { entriesOf } from './entries'

const talk = (id: string, created: string, world?: string) => ({ task: { id, created, world } }) as unknown as Talk
const note = (id: string, at: string, taskId?: string) => ({ id, at, taskId }) as unknown as Spoken

it('orders by time, whatever the zone it is written in', () => {
  const list = entriesOf([talk('b', '2026-01-02T10:00:02Z'), talk('d', '2026-01-02T10:00:04.5Z')], [note('a', '2026-01-02T11:00:01+01:00'), note('c', '2026-01-02T11:00:04.25+01:00')])
  expect(list.map((e) => e.id)).toEqual(['a', 'b', 'c', 'd'])
})

it('has a goal behind the words that changed it, and its first words where they were said', () => {
  const list = entriesOf([talk('get', '2026-01-02T10:00:00Z', 'Home')], [note('ask', '2026-01-02T10:00:01Z'), note('no', '2026-01-02T10:00:02Z', 'get'), note('no no', '2026-01-02T10:00:03Z', 'get')])
  expect(list.map((e) => `${e.kind} ${e.id} ${e.world}`)).toEqual(['words get:words Home', 'note ask Home', 'note no Home', 'note no no Home', 'talk get Home'])
})
