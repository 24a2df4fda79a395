// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cellsOf } from './grid.ts'

const item = (id: number): { id: number; metadata: null; count: number } => ({ id, metadata: null, count: 1 })

it('lays a shape in the rows of the grid', () => {
  const shape = { inShape: [[item(5), item(5)], [item(-1), item(7)]], ingredients: null } as never
  assert.deepEqual(cellsOf(shape, 3), [[1, 5], [2, 5], [5, 7]])
  assert.deepEqual(cellsOf(shape, 2), [[1, 5], [2, 5], [4, 7]])
})

it('lays what has no shape into the cells that are free', () => {
  assert.deepEqual(cellsOf({ inShape: null, ingredients: [item(3), item(3)] } as never, 2), [[1, 3], [2, 3]])
  assert.deepEqual(cellsOf({ inShape: [[item(4)]], ingredients: [item(3)] } as never, 2), [[1, 4], [2, 3]])
})
