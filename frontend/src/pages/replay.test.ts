// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import type { Action, Sample, TaskRecord } from '../lib/gen/api'
import { lengthOf } from '../where/terrain'
import { momentAt, wayOf } from './replay'

const sample = (s: number): Sample => ({ state: { at: `2026-01-01T00:00:0${s}Z`, position: { x: s, y: 64, z: 0 } }, inventory: { at: '', slots: [], counts: {} } })
const action = (seq: number, s: number): Action => ({ ended: `2026-01-01T00:00:0${s + 1}Z`, gained: { stick: seq }, from: { x: 10 * seq, y: 64, z: 0 }, task: 'a', seq, round: 1, index: seq, started: `2026-01-01T00:00:0${s}Z`, step: { text: `step ${seq}`, action: { type: 'wait' }, source: 'built-in' } })

it('does not lead to what was only seen from afar', () => {
  const found = { ...action(1, 1), at: { x: 99, y: 64, z: 0 }, step: { text: 'look', action: { type: 'explore' as const }, source: 'built-in' } }
  const walked = { ...action(2, 4), at: { x: 21, y: 64, z: 0 }, step: { text: 'go', action: { type: 'goto' as const }, source: 'built-in' } }
  expect(wayOf({ samples: [], actions: [found, walked] as Action[] } as unknown as TaskRecord).map((p) => p.x)).toEqual([10, 20, 21])
})

it('is the way of the player, not of what its actions were about', () => {
  const placed = { ...action(1, 1), at: { x: 14, y: 64, z: 0 }, step: { text: 'place', action: { type: 'place' as const }, source: 'built-in' } }
  expect(wayOf({ samples: [], actions: [placed, action(2, 4)] as Action[] } as unknown as TaskRecord).map((p) => p.x)).toEqual([10, 20])
})

it('counts no leap as walked', () => {
  const seen = (s: number, x: number, over: Partial<Sample['state']> = {}): Sample => ({ ...sample(s), state: { ...sample(s).state, position: { x, y: 64, z: 0 }, ...over } })
  const walked = (samples: Sample[], actions: Partial<Action>[] = []) => lengthOf(wayOf({ samples, actions } as unknown as TaskRecord))
  expect(walked([seen(1, 0), seen(2, 30), seen(3, 5000), seen(4, 5010)]), 'a teleport').toBe(40)
  expect(walked([seen(1, 0), seen(2, 250)]), 'a walk of the practice world at 60x').toBe(250)
  const world = (id: string) => ({ world: { present: true, id } as Sample['state']['world'] })
  expect(walked([seen(1, 0, world('a')), seen(2, 30, world('a')), seen(5, 90, world('b'))]), 'another world').toBe(30)
  expect(walked([seen(1, 0), seen(5, 90, { dimension: 'the_nether' })]), 'another dimension').toBe(0)
  expect(walked([seen(1, 0, world('a')), seen(7, 95, world('b'))], [{ ...action(1, 3), from: { x: 10, y: 64, z: 0 } }, { ...action(2, 5), from: { x: 90, y: 64, z: 0 } }]), 'the longest way between two worlds').toBe(15)
  const died = { ...action(1, 1), from: undefined, failure: { code: 'died', message: 'it died' } }
  expect(walked([seen(1, 0), seen(5, 80)], [died]), 'a death').toBe(0)
  expect(walked([seen(1, 0), seen(2, 20), seen(5, 80), seen(6, 85)], [died]), 'a death where it was seen').toBe(25)
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
