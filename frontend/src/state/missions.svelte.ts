// SPDX-License-Identifier: MIT

// Scripted missions: the sets that there are, the runs of them, what is being played,
// and the text that is being written.
import type { Event, MissionFault, MissionProgress, MissionResult, MissionRun, MissionSet, MissionTimeline, RunMissions, Snapshot, Task } from '../lib/gen/api'
import { notice } from '../base/notice'
import { W } from '../words'
import { app, sentence } from './app.svelte'
import { Piece } from './piece.svelte'
import { runsFold } from './missions'

/** How long a run may take to begin, in ms: servers of models are asked about themselves. */
const BEGIN_LIMIT = 60_000
/** How often a timeline that is being watched is read, in ms. */
const WATCH = 700
/** How long one pauses in typing before the text is checked, in ms. */
const CHECK_AFTER = 250

export type MissionTab = 'missions' | 'text' | 'results'

class Missions {
  sets: MissionSet[] = $state.raw([])
  /** The runs, newest first. */
  readonly runs = new Piece<MissionProgress[]>([], {
    snapshot: (_: Snapshot, was) => {
      if (this.open) void this.load() // what was known is of another time
      return was
    },
    events: (was, batch: Event[]) => runsFold(was, batch),
  })
  fault = $state('')
  tab: MissionTab = $state('missions')
  /** The set that is shown. */
  chosen = $state('')
  /** The run whose results are shown, with them. */
  run: MissionRun | undefined = $state.raw()
  /** What is watched: one mission of a run. */
  watched: MissionTimeline | undefined = $state.raw()

  /** The text of the chosen set as it is being written, and as it is kept. */
  text = $state('')
  kept = $state('')
  faults: MissionFault[] = $state.raw([])
  checking = $state(false)

  /** The page is open. */
  private open = false
  private watching = ''
  private timer: ReturnType<typeof setTimeout> | undefined

  readonly set: MissionSet | undefined = $derived(this.sets.find((s) => s.set === this.chosen))
  readonly current: MissionProgress | undefined = $derived(this.runs.value.find((r) => r.running))
  /** The runs of the chosen set. */
  readonly mine: MissionProgress[] = $derived(this.runs.value.filter((r) => r.sets.includes(this.chosen)))
  readonly changed: boolean = $derived(this.text !== this.kept)

  /** The page is there until the returned function is called. */
  show(): () => void {
    this.open = true
    void this.load()
    return () => {
      this.open = false
      this.stopWatching()
    }
  }

  async load(): Promise<void> {
    try {
      const [sets, runs] = await Promise.all([app.call('list-missions', {}), app.call('list-mission-runs', {})])
      this.sets = sets.sets
      this.runs.merge(() => runs.runs)
      this.fault = ''
      if (!this.set) await this.choose((this.sets.find((s) => s.own) ?? this.sets.find((s) => s.set.startsWith('bench/')) ?? this.sets[0])?.set ?? '')
    } catch (e) {
      this.fault = sentence(e)
    }
  }

  async choose(set: string): Promise<void> {
    this.chosen = set
    this.run = undefined
    this.stopWatching()
    if (!set) return
    try {
      const got = await app.call('get-missions', { set })
      if (this.chosen !== set) return
      this.text = this.kept = got.text
      this.faults = got.faults ?? []
    } catch (e) {
      this.fault = sentence(e)
    }
    const last = this.mine[0]
    if (last) await this.showRun(last.run)
  }

  async showRun(run: string): Promise<void> {
    try {
      this.run = await app.call('get-mission-run', { run })
    } catch (e) {
      this.fault = sentence(e)
    }
  }

  async begin(p: RunMissions): Promise<boolean> {
    try {
      // Events tell how it stands: an answer would outrun those on their way.
      const began = await app.call('run-missions', p, BEGIN_LIMIT)
      await this.showRun(began.run)
      this.tab = 'results'
      return true
    } catch (e) {
      app.fault(e)
      return false
    }
  }

  async breakOff(): Promise<void> {
    try {
      await app.call('stop-missions', {}, BEGIN_LIMIT)
    } catch (e) {
      app.fault(e)
    }
  }

  /** Takes in what is typed, and says after a pause what is wrong with it. */
  write(text: string): void {
    this.text = text
    this.checking = true
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(text), CHECK_AFTER)
  }

  private async check(text: string): Promise<void> {
    try {
      const got = await app.call('check-missions', { text })
      if (this.text !== text) return // it was written on
      this.faults = got.faults
    } catch (e) {
      this.fault = sentence(e)
    } finally {
      if (this.text === text) this.checking = false
    }
  }

  async save(name: string): Promise<boolean> {
    try {
      const got = await app.call('save-missions', { name, text: this.text })
      this.chosen = got.set
      this.text = this.kept = got.text
      this.faults = []
      await this.load()
      app.tell(W.missions.saved({ set: got.set }))
      return true
    } catch (e) {
      app.fault(e)
      return false
    }
  }

  async remove(set: string): Promise<void> {
    try {
      await app.call('delete-missions', { set })
      this.chosen = ''
      await this.load()
    } catch (e) {
      app.fault(e)
    }
  }

  /** Keeps a task as a mission that plays it again. */
  async record(task: Task): Promise<void> {
    try {
      const got = await app.call('record-mission', { taskId: task.id })
      const said = W.missions.recorded({ title: task.title })
      app.tell(said)
      notice(said, { action: { label: W.missions.open, onClick: () => this.go(got.set) } })
      if (this.open) await this.load()
    } catch (e) {
      app.fault(e)
    }
  }

  private go(set: string): void {
    this.chosen = set
    this.tab = 'missions'
    app.page = 'missions'
    void this.choose(set)
  }

  /** Watches one mission, as it is played or as it was. */
  watch(run: string, result: string): void {
    this.watching = `${run} ${result}`
    void this.look(run, result)
  }

  stopWatching(): void {
    this.watching = ''
    this.watched = undefined
  }

  private async look(run: string, result: string): Promise<void> {
    const mine = () => this.open && this.watching === `${run} ${result}`
    const again = () => setTimeout(() => mine() && void this.look(run, result), WATCH)
    const of = this.runs.value.find((r) => r.run === run)
    try {
      const got = await app.call('get-mission-result', { run, result })
      if (!mine()) return
      this.watched = got
      if (!got.outcome) again()
    } catch (e) {
      if (!mine()) return
      // One that was broken off has no result until the run goes on.
      if (of && of.done < of.of) again()
      else this.fault = sentence(e)
    }
  }

  /** What came of a mission with a planner, in the run that is shown. */
  resultsOf(mission: string, planner: string): MissionResult[] {
    return this.run?.results.filter((r) => r.mission === mission && r.planner === planner) ?? []
  }
}

export const missions = new Missions()
app.pieces.push(missions.runs)
