// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import type { Clause, Spoken, Task } from '../lib/gen/api'
import { written } from './written'

const task = (id: string, created: string, more: Partial<Task>) =>
  ({ task: { id, created, title: `get ${id}`, state: 'complete', clauses: [], ...more } as unknown as Task, rounds: [], actions: [], whole: false })

it('writes a talk in its order, with who said what and in which world', () => {
  const clauses = [{ text: '1 stick', met: true, grade: 'seen' }, { text: 'say hi', met: true, grade: 'told' }, { text: '2 logs', met: false }] as unknown as Clause[]
  const note: Spoken = { id: 'n', at: '2026-01-02T10:01:00Z', body: 'b', text: 'what do you have?', say: 'A stick.' }
  const text = written('Rosie', [
    task('b', '2026-01-02T10:02:00Z', { world: 'Home', state: 'error', reason: 'No path.', clauses }),
    task('a', '2026-01-02T10:00:00Z', { world: 'Home', settings: { speaker: 'Alex' } }),
    task('c', '2026-01-02T10:03:00Z', { world: 'Nether hub' }),
  ], [note])
  expect(text.replace(/\d+ \w{3} 2026, \d\d:\d\d/g, 'WHEN')).toBe(
    'The talk with Rosie\n\nIn the world Home\n\nWHEN\nAlex: get a\nRosie: Done\n\nWHEN\nYou: what do you have?\nRosie: A stick.\n\nWHEN\nYou: get b\nRosie: Not done. No path.\n' +
      '  [x] 1 stick\n  [told] say hi\n  [ ] 2 logs\n\nIn the world Nether hub\n\nWHEN\nYou: get c\nRosie: Done\n',
  )
})
