// SPDX-License-Identifier: MIT

// How tasks are shown: which sign, which rows, which words. Pure, so that it is
// tested without a page.
import type { Sign } from '../base/StateSign.svelte'
import type { Action, Clause, Plan, Round, Step, Task } from '../lib/gen/api'
import { clock, counted, fullDate, money, paid } from '../base/format'
import { amount, called } from '../said'
import { ended, type Talk } from '../state/talks'
import { LANGUAGE, textOf, W } from '../words'
import { named, outcomeWords } from './changed'

/** A goal as it was typed; what was begun without words is called by what it does. */
export const typed = (t: Task): string => t.said || t.goal || t.title

/** A part as it is shown: in the person's own words where they are in the page's language. */
export const partOf = (task: Task, c: Clause): string => (LANGUAGE !== 'en' && task.language === LANGUAGE && c.words ? c.words : c.text)

/** The sign of a clause of a task. */
export function clauseSign(task: Task, clause: Clause): Sign {
  if (clause.met) return proven(clause) ? 'ok' : 'unsure'
  const firstOpen = task.clauses.find((c) => !c.met)?.id === clause.id
  switch (task.state) {
    case 'queued':
      return 'todo'
    case 'planning':
    case 'running':
    case 'stopping':
      return firstOpen ? 'run' : 'todo'
    case 'awaiting_approval':
    case 'paused':
    case 'interrupted':
      return firstOpen ? 'wait' : 'todo'
    case 'complete':
    case 'unverified':
      return 'unsure'
    case 'error':
      return firstOpen ? 'bad' : 'skip'
    case 'stopped':
      return 'skip'
  }
}

/** The sign of a whole task. */
export function taskSign(task: Task): Sign {
  switch (task.state) {
    case 'queued':
      return 'todo'
    case 'planning':
    case 'running':
      return 'run'
    case 'stopping':
    case 'stopped':
      return 'stop'
    case 'awaiting_approval':
    case 'paused':
    case 'interrupted':
      return 'wait'
    case 'complete':
      return 'ok'
    case 'unverified':
      return 'unsure'
    case 'error':
      return task.unreadable ? 'guess' : 'bad'
  }
}

/** A row of a plan. */
export type Row =
  | { kind: 'step'; key: string; sign: Sign; step: Step; action?: Action; index: number; round: number }
  | { kind: 'fold'; key: string; sign: Sign; steps: Step[]; ms: number; text?: string }
  | { kind: 'replan'; key: string; why: string; round: Round }

/** How many finished steps stay before the current one, and how many of those to come are shown. */
const RECENT = 2
const AHEAD = 6
/** Fewer rows than this are not worth folding. */
const FOLD = 3

const good = (a: Action): boolean => !!a.ended && !a.failure && (a.verdict === 'confirmed' || a.verdict === 'claimed' && a.end !== 'caller')

function actionSign(task: Task, a: Action): Sign {
  if (!a.ended) {
    if (ended(task)) return 'skip'
    return task.state === 'paused' || task.state === 'interrupted' ? 'wait' : 'run'
  }
  if (good(a)) return 'ok'
  return a.verdict === 'skipped' || a.end === 'caller' || a.end === 'unsent' ? 'skip' : 'bad'
}

const duration = (a: Action | undefined): number => (a?.ended ? Date.parse(a.ended) - Date.parse(a.started) : 0)

/** A line of a plan: a step, or a fold of several that change one block each. */
export interface Line {
  first: number
  text: string
  steps: Step[]
}

/** The steps of a plan as they are shown, from one on. A fold that is begun is shown step by step. */
export function planLines({ steps, folds }: Pick<Plan, 'steps' | 'folds'>, from = 0): Line[] {
  const out: Line[] = []
  for (let i = from; i < steps.length; ) {
    const fold = folds?.find((f) => f.first === i)
    const line = { first: i, text: fold?.text ?? steps[i]!.text, steps: steps.slice(i, i + (fold?.count ?? 1)) }
    out.push(line)
    i += line.steps.length
  }
  return out
}

