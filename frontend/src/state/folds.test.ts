// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Body, Event, Snapshot, Task } from '../lib/gen/api'
import { activityFold, lineOf, LINES } from './activity'
import { playersFold } from './players'
import { talksFold, talksOf, waitsBehind, withRecord, withTasks, type Talks } from './talks'

let seq = 0
type Payload = Event extends infer E ? (E extends Event ? Omit<E, 'type' | 'epoch' | 'seq' | 'at' | 'body'> : never) : never
const event = (payload: Payload, body = 'a'): Event => ({ type: 'event', epoch: 'e', seq: ++seq, at: '2026-01-01T00:00:00Z', body, ...payload }) as Event
const body = (id: string, state: Body['link']['state'] = 'connected'): Body => ({ id, name: id, protocol: 2, actions: [], link: { state, since: '' } })
const task = (id: string, over: Partial<Task> = {}): Task => ({
  id, body: 'a', goal: id, title: id, policy: 'replan', approve: false, state: 'running', class: 'processing', verified: false, since: '', created: '', activeMs: 0,
  round: 1, step: 0, of: 0, revision: 0, clauses: [{ id: 1, text: 'c', grade: 'seen', met: false, have: 0, want: 1, proofs: [] }], sent: 0, failed: 0, deaths: 0, ...over,
})
const empty: Talks = new Map()
const snapshot = (over: Partial<Snapshot['players'][0]> = {}): Snapshot => ({ epoch: 'e', seq: 1, commands: [], helpers: [], talk: [], players: [{ body: body('a'), queue: [], parked: [], commands: [], ...over }], practice: { offered: true, running: false, speed: 1, seconds: 0 }, settings: {} })

describe('players', () => {
  it('come and go with their bodies', () => {
    let list = playersFold.events([], [event({ kind: 'body', info: body('a') }), event({ kind: 'body', info: body('b') }, 'b')])
    expect(list.map((p) => p.body.id)).toEqual(['a', 'b'])
    list = playersFold.events(list, [event({ kind: 'body', info: body('a', 'gone') })])
    expect(list.map((p) => p.body.link.state)).toEqual(['gone', 'connected']) // who shows it decides by its tasks
  })
  it('keep a trail of where they were, and begin a new one after a leap', () => {
    const at = (x: number) => event({ kind: 'state', state: { at: '', position: { x, y: 64, z: 0 } } })
    let list = playersFold.snapshot(snapshot(), [])
    list = playersFold.events(list, [at(0), at(0.2), at(5)])
    expect(list[0]!.trail.map((p) => p.x)).toEqual([0, 5])
    expect(playersFold.events(list, [at(5000)])[0]!.trail).toHaveLength(1)
  })

  it('begin a new trail in another world and behind a portal, and never by a report without a world', () => {
    const at = (x: number, world?: string, dimension = 'overworld') =>
      event({ kind: 'state', state: { at: '', position: { x, y: 64, z: 0 }, dimension, ...(world ? { world: { id: world, present: true } } : {}) } })
    let list = playersFold.events(playersFold.snapshot(snapshot(), []), [at(0, 'one'), at(5, 'one')])
    const trail = () => list[0]!.trail.map((p) => p.x)
    list = playersFold.events(list, [at(8)])
    expect(trail()).toEqual([0, 5, 8])
    list = playersFold.events(list, [at(10, 'two')])
    expect(trail()).toEqual([10])
    list = playersFold.events(list, [at(12, 'two', 'the_nether')])
    expect(trail()).toEqual([12])
    list = playersFold.snapshot(snapshot({ state: { at: '', position: { x: 14, y: 64, z: 0 }, world: { id: 'three', present: true } } }), list)
    expect(trail()).toEqual([14])
  })
  it('stay the same value when nothing of theirs changed', () => {
    const list = playersFold.snapshot(snapshot(), [])
    expect(playersFold.events(list, [event({ kind: 'notice', notice: { message: 'x' } })])).toBe(list)
  })
})

