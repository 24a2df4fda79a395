// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Action, Clause, Round, Step, Task } from '../lib/gen/api'
import type { Talk } from '../state/talks'
import { actionFraction, clauseSign, few, foldedNames, missingOf, placeOf, planCounts, planLines, planRows, provenOf, provenWords, report, stepPlace, taskSign, tenMore, toldOf } from './shown'

const step = (text: string, over: Partial<Step> = {}): Step => ({ text, action: { type: 'mine', target: text.replaceAll(' ', '_') }, source: 'built-in', seconds: 8, ...over })
const clause = (id: number, met: boolean, over: Partial<Clause> = {}): Clause => ({ id, text: `part ${id}`, grade: 'seen', met, have: met ? 1 : 0, want: 1, proofs: [], ...over })
const task = (over: Partial<Task> = {}): Task => ({
  id: '01A', body: 'b', goal: 'g', title: 'g', policy: 'replan', approve: false, state: 'running', class: 'processing', verified: false,
  since: '2026-01-01T00:00:00Z', created: '2026-01-01T00:00:00Z', started: '2026-01-01T00:00:00Z', activeMs: 0, round: 1, step: 0, of: 0, revision: 1, clauses: [], sent: 0, failed: 0, deaths: 0, ...over,
})
const round = (n: number, steps: Step[], why = ''): Round => ({ task: '01A', round: n, revision: 1, at: '2026-01-01T00:00:00Z', why, plan: { steps } })
const action = (seq: number, index: number, s: Step, over: Partial<Action> = {}): Action => ({ task: '01A', seq, round: 1, index, step: s, started: '2026-01-01T00:00:00Z', ...over })
const done = { ended: '2026-01-01T00:00:02Z', end: 'reported', verdict: 'confirmed' } as const
const names = ['oak log', 'oak planks', 'stick', 'crafting table', 'wooden pickaxe', 'stone', 'furnace']
const talk = (over: Partial<Talk> = {}): Talk => ({ task: task(), rounds: [], actions: [], whole: true, ...over })

describe('a place of a step', () => {
  it('is where it leads to, or where it is done', () => {
    const at = (action: Step['action']) => stepPlace(step('x', { action }))
    expect(at({ type: 'goto', x: 100000, y: 64, z: 0 })).toEqual({ of: 'to', place: '100000 64 0' })
    expect(at({ type: 'goto', x: 5, z: -3 })).toEqual({ of: 'to', place: '5 -3' })
    expect(at({ type: 'mine', x: 1, y: 2, z: 3 })).toEqual({ of: 'at', place: '1 2 3' })
    expect(at({ type: 'mine' })).toBeUndefined()
  })
})

describe('steps of one block each', () => {
  const steps = names.map((n) => step(n))
  const folded = { ...round(1, steps), plan: { steps, folds: [{ first: 1, count: 6, text: 'Mine 6 blocks' }] } }
  const shown = (over: Partial<Talk>, all = false) => planRows(talk({ rounds: [folded], ...over }), all).map((r) => (r.kind === 'step' ? r.step.text : r.kind === 'fold' ? (r.text ?? `${r.steps.length} folded`) : 'replan'))
  it('are one line', () => {
    expect(planLines(folded.plan).map((l) => [l.first, l.text, l.steps.length])).toEqual([[0, 'oak log', 1], [1, 'Mine 6 blocks', 6]])
    expect(shown({})).toEqual(['oak log', 'Mine 6 blocks'])
    expect(shown({ actions: [action(1, 0, steps[0]!, done)] })).toEqual(['oak log', 'Mine 6 blocks'])
  })
  it('are shown one by one when opened, and from the one at work on', () => {
    expect(shown({}, true)).toEqual(names)
    expect(shown({ actions: [action(1, 0, steps[0]!, done), action(2, 1, steps[1]!)] })).toEqual(names)
  })
  it('count as so many steps', () => {
    expect(planCounts(talk({ rounds: [folded] }), 1, 0).of).toBe(7)
  })
})

