// SPDX-License-Identifier: MIT

// The page's state: the pieces of Go's state, what the person chose, and what they
// can do. Components read from here and call its actions; they hold no rules.
import { SvelteSet } from 'svelte/reactivity'
import { Api, CallError, type Link } from '../wire/api'
import { choose, frame } from '../wire/transport'
import type { CallName, Calls, Command, CommandData, Completion, Event, GameAction, OrderChange, PromptSettings, Provider, Reading, Snapshot, Spoken, Task, Thread } from '../lib/gen/api'
import { noticeOfFault } from '../base/notice'
import { saveFile } from '../base/save'
import { called, idsOf } from '../said'
import { LANGUAGE, W } from '../words'
import { activityFold, lineOf, type Activity } from './activity'
import { Piece } from './piece.svelte'
import { playersFold, type Player } from './players'
import { prefs } from './prefs.svelte'
import { spokenFold } from './spoken'
import { namesFold, ofThread, type Names } from './threads'
import { ended, talksFold, talksOf, waitsBehind, withRecord, withTasks, type Talk, type Talks } from './talks'

export type Page = 'play' | 'missions' | 'history' | 'settings' | 'doctor'
export type Tab = 'talk' | 'where' | 'players'
export type Overlay = 'palette' | 'picker' | 'leaving' | 'thread' | undefined
/** What to do with the next words while something runs. */
export type Intent = 'after' | 'instead' | 'change' | 'ask' | ''

/** How many of the last tasks are fetched at first. */
const RECENT = 20
/** How many older tasks are fetched at a time. */
const OLDER = 50
/** How often times on the page move, in ms. */
const TICK = 250

class App {
  readonly players = new Piece<Player[]>([], playersFold)
  readonly talks = new Piece<Talks>(new Map(), talksFold)
  private readonly spoken = new Piece<Spoken[]>([], spokenFold)
  readonly names = new Piece<Names>(new Map(), namesFold)
  readonly activity = new Piece<Activity>({ lines: [], dropped: 0, version: 0 }, activityFold)

  link: Link = $state('connecting')
  linkReason = $state('')
  /** The Minehand of the cluster where this page is a guest, because its own does not answer. */
  at = $state('')
  retryAt = $state(0)
  /** Wall-clock time in ms, a few times a second while something runs. */
  now = $state(Date.now())
  /** When Minehand was last heard of, while it does not answer. */
  private lostAt = $state(0)

  page: Page = $state('play')
  tab: Tab = $state('talk')
  overlay: Overlay = $state()
  /** The place of a player's world that the map is to show; undefined for where the player is. */
  spot: { body: string; world: string | undefined; x: number; z: number } | undefined = $state.raw()
  /** What the palette opens with. */
  begun = $state('')
  /** The talk that is to be renamed or deleted. */
  thread: { of: Thread; act: 'rename' | 'delete' } | undefined = $state.raw()
  /** What the person chose it to be; empty for what the words are by themselves. */
  chosen: Intent = $state('')
  /** What the words in the goal box are by themselves; empty for nothing of these. */
  natural: Intent = $state('after')
  readonly intent: Intent = $derived(this.chosen || this.natural)
  draft = $state(prefs.draft)
  /** What Minehand did not hear, and why: this page alone knows of it. */
  private unheard: Spoken[] = $state.raw([])
  /** What is being said and has no answer yet, where that takes long enough to be seen. */
  private saying: Spoken[] = $state.raw([])
  providers: Provider[] = $state.raw([])
  /** The task that the history page shows. */
  chosenTask = $state('')
  /** A short sentence for people and screen readers: what just happened. */
  said = $state('')
  stoppedAt = $state(0)
  /** Set between the first Esc and the second. */
  escArmed = $state(false)
  /** How many columns there is room for. */
  cols: 1 | 2 | 3 = $state(3)
  /** There is room for more than three plain columns. */
  wide = $state(false)
  systemLight = $state(globalThis.matchMedia?.('(prefers-color-scheme: light)').matches ?? false)

