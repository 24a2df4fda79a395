import { describe, expect, it } from 'vitest'
import type { Action, GameAction } from '../lib/gen/api'
import { changed, placedNames, willChange } from './changed'

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
  it('counts a plan before it runs', () => {
    const steps = [{ type: 'mine', target: 'stone', quantity: 11 }, { type: 'place', block: 'furnace' }, { type: 'withdraw', item: 'coal', x: 1, y: 1, z: 1 }] as GameAction[]
    expect(willChange(steps.map((a) => ({ text: '', action: a, source: 'built-in' })))).toEqual({ digs: 11, places: 1, opens: 1 })
  })
})
