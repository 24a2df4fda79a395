// SPDX-License-Identifier: MIT

// A talk as a text to read.
import { fullDate } from '../base/format'
import type { Spoken } from '../lib/gen/api'
import type { Talk } from '../state/talks'
import { W } from '../words'
import { partOf, proven, typed } from './shown'

/** All that was said to one player and what came of it, in its order. */
export function written(who: string, talks: Talk[], notes: Spoken[]): string {
  const all = [
    ...talks.map(({ task }) => ({
      at: task.created,
      world: task.world ?? '',
      lines: [
        `${task.settings?.speaker ?? (task.order ? W.kept.orders : W.written.you)}: ${typed(task)}`,
        ...(typed(task) === task.title ? [] : [W.words.understood({ what: task.title })]),
        `${who}: ${W.state[task.state]}${task.reason ? `. ${task.reason}` : ''}`,
        ...task.clauses.map((c) => `  ${proven(c) ? '[x]' : c.met && c.grade === 'told' ? '[told]' : '[ ]'} ${partOf(task, c)}`),
      ],
    })),
    ...notes.map((n) => ({ at: n.at, world: n.world ?? '', lines: [`${n.speaker ?? W.written.you}: ${n.text}`, `${who}: ${n.fault ?? n.say ?? ''}`] })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  let world = ''
  const parts = all.map((e) => {
    const moved = e.world && e.world !== world ? [W.written.world({ name: e.world }), ''] : []
    world = e.world || world
    return [...moved, fullDate(e.at), ...e.lines].join('\n')
  })
  return [W.written.title({ who }), ...parts].join('\n\n') + '\n'
}
