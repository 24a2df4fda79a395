// SPDX-License-Identifier: MIT

// Looking before an item is used along the line of sight.
import type { Job } from './job.ts'
import type { Vec } from './lib.ts'

/** A look goes out with the next tick of 50 ms, and the server goes by the look that it was told of. */
const TOLD_MS = 150

/** Looks at a place and waits until the server knows. */
export async function gaze(job: Job, at: Vec): Promise<void> {
  await job.run(job.bot.lookAt(at, true))
  await job.sleep(TOLD_MS)
}
