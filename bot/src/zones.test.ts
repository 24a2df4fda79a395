// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ActionError } from './errors.ts'
import { Kept } from './zones.ts'

const mill = { name: 'old mill', x: 100, y: 64, z: -20, dimension: 'overworld', radius: 24 }

test('DoNoHarm: a protected place holds what is within its radius', () => {
  const kept = new Kept([mill], [])
  assert.ok(kept.any)
  assert.equal(kept.at('overworld', { x: 124, y: 64, z: -20 })?.name, 'old mill')
  assert.equal(kept.at('overworld', { x: 125, y: 64, z: -20 }), null)
  assert.equal(kept.at('overworld', { x: 118, y: 82, z: -20 }), null)
  assert.equal(kept.at('overworld', { x: 126, y: 64, z: -20 }, 2)?.name, 'old mill')
  assert.equal(kept.at('the_nether', { x: 100, y: 64, z: -20 }), null)
  assert.throws(() => { kept.check('overworld', mill) }, (e: unknown) => e instanceof ActionError && e.code === 'protected' && e.message.includes('"old mill"'))
  kept.check('overworld', { x: 0, y: 64, z: 0 })
})

test('DoNoHarm: an action whose goal names a place may change it', () => {
  const vault = { ...mill, name: 'vault', x: 300 }
  const kept = new Kept([mill, vault], ['old mill'])
  assert.equal(kept.at('overworld', mill), null)
  assert.equal(kept.at('overworld', vault)?.name, 'vault')
  assert.equal(new Kept([mill], ['old mill']).any, false)
})

test('takes what it looks for in the part of the land that the action keeps to', () => {
  const mill = { name: 'mill', x: 0, y: 64, z: 0, dimension: 'overworld', radius: 2 }
  const kept = new Kept([mill], [], { minX: -10, minZ: -10, maxX: 10, maxZ: 10 })
  assert.equal(kept.fits('overworld', { x: 10, y: 5, z: -10 }), true)
  assert.equal(kept.fits('overworld', { x: 11, y: 64, z: 0 }), false)
  assert.equal(kept.fits('overworld', { x: 1, y: 64, z: 0 }), false)
  assert.equal(kept.at('overworld', { x: 11, y: 64, z: 0 }), null)
  assert.equal(new Kept([], []).fits('overworld', { x: 1e6, y: 64, z: 0 }), true)
})
