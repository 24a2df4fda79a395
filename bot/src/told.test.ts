// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mock, test } from 'node:test'
import { Vec3 } from './lib.ts'
import type { Bot, Vec } from './lib.ts'
import { runs, survey } from './survey.ts'
import { Told } from './told.ts'

/** A game of a few blocks: what is written goes nowhere, and what the server says is said by `stands`. */
class FakeGame extends EventEmitter {
  readonly world = {
    raycast: (from: Vec, way: Vec, far: number): { position: Vec } | null => {
      for (let d = 0; d <= far; d += 0.01) {
        const at = from.plus(way.scaled(d)).floored()
        if (this.block(at.x, at.y, at.z)['name'] !== 'air') return { position: at }
      }
      return null
    },
    getColumn: (x: number) => (x > 0 ? null : { getBlockStateId: (p: { y: number }) => (p.y < 64 ? 1 : 0), getBlockLight: () => 7 }),
  }
  readonly game = { dimension: 'overworld', minY: -64, height: 384 }
  readonly entity = { position: new Vec3(0.5, 64, 0.5), yaw: 0, pitch: 0 }
  heldItem = { name: 'dirt' }
  readonly registry = { blocksByName: { dirt: {}, red_bed: {}, cobblestone: {}, torch: {} } }
  readonly blocks = new Map<string, string>()
  mining = false
  building = false
  readonly pathfinder = { isMining: () => this.mining, isBuilding: () => this.building }
  readonly _client = { write: (_name: string, _params: Record<string, unknown>): void => undefined }

  private block(x: number, y: number, z: number): Record<string, unknown> {
    const name = this.blocks.get(`${x} ${y} ${z}`) ?? (y < 64 ? 'stone' : 'air')
    return { name, type: name, position: new Vec3(x, y, z), getProperties: () => (name === 'oak_log' ? { axis: 'y' } : {}) }
  }

  blockAt(p: { x: number; y: number; z: number }): Record<string, unknown> { return this.block(p.x, p.y, p.z) }

  /** The server says what stands in a cell. */
  stands(x: number, y: number, z: number, name: string): void {
    const old = this.block(x, y, z)
    this.blocks.set(`${x} ${y} ${z}`, name)
    this.emit('blockUpdate', old, this.block(x, y, z))
  }

  dig(x: number, y: number, z: number, parts = [0, 2]): void { for (const status of parts) this._client.write('block_dig', { status, location: { x, y, z } }) }
  place(x: number, y: number, z: number, name = 'dirt'): void {
    this.heldItem = { name }
    this._client.write('block_place', { location: { x, y: y - 1, z }, direction: 1 })
  }
}

function watched(): { game: FakeGame; told: Told; list: () => string[]; set: (action: string | undefined, reflex?: boolean) => void } {
  const game = new FakeGame()
  const told = new Told()
  let doing: { action: string | undefined; reflex: boolean } = { action: 'A', reflex: false }
  told.doing = () => doing
  told.attach(game as unknown as Bot)
  return {
    game, told, set: (action, reflex = false) => { doing = { action, reflex } },
    list: () => told.frame().map(c => `${c.n} ${c.x},${c.y},${c.z} ${c.from}>${c.to} ${c.why}${c.action === undefined ? '' : ` ${c.action}`}`),
  }
}

test('what is dug and placed is told with its cause', async () => {
  const { game, told, list, set } = watched()
  game.blocks.set('1 64 0', 'oak_log')
  game.dig(1, 64, 0)
  game.stands(1, 64, 0, 'air')
  game.mining = true
  game.dig(2, 63, 0)
  game.stands(2, 63, 0, 'air')
  game.mining = false
  game.building = true
  game.place(3, 64, 0)
  game.stands(3, 64, 0, 'dirt')
  game.building = false
  await told.as('way', async () => { game.place(4, 64, 0); await Promise.resolve() })
  game.stands(4, 64, 0, 'dirt')
  set(undefined, true)
  game.place(5, 64, 0, 'cobblestone')
  game.stands(5, 64, 0, 'cobblestone')
  assert.deepEqual(list(), [
    '1 1,64,0 oak_log[axis=y]>air goal A', '2 2,63,0 stone>air way A', '3 3,64,0 air>dirt scaffold A', '4 4,64,0 air>dirt way A', '5 5,64,0 air>cobblestone reflex',
  ])
})

test('what others change, what flows and what falls is not told', () => {
  const { game, list } = watched()
  game.stands(9, 64, 9, 'tnt')
  game.dig(1, 63, 0)
  game.stands(1, 63, 0, 'air')
  game.stands(1, 63, 0, 'water')
  game.stands(1, 64, 0, 'sand') // fell beside it
  assert.deepEqual(list(), ['1 1,63,0 stone>air goal A'])
})

