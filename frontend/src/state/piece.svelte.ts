// SPDX-License-Identifier: MIT

// The one helper that makes stores: a piece of what Go knows, filled by a
// snapshot and then by numbered events. A batch of events is folded at once, so a
// piece renders once a batch however many events came.
import type { Event, Snapshot } from '../lib/gen/api'

export interface Fold<T> {
  /** The piece as a snapshot shows it; gets what was there before. */
  snapshot(s: Snapshot, before: T): T
  /** The piece after a batch. Returns the same value when nothing changed. */
  events(value: T, batch: Event[]): T
}

/** A store of one piece of Go's state. Read `value`; only the feed writes it. */
export class Piece<T> {
  value: T = $state.raw() as T

  constructor(start: T, private readonly fold: Fold<T>) {
    this.value = start
  }

  takeSnapshot(s: Snapshot): void {
    this.value = this.fold.snapshot(s, this.value)
  }

  takeEvents(batch: Event[]): void {
    this.value = this.fold.events(this.value, batch)
  }

  /** For what a call brought, such as older tasks. */
  merge(change: (value: T) => T): void {
    this.value = change(this.value)
  }
}
