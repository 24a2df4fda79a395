// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Action, GameAction, Task } from '../lib/gen/api'
import { changed, placedNames, putBack, putBackNames, willChange, type Later } from './changed'

const action = (a: GameAction, over: Partial<Action> = {}): Action => ({
  task: '01A', seq: 1, round: 1, index: 0, started: '2026-01-01T00:00:00Z', ended: '2026-01-01T00:00:02Z', end: 'reported', verdict: 'confirmed',
  step: { text: a.type, action: a, source: 'built-in' }, ...over,
})

describe('what a task changed', () => {
  it('counts blocks, and takes up again what still stands where it was put', () => {
    const c = changed([
      action({ type: 'mine', target: 'oak_log', quantity: 3 }, { broken: 3 }),
      action({ type: 'place', block: 'minecraft:crafting_table' }, { at: { x: 4.5, y: 64, z: -3 } }),
      action({ type: 'place', block: 'furnace' }, { at: { x: 7, y: 64, z: 1 } }),
      action({ type: 'place', block: 'torch' }, { failure: { message: 'no' }, verdict: 'failed' }),
      action({ type: 'mine', x: 7, y: 64, z: 1 }, { broken: 1 }),
      action({ type: 'withdraw', item: 'coal', x: 1, y: 2, z: 3 }),
      action({ type: 'deposit', item: 'coal', x: 1, y: 2, z: 3 }),
    ])
    expect([c.dug, c.chests, placedNames(c.placed)]).toEqual([3, 1, 'crafting table'])
    expect(c.putBack).toEqual([{ type: 'mine', target: 'crafting_table', x: 4, y: 64, z: -3 }])
  })
  it('knows which of two was taken along', () => {
    const put = (x: number) => action({ type: 'place', block: 'crafting_table' }, { at: { x, y: 64, z: 0 } })
    const c = changed([put(0), put(50), action({ type: 'mine', target: 'crafting_table', quantity: 1 }, { broken: 1, from: { x: 44, y: 64, z: 0 } })])
    expect([c.dug, placedNames(c.placed), c.putBack.map((a) => a.x)]).toEqual([0, 'crafting table', [0]])
  })
  it('says nothing of blocks when nobody told', () => {
    expect(changed([action({ type: 'mine', target: 'stone', quantity: 3 })]).dug).toBeUndefined()
    expect(changed([action({ type: 'craft', recipe: 'stick' })]).dug).toBe(0)
    expect(changed([action({ type: 'place', block: 'torch' })]).putBack).toEqual([])
  })
  it('does not count what failed or was given up', () => {
    const failed = { failure: { code: 'not_found', message: 'there is no container' }, verdict: 'failed' } as Partial<Action>
    expect(changed([action({ type: 'withdraw', item: 'bread', x: 1, y: 2, z: 3 }, failed)]).chests).toBe(0)
    const mined = action({ type: 'mine', target: 'stone', quantity: 10 }, { broken: 10 })
    expect(changed([mined, action({ type: 'mine', target: 'stone', quantity: 30 }, { end: 'caller', verdict: 'failed' })]).dug).toBeUndefined()
  })
  describe('can be put back', () => {
    const task = (id: string, over: Partial<Task> = {}): Task => ({
      id, body: 'a', goal: 'get torches', title: id, policy: 'replan', approve: false, state: 'complete', class: 'processing', verified: false, since: '', created: '', activeMs: 0,
      round: 1, step: 0, of: 0, revision: 0, clauses: [], sent: 1, failed: 0, deaths: 0, world: 'w', ...over,
    })
    const put = (block: string, x: number) => action({ type: 'place', block }, { at: { x, y: 64, z: 0 } })
    const placed = changed([put('crafting_table', 1), put('torch', 2), put('torch', 3)]).putBack
    const taken = (x: number) => action({ type: 'mine', target: 'torch', x, y: 64, z: 0 }, { broken: 1 })
    const list = (over: Partial<Task>, actions: Action[] = [], whole = true): Later => ({ task: task('2', { goal: undefined, ...over }), actions, whole })
    const left = (later: Later[], world: string | undefined = 'w') => putBackNames(putBack(task('1'), placed, later, world).actions)

    it('as long as it stands, in its world', () => {
      expect(left([])).toBe('2 torches, crafting table')
      expect(left([], 'another')).toBe('')
      expect(left([list({}, [taken(2), taken(3)])])).toBe('crafting table')
      expect(left([{ ...list({ goal: 'get a torch' }), actions: [taken(3)] }])).toBe('torch, crafting table')
      expect(left([list({ body: 'b' }, [taken(2)])]), 'of another player').toBe('2 torches, crafting table')
      expect(left([list({ world: 'another' }, [taken(2)])]), 'in another world').toBe('2 torches, crafting table')
    })
    it('not while it may be on its way, nor before it is known', () => {
      expect(left([list({ state: 'queued', sent: 0, world: undefined })])).toBe('')
      expect(left([list({ state: 'running' }, [taken(2)])])).toBe('')
      expect(putBack(task('1'), placed, [list({}, [], false)], 'w')).toEqual({ actions: [], unknown: ['2'] })
      expect(putBack(task('1'), [], [list({}, [], false)], 'w').unknown, 'nothing was placed').toEqual([])
      expect(left([list({ state: 'stopped', sent: 0 }, [], false)]), 'it never began').toBe('2 torches, crafting table')
    })
  })
  it('counts a plan before it runs', () => {
    const steps = [{ type: 'mine', target: 'stone', quantity: 11 }, { type: 'place', block: 'furnace' }, { type: 'withdraw', item: 'coal', x: 1, y: 1, z: 1 }] as GameAction[]
    expect(willChange(steps.map((a) => ({ text: '', action: a, source: 'built-in' })))).toEqual({ digs: 11, places: 1, opens: 1 })
  })
})