test('what a reflex breaks into while it is dug keeps its cause, however long the digging takes', () => {
  mock.timers.enable({ apis: ['Date'] })
  try {
    const { game, list, set } = watched()
    for (const [x, ms] of [[1, 0], [2, 9000]] as const) {
      set('A')
      game.dig(x, 63, 0, [0])
      set('A', true)
      mock.timers.tick(ms)
      game.place(5, 64, 0) // what else is done meanwhile
      game.dig(x, 63, 0, [2])
      game.stands(x, 63, 0, 'air')
    }
    assert.deepEqual(list(), ['1 1,63,0 stone>air goal A', '2 2,63,0 stone>air goal A'])
  } finally {
    mock.timers.reset()
  }
})

test('what somebody else puts where this body digs and builds is not told', () => {
  const { game, list } = watched()
  game.place(1, 64, 0)
  game.stands(1, 64, 0, 'dirt')
  game.place(1, 65, 0) // against the one below
  game.stands(1, 64, 0, 'glass')
  game.stands(1, 65, 0, 'glass')
  game.dig(2, 63, 0)
  game.stands(2, 63, 0, 'glass')
  game.place(3, 64, 0, 'torch')
  game.stands(3, 64, 0, 'wall_torch')
  game.blocks.set('4 63 0', 'farmland')
  game.place(4, 64, 0, 'wheat_seeds')
  game.stands(4, 64, 0, 'wheat')
  game.place(4, 64, 0)
  game.stands(4, 63, 0, 'dirt') // what lies under a block is farmland no more
  assert.deepEqual(list(), ['1 1,64,0 air>dirt goal A', '2 3,64,0 air>wall_torch goal A', '3 4,64,0 air>wheat goal A', '4 4,63,0 farmland>dirt goal A'])
})

test('what the server takes back comes to nothing', () => {
  const { game, list } = watched()
  game.dig(1, 63, 0)
  game.stands(1, 63, 0, 'air')
  game.stands(1, 63, 0, 'stone')
  assert.deepEqual(list(), ['1 1,63,0 stone>air goal A', '2 1,63,0 air>stone goal A'])
})

test('a bed has two halves', () => {
  const { game, list } = watched()
  game.place(1, 64, 0, 'red_bed')
  game.stands(1, 64, 0, 'red_bed')
  game.stands(1, 64, 1, 'red_bed')
  game.dig(1, 64, 0)
  game.stands(1, 64, 0, 'air')
  game.stands(1, 64, 1, 'air')
  assert.deepEqual(list(), ['1 1,64,0 air>red_bed goal A', '2 1,64,1 air>red_bed goal A', '3 1,64,0 red_bed>air goal A', '4 1,64,1 red_bed>air goal A'])
})

test('what is kept is forgotten, and what does not fit is said to be lost', () => {
  const { told } = watched()
  for (let i = 0; i < 5000; i++) told.note({ x: i, y: 64, z: 0, from: 'dirt', to: 'air', why: 'way' })
  const frame = told.frame()
  assert.equal(frame.length, 256)
  assert.deepEqual([frame[0]?.lost, frame[0]?.n, frame[1]?.n], [true, 905, 906])
  told.kept('another', 5000)
  assert.equal(told.frame().length, 256)
  told.kept(told.series, 4999)
  assert.deepEqual(told.frame().map(c => c.n), [5000])
})

test('a survey reads the loaded world', () => {
  const { game } = watched()
  const ask = (from: [number, number, number], to: [number, number, number], what: string[] = []): Record<string, unknown> => survey(game as unknown as Bot, {
    id: 's', radius: 0, what, box: { from: { x: from[0], y: from[1], z: from[2] }, to: { x: to[0], y: to[1], z: to[2] } },
  })
  const got = ask([14, 63, 0], [17, 64, 0], ['blocks', 'light'])
  assert.deepEqual(got['blocks'], [[0, 2], [-1, 2], [1, 2], [-1, 2]])
  assert.deepEqual([got['palette'], got['light'], got['complete']], [['stone', 'air'], [[7, 2], [-1, 2], [7, 2], [-1, 2]], false])
  assert.equal(ask([0, 0, 0], [32, 0, 0])['code'], 'invalid')
  assert.equal(ask([0, 64, 0], [3, 64, 3])['complete'], true)
  assert.deepEqual(runs([1, 1, 2]), [[1, 2], [2, 1]])
})

test('a bucket that is emptied under leaves is told', () => {
  const { game, list } = watched()
  Object.assign(game.entity, { position: new Vec3(12.498, 64, 11.685), yaw: -2.5246, pitch: -0.438 })
  game.blocks.set('13 65 13', 'oak_leaves') // between the top of the head and the place, and not between the eyes and it
  game.heldItem = { name: 'water_bucket' }
  game._client.write('use_item', {})
  game.stands(14, 64, 14, 'water')
  assert.deepEqual(list(), ['1 14,64,14 air>water goal A'])
})
