// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Vec3 } from './lib.ts'
import { Memory } from './search.ts'
import { Surroundings } from './state.ts'

test('what is around is looked at anew after a while, and sooner by who has come far', () => {
  const STONE = 1
  const bot = {
    version: '1.21.4', registry: { blocksArray: [{ name: 'stone', minStateId: STONE, maxStateId: STONE }] }, entities: {}, game: { dimension: 'overworld' },
    entity: { position: new Vec3(0.5, 64, 0.5) },
    world: { getColumn: () => ({ getBlockStateId: (p: { y: number }) => (p.y === 63 ? STONE : 0) }) },
  }
  const around = new Surroundings(new Memory())
  const nearest = (now: number): number => around.look(bot as never, now).blocks[0]?.x ?? NaN
  assert.ok(Math.abs(nearest(10_000)) <= 1)
  bot.entity.position = new Vec3(3.5, 64, 0.5)
  assert.ok(nearest(11_000) <= 1, 'a few steps wait for the next look')
  assert.ok(nearest(13_000) >= 2)
  bot.entity.position = new Vec3(20.5, 64, 0.5)
  assert.ok(nearest(13_200) <= 5, 'not at every step')
  assert.ok(nearest(13_600) >= 19, 'who came far looks round sooner')
  bot.entity.position = new Vec3(21.5, 64, 0.5)
  around.forget()
  assert.ok(nearest(13_700) >= 20, 'after an action at once')
})
