// SPDX-License-Identifier: MIT

// How long to wait before a lost line is tried again: doubling, with jitter, so that bodies do not come back in step.

export interface BackoffOptions { firstMs: number; maxMs: number; random?: () => number }

export class Backoff {
  private attempt = 0
  private readonly o: BackoffOptions

  constructor(o: BackoffOptions) {
    this.o = o
  }

  /** The next wait in milliseconds: between half and all of min(max, first * 2^attempt). */
  next(): number {
    const full = Math.min(this.o.maxMs, this.o.firstMs * 2 ** Math.min(this.attempt, 20))
    this.attempt++
    return Math.round(full / 2 + (full / 2) * (this.o.random ?? Math.random)())
  }

  /** The line stood: the next loss starts from the beginning. */
  reset(): void {
    this.attempt = 0
  }
}
