// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveWay } from './footwork.ts'
import { Vec3 } from './lib.ts'

const me = new Vec3(0.5, 64, 0.5)
const anywhere = (): boolean => true

test('who gives way gets away from each foe, also from two sides', () => {
  for (const foes of [[new Vec3(2, 64, 0.5)], [new Vec3(2, 64, 0.5), new Vec3(-1, 64, 0.5)]]) {
    const d = giveWay(me, foes, anywhere)
    assert.ok(d)
    const to = me.offset(2 * d.x, 0, 2 * d.z)
    for (const f of foes) assert.ok(to.distanceTo(f) > me.distanceTo(f), `${to.toString()} is no farther from ${f.toString()}`)
  }
})

test('who gives way goes only where it fits, and stays where nothing is better', () => {
  const d = giveWay(me, [new Vec3(2, 64, 0.5)], to => to.x > 0)
  assert.ok(d && me.x + 2 * d.x > 0)
  assert.equal(giveWay(me, [new Vec3(2, 64, 0.5)], () => false), null)
})
