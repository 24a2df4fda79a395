// SPDX-License-Identifier: MIT

// Whether a walk gets anywhere. Who jumps at a wall for ever moves, too, and so does who lays a block again and again
// that the server takes away: what counts is a place where this walk has not been yet, or a block not dug at before.
import type { Point } from './wire.ts'

/** Not moving, digging or placing for this long means that the body is stuck. */
const STILL_MS = 9000
/** Busy for this long without anything new, too: that is fifty blocks of walking, or three refused placings. */
const NOTHING_NEW_MS = 15_000

export class Headway {
  private readonly seen = new Set<string>()
  private at: Point
  private movedAt: number
  private newUntil: number

  constructor(at: Point, now: number) {
    this.at = { x: at.x, y: at.y, z: at.z }
    this.movedAt = now
    this.newUntil = now + NOTHING_NEW_MS
  }

  /** The way was thought out anew, and leads nearer: where it comes along is new again. */
  anew(now: number): void {
    this.seen.clear()
    this.movedAt = now
    this.newUntil = now + NOTHING_NEW_MS
  }

  /** What is known of the body now; `digging` is the block it digs at and how long that takes. False when it is stuck. */
  goesOn(now: number, at: Point, busy: boolean, digging: { at: Point; ms: number } | null): boolean {
    if (busy || digging || Math.hypot(at.x - this.at.x, at.y - this.at.y, at.z - this.at.z) > 0.4) {
      this.at = { x: at.x, y: at.y, z: at.z }
      this.movedAt = now
    }
    const first = (key: string): boolean => this.seen.size !== this.seen.add(key).size
    if (first(`at ${Math.floor(at.x)} ${Math.floor(at.y)} ${Math.floor(at.z)}`)) this.newUntil = Math.max(this.newUntil, now + NOTHING_NEW_MS)
    if (digging && first(`dig ${digging.at.x} ${digging.at.y} ${digging.at.z}`)) this.newUntil = Math.max(this.newUntil, now + digging.ms + NOTHING_NEW_MS)
    return now - this.movedAt <= STILL_MS && now <= this.newUntil
  }
}