describe('signs', () => {
  it('marks the first open part as the one at work', () => {
    const t = task({ clauses: [clause(1, true), clause(2, false), clause(3, false)] })
    expect(t.clauses.map((c) => clauseSign(t, c))).toEqual(['ok', 'run', 'todo'])
  })
  it('never shows an unproven part as proven', () => {
    for (const state of ['complete', 'unverified', 'error', 'stopped', 'running', 'queued'] as const) {
      const t = task({ state, clauses: [clause(1, false)] })
      expect(clauseSign(t, t.clauses[0]!)).not.toBe('ok')
    }
  })
  it("shows what is known by the body's word only as not checked, and counts it apart", () => {
    const t = task({ state: 'complete', clauses: [clause(1, true), clause(2, true, { grade: 'told' }), clause(3, true, { grade: 'none' })] })
    expect(t.clauses.map((c) => clauseSign(t, c))).toEqual(['ok', 'unsure', 'unsure'])
    expect([provenOf(t), toldOf(t)]).toEqual([1, 1]) // of the third nothing is known
  })
  it('says that all is proven only when it is', () => {
    const words = (seen: number, told: number, all: number) => provenWords(seen, told, all, '0:12')
    expect([words(3, 0, 3), words(1, 0, 1), words(2, 1, 3), words(0, 1, 1), words(0, 2, 2), words(1, 0, 3), words(0, 0, 2)]).toEqual([
      'All 3 parts proven in 0:12', 'Proven in 0:12', "2 of 3 parts proven, 1 known only by the body's word, 0:12", "Known only by the body's word, 0:12",
      "2 of 2 parts known only by the body's word, 0:12", '1 of 3 parts proven, 0:12', '0 of 2 parts proven, 0:12',
    ])
  })
  it('tells what failed from what was not tried', () => {
    const t = task({ state: 'error', clauses: [clause(1, false), clause(2, false)] })
    expect(t.clauses.map((c) => clauseSign(t, c))).toEqual(['bad', 'skip'])
  })
  it('gives every state of a task its own sign', () => {
    expect((['complete', 'unverified', 'error', 'stopped', 'running', 'awaiting_approval', 'queued'] as const).map((state) => taskSign(task({ state })))).toEqual(['ok', 'unsure', 'bad', 'stop', 'run', 'wait', 'todo'])
  })
})

describe('rows of a plan', () => {
  const steps = names.map((n) => step(n))

  it('folds what is long done and keeps the last two steps and the current one', () => {
    const actions = steps.slice(0, 6).map((s, i) => action(i + 1, i, s, i < 5 ? done : {}))
    const rows = planRows(talk({ rounds: [round(1, steps)], actions }))
    expect(rows.map((r) => (r.kind === 'fold' ? `${r.steps.length} folded` : r.kind === 'step' ? `${r.sign} ${r.step.text}` : r.kind))).toEqual([
      '3 folded', 'ok crafting table', 'ok wooden pickaxe', 'run stone', 'todo furnace',
    ])
  })
  it('shows a failed step and why the plan changed', () => {
    const actions = [action(1, 0, steps[0]!, { ended: '2026-01-01T00:00:02Z', end: 'reported', verdict: 'failed', failure: { message: 'no path', code: 'no_path' } }), action(2, 0, steps[1]!, { round: 2 })]
    const rows = planRows(talk({ rounds: [round(1, [steps[0]!]), round(2, [steps[1]!], 'lava in the way')], actions }))
    expect(rows.map((r) => (r.kind === 'replan' ? r.why : r.kind === 'step' ? r.sign : ''))).toEqual(['bad', 'lava in the way', 'run'])
  })
  it('folds the far end of a long plan, however long', () => {
    const long = Array.from({ length: 500 }, (_, i) => step(`thing ${i}`))
    const rows = planRows(talk({ rounds: [round(1, long)], actions: [action(1, 0, long[0]!)] }))
    expect(rows.length).toBeLessThan(12)
    expect(rows.at(-1)).toMatchObject({ kind: 'fold', key: 'later' })
    expect(planRows(talk({ rounds: [round(1, long)], actions: [action(1, 0, long[0]!)] }), true)).toHaveLength(500)
  })
  it('shows what a stop left as not tried', () => {
    const rows = planRows(talk({ task: task({ state: 'stopped' }), rounds: [round(1, steps.slice(0, 2))], actions: [action(1, 0, steps[0]!, { ended: '2026-01-01T00:00:02Z', end: 'caller', verdict: 'skipped' })] }))
    expect(rows.map((r) => r.kind === 'step' && r.sign)).toEqual(['skip', 'skip'])
  })
  it('counts what is done and what is left at the speed of the world', () => {
    const actions = [action(1, 0, steps[0]!, done)]
    const t = talk({ rounds: [round(1, steps)], actions })
    expect(planCounts(t, 8, 0)).toMatchObject({ done: 1, of: 7, changes: 0, left: 6000 })
  })
  it('names folded steps once each', () => expect(foldedNames([step('oak log'), step('oak log'), step('stick')])).toBe('oak log, stick'))
})

