// SPDX-License-Identifier: MIT

// What the page makes of runs of missions, apart from the page.
import type { Event, MissionProgress, MissionRun } from '../lib/gen/api'

/** The runs after a batch of events, newest first. */
export function runsFold(was: MissionProgress[], batch: Event[]): MissionProgress[] {
  return batch.reduce((list, e) => {
    if (e.kind !== 'missions' || !e.missions) return list
    const run = e.missions
    const at = list.findIndex((r) => r.run === run.run)
    return at < 0 ? [run, ...list] : list.with(at, run)
  }, was)
}

/** How much longer a run takes, in ms, by how long it took so far; undefined while nobody can tell. */
export function left(run: MissionProgress, began: number, doneThen: number, now: number): number | undefined {
  const done = run.done - doneThen
  if (done < 1 || !run.running) return undefined
  return ((now - began) / done) * (run.of - run.done)
}

/** A ranking as Markdown, to be copied. */
export function reportOf(run: MissionRun): string {
  const percent = (n: number) => `${Math.round(n * 100)} %`
  const rows = run.ranking.map((r) => `| ${r.rank} | ${r.planner} | ${r.passed} of ${r.runs} | ${percent(r.low)} to ${percent(r.high)} | ${r.falseSuccess} | ${r.seconds.toFixed(1)} s | ${Math.round(r.tokens)} |`)
  return [`Missions: ${run.sets.join(', ')}, ${run.done} of ${run.of} played`, '', '| Rank | Planner | Passed | 95 % interval | False success | Time | Tokens |', '|---|---|---|---|---|---|---|', ...rows, ''].join('\n')
}

/** The missions of a run in the order in which they were played. */
export function missionsOf(run: MissionRun): string[] {
  return [...new Set(run.results.map((r) => r.mission))]
}
