// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Job } from './job.ts'
import { Vec3 } from './lib.ts'
import type { Bot, Vec } from './lib.ts'
import { clear, take } from './stands.ts'

it('goes on to the next stand from a stand that does not serve', async () => {
  const stands = [new Vec3(0, 64, 0), new Vec3(1, 64, 0), new Vec3(2, 64, 0), new Vec3(3, 64, 0)]
  const tried: Vec[] = []
  const bot = { entity: { position: stands[0]?.offset(0.5, 0, 0.5) } }
  const job = { bot, check: () => undefined, sleep: () => Promise.resolve() } as unknown as Job
  const serves = (on: number): (() => boolean) => () => {
    tried.push(bot.entity.position?.floored() as Vec)
    bot.entity.position = stands[tried.length]?.offset(0.5, 0, 0.5) // it is there already when it is to go there
    return tried.length === on
  }
  assert.equal(await take(job, stands, serves(2)), true)
  assert.deepEqual(tried.map(v => v.x), [0, 1])
  tried.length = 0
  bot.entity.position = stands[0]?.offset(0.5, 0, 0.5)
  assert.equal(await take(job, stands, serves(0)), false, 'none served')
  assert.deepEqual(tried.map(v => v.x), [0, 1, 2])
})

/** A world of these blocks alone, as the eyes meet it. */
function seen(blocks: Record<string, { name: string; boundingBox: string }>): Bot {
  const at = (p: Vec) => blocks[`${p.x},${p.y},${p.z}`] ?? { name: 'air', boundingBox: 'empty' }
  const raycast = (from: Vec, way: Vec, length: number) => {
    for (let d = 0; d <= length; d += 0.005) {
      const p = from.plus(way.scaled(d)).floored()
      if (at(p).boundingBox === 'block') return { position: p }
    }
    return null
  }
  return { world: { raycast }, blockAt: at } as unknown as Bot
}

it('takes no ray that passes close by a block, for the look that a server goes by is rounded', () => {
  const water = new Vec3(14, 64, 14)
  const point = water.offset(0.5, 0.8, 0.5)
  const eyes = new Vec3(11.25, 65.62, 16.7)
  const leaf = { name: 'oak_leaves', boundingBox: 'block' }
  assert.equal(clear(seen({}), eyes, point, water), true)
  const past = seen({ '13,65,14': leaf }) // 0.04 blocks above the ray
  assert.equal(clear(past, eyes, point, water, 0), true)
  assert.equal(clear(past, eyes, point, water), false)
  assert.equal(clear(seen({ '13,66,14': leaf }), eyes, point, water), true)
  const grass = seen({ '12,65,15': { name: 'short_grass', boundingBox: 'empty' } })
  assert.equal(clear(grass, eyes, point, water, 0), true)
  assert.equal(clear(grass, eyes, point, water), false, 'grass stops a bucket')
})
