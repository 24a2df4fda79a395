// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Job } from './job.ts'
import { Vec3 } from './lib.ts'
import type { Vec } from './lib.ts'
import { take } from './stands.ts'

it('goes on to the next stand from a stand that does not serve', async () => {
  const stands = [new Vec3(0, 64, 0), new Vec3(1, 64, 0), new Vec3(2, 64, 0), new Vec3(3, 64, 0)]
  const tried: Vec[] = []
  const bot = { entity: { position: stands[0]?.offset(0.5, 0, 0.5) } }
  const job = { bot, check: () => undefined } as unknown as Job
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