describe('talks', () => {
  it('follow a task from its words to its verdict', () => {
    const t = talksFold.events(empty, [
      event({ kind: 'task', taskId: '1', task: task('1', { state: 'planning' }) }),
      event({ kind: 'round', taskId: '1', round: { task: '1', round: 1, revision: 1, at: '', plan: { steps: [] } } }),
      event({ kind: 'round', taskId: '1', round: { task: '1', round: 1, revision: 2, at: '', plan: { steps: [] } } }),
      event({ kind: 'action', taskId: '1', action: { task: '1', seq: 1, round: 1, index: 0, step: { text: 's', action: { type: 'mine' }, source: 'built-in' }, started: 's' } }),
      event({ kind: 'action', taskId: '1', action: { task: '1', seq: 1, round: 1, index: 0, step: { text: 's', action: { type: 'mine' }, source: 'built-in' }, started: 's', ended: 'e' } }),
      event({ kind: 'clause', taskId: '1', clause: { id: 1, text: 'c', grade: 'seen', met: true, have: 1, want: 1, proofs: [] } }),
    ]).get('1')!
    expect([t.rounds.length, t.rounds[0]!.revision, t.actions.length, t.actions[0]!.ended, t.task.clauses[0]!.met, t.whole]).toEqual([1, 2, 1, 'e', true, true])
  })
  it('never change a value that was shown before', () => {
    const before = talksFold.events(empty, [event({ kind: 'task', taskId: '1', task: task('1') })])
    const shown = before.get('1')!
    talksFold.events(before, [event({ kind: 'action', taskId: '1', action: { task: '1', seq: 1, round: 1, index: 0, step: { text: 's', action: { type: 'mine' }, source: 'built-in' }, started: 's' } })])
    expect(shown.actions).toHaveLength(0)
  })
  it('take a snapshot after a restart and know that steps are missing', () => {
    const t = talksFold.snapshot(snapshot({ current: task('2') }), withTasks(empty, [task('1', { state: 'complete' })]))
    expect([...t.keys()].sort()).toEqual(['1', '2'])
    expect(t.get('2')!.whole).toBe(false)
    expect(withRecord(t, { task: task('2'), moves: [], rounds: [], actions: [], samples: [] }).get('2')!.whole).toBe(true)
  })
  it('belong to their bodies, oldest first', () => {
    const t = withTasks(empty, [task('3'), task('1'), task('2', { body: 'b' })])
    expect(talksOf(t, 'a').map((x) => x.task.id)).toEqual(['1', '3'])
  })
  it('offer to go on with what is held where the last of them ended before it', () => {
    const at = (s: number) => `2026-01-01T00:00:0${s}Z`
    const over = (id: string, s: number) => task(id, { state: 'stopped', created: at(0), started: at(0), ended: at(s) })
    const held = (id: string, s: number) => task(id, { state: 'queued', held: true, created: at(s) })
    const last = (...tasks: Task[]) => waitsBehind(talksOf(withTasks(empty, tasks), 'a'))?.id
    expect(last(over('1', 1), over('2', 3), held('3', 2))).toBe('2')
    expect(last(over('1', 1), held('2', 1), over('3', 5), held('4', 2))).toBe('3')
    expect(last(over('1', 1), held('2', 2)), 'given after it had ended').toBeUndefined()
    expect(last(over('1', 3), held('2', 2), task('3', { state: 'stopped', created: at(2), ended: at(4) })), 'let go of before it began').toBe('1')
    expect(last(over('1', 3), task('2', { state: 'queued', created: at(2) })), 'nothing is held').toBeUndefined()
  })
})

describe('activity', () => {
  it('says a failure with its code, and a proof with its evidence', () => {
    const step = { text: 'Mine 3 diamond ore', action: { type: 'mine' as const }, source: 'built-in' as const }
    expect(lineOf(event({ kind: 'action', taskId: '1', action: { task: '1', seq: 1, round: 1, index: 0, step, started: '', ended: 'x', verdict: 'failed', failure: { message: 'lava', code: 'no_path' } } }))).toMatchObject({ text: 'Mine 3 diamond ore failed: lava (no_path)', tone: 'warn' })
    expect(lineOf(event({ kind: 'clause', taskId: '1', clause: { id: 1, text: '3 diamonds held', grade: 'seen', met: true, have: 3, want: 3, evidence: 'slot 4', proofs: [] } }))?.text).toBe('proven: 3 diamonds held (slot 4)')
  })
  it("does not call the body's word a proof", () => {
    const line = lineOf(event({ kind: 'clause', taskId: '1', clause: { id: 1, text: 'a button pressed', grade: 'told', met: true, have: 1, want: 1, proofs: [] } }))
    expect(line).toMatchObject({ text: "by the body's word: a button pressed", tone: 'unsure' })
  })
  it('takes what a player said itself for a line of the chat', () => {
    const step = { text: 'Say "hello"', action: { type: 'chat' as const, message: 'hello' }, source: 'user' as const }
    const said = { task: '1', seq: 1, round: 1, index: 0, step, started: '' } as const
    expect(lineOf(event({ kind: 'action', taskId: '1', action: { ...said, ended: 'x', verdict: 'claimed' } }))?.kind).toBe('chat')
    expect(lineOf(event({ kind: 'action', taskId: '1', action: said }))?.kind).toBe('action')
  })
  it("tells a mod's own log", () => {
    expect(lineOf(event({ kind: 'log', log: { message: 'Started mining diamond_ore' } }))).toMatchObject({ text: 'Started mining diamond_ore', tone: 'plain' })
  })
  it('says how a run of missions ended, and nothing of its steps', () => {
    const run = { run: '1', sets: ['bench/tier-wood'], began: '', of: 6, done: 6, passed: 5, failed: 1, running: false }
    expect(lineOf(event({ kind: 'missions', missions: run }))).toMatchObject({ text: 'Missions bench/tier-wood over: 6 of 6 played, 5 passed, 1 failed.', tone: 'warn' })
    expect(lineOf(event({ kind: 'missions', missions: { ...run, done: 2, passed: 2, failed: 0 } }))?.text).toContain('broken off: 2 of 6')
    expect(lineOf(event({ kind: 'missions', missions: { ...run, running: true } }))).toBeUndefined()
  })
  it('forgets the oldest lines beyond its bound', () => {
    let a = { lines: [], dropped: 0, version: 0 } as Parameters<typeof activityFold.events>[0]
    const batch = Array.from({ length: 5000 }, () => event({ kind: 'notice', notice: { message: 'x' } }))
    for (let i = 0; i < 23; i++) a = activityFold.events(a, batch)
    expect(a.lines.length).toBeLessThanOrEqual(LINES * 1.1)
    expect(a.lines.length + a.dropped).toBe(115_000)
  })
})