/** The rows of a task's plans: what was done in all rounds, then what is to come. */
export function planRows(talk: Talk, all = false): Row[] {
  const { task, rounds, actions } = talk
  const rows: Row[] = []
  const last = rounds.at(-1)
  for (const r of rounds) {
    if (r.round > 1 && rows.length > 0) rows.push({ kind: 'replan', key: `r${r.round}`, why: r.why || r.error || '', round: r })
    const done = actions.filter((a) => a.round === r.round)
    for (const a of done) rows.push({ kind: 'step', key: `a${a.seq}`, sign: actionSign(task, a), step: a.step, action: a, index: a.index, round: r.round })
    if (r !== last) continue
    const next = Math.max(-1, ...done.map((a) => a.index)) + 1
    const sign = ended(task) ? 'skip' : 'todo'
    for (const { first: index, text, steps } of planLines(all ? { steps: r.plan.steps } : r.plan, next)) {
      const key = `s${r.round}.${index}`
      rows.push(steps.length > 1 ? { kind: 'fold', key, sign, steps, ms: 0, text } : { kind: 'step', key, sign, step: steps[0]!, index, round: r.round })
    }
  }
  return all ? rows : fold(rows)
}

function fold(rows: Row[]): Row[] {
  const now = rows.findLastIndex((r) => r.kind === 'step' && r.action !== undefined)
  const out: Row[] = []
  let run: Extract<Row, { kind: 'step' }>[] = []
  const flush = (keep: number) => {
    const folded = run.slice(0, Math.max(0, run.length - keep))
    if (folded.length >= FOLD) {
      out.push({ kind: 'fold', key: `f${folded[0]!.key}`, sign: folded[0]!.sign, steps: folded.map((r) => r.step), ms: folded.reduce((n, r) => n + duration(r.action), 0) })
      out.push(...run.slice(folded.length))
    } else out.push(...run)
    run = []
  }
  rows.forEach((r, i) => {
    // Those that Minehand added with a reason, and all faults, stay in sight.
    const plain = r.kind === 'step' && (r.sign === 'ok' || (i > now && (r.sign === 'todo' || r.sign === 'skip')))
    if (!plain) {
      flush(i === now ? RECENT : 0)
      out.push(r)
      return
    }
    if (run.length > 0 && run[0]!.sign !== r.sign) flush(RECENT)
    run.push(r)
  })
  if (run.length > 0 && run[0]!.sign !== 'ok' && run.length > AHEAD + FOLD) {
    const rest = run.splice(AHEAD)
    out.push(...run, { kind: 'fold', key: 'later', sign: rest[0]!.sign, steps: rest.map((r) => r.step), ms: 0 })
  } else if (run[0]?.sign === 'ok') flush(RECENT)
  else out.push(...run)
  return out
}

/** The item that stands for a step, if any. */
export function stepItem(step: Step): string | undefined {
  const a = step.action
  return str(a.recipe) ?? str(a.block) ?? str(a.target) ?? str(a.item) ?? str(a.for)
}
const str = (v: unknown): string | undefined => (typeof v === 'string' && v ? v : undefined)

/** The place that a step names: where it leads to, or where it is done. */
export function stepPlace(step: Step): { of: 'to' | 'at'; place: string } | undefined {
  const { type, x, y, z } = step.action
  if (typeof x !== 'number' || typeof z !== 'number') return undefined
  return { of: type === 'goto' ? 'to' : 'at', place: [x, y, z].filter((v) => v !== undefined).join(' ') }
}

/** Whether Minehand put the step in beside what was planned. */
export const added = (step: Step): boolean => step.source === 'completing' || step.source === 'repair'

/** The short names of folded steps: "oak log, oak planks, stick". */
export function foldedNames(steps: Step[]): string {
  const names: string[] = []
  for (const s of steps) {
    const item = stepItem(s)
    const name = item && called(item)
    if (name && !names.includes(name)) names.push(name)
  }
  return names.join(', ')
}

export interface PlanCounts {
  done: number
  of: number
  changes: number
  /** Expected ms of what is left, at the speed; 0 when nobody knows. */
  left: number
}

