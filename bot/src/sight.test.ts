// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Vec3 } from './lib.ts'
import type { Bot, Entity } from './lib.ts'
import { sees } from './sight.ts'

const require = createRequire(import.meta.url)
/** The world that a bot has, of the library's own parts. */
const ofLibrary = createRequire(require.resolve('mineflayer'))
const version = '1.21.4'
const Column = (ofLibrary('prismarine-chunk') as (v: string) => new (o: object) => object)(version)
interface Sync { setColumn(x: number, z: number, column: object): void; setBlockStateId(p: object, state: number): void }
const World = (ofLibrary('prismarine-world') as (v: string) => new () => { sync: Bot['world'] & Sync })(version)
const stone = (ofLibrary('minecraft-data') as (v: string) => { blocksByName: { stone: { defaultState: number } } })(version).blocksByName.stone.defaultState

const zombie = (x: number, z: number): Entity => ({ position: new Vec3(x, 64, z), height: 1.95 }) as Entity

function stands(x: number, z: number): Bot {
  const world = new World().sync
  for (const cx of [0, 1]) for (const cz of [0, 1]) world.setColumn(cx, cz, new Column({ minY: -64, worldHeight: 384 }))
  for (const [bx, bz] of [[11, 10], [9, 10], [10, 11], [10, 9]] as const) for (const y of [64, 65]) world.setBlockStateId(new Vec3(bx, y, bz), stone)
  return { entity: { position: new Vec3(x, 64, z) }, world } as unknown as Bot
}

test('between the walls of a shelter nothing is seen, however near the corner the way passes', () => {
  for (const x of [10.3, 10.5, 10.7]) for (const z of [10.35, 10.5, 10.6]) {
    const bot = stands(x, z)
    for (let a = 0; a < 360; a += 0.5) {
      if (x === z && a % 90 === 45) continue // through the very edge of two blocks
      const r = a * Math.PI / 180
      assert.equal(sees(bot, zombie(x + 8 * Math.cos(r), z + 8 * Math.sin(r))), false, `from ${x} ${z} at ${a} degrees`)
    }
  }
})

test('over the walls, and where none is, it is seen', () => {
  const bot = stands(10.5, 10.5)
  assert.equal(sees(bot, { position: new Vec3(12.5, 70, 10.5), height: 1.95 } as Entity), true)
  assert.equal(sees(bot, zombie(10.5, 10.5)), true)
})
