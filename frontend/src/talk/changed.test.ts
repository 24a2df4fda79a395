// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Action, GameAction } from '../lib/gen/api'
import { marksOf } from '../where/terrain'
import { changedHere, named, opened, outcomeWords, total, willChange } from './changed'

const action = (a: GameAction, over: Partial<Action> = {}): Action => ({
  task: '01A', seq: 1, round: 1, index: 0, started: '2026-01-01T00:00:00Z', ended: '2026-01-01T00:00:02Z', end: 'reported', verdict: 'confirmed',
  step: { text: a.type, action: a, source: 'built-in' }, ...over,
})

describe('what a task changed', () => {
  it('is what its ledger counts', () => {
    const c = { told: true, cells: 8, dug: { oak_log: 4, oak_leaves: 2 }, placed: { torch: 1 } }
    expect([total(c, 'dug'), total(c, 'placed'), named(c.dug), named(c.placed)]).toEqual([6, 1, '4 oak logs, 2 oak leaves', 'torch'])
  })
  it('is zero where the body told of nothing, and not told where it is silent', () => {
    expect([total({ told: true, cells: 0 }, 'dug'), total({ told: false, cells: 0 }, 'dug'), total(undefined, 'placed')]).toEqual([0, undefined, undefined])
  })
  it('says what became of what was put back', () => {
    expect(outcomeWords({ restored: 7, refilled: 5, missing: 1 })).toBe('Of the places that were changed: 7 as before, 5 filled with another block, 1 that could not be put back.')
    expect(outcomeWords({})).toBe('All was as before.')
  })
  it('is marked on the picture of the way by the highest place of a column, where it is not as before', () => {
    const at = (x: number, y: number, from: string, to: string, shown?: string) => ({ x, y, z: 0, from, to, why: 'goal', shown })
    const list = [at(1, 64, 'air', 'dirt'), at(1, 63, 'stone', 'air'), at(2, 60, 'oak_log[axis=y]', 'air'), at(3, 64, 'air', 'torch', 'air')]
    expect(marksOf(list)).toEqual([{ x: 1, z: 0, placed: true }, { x: 2, z: 0, placed: false }])
    expect(changedHere(1, 2)).toBe('1 block dug, 2 blocks placed')
  })
  it('counts the chests that were opened', () => {
    const at = { x: 1, y: 2, z: 3 }
    const failed = { failure: { code: 'not_found', message: 'there is no container' }, verdict: 'failed' } as Partial<Action>
    expect(opened([action({ type: 'withdraw', item: 'coal', ...at }), action({ type: 'deposit', item: 'coal', ...at })])).toBe(1)
    expect(opened([action({ type: 'withdraw', item: 'bread', ...at }, failed)])).toBe(0)
  })
  it('counts a plan before it runs', () => {
    const steps = [{ type: 'mine', target: 'stone', quantity: 11 }, { type: 'place', block: 'furnace' }, { type: 'withdraw', item: 'coal', x: 1, y: 1, z: 1 }] as GameAction[]
    expect(willChange(steps.map((a) => ({ text: '', action: a, source: 'built-in' })))).toEqual({ digs: 11, places: 1, opens: 1 })
    const edits = [{ x: 1, y: 64, z: 1, block: 'air' }, { x: 1, y: 63, z: 1, block: 'dirt' }, { x: 1, y: 62, z: 1, block: 'air' }]
    expect(willChange([{ text: '', action: { type: 'build', edits }, source: 'built-in' }]), 'what a clearing digs').toEqual({ digs: 2, places: 1, opens: 0 })
  })
})
