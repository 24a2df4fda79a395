// SPDX-License-Identifier: MIT

// What Minehand says, in the reader's language: a message is a code with values, and its
// words stand in game/messages, which the game's chat and the shell say as well. In English
// the text beside it does.
import { setupI18n, type Messages } from '@lingui/core'
import { counted, display } from './base/format'
import type { Message, SettingRow } from './lib/gen/api'

interface Things { count?: number; items: string[]; more?: boolean; many?: boolean }

/** Says messages of one language. */
export class Speaker {
  private readonly i18n = setupI18n()

  constructor(language: string, private readonly texts: Messages) {
    this.i18n.loadAndActivate({ locale: language, messages: texts })
  }

  /** A message in words; the other text where the language has none for it. */
  say(m: Message | undefined, otherwise = ''): string {
    if (!m?.code || !(m.code in this.texts)) return otherwise
    if (m.code === 'sentence') {
      const text = sentence(this.value(m.values?.text))
      return /[.!?。！？]$/.test(text) ? text : this.word(m.code, { text })
    }
    return this.word(m.code, Object.fromEntries(Object.entries(m.values ?? {}).map(([name, v]) => [name, typeof v === 'number' ? Math.round(v * 10) / 10 : this.value(v)])))
  }

  /** What a thing is called. */
  called(item: string): string {
    const id = item.replace(/^minecraft:/, '')
    const own = (code: string) => this.texts[code] as string | undefined
    const name = own(`item.${id}`)
    if (name) return name
    for (let at = id.indexOf('_'); at > 0; at = id.indexOf('_', at + 1)) { // "white_bed" is a bed, and white
      const kind = own(`item.${id.slice(at + 1)}`)
      const first = own(`first.${id.slice(0, at)}`)
      if (kind && first) return this.word('items.of', { name: kind, first })
    }
    return display(item)
  }

  /** The ids of things and of kinds of things that have these words in their names, the shortest name first. */
  ids(words: string): string[] {
    const like = words.toLocaleLowerCase()
    const names = Object.entries(this.texts).filter(([code, t]) => code.startsWith('item.') && typeof t === 'string' && t.toLocaleLowerCase().includes(like)) as [string, string][]
    return names.toSorted((a, b) => a[1].length - b[1].length).map(([code]) => code.slice('item.'.length))
  }

  /** So many of a thing, as one sees them: "3x Erde". */
  amount(n: number, item: string): string {
    return 'items' in this.texts ? this.word('items', { n, item: this.called(item) }) : counted(n, item)
  }

  /** Puts a setting's row into words, by its key. */
  row(r: SettingRow): void {
    const own = (code: string, otherwise: string) => this.say({ code: `setting.${r.key}${code}` }, otherwise)
    r.label = own('', r.label ?? '')
    r.sentence = own('.why', r.sentence)
    r.switches?.forEach((s, i) => Object.assign(s, { label: own(`.${i}`, s.label), sentence: own(`.${i}.why`, s.sentence) }))
    for (const o of r.options ?? []) {
      const [, n, unit] = /^(\d+) (.*?)s?$/.exec(o.text) ?? []
      o.text = unit ? this.say({ code: `unit.${unit}`, values: { n: Number(n) } }, o.text) : own(`.is.${o.value}`, o.text)
    }
  }

  private word(code: string, values: Record<string, unknown> = {}): string {
    const text = this.texts[code]
    return typeof text === 'string' ? text : this.i18n._(code, values)
  }

  private value(v: unknown): string {
    if (Array.isArray(v)) return v.map((one) => this.value(one)).join(this.word('list.comma'))
    if (typeof v !== 'object' || v === null) return String(v ?? '')
    if ('code' in v) return this.say(v as Message, String(v.code))
    if ('seconds' in v) return this.time(v.seconds as number)
    if ('items' in v) return this.things(v as Things)
    const all = v as Record<string, number>
    if ('x' in all) return Object.values(all).map(Math.round).join(' ')
    const amounts = Object.keys(all).sort().map((i) => this.amount(all[i]!, i))
    return [amounts.slice(0, -1).join(this.word('list.comma')), ...amounts.slice(-1)].filter(Boolean).join(this.word('list.and'))
  }

  private things(t: Things): string {
    const most = 3
    const names = t.items.slice(0, most).map((i) => this.called(i)).join(this.word('list.or'))
    const kind = t.items.length > most ? shared(t.items) : ''
    const name = kind ? this.word('items.kind', { name: this.called(kind) }) : names
    return t.count ? this.word(t.more ? 'items.more' : 'items', { n: t.count, item: name }) : name
  }

  private time(s: number): string {
    if (s < 100) return this.word('time.s', { n: Math.max(1, Math.round(s)) })
    return s < 6000 ? this.word('time.min', { n: Math.round(s / 60) }) : this.word('time.h', { n: Math.round(s / 360) / 10 })
  }
}

/** The last words that all ids end with: "log". */
function shared(ids: string[]): string {
  const words = ids[0]!.split('_')
  const ends = words.map((_, i) => words.slice(i).join('_'))
  return ends.find((end) => ids.every((id) => id === end || id.endsWith(`_${end}`))) ?? ''
}

let speaker: Speaker | undefined

const files = import.meta.glob<Messages>('../../game/messages/*.json', { import: 'default' })

/** Loads what Minehand says in a language; English needs nothing. */
export async function listen(language: string): Promise<void> {
  const load = language === 'en' ? undefined : files[`../../game/messages/${language}.json`]
  if (load) speaker = new Speaker(language, await load())
}

export const say = (m: Message, otherwise: string): string => speaker?.say(m, otherwise) ?? otherwise
export const called = (item: string): string => speaker?.called(item) ?? display(item)
/** Ids of things by words of the reader's language; none in English, whose words the ids are. */
export const idsOf = (words: string): string[] => speaker?.ids(words) ?? []
export const amount = (n: number, item: string): string => speaker?.amount(n, item) ?? counted(n, item)

/** What comes over the wire, with all texts that are messages as well in the reader's language. */
export function heard(data: string): unknown {
  const to = speaker
  return to ? JSON.parse(data, (_, v: unknown) => translated(to, v)) : JSON.parse(data)
}

function translated(to: Speaker, v: unknown): unknown {
  if (typeof v !== 'object' || v === null) return v
  const o = v as { text?: unknown; say?: unknown; evidence?: string; shows?: Message; messages?: Record<string, Message>; code?: unknown; message?: string; [field: string]: unknown }
  if (typeof o.text === 'string' && typeof o.say === 'object') o.text = sentence(to.say(o.say as Message, o.text))
  if (o.shows) o.evidence = to.say(o.shows, o.evidence)
  if (o.messages) for (const [field, m] of Object.entries(o.messages)) o[field] = to.say(m, o[field] as string)
  if (typeof o.code === 'string' && o.message) o.message = to.say({ code: `failure.${o.code}`, values: { text: o.message } }, o.message)
  if ('sentence' in o && 'group' in o) to.row(o as unknown as SettingRow)
  return v
}

const sentence = (s: string): string => s.charAt(0).toLocaleUpperCase() + s.slice(1)