  /** Those who are here, and those who left with something unfinished. A bot is here once it is in a world, and has reported of it. */
  readonly shown: Player[] = $derived(
    this.players.value.filter((p) => (p.state || p.body.loader !== 'mineflayer') && (p.body.link.state !== 'gone' || [...this.talks.value.values()].some((t) => t.task.body === p.body.id && !ended(t.task)))),
  )
  readonly player: Player | undefined = $derived.by(() => {
    const list = this.shown
    return list.find((p) => p.body.id === prefs.body) ?? list[0]
  })
  /** Whose conversation is shown: the chosen player's; with nobody there, of the one that was talked to last. */
  readonly whose: string = $derived.by(() => {
    if (this.player) return this.player.body.id
    const all = [...this.spoken.value, ...[...this.talks.value.values()].map((t) => t.task)] // ids grow with time
    if (all.some((x) => x.body === prefs.body)) return prefs.body
    return all.reduce((last, x) => (x.body && x.id > last.id ? x : last), { id: '', body: '' }).body
  })
  /** What was said to that one and became a task. */
  readonly mine: Talk[] = $derived(talksOf(this.talks.value, this.whose))
  /** The task at hand of the chosen player. */
  readonly current: Talk | undefined = $derived(this.mine.findLast((t) => !ended(t.task) && t.task.state !== 'queued' && !parked(t.task)))
  readonly queued: Talk[] = $derived(this.mine.filter((t) => t.task.state === 'queued'))
  /** The task whose end offers to go on with what is held. */
  readonly before: Task | undefined = $derived(waitsBehind(this.mine))
  /** What was said to that one, or to nobody, and made no task, with what came of it. */
  readonly notes: Spoken[] = $derived([...this.spoken.value, ...this.unheard, ...this.saying].filter((n) => !n.body || n.body === this.whose))
  /** How many guesses wait for a yes, of all players. */
  /** A request waits for the person's name in the game. */
  readonly unnamed: boolean = $derived(this.spoken.value.some((n) => n.who && !n.dropped && !n.speaker && n.body === this.player?.body.id))
  readonly guesses: number = $derived(this.spoken.value.filter(asks).length)
  readonly busy: boolean = $derived(this.current !== undefined)

  /** Other pieces that the feed fills, such as the practice world. */
  readonly pieces: { takeSnapshot(s: Snapshot): void; takeEvents(batch: Event[]): void }[] = [this.players, this.talks, this.spoken, this.names, this.activity]

  private api: Api | undefined
  private unheardId = 0

  /** Connects and begins to listen. */
  start(): void {
    this.api = new Api(
      choose(),
      {
        // Nobody who looks at the page or has begun something on it is interrupted; the draft is kept.
        outgrown: () => document.hasFocus() || this.busy || this.overlay || this.page !== 'play' || location.reload(),
        link: (link, reason, retryAt, at) => {
          if (link === 'live' && this.link !== 'live') this.tell('') // what was said of its absence is over
          if (link !== 'live' && this.link === 'live') this.lostAt = Date.now()
          this.link = link
          this.linkReason = reason
          this.at = at
          this.retryAt = retryAt
        },
        snapshot: (s) => this.takeSnapshot(s),
        events: (batch) => this.takeEvents(batch),
      },
      clientName(),
    )
    this.api.start()
    setInterval(() => {
      const moves = this.link !== 'live' || this.busy || this.players.value.some((p) => p.body.link.state !== 'connected')
      // Events bring the time with them, so that a busy page renders no more often.
      if (moves && Date.now() - this.now >= TICK) this.now = Date.now()
    }, TICK)
  }

  call<N extends CallName>(type: N, params: Calls[N]['params'], limit?: number): Promise<Calls[N]['result']> {
    return this.api ? this.api.call(type, params, limit) : Promise.reject(new CallError(W.lost.title))
  }

  /** Until when anything is known of a player: now, unless it or Minehand is away. */
  until(body: string): number {
    if (this.link !== 'live') return this.lostAt || this.now
    const link = this.players.value.find((p) => p.body.id === body)?.body.link
    return link && link.state !== 'connected' ? Date.parse(link.since) : this.now
  }

  /** The params of calls about the chosen player. */
  private get here(): { instance?: string } {
    return this.player ? { instance: this.player.body.id } : {}
  }

