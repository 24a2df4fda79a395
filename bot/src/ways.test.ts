// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTIONS } from './actions/index.ts'
import { ActionError } from './errors.ts'
import type { Code } from './errors.ts'
import type { Job } from './job.ts'
import { carryOut, wayless } from './ways.ts'
import type { Kind, Way } from './ways.ts'

test('every kind has a second way, or says why it has none', () => {
  assert.deepEqual(wayless(ACTIONS), [])
  assert.deepEqual(wayless([...ACTIONS, ['juggle', { run: () => Promise.resolve({}) }]]), ['juggle'])
  for (const [name, k] of ACTIONS) {
    assert.ok(!k.only || !k.within && !k.ways, `${name} has a way and says that there is none`)
    const said = (k.ways ?? []).map(w => w.said)
    assert.equal(new Set(said).size, said.length, `${name} has a way twice`)
  }
})

const job = (aborted = false): Job => ({ check: () => { if (aborted) throw new ActionError('interrupted', 'stopped') }, progress: () => undefined }) as unknown as Job
const way = (said: string, after: Code[], take: () => boolean | Promise<boolean> = () => true): Way => ({ said, after, take: () => Promise.resolve(take()) })
/** A kind that fails with these, one a try, and then works. */
const failing = (faults: ActionError[], ...ways: Way[]): { kind: Kind; tries: () => number } => {
  let n = 0
  return { kind: { run: () => { const err = faults[n++]; return err ? Promise.reject(err) : Promise.resolve({ broken: n }) }, ways }, tries: () => n }
}

test('a way is tried after the failures that it is for, once and in order', async () => {
  const shut = new ActionError('timeout', 'it did not open')
  const { kind, tries } = failing([shut, new ActionError('no_path', 'no way there')], way('from the moon', ['no_path']), way('at another table', ['timeout']), way('up first', ['no_path']))
  assert.deepEqual(await carryOut(job(), kind), { broken: 3 })
  assert.equal(tries(), 3)
})

test('the failure names what was tried, with the code of the first', async () => {
  const { kind, tries } = failing(
    [new ActionError('denied', 'the server makes no stick'), new ActionError('timeout', 'it did not open'), new ActionError('internal', 'gone')],
    way('at a table', ['denied']), way('nowhere', ['timeout'], () => false), way('after joining again', ['timeout']), way('at another table', ['timeout']))
  await assert.rejects(carryOut(job(), kind), (err: ActionError) => {
    assert.equal(err.code, 'denied')
    assert.equal(err.message, 'the server makes no stick; also tried at a table, after joining again')
    return true
  })
  assert.equal(tries(), 3)
})

test('a way that fails itself ends nothing, and a stop does', async () => {
  const { kind } = failing([new ActionError('timeout', 'shut')], way('broken', ['timeout'], () => { throw new ActionError('no_path', 'no way') }), way('up', ['no_path']))
  assert.deepEqual(await carryOut(job(), kind), { broken: 2 })
  const stopped = failing([new ActionError('timeout', 'shut')], way('up', ['timeout']))
  await assert.rejects(carryOut(job(true), stopped.kind), { code: 'interrupted' })
  assert.equal(stopped.tries(), 1)
})
