// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Event, MissionProgress, MissionRun } from '../lib/gen/api'
import { left, missionsOf, reportOf, runsFold } from './missions'

const run = (over: Partial<MissionProgress> = {}): MissionProgress => ({ run: 'a', sets: ['bench/tier-wood'], began: '', running: true, done: 0, of: 6, passed: 0, failed: 0, ...over })
const told = (m: MissionProgress) => ({ kind: 'missions', missions: m }) as unknown as Event

describe('runs of missions', () => {
  it('are told anew by events, a new one first', () => {
    const list = runsFold([run()], [told(run({ done: 2 })), told(run({ run: 'b' })), { kind: 'task' } as Event])
    expect(list.map((r) => [r.run, r.done])).toEqual([['b', 0], ['a', 2]])
    const same = [run()]
    expect(runsFold(same, [{ kind: 'task' } as Event])).toBe(same)
  })

  it('say how long they take when something is done', () => {
    expect(left(run(), 0, 0, 1000)).toBeUndefined()
    expect(left(run({ done: 2 }), 0, 0, 1000)).toBe(2000)
    expect(left(run({ done: 5 }), 0, 4, 1000)).toBe(1000)
    expect(left(run({ done: 2, running: false }), 0, 0, 1000)).toBeUndefined()
  })

  it('are copied as a table', () => {
    const whole = { ...run({ done: 2 }), ranking: [{ planner: 'careful none', rank: 1, runs: 2, passed: 1, share: 0.5, low: 0, high: 1, falseSuccess: 0, seconds: 1.25, tokens: 100.4 }], results: [{ result: 'x/1', mission: 'x', planner: 'careful none', outcome: 'passed', tokens: 1, seconds: 1 }, { result: 'x/2', mission: 'x', planner: 'careful none', outcome: 'failed', tokens: 1, seconds: 1 }] } as MissionRun
    expect(reportOf(whole)).toContain('| 1 | careful none | 1 of 2 | 0 % to 100 % | 0 | 1.3 s | 100 |')
    expect(missionsOf(whole)).toEqual(['x'])
  })
})