  retryLink(): void {
    this.api?.retry()
  }
  /** Leaves another Minehand for the page's own. */
  goHome(): void {
    this.api?.home()
  }

  private takeSnapshot(s: Snapshot): void {
    for (const p of this.pieces) p.takeSnapshot(s)
    this.now = Date.now()
    void this.loadProviders()
    this.known.clear()
    this.complete.clear()
    void this.loadTasks()
    void this.loadThreads()
    for (const p of s.players) void this.loadBody(p.body.id)
  }

  private takeEvents(batch: Event[]): void {
    this.now = Date.now()
    for (const p of this.pieces) p.takeEvents(batch)
    for (const e of batch) call(e)
    // A long plan comes in full with the record alone.
    for (const e of batch) if (e.kind === 'round' && e.round.plan.moreSteps) void this.loadTask(e.round.task, true)
    for (const e of batch) {
      const over = e.kind === 'missions' ? lineOf(e) : undefined
      if (over) this.tell(over.text)
    }
    for (const e of batch) if (e.kind === 'body' && e.info?.link.state === 'connected' && !this.known.has(e.body)) void this.loadBody(e.body)
  }

  /** The last tasks of all, so that what was said stays in sight when nobody is here. */
  private async loadTasks(): Promise<void> {
    try {
      const { tasks } = await this.call('list-tasks', { limit: RECENT })
      this.talks.merge((t) => withTasks(t, tasks))
    } catch (e) {
      this.tell(sentence(e))
    }
  }

  /** The talks of the history; their names stand in the talk. */
  async loadThreads(): Promise<Thread[]> {
    try {
      const { threads } = await this.call('list-threads', {})
      this.names.merge(() => new Map(threads.flatMap((t) => (t.name ? [[ofThread(t.body, t.world), t.name] as const] : []))))
      return threads
    } catch {
      return [] // an older server has none
    }
  }

  /** Opens what renames or deletes a talk. */
  changeThread(of: Thread, act: 'rename' | 'delete'): void {
    this.thread = { of, act }
    this.overlay = 'thread'
  }
  renameThread(t: Thread, name: string): Promise<boolean> {
    return this.act('rename-thread', { instance: t.body, ...(t.world ? { world: t.world } : {}), name })
  }
  deleteThread(t: Thread): Promise<boolean> {
    return this.act('delete-thread', { instance: t.body, ...(t.world ? { world: t.world } : {}) }, W.threads.deleted)
  }

  /** Players of whom no older task is left to fetch. */
  private readonly complete = new SvelteSet<string>()
  private fetching = false

  /** There may be older tasks of the one whose conversation is shown. */
  get older(): boolean {
    return this.link === 'live' && this.mine.length > 0 && !this.complete.has(this.whose)
  }

  /** Fetches tasks from before those that are known of the one whose conversation is shown. */
  async loadOlder(): Promise<void> {
    const oldest = this.mine[0]?.task.id
    const body = this.whose
    if (this.fetching || !oldest || !this.older) return
    this.fetching = true
    try {
      const { tasks } = await this.call('list-tasks', { instance: body, before: oldest, limit: OLDER })
      if (tasks.length < OLDER) this.complete.add(body)
      this.talks.merge((t) => withTasks(t, tasks))
    } catch (e) {
      this.tell(sentence(e))
    } finally {
      this.fetching = false
    }
  }

  private readonly known = new Set<string>()

  /** A body's last tasks, and all of the one at hand. */
  private async loadBody(body: string): Promise<void> {
    this.known.add(body)
    try {
      const { tasks } = await this.call('list-tasks', { instance: body, limit: RECENT })
      if (tasks.length < RECENT) this.complete.add(body)
      this.talks.merge((t) => withTasks(t, tasks))
      const last = tasks.find((t) => t.state !== 'queued')
      if (last) await this.loadTask(last.id)
    } catch (e) {
      this.tell(sentence(e))
    }
  }

  private readonly loading = new Set<string>()

  /** Everything about a task; what is live already is only completed. */
  async loadTask(id: string, force = false): Promise<void> {
    const known = this.talks.value.get(id)
    if ((known?.whole && !force) || this.loading.has(id)) return
    this.loading.add(id)
    try {
      const record = await this.call('get-task', { taskId: id })
      this.talks.merge((t) => withRecord(t, record))
    } catch (e) {
      this.tell(sentence(e))
    } finally {
      this.loading.delete(id)
    }
  }

