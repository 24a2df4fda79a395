// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import type { Terrain } from '../lib/gen/api'
import { frameOf, isHigh, landOf, tilesOf } from './terrain'

const way = (...at: [number, number][]) => at.map(([x, z]) => ({ x, y: 64, z }))

describe('the land of a way', () => {
  for (const [name, trail] of Object.entries({ short: way([0, 0], [12, 3]), wide: way([0, 0], [300, 20]), deep: way([0, 0], [60, 110], [80, 90]) })) {
    it(`fills the picture of a ${name} one from side to side`, () => {
      const [width, height] = [648, isHigh(trail, 648, 120) ? 192 : 120]
      const frame = frameOf(trail, width, height)
      const tiles = tilesOf(frame, width, height)
      const half = width / 2 / frame.scale
      let east = frame.centre.x - half - 1
      for (const t of tiles) {
        expect(t.radius).toBeLessThanOrEqual(96)
        expect(t.x - t.radius).toBeLessThanOrEqual(east + 1)
        expect(t.radius).toBeGreaterThanOrEqual(height / 2 / frame.scale)
        east = t.x + t.radius
      }
      expect(east).toBeGreaterThanOrEqual(frame.centre.x + half - 1)
    })
  }
  it('is higher where the way goes far north and south', () => {
    expect([isHigh(way([0, 0], [300, 20]), 648, 120), isHigh(way([0, 0], [60, 110]), 648, 120)]).toEqual([false, true])
  })
  it('is what can be fetched of it', async () => {
    const trail = way([0, 0], [300, 20])
    const frame = frameOf(trail, 648, 120)
    const [first, ...rest] = tilesOf(frame, 648, 120)
    expect(rest.length).toBeGreaterThan(0)
    const got = await landOf(frame, 648, 120, async (x, z, radius) => {
      if (x === first!.x) throw new Error('nobody answers')
      return { x: x - radius, z: z - radius } as Terrain
    })
    expect(got).toEqual(rest.map((t) => ({ x: t.x - t.radius, z: t.z - t.radius })))
  })
})
