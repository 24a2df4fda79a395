// SPDX-License-Identifier: MIT

// Another way. What an action's steps try by themselves (another side, stand or target) stands in its row in words; what
// is tried after the action failed as a whole, before it says that there is no other way, are the ways of its row.
import { ActionError, asActionError } from './errors.ts'
import type { Code } from './errors.ts'
import type { ActionFn, Job } from './job.ts'
import { nearestBlock } from './stations.ts'
import { outOfHole } from './walk.ts'

/** One more try of an action that failed, prepared by something else being so. */
export interface Way {
  /** In words, after "tried". */
  readonly said: string
  /** The failures after which it is worth a try. */
  readonly after: readonly Code[]
  /** Makes ready for the try; false when there is nothing of the sort here. */
  take(job: Job): Promise<boolean>
}

/** A kind of action. Its row has a `within`, `ways` or an `only`: ways.test.ts names one that has none. */
export interface Kind {
  /** Carries it out. After a failure it may be run again for the rest: job.did is what was done before. */
  readonly run: ActionFn
  /** What its steps try by themselves. */
  readonly within?: string
  /** What is tried after it failed, in this order, each once an action. */
  readonly ways?: readonly Way[]
  /** Why nothing else is tried. */
  readonly only?: string
}

/** The kinds whose rows have no second way and no reason for that. */
export const wayless = (kinds: Iterable<[string, Kind]>): string[] =>
  [...kinds].flatMap(([name, k]) => (k.within || k.only || (k.ways ?? []).length > 0 ? [] : [name]))

/** Carries an action out by its kind's row. A failure says what was tried beside the first way; its code is the first one's. */
export async function carryOut(job: Job, kind: Kind): ReturnType<ActionFn> {
  let first: ActionError | null = null
  let last: ActionError | null = null
  const tried: string[] = []
  for (const way of [null, ...kind.ways ?? []]) {
    try {
      if (way && last) {
        if (!way.after.includes(last.code) || !await way.take(job)) continue
        tried.push(way.said)
        job.progress(`trying it ${way.said}`)
      }
      return await kind.run(job)
    } catch (err) {
      job.check()
      last = asActionError(err)
      first ??= last
    }
  }
  if (!first) throw new ActionError('internal', 'the action was not tried')
  throw tried.length === 0 ? first : new ActionError(first.code, `${first.message}; also tried ${tried.join(', ')}`)
}

/** For walks that found no way out of where the body stood. */
export const upFirst: Way = { said: 'from the open, up from the hole', after: ['no_path', 'unreachable'], take: outOfHole }

/** For a server or a client layer that answers nothing any more. */
export const rejoin: Way = { said: 'after leaving the game and joining it again', after: ['timeout', 'internal'], take: job => job.rejoin() }

/** For a station that does not open, cannot be reached or makes nothing: another one near. */
export const anotherStation = (names: string[], said: string): Way => ({
  said,
  after: ['timeout', 'denied', 'unreachable', 'no_path', 'internal'],
  async take(job) {
    if (!job.station) return false
    job.shunned.add(job.station.position.toString())
    return await nearestBlock(job, names) !== null
  },
})