  async loadProviders(): Promise<void> {
    try {
      this.providers = await this.call('list-providers', {})
    } catch {
      this.providers = [] // an older server has none; nothing depends on it
    }
  }

  choosePlayer(id: string): void {
    prefs.body = id
    this.tab = 'talk'
    this.page = 'play'
  }

  /** How words read, without any model. */
  read(prompt: string): Promise<Reading> {
    return this.call('read', { prompt, ...this.here })
  }

  /** Says something to the chosen player: a goal, a change, a question. The words are kept when they are refused. */
  async send(words: string, accepted?: string): Promise<boolean> {
    const text = words.trim()
    if (!text) return false
    prefs.said(text)
    this.intentDone()
    const intent = this.busy ? this.chosen : ''
    try {
      if (intent === 'instead') await this.call('stop-task', this.here)
      await this.talk(text, {
        settings: this.settings(), ...(accepted ? { accepted } : {}), ...(intent === 'ask' ? { ask: true } : {}), ...(intent === 'change' ? { change: true } : {}), ...(intent === 'after' ? { after: true } : {}),
      })
      this.chosen = ''
      return true
    } catch (e) {
      this.refused(text, e)
      return false
    }
  }

  /** Has the chosen player say a line in the game's chat, after what it is doing. */
  sayInGame(message: string): Promise<boolean> {
    return this.act('send-prompt', { ...this.here, prompt: '', settings: { actions: [{ type: 'chat', message }] } })
  }

  /** Agrees to a guess: it is said as it was said then. */
  async agree(n: Spoken): Promise<void> {
    await this.act('talk', { text: '', accepted: n.guess, instance: n.body })
  }

  /** Says no to a guess. */
  async decline(n: Spoken): Promise<void> {
    await this.act('talk', { text: '', declined: n.guess, instance: n.body })
  }

  /** Says who the person is, to a request that asked. */
  async name(n: Spoken, name: string): Promise<void> {
    await this.act('talk', { text: name, language: LANGUAGE, instance: n.body })
  }

  /** Asks something; nothing is begun. */
  async ask(words: string): Promise<void> {
    this.intentDone()
    try {
      await this.talk(words, { ask: true })
    } catch (e) {
      this.refused(words, e)
    }
  }

  /** Says words to the chosen player. The feed tells what came of them. */
  private async talk(text: string, how: Omit<Calls['talk']['params'], 'text'>): Promise<void> {
    const note: Spoken = { id: `saying${++this.unheardId}`, at: new Date().toISOString(), body: this.player?.body.id ?? '', text }
    const shown = setTimeout(() => (this.saying = [...this.saying, note]), 300)
    try {
      this.tell((await this.call('talk', { text, language: LANGUAGE, ...this.here, ...how })).say)
    } finally {
      clearTimeout(shown)
      setTimeout(() => (this.saying = this.saying.filter((o) => o.id !== note.id)), 50) // the feed brings what came of it
    }
  }

  /** Whether a note is of words that have no answer yet. */
  isSaid(n: Spoken): boolean {
    return this.saying.includes(n)
  }

  /** Words came to nothing. What Minehand heard is in its talk, with why. */
  private refused(text: string, e: unknown): void {
    if (e instanceof CallError && e.heard) return
    this.unheard = [...this.unheard, { id: `unheard${++this.unheardId}`, at: new Date().toISOString(), body: this.player?.body.id ?? '', text, fault: sentence(e) }]
  }

  private intentDone(): void {
    this.page = 'play'
    this.tab = 'talk'
  }

  private settings(): PromptSettings {
    const s: PromptSettings = {}
    if (prefs.approve) s.approve = true
    if (prefs.mode) s.mode = prefs.mode
    if (prefs.provider) s.provider = prefs.provider
    return s
  }

  /** Puts a place of a player's world into the middle of the map. */
  showPlace(body: string, place: { x: number; z: number }): void {
    this.spot = { body, world: this.worldOf(body), x: place.x, z: place.z }
    if (this.cols === 1) this.tab = 'where'
  }

