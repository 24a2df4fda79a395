// SPDX-License-Identifier: MIT

// Talks: every task that the page knows, with its plans and actions.
import type { Action, Changes, Event, Progress, Round, Snapshot, Task, TaskRecord } from '../lib/gen/api'
import type { Fold } from './piece.svelte'

export interface Talk {
  task: Task
  /** By number; a later revision has replaced an earlier one. */
  rounds: Round[]
  /** In the order in which they began. */
  actions: Action[]
  /** What was last heard of the action under way. */
  progress?: Progress
  /** What it changed in its world, once that is known. */
  changes?: Changes
  /** Whether the plans and actions are all there: live from its start, or fetched. */
  whole: boolean
}

/** By task id, which grows with time. */
export type Talks = ReadonlyMap<string, Talk>

/** How many tasks are kept, and how many of them with their plans and actions; the history has all. */
const KEPT = 2000
const KEPT_WHOLE = 200

export const ended = (t: Task): boolean => t.state === 'complete' || t.state === 'unverified' || t.state === 'error' || t.state === 'stopped'

function put<T>(list: T[], item: T, same: (a: T, b: T) => boolean): T[] {
  const at = list.findLastIndex((x) => same(x, item))
  if (at < 0) return [...list, item]
  const next = list.slice()
  next[at] = item
  return next
}

const putRound = (rounds: Round[], r: Round) => put(rounds, r, (a, b) => a.round === b.round)
const putAction = (actions: Action[], a: Action) => put(actions, a, (x, y) => x.seq === y.seq)

function trim(talks: Map<string, Talk>): Map<string, Talk> {
  if (talks.size <= KEPT_WHOLE) return talks
  const ids = [...talks.keys()].sort()
  ids.slice(0, talks.size - KEPT_WHOLE).forEach((id, i) => {
    const t = talks.get(id)!
    if (!ended(t.task)) return
    if (i < ids.length - KEPT) talks.delete(id)
    else if (t.rounds.length + t.actions.length > 0) talks.set(id, { task: t.task, rounds: [], actions: [], whole: false })
  })
  return talks
}

/** Tasks of the history, as far as they are not known better. */
export function withTasks(talks: Talks, tasks: Task[]): Talks {
  const next = new Map(talks)
  for (const t of tasks) if (!next.has(t.id)) next.set(t.id, { task: t, rounds: [], actions: [], whole: false })
  return trim(next)
}

/** A task with all that is known of it. */
export function withRecord(talks: Talks, r: TaskRecord): Talks {
  const was = talks.get(r.task.id)
  return new Map(talks).set(r.task.id, { task: r.task, rounds: r.rounds, actions: r.actions, progress: was?.progress, changes: r.changes ?? was?.changes, whole: true })
}

export const talksFold: Fold<Talks> = {
  snapshot(s: Snapshot, before) {
    const next = new Map(before)
    for (const p of s.players) {
      for (const t of [...p.queue, ...p.parked, p.last, p.current]) {
        if (!t) continue
        const was = next.get(t.id)
        next.set(t.id, { rounds: [], actions: [], whole: t.state === 'queued', ...was, task: t })
      }
      const current = p.current && next.get(p.current.id)
      if (!current) continue
      if (p.round) current.rounds = putRound(current.rounds, p.round)
      if (p.action) current.actions = putAction(current.actions, p.action)
      current.progress = p.progress
      // What happened while nobody listened has to be fetched.
      current.whole = false
    }
    return trim(next)
  },
  events(talks, batch: Event[]) {
    const next = new Map(talks)
    const touched = new Set<string>()
    // A talk is copied once a batch, then changed in place.
    const of = (id: string): Talk | undefined => {
      const t = next.get(id)
      if (!t || touched.has(id)) return t
      touched.add(id)
      const copy = { ...t, actions: t.actions.slice(), rounds: t.rounds.slice() }
      next.set(id, copy)
      return copy
    }
    let changed = false
    for (const e of batch) {
      if (e.kind === 'thread')
        for (const id of e.thread.deleted ?? []) changed = next.delete(id) || changed
      if (!e.taskId) continue
      const t = of(e.taskId)
      switch (e.kind) {
        case 'task':
          if (!e.task) break
          changed = true
          if (t) t.task = e.task
          else {
            touched.add(e.taskId)
            next.set(e.taskId, { task: e.task, rounds: [], actions: [], whole: true })
          }
          break
        case 'clause':
          if (!t || !e.clause) break
          changed = true
          t.task = { ...t.task, clauses: put(t.task.clauses, e.clause, (a, b) => a.id === b.id) }
          break
        case 'round':
          if (!t || !e.round) break
          changed = true
          t.rounds = putRound(t.rounds, e.round)
          break
        case 'action':
          if (!t || !e.action) break
          changed = true
          t.actions = putAction(t.actions, e.action)
          t.task = { ...t.task, step: e.action.index, of: e.action.of || t.task.of }
          t.progress = undefined
          break
        case 'changes':
          if (!t) break
          changed = true
          t.changes = e.changes
          break
        case 'progress':
          if (!t) break
          changed = true
          t.progress = e.progress
          break
        default:
      }
    }
    return changed ? trim(next) : talks
  },
}

/** The talks of one body, oldest first: those that began, then those that wait. */
export function talksOf(talks: Talks, body: string): Talk[] {
  return [...talks.values()].filter((t) => t.task.body === body).sort((a, b) => (a.task.id < b.task.id ? -1 : 1))
}

/** The last task that ended while something of what is held now waited behind it. */
export function waitsBehind(talks: Talk[]): Task | undefined {
  const held = talks.filter((t) => t.task.held).map((t) => Date.parse(t.task.created))
  const end = (t: Task) => Date.parse(t.ended ?? '')
  return talks
    .map((t) => t.task)
    .filter((t) => ended(t) && t.started && held.some((created) => created <= end(t)))
    .reduce<Task | undefined>((last, t) => (last && end(last) > end(t) ? last : t), undefined)
}
