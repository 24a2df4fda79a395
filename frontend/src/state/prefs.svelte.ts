// SPDX-License-Identifier: MIT

import type * as Api from '../lib/gen/api'

// What a person chose and typed; it survives a restart in the page's own storage.
const KEY = 'minehand.prefs'

export type Theme = 'dark' | 'light' | 'system'
export type Mode = '' | Api.Mode

interface Kept {
  theme: Theme
  details: boolean
  /** Percent, 80 to 200. */
  text: number
  /** The chosen player's id. */
  body: string
  draft: string
  /** What was said before, newest last. */
  history: string[]
  approve: boolean
  mode: Mode
  provider: string
  sound: boolean
  notify: boolean
  modelHidden: boolean
  drawer: boolean
  /** Worlds that the person was asked about: whether to protect a place in them. */
  asked: string[]
  /** Helpers show what they see. */
  viewer: boolean
  /** What the person calls the helper; empty until they chose. */
  helper: string
  /** The language of the page; empty for the system's. */
  language: string
}

const START: Kept = {
  theme: 'system', details: false, text: 100, body: '', draft: '', history: [], approve: false, mode: '', provider: '',
  sound: false, notify: false, modelHidden: false, drawer: false, asked: [], viewer: false, helper: '', language: '',
}
const HISTORY = 200
/** What a helper is called until somebody chose. */
export const HANDY = 'Handy'

function load(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    const next = { ...START }
    // A value of another type, from another version, is left out.
    for (const k of Object.keys(START) as (keyof Kept)[]) {
      if (typeof kept[k] === typeof START[k]) Object.assign(next, { [k]: kept[k] })
    }
    if (!Array.isArray(next.history)) next.history = []
    if (!Array.isArray(next.asked)) next.asked = []
    return next
  } catch {
    return { ...START }
  }
}

class Prefs {
  private kept: Kept = $state(load())

  private set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      // A full or forbidden storage: the choice holds until the page closes.
    }
  }

  get theme() { return this.kept.theme }
  set theme(v: Theme) { this.set('theme', v) }
  get details() { return this.kept.details }
  set details(v: boolean) { this.set('details', v) }
  get text() { return this.kept.text }
  set text(v: number) { this.set('text', Math.min(200, Math.max(80, v))) }
  get body() { return this.kept.body }
  set body(v: string) { this.set('body', v) }
  get draft() { return this.kept.draft }
  set draft(v: string) { this.set('draft', v) }
  get history() { return this.kept.history }
  get approve() { return this.kept.approve }
  set approve(v: boolean) { this.set('approve', v) }
  get mode() { return this.kept.mode }
  set mode(v: Mode) { this.set('mode', v) }
  get provider() { return this.kept.provider }
  set provider(v: string) { this.set('provider', v) }
  get sound() { return this.kept.sound }
  set sound(v: boolean) { this.set('sound', v) }
  get notify() { return this.kept.notify }
  set notify(v: boolean) { this.set('notify', v) }
  get modelHidden() { return this.kept.modelHidden }
  set modelHidden(v: boolean) { this.set('modelHidden', v) }
  get drawer() { return this.kept.drawer }
  set drawer(v: boolean) { this.set('drawer', v) }

  get helper() { return this.kept.helper }
  set helper(v: string) { this.set('helper', v.replace(/\W/g, '').slice(0, 16)) } // as the game takes names
  /** What the helper is called, and joins as where its account says nothing else. */
  get called() { return this.kept.helper.length < 3 ? HANDY : this.kept.helper }
  get language() { return this.kept.language }
  set language(v: string) { this.set('language', v) }
  get viewer() { return this.kept.viewer }
  set viewer(v: boolean) { this.set('viewer', v) }
  get asked() { return this.kept.asked }

  wasAsked(world: string): void {
    this.set('asked', [...this.kept.asked.filter((w) => w !== world), world].slice(-HISTORY))
  }

  /** Keeps words for the Up key; what was said again moves to the end. */
  said(words: string): void {
    this.set('history', [...this.kept.history.filter((h) => h !== words), words].slice(-HISTORY))
  }

  /** Dark or light, with the system's wish resolved. */
  shownTheme(systemLight: boolean): 'dark' | 'light' {
    return this.kept.theme === 'system' ? (systemLight ? 'light' : 'dark') : this.kept.theme
  }
}

export const prefs = new Prefs()