  /** Takes what was said, and its answer, out of the talk. */
  async dropNote(n: Spoken): Promise<void> {
    if (this.unheard.includes(n)) this.unheard = this.unheard.filter((o) => o !== n)
    else await this.act('drop-answer', { spokenId: n.id })
  }

  /** Stops what the chosen player does. Says so at once. */
  async stop(): Promise<void> {
    this.escArmed = false
    this.stoppedAt = Date.now()
    this.tell(W.stop.stopping)
    await this.act('stop-task', this.here, W.stop.stopped)
  }

  /** Makes a call whose fault is said to the person. */
  private async act<N extends CallName>(type: N, params: Calls[N]['params'], done = ''): Promise<boolean> {
    try {
      await this.call(type, params)
      if (done) this.tell(done)
      return true
    } catch (e) {
      this.fault(e)
      return false
    }
  }

  approve(t: Task, all: boolean): Promise<boolean> {
    return this.act('answer-plan', { taskId: t.id, revision: t.revision, approve: true, all })
  }
  reject(t: Task): Promise<boolean> {
    return this.act('answer-plan', { taskId: t.id, revision: t.revision, approve: false })
  }
  edit(t: Task, actions: GameAction[]): Promise<boolean> {
    return this.act('edit-plan', { taskId: t.id, revision: t.revision, actions })
  }
  pause = (): Promise<boolean> => this.act('pause-task', this.here)
  resume = (taskId?: string): Promise<boolean> => this.act('resume-task', { ...this.here, ...(taskId ? { taskId } : {}) })
  skip = (): Promise<boolean> => this.act('skip-action', this.here)
  clear = (taskId?: string): Promise<boolean> => this.act('clear-queue', { ...this.here, ...(taskId ? { taskId } : {}) })
  retry(taskId: string): Promise<boolean> {
    this.intentDone()
    return this.act('retry-task', { taskId })
  }

  /** Pauses a standing order of a player, lets it go on or forgets it; without a number, all. */
  changeOrder(instance: string, change: OrderChange, number?: number): Promise<boolean> {
    return this.act('change-order', { instance, change, ...(number ? { number } : {}) })
  }
  forgetPlace(instance: string, name: string): Promise<boolean> {
    return this.act('forget-place', { instance, name })
  }

  /** The id of the world that a player is in; undefined while nobody knows. */
  worldOf(body: string): string | undefined {
    return this.players.value.find((p) => p.body.id === body)?.state?.world?.id
  }

  /** Saves all of the talk that is shown, older goals too, as a text to read. */
  async saveTalk(): Promise<void> {
    const { written } = await import('../talk/written')
    for (let known = -1; this.older && known < this.mine.length; ) {
      known = this.mine.length
      await this.loadOlder()
    }
    const who = this.players.value.find((p) => p.body.id === this.whose)?.body.name ?? this.whose
    saveFile(`minehand-${who}.txt`, written(who, this.mine, this.notes))
  }

  /** Saves the file by which `minehand verify` judges anew how a task ended. */
  async saveProof(taskId: string): Promise<void> {
    try {
      const { file } = await this.call('get-proof', { taskId })
      saveFile(`minehand-${taskId}.proof.json`, file, 'application/json')
      this.tell(W.verdict.proofSaved)
    } catch (e) {
      this.fault(e)
    }
  }

  /** Puts back what a task changed, as a task of its own. */
  async putBack(taskId: string): Promise<void> {
    this.intentDone()
    await this.act('put-back', { taskId })
  }

  /** The slash commands that there are for the chosen player. */
  async commands(): Promise<Command[]> {
    return (await this.call('get_all_commands', this.here)).commands
  }

  /** How a command's arguments may go on; `like` is what another thing of its kind is wanted for. */
  async completions(command: string, prefix: string, like?: string): Promise<Completion[]> {
    return (await this.call('get_completions', { command, prefix, ...(like ? { like } : {}), ...this.here })).completions
  }

