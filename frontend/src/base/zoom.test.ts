// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import { zoomed } from './zoom'

it('makes text larger and smaller within what the page holds, and as it was', () => {
  expect([zoomed('+', 100), zoomed('=', 195), zoomed('-', 100), zoomed('-', 80), zoomed('0', 170), zoomed('k', 100)]).toEqual([110, 200, 90, 80, 100, undefined])
})
