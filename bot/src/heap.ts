// SPDX-License-Identifier: MIT

// Gives memory back. A long thought about a way leaves a hundred megabytes behind, and V8 lets them lie until as much
// again was allocated: hours, when the work after it is quiet. Node gives `gc` where it was started with --expose-gc.
import { memoryUsage } from 'node:process'

/** What the heap may grow by before it is looked through, in bytes. */
export const SLACK = 24 * 2 ** 20

export class Heap {
  private readonly collect: () => void
  private readonly size: () => number
  private kept = 0

  constructor(collect = collector(), size = (): number => memoryUsage().heapTotal) {
    this.collect = collect
    this.size = size
  }

  /** For a moment in which nothing is done: it may take a fifth of a second. */
  tidy(): void {
    if (this.size() <= this.kept + SLACK) return
    this.collect()
    this.kept = this.size()
  }
}

/** Only a collection of the last resort hands the pages that it empties to the system. */
function collector(): () => void {
  const { gc } = globalThis
  return gc ? () => { void gc({ type: 'major', flavor: 'last-resort' }) } : () => undefined
}