  /** The things that a command may be about, by words of the reader's language or of their ids; the one of just that name first. */
  async things(command: string, words: string, like?: string): Promise<string[]> {
    const typed = words.trim().toLocaleLowerCase()
    const id = typed.replaceAll(' ', '_')
    const found = await Promise.all([...new Set([id, ...(id ? idsOf(typed).slice(0, 8) : [])])].map((one) => this.completions(command, one, like)))
    const all = [...new Set(found.flat().map((c) => c.value))].filter((i) => i.includes(id) || called(i).toLocaleLowerCase().includes(typed))
    const same = (i: string) => Number(i === id || called(i).toLocaleLowerCase() === typed)
    return all.sort((a, b) => same(b) - same(a))
  }

  /** Runs a slash command. The thread shows what it answers. */
  async command(command: string, args: string): Promise<void> {
    this.intentDone()
    try {
      const done = (await this.call('slash_command', { command, args, noted: true, ...this.here })) as CommandData | undefined
      this.tell(done?.text ?? '')
    } catch (e) {
      this.tell(sentence(e))
      this.refused(`/${command} ${args}`.trim(), e)
    }
  }

  /** Shows a fault over the page, for as long as it takes to read. */
  fault(e: unknown): void {
    const words = sentence(e)
    this.tell(words)
    noticeOfFault(words, { duration: 4000 + words.length * 50 })
  }

  /** Puts words into the goal box, to be changed at a place, else at their end, and sent again. */
  sayAnew(words: string, at = words.length): void {
    this.intentDone()
    this.draft = words
    requestAnimationFrame(() => focusGoal(at)) // the words are in the box then
  }

  /** Opens the palette, with what was typed already. */
  palette(begun = ''): void {
    this.begun = begun
    this.overlay = 'palette'
  }

  /** Says a sentence in the bar below and to screen readers. */
  tell(words: string): void {
    this.said = words
  }
}

/** It is a guess that waits for the yes of who is at the page. */
const asks = (n: Spoken): boolean => (!!n.guess || !!n.who) && !n.speaker && !n.dropped

const parked = (t: Task): boolean => t.state === 'interrupted' && !!t.needsPerson

/** Takes the keys to the goal box, where there is one: to a place, else behind the last letter. */
export function focusGoal(at = Infinity): void {
  const box = document.querySelector<HTMLTextAreaElement>('#goal')
  const place = Math.min(at, box?.value.length ?? 0)
  box?.focus()
  box?.setSelectionRange(place, place)
}

/** A fault as its sentence. */
export function sentence(e: unknown): string {
  return e instanceof Error ? e.message : String(e)
}

/** What a person is called for: a goal that ended or waits for them, a guess at their words, and a command that a model wants to run. */
function callFor(e: Event): { id: string; title: string; body: string; pitch: number } | undefined {
  if (e.kind === 'terminal' && e.terminal.state === 'asks') return { id: e.terminal.id, title: W.consent.title, body: e.terminal.command, pitch: 550 }
  if (e.kind === 'talk' && asks(e.spoken)) return { id: e.spoken.id, title: e.spoken.say ?? '', body: e.spoken.text, pitch: 550 }
  if (e.kind !== 'task' || !(ended(e.task) || e.task.state === 'awaiting_approval' || parked(e.task))) return undefined
  const t = e.task
  return { id: t.id, title: `${W.state[t.state]}: ${t.title}`, body: t.reason ?? '', pitch: t.state === 'complete' ? 880 : t.state === 'error' ? 330 : 550 }
}

/** Calls the person, as far as they chose to be called: a tone, and a notification while the page is not in front. */
function call(e: Event): void {
  const c = callFor(e)
  if (!c) return
  if (prefs.sound) {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = 0.08
    tone.frequency.value = c.pitch
    tone.connect(volume).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + 0.15)
    tone.onended = () => void audio.close()
  }
  // In the window what is hidden is not always said so; one in front needs none.
  if (prefs.notify && !document.hasFocus() && frame.notify(c.id, c.title, c.body)) return
  if (prefs.notify && document.hidden && typeof Notification !== 'undefined' && Notification.permission === 'granted') {
    new Notification(c.title, { body: c.body, tag: c.id })
  }
}

/** A new name a load of the page: ids of calls begin anew with it. */
function clientName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return 'page-' + [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
}

export const app = new App()