describe('progress', () => {
  const s = step('stone')
  it('believes the body, else the expected time, and never says finished', () => {
    const a = action(1, 0, s)
    const at = Date.parse(a.started)
    expect(actionFraction(talk({ progress: { fraction: 0.25 } }), a, 1, at)).toBe(0.25)
    expect(actionFraction(talk(), a, 8, at + 500)).toBe(0.5)
    expect(actionFraction(talk(), a, 8, at + 90_000)).toBe(0.95)
    expect(actionFraction(talk(), action(1, 0, step('x', { seconds: 0 })), 8, at)).toBeUndefined()
  })
})

describe('words', () => {
  it('offers ten more of the one thing that a goal was about', () => {
    expect(tenMore(task({ clauses: [clause(1, true, { items: ['minecraft:oak_log'] })] }))).toBe('get 10 more oak logs')
    expect(tenMore(task({ clauses: [clause(1, true), clause(2, true)] }))).toBeUndefined()
  })
  it('reports what was proven and what was not', () => {
    const t = task({ state: 'error', reason: 'No ore.', clauses: [clause(1, true, { evidence: 'seen in slot 0' }), clause(2, false, { have: 1, want: 3 })] })
    expect(provenOf(t)).toBe(1)
    const changes = { told: true, cells: 5, dug: { oak_log: 4 }, outcome: { restored: 2 } }
    expect(report({ ...talk({ task: t }), changes })).toContain('Dug 4 oak logs.\nOf the places that were changed: 2 as before.')
    expect(report(talk({ task: t }))).toContain('[x] part 1: seen in slot 0\n[ ] part 2 (1 of 3)')
  })
})

describe('many parts', () => {
  it('shows those around the first that is open', () => {
    const parts = (n: number, met: number) => Array.from({ length: n }, (_, i) => clause(i + 1, i < met))
    expect(few(parts(13, 0)).length).toBe(13)
    expect(few(parts(500, 100)).map((c) => c.id)).toEqual(Array.from({ length: 12 }, (_, i) => 99 + i))
    expect(few(parts(500, 500)).at(-1)?.id).toBe(500)
    expect(few(parts(500, 0))[0]?.id).toBe(1)
  })
  it('names what is missing, and the goal that asks for it', () => {
    const t = (have: number, want: number, verb = 'get') => task({ state: 'error', clauses: [clause(1, false, { verb, have, want, items: ['minecraft:diamond'] })] })
    expect(missingOf(t(1, 3))).toEqual({ text: '2 diamonds', goal: 'get 2 more diamonds' })
    expect(missingOf(t(0, 1))).toEqual({ text: '1 diamond', goal: 'get 1 diamond' })
    expect(missingOf(t(0, 4, 'give'))).toBeUndefined() // they are held
    expect(missingOf(task({ clauses: [clause(1, true)] }))).toBeUndefined()
  })
})

describe('the place of a task', () => {
  const there = (x: number) => ({ x, y: 64, z: -x })
  it('is that of its last action that tells one', () => {
    const press = action(3, 2, step('Press the button', { action: { type: 'interact', ...there(30) } }), { from: there(9) })
    const put = action(2, 1, step('Place a torch'), { at: there(20), from: there(9) })
    const said = action(1, 0, step('Say hello'), { from: there(9) })
    expect([placeOf([said, put, press]), placeOf([said, put]), placeOf([said]), placeOf([put, action(3, 2, step('Wait'))])]).toEqual([30, 20, 9, 20].map((x) => ({ x, z: -x })))
    expect([placeOf([]), placeOf([action(1, 0, step('Wait'))])]).toEqual([undefined, undefined])
  })
})