/** The numbers at the head of a plan. Speed is how many game seconds go by in one. */
export function planCounts(talk: Talk, speed: number, now: number): PlanCounts {
  const rows = planRows(talk, true)
  const steps = rows.filter((r) => r.kind === 'step')
  const done = steps.filter((r) => r.sign === 'ok').length
  const of = steps.filter((r) => r.sign !== 'bad').length
  let left = 0
  for (const r of steps) {
    const ms = ((r.step.seconds ?? 0) * 1000) / (speed || 1)
    if (r.sign === 'todo') left += ms
    else if (r.sign === 'run' && r.action) left += Math.max(0, ms - (now - Date.parse(r.action.started)))
  }
  return { done, of, changes: Math.max(0, talk.rounds.length - 1), left }
}

/** How far the current action is, 0 to 1; undefined when nobody knows. */
export function actionFraction(talk: Talk, action: Action, speed: number, now: number): number | undefined {
  const told = talk.progress?.fraction
  if (told !== undefined && told >= 0) return Math.min(1, told)
  const expected = ((action.step.seconds ?? 0) * 1000) / (speed || 1)
  if (expected <= 0) return undefined
  return Math.min(0.95, (now - Date.parse(action.started)) / expected)
}

/** Time that a task took, in ms; while it runs, until now. */
export function taskTime(task: Task, now: number): number {
  if (!task.started) return 0
  return Math.max(0, (task.ended ? Date.parse(task.ended) : now) - Date.parse(task.started))
}

/** Whether the game itself showed that a clause is met, not only the body's word. */
export const proven = (c: Clause): boolean => c.met && c.grade === 'seen'

/** How many clauses are proven, and how many are met by the body's word only. */
/** Verbs whose things are in the hand's inventory afterwards, so that they can be brought. */
const HOLDS = new Set(['get', 'craft', 'mine', 'smelt', 'shear', 'milk', 'catch', 'grow', 'withdraw'])

/** A clause that brought something that the hand holds now. */
export const brought = (c: Clause): boolean => c.met && (c.items?.length ?? 0) > 0 && HOLDS.has(c.verb ?? '')

/** It was carried out to its end, so that a file can show how it ended. */
export const proves = (task: Task): boolean => task.state === 'complete' || task.state === 'unverified'

/** How many of all parts the game showed, and how many only the body told of. */
export function provenWords(seen: number, told: number, all: number, time: string): string {
  const v = W.verdict
  if (all === 0) return time
  if (seen === all) return all === 1 ? v.proven({ time }) : v.allProven({ n: all, time })
  const known = told === 1 && all === 1 ? v.known : seen > 0 ? v.moreKnown({ told }) : v.someKnown({ told, n: all })
  return [seen > 0 || told === 0 ? v.someProven({ seen, n: all }) : '', told > 0 ? known : '', time].filter(Boolean).join(', ')
}
export const provenIn = (task: Task, time: string): string => provenWords(provenOf(task), toldOf(task), task.clauses.length, time)

/** How a task went: its actions, failures and plans, each with its noun. */
export const numbersOf = (task: Task): { n: string; what: string }[] => [
  { n: W.verdict.actions({ n: task.sent }), what: W.verdict.carriedOut },
  { n: task.failed ? String(task.failed) : W.verdict.noneFailed, what: W.verdict.failedOnTheWay },
  { n: W.verdict.plans({ n: Math.max(1, task.round) }), what: task.round > 1 ? W.verdict.plansChanged : W.verdict.planAsMade },
]

export const provenOf = (task: Task): number => task.clauses.filter(proven).length
export const toldOf = (task: Task): number => task.clauses.filter((c) => c.met && c.grade === 'told').length

/** What can be asked for as "10 more": the one thing that a goal was about. */
export function tenMore(task: Task): string | undefined {
  const only = task.clauses.length === 1 ? task.clauses[0] : undefined
  const item = only?.want ? only.items?.[0] : undefined
  return item ? `get ${counted(10, item).replace(' ', ' more ')}` : undefined
}

