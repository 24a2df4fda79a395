// SPDX-License-Identifier: MIT

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SYMBOLS } from './symbols'
import { pictureOf, tileOf } from './tiles'

const tables = join(import.meta.dirname, '../../../game/data/tables')

/** Every item of a release, from a table that the Go side embeds. */
function itemsOf(file: string): string[] {
  const table = JSON.parse(gunzipSync(readFileSync(join(tables, file))).toString()) as { i: { n: string }[] }
  return table.i.map((i) => i.n)
}

describe('tiles', () => {
  for (const file of readdirSync(tables).filter((f) => /^\d.*\.json\.gz$/.test(f))) {
    it(`draws every item of ${file.replace('.json.gz', '')}`, () => {
      const items = itemsOf(file)
      expect(items.length).toBeGreaterThan(850)
      expect(items.filter((name) => name !== 'air' && !tileOf(name).shape)).toEqual([])
    })
  }

  it('keeps every symbol within 12 by 12 squares', () => {
    for (const [name, art] of Object.entries(SYMBOLS)) {
      const rows = art.split('/')
      expect(rows.length, name).toBeLessThanOrEqual(12)
      expect(Math.max(...rows.map((r) => r.length)), name).toBeLessThanOrEqual(12)
    }
  })

  it('tells the things of one class apart by colour', () => {
    for (const pair of [['iron_pickaxe', 'diamond_pickaxe'], ['oak_log', 'birch_log'], ['coal_ore', 'iron_ore'], ['raw_iron', 'coal'], ['white_wool', 'red_wool']]) {
      expect(pictureOf(pair[0]!)).not.toBe(pictureOf(pair[1]!))
    }
  })

  it('takes names with a namespace and names that it never heard of', () => {
    expect(pictureOf('minecraft:stick')).toBe(pictureOf('stick'))
    expect(decodeURIComponent(pictureOf('aether:zanite_gizmo'))).toContain('>ZG<')
    expect(decodeURIComponent(pictureOf('x:<script>'))).not.toContain('<script')
  })
})
