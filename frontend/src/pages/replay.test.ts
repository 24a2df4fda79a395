import { expect, it } from 'vitest'
import type { Action, Sample, TaskRecord } from '../lib/gen/api'
import { momentAt, wayOf } from './replay'

const sample = (s: number): Sample => ({ state: { at: `2026-01-01T00:00:0${s}Z`, position: { x: s, y: 64, z: 0 } }, inventory: { at: '', slots: [], counts: {} } })
const action = (seq: number, s: number): Action => ({ ended: `2026-01-01T00:00:0${s + 1}Z`, gained: { stick: seq }, from: { x: 10 * seq, y: 64, z: 0 }, task: 'a', seq, round: 1, index: seq, started: `2026-01-01T00:00:0${s}Z`, step: { text: `step ${seq}`, action: { type: 'wait' }, source: 'built-in' } })

it('does not lead to what was only seen from afar', () => {
  const found = { ...action(1, 1), at: { x: 99, y: 64, z: 0 }, step: { text: 'look', action: { type: 'explore' as const }, source: 'built-in' } }
  const placed = { ...action(2, 4), at: { x: 21, y: 64, z: 0 } }
  expect(wayOf({ samples: [], actions: [found, placed] as Action[] } as unknown as TaskRecord).map((p) => p.x)).toEqual([10, 20, 21])
})

it('shows a task as it stood', () => {
  const record = { samples: [sample(1), sample(3), sample(5)], actions: [action(1, 1), action(2, 4)] } as TaskRecord
  const at = (s: number) => momentAt(record, Date.parse('2026-01-01T00:00:00Z') + s * 1000)
  expect([at(0).sample?.state.position?.x, at(0).action?.seq, at(0).trail.length]).toEqual([undefined, undefined, 0])
  expect([at(3.5).sample?.state.position?.x, at(3.5).action?.seq, at(3.5).trail.length]).toEqual([3, 1, 3])
  expect([at(9).sample?.state.position?.x, at(9).action?.seq, at(9).trail.length]).toEqual([5, 2, 5])
  expect([1, 2, 9].map((s) => at(s).gained.get('stick') ?? 0)).toEqual([0, 1, 3])
  expect(at(9).trail.map((p) => p.x)).toEqual([10, 1, 3, 20, 5])
})
