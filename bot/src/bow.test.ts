// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { aim } from './bow.ts'

it('aims higher at what is farther off, and lower at what lies below', () => {
  const near = aim(8, 0)
  const far = aim(22, 0)
  const below = aim(8, -4)
  assert.ok(near !== null && far !== null && below !== null)
  assert.ok(near > 0 && far > near && below < -0.3, `${near} ${far} ${below}`)
})

it('says what no arrow reaches', () => {
  assert.equal(aim(20, 60), null)
})
