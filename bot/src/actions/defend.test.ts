// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Vec3 } from '../lib.ts'
import { Clock, backOff } from './defend.ts'

test('a guard steps back within its radius, away from the foes and not past them', () => {
  const middle = new Vec3(0.5, 64, 0.5)
  for (const foes of [[new Vec3(6, 64, 0.5)], [new Vec3(3, 64, 0.5), new Vec3(2, 64, 4)], [new Vec3(0.5, 64, -2)]]) {
    const to = backOff(middle, 8, middle, foes)
    assert.ok(to.distanceTo(middle) <= 8)
    for (const f of foes) {
      assert.ok(to.distanceTo(f) > middle.distanceTo(f), `${to.toString()} is no farther from ${f.toString()}`)
      assert.ok(to.plus(middle).scaled(0.5).distanceTo(f) > middle.distanceTo(f), `the way to ${to.toString()} leads past ${f.toString()}`)
    }
  }
})

test('a night that is slept through passes, a clock that stands or is put back does not stop the guard', () => {
  const of = (...times: number[]): number => {
    const clock = new Clock(times[0] ?? 0, 0)
    return times.reduce((_, time, i) => clock.passed(time, i * 1000), 0)
  }
  assert.equal(of(13_000, 13_020, 13_040), 2)
  assert.equal(of(13_000, 18_000, 0), 550, 'slept through')
  assert.equal(of(13_000, 13_000, 13_000, 13_000), 3, 'a clock that stands')
  assert.equal(of(13_000, 12_000, 12_020), 2, 'put back')
})
