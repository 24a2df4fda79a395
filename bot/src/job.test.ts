// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobDeps } from './job.ts'
import { Job } from './job.ts'

const bot = { inventory: { slots: [], selectedItem: null }, currentWindow: null } as never
const job = (): Job => new Job({ id: 'a1', type: 'mine' }, { bot, progress: () => undefined } as unknown as JobDeps)

test('a step that a reflex broke off is done again, and none begins while one has the body', async () => {
  const j = job()
  try {
    let end = (): void => undefined
    const reflex = (): Promise<void> => new Promise(resolve => { end = resolve })
    j.hold('eating', reflex())
    let begun = 0
    const done = j.steady(() => {
      begun++
      if (begun > 1) return Promise.resolve('done')
      j.hold('defending itself', reflex())
      setTimeout(() => { end() }, 20)
      return Promise.reject(new Error('Digging aborted'))
    })
    await new Promise(resolve => setTimeout(resolve, 20))
    assert.equal(begun, 0)
    end()
    assert.equal(await done, 'done')
    assert.equal(begun, 2)
  } finally {
    j.close()
  }
})
