// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import type { Film, Step } from '../lib/gen/api'
import { dugIn, foretoldWords, framed, paceOf, sceneAt, worthAFilm } from './film'

/** Ground of grass at 63 from -8 -8 on, on which a wall is begun and a hole is dug. */
const film: Film = {
  frames: [
    { at: 0, x: 0.5, y: 64, z: 0.5, step: 1 },
    { at: 2, x: 1.5, y: 64, z: 0.5, step: 1, changed: [[3, 64, 0, 0], [3, 65, 0, 0]] },
    { at: 4, x: 2.5, y: 64, z: 0.5, step: 2, changed: [[5, 63, 0, 1], [3, 65, 0, 1]] },
    { at: 90, x: 100, y: 64, z: 0.5, step: 3, changed: [[101, 64, 0, 0]] },
  ],
  kinds: ['cobblestone', 'air'],
  land: { x: -8, z: -8, width: 16, depth: 16, heights: Array<number>(256).fill(63), tops: Array<number>(256).fill(0), kinds: ['grass_block'] },
  seconds: 90,
  steps: 3,
  of: 3,
  dug: {},
  placed: {},
  notes: [],
}
const column = (at: number, x: number, z: number) => {
  const { land } = sceneAt(film, at)
  const i = (z - land.z) * land.width + x - land.x
  return `${land.kinds[land.tops[i]!]} ${land.heights[i]}`
}

it('shows the land as it is at a moment, and leaves the first picture as it was', () => {
  expect([column(1, 3, 0), column(2, 3, 0), column(4, 3, 0), column(4, 5, 0)]).toEqual(['grass_block 63', 'cobblestone 65', 'cobblestone 64', 'grass_block 62'])
  expect(sceneAt(film, 3.9).frame.step).toBe(1)
  expect(sceneAt(film, 4).cells.get('5 63 0')?.kind).toBe('air')
  expect(dugIn(sceneAt(film, 4))).toEqual([{ x: 3, z: 0, placed: false }, { x: 5, z: 0, placed: false }])
  expect(column(0, 3, 0)).toBe('grass_block 63')
})

it('has the player and what is changed near it in the picture', () => {
  expect(framed(film, sceneAt(film, 0))).toEqual({ x: 2.75, z: 0.25, wide: 16 })
  expect(framed(film, sceneAt(film, 90)).x).toBe(100.5)
})

it('is worth it for a build and for what takes over five minutes', () => {
  const step = (action: Partial<Step['action']>) => ({ text: '', source: 'built-in', action: { type: 'mine', ...action } }) as Step
  const edits = [{ x: 0, y: 64, z: 0, block: 'air' }]
  expect([worthAFilm([step({})], 299), worthAFilm([step({})], 300), worthAFilm([step({ type: 'build', edits })], 10)]).toEqual([false, true, true])
})

it('sets what was expected beside what became of it', () => {
  const foretold = { least: 160, most: 240, seconds: 200, took: 208, digs: 12, places: 64 }
  const did = { told: true, cells: 77, dug: { dirt: 13 }, placed: { cobblestone: 64 }, foretold }
  expect(foretoldWords(did, 1)).toBe('Expected: 2:40–4:00, 12 blocks dug, 64 blocks placed. It was: 3:28, 13 blocks dug, 64 blocks placed.')
  expect(foretoldWords({ ...did, foretold: { ...foretold, took: undefined } }, 8)).toBe('Expected: 0:20–0:30, 12 blocks dug, 64 blocks placed. It was: 13 blocks dug, 64 blocks placed.')
  expect([foretoldWords({ ...did, foretold: undefined }, 1), foretoldWords({ told: false, cells: 0, foretold }, 1)]).toEqual(['', ''])
})

it('says what a task took in the time of its person, however fast its world is by now', () => {
  const did = { told: true, cells: 0, foretold: { least: 160, most: 480, seconds: 200, took: 192, digs: 0, places: 0 } }
  expect(foretoldWords(did, paceOf({ activeMs: 16_000 }, did, 60))).toBe('Expected: 0:13–0:40. It was: 0:16.')
  expect([paceOf({ activeMs: 16_000 }, { told: true, cells: 0 }, 60), paceOf({ activeMs: 0 }, did, 8)]).toEqual([60, 8])
})