/** Where the last action of a task was: the place that it was sent to, else where it placed a block, else where it began. */
export function placeOf(actions: Action[]): { x: number; z: number } | undefined {
  for (const a of actions.toReversed()) {
    const { x, z } = a.step.action
    const place = typeof x === 'number' && typeof z === 'number' ? { x, z } : (a.at ?? a.from)
    if (place) return { x: place.x, z: place.z }
  }
  return undefined
}

/** The first counted part that a task did not reach: in words, and the goal that asks for the rest. */
export function missingOf(task: Task): { text: string; goal: string } | undefined {
  const open = task.clauses.find((c) => !c.met && c.want > c.have && c.items?.length && LACKS.has(c.verb ?? ''))
  if (!open) return undefined
  const n = open.want - open.have
  const item = open.items![0]!
  return { text: amount(n, item), goal: `get ${counted(n, item).replace(' ', open.have > 0 ? ' more ' : ' ')}` }
}

/** The verbs whose counted part is held in the end: what is missing of others is no thing to get. */
const LACKS = new Set(['get', 'craft', 'mine', 'smelt', 'harvest', 'milk', 'shear', 'catch', 'brew', 'trade', 'barter'])

/** So many parts of a goal that runs stand side by side; of more than that the next few do. */
export const SIDE_BY_SIDE = 6
const NEXT = 3

/** The parts of a goal that runs which are shown while the others are folded. */
export function nextFew(clauses: Clause[]): Clause[] {
  if (clauses.length <= SIDE_BY_SIDE) return clauses
  return clauses.filter((c) => !c.met).slice(0, NEXT)
}

/** How many parts of a goal are shown before somebody asks for the rest. */
const PARTS = 12

/** The parts that are shown at first: with more of them those around the first that is open. */
export function few(clauses: Clause[]): Clause[] {
  if (clauses.length <= PARTS + 1) return clauses
  const open = clauses.findIndex((c) => !c.met)
  const from = Math.max(0, Math.min((open < 0 ? clauses.length : open) - 2, clauses.length - PARTS))
  return clauses.slice(from, from + PARTS)
}

/** A task in plain words, for the clipboard or a file; `who` did it. */
export function report(talk: Talk, who = ''): string {
  const { task } = talk
  const time = task.ended && task.started ? `, ${clock(taskTime(task, 0))}` : ''
  const lines = [task.title, `${W.state[task.state]}${time}. ${[who, task.created && fullDate(task.created)].filter(Boolean).join(', ')}`.trim()]
  if (task.reason && task.state !== 'complete') lines.push(task.reason)
  if (task.clauses.length > 0) lines.push('', W.history.parts)
  for (const c of task.clauses) lines.push(`${proven(c) ? '[x]' : c.met && c.grade === 'told' ? '[told]' : '[ ]'} ${partOf(task, c)}${c.want > 1 ? ` (${Math.min(c.have, c.want)} of ${c.want})` : ''}${c.evidence ? `: ${c.evidence}` : ''}`)
  if (task.cost) lines.push(`${W.verdict.cost({ amount: paid(task.cost), expected: money(task.cost.estimate, task.cost.currency) })}.`)
  const did = talk.changes
  const changed = [did?.told && named(did.dug, Infinity) && W.history.dug({ names: named(did.dug, Infinity) }), did?.told && named(did.placed, Infinity) && W.history.placed({ names: named(did.placed, Infinity) }), did?.told && did.incomplete && W.verdict.incomplete, did?.outcome && outcomeWords(did.outcome)]
  const said = changed.filter((l) => !!l) as string[]
  if (said.length > 0) lines.push('', W.history.changed, ...said)
  if (talk.actions.length > 0) lines.push('', W.history.steps)
  talk.actions.forEach((a, i) => lines.push(`${i + 1}. ${a.step.text}: ${a.ended ? (a.failure?.message ?? textOf(W.why.verdicts, a.verdict) ?? W.signs.ok) : W.kept.state.running}`))
  if (task.plannedBy) lines.push('', `${W.plan.by({ who: task.plannedBy })}: ${numbersOf(task).map((f) => `${f.n} ${f.what}`).join(', ')}${task.deaths ? `, ${task.deaths} ${W.verdict.deaths({ n: task.deaths })}` : ''}.`)
  return lines.join('\n') + '\n'
}
