// SPDX-License-Identifier: MIT

// Activity: what happened, a line each, newest last, and the lines of the game's
// chat among them.
import type { Event } from '../lib/gen/api'
import { proven } from '../talk/shown'
import { called } from '../said'
import { textOf, W } from '../words'
import type { Fold } from './piece.svelte'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'unsure'

export interface Line {
  seq: number
  at: string
  body: string
  kind: Event['kind']
  text: string
  tone: Tone
  /** What a program itself said, for who wants details. */
  details?: string
}

/** At most so many lines are kept. */
export const LINES = 100_000

/** The lines, with how many are older than the first. The array grows in place. */
export interface Activity {
  lines: Line[]
  dropped: number
  /** Changes with every batch: the array itself stays the same. */
  version: number
}

const TASK_TONES: Partial<Record<string, Tone>> = { complete: 'good', unverified: 'unsure', error: 'bad', stopped: 'plain', awaiting_approval: 'warn', interrupted: 'warn', paused: 'warn' }

/** What an event says to people, or nothing where it only moves numbers. */
export function lineOf(e: Event): Line | undefined {
  // What a player said itself is a line of the chat too: a server need not tell it back.
  const kind = e.kind === 'action' && e.action.ended && e.action.step.action.type === 'chat' ? 'chat' : e.kind
  const line = (text: string, tone: Tone = 'plain'): Line => ({ seq: e.seq, at: e.at, body: e.body, kind, text, tone })
  switch (e.kind) {
    case 'task': {
      const t = e.task
      if (!t) return undefined
      return line(`${t.title}: ${W.state[t.state]}${t.reason ? `. ${t.reason}` : ''}`, TASK_TONES[t.state])
    }
    case 'clause':
      return e.clause?.met ? line(`${proven(e.clause) ? W.signs.ok : e.clause.grade === 'told' ? W.why.verdicts.claimed : W.signs.unsure}: ${e.clause.text}${e.clause.evidence ? ` (${e.clause.evidence})` : ''}`, proven(e.clause) ? 'good' : 'unsure') : undefined
    case 'round': {
      const r = e.round
      if (!r) return undefined
      if (r.error) return line(`${W.plan.round({ n: r.round })}: ${r.error}`, 'bad')
      return line([W.plan.round({ n: r.round }), W.plan.by({ who: r.plan.plannedBy || r.plan.source || '' }), W.plan.steps({ n: r.plan.steps.length }), r.why].filter(Boolean).join(', '), r.round > 1 ? 'warn' : 'plain')
    }
    case 'action': {
      const a = e.action
      if (!a) return undefined
      if (!a.ended) return line(a.step.text)
      if (a.failure) return line(W.history.stepFailed({ step: a.step.text, why: a.failure.message + (a.failure.code ? ` (${a.failure.code})` : '') }), 'warn')
      const gained = Object.entries(a.gained ?? {}).map(([item, n]) => `+${n} ${called(item)}`).join(', ')
      return line(`${a.step.text}: ${textOf(W.why.verdicts, a.verdict) ?? W.signs.ok}${gained ? ` (${gained})` : ''}${a.reason ? `. ${a.reason}` : ''}`, a.verdict === 'contradicted' ? 'bad' : 'good')
    }
    case 'body':
      return e.info ? line(`${e.info.name}: ${textOf(W.players, e.info.link.state) ?? e.info.link.state}`, e.info.link.state === 'connected' ? 'good' : 'warn') : undefined
    case 'chat':
      return e.chat ? line(e.chat.sender ? `<${e.chat.sender}> ${e.chat.message}` : e.chat.message) : undefined
    case 'log':
      return e.log?.message ? line(e.log.message) : undefined
    case 'notice':
      return e.notice ? { ...line(e.notice.message, 'warn'), ...(e.notice.details ? { details: e.notice.details } : {}) } : undefined
    case 'terminal': {
      const t = e.terminal
      if (!t) return undefined
      if (t.state === 'asks') return line(W.consent.asks({ command: t.command }), 'warn')
      if (t.state === 'ran') return line(t.exit ? W.consent.ranTo({ command: t.command, exit: t.exit }) : W.consent.ran({ command: t.command }))
      return line(t.refused ? W.consent.refusedFor({ command: t.command, why: t.refused }) : W.consent.refused({ command: t.command }), 'warn')
    }
    case 'helper':
      return e.helper?.says ? line(`${e.helper.name}: ${e.helper.says}`, e.helper.state === 'failed' ? 'bad' : 'plain') : undefined
    case 'missions': {
      const m = e.missions
      if (!m || m.running) return undefined
      return line((m.done < m.of ? W.missions.ceased : W.missions.ended)({ sets: m.sets.join(', '), done: m.done, of: m.of, passed: m.passed, failed: m.failed }), m.failed > 0 || m.done < m.of ? 'warn' : 'good')
    }
    default:
      return undefined
  }
}

export const activityFold: Fold<Activity> = {
  snapshot: (_, before) => before,
  events(a, batch) {
    let { dropped } = a
    const { lines } = a
    const before = lines.length
    for (const e of batch) {
      const line = lineOf(e)
      if (line) lines.push(line)
    }
    if (lines.length === before) return a
    if (lines.length > LINES * 1.1) {
      dropped += lines.length - LINES
      lines.splice(0, lines.length - LINES)
    }
    return { lines, dropped, version: a.version + 1 }
  },
}
