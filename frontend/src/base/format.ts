// SPDX-License-Identifier: MIT

// Numbers and times as people read them.

import type { Cost } from '../lib/gen/api'
import { LOCALE, W } from '../words'

/** Milliseconds as 0:38 or 1:02:05. */
export function clock(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000))
  const h = Math.floor(s / 3600)
  const m = Math.floor(s / 60) % 60
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
}

/** The marks of a length of time, by their share of it, each time once. */
export function clockMarks(ms: number): { f: number; label: string }[] {
  return [0, 0.25, 0.5, 0.75, 1].map((f) => ({ f, label: clock(ms * f) })).filter((m, i, all) => m.label !== all[i - 1]?.label)
}

/** An amount of money with two digits that say something: "0.0021 USD". */
export function money(amount: number, currency: string): string {
  return `${amount.toLocaleString(LOCALE, { useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: amount > 0 && amount < 1 ? Math.max(2, 1 - Math.floor(Math.log10(amount))) : 2 })} ${currency}`
}

/** What calls to models cost; empty for what costs nothing. */
export function paid(c: Cost | undefined): string {
  if (!c) return ''
  const amount = money(c.amount, c.currency)
  return c.guessed ? W.times.about({ amount }) : amount
}

/** The time of day of an instant, as 21:03. */
export function timeOfDay(at: string | number | undefined): string {
  if (!at) return ''
  const d = new Date(at)
  return `${String(d.getHours()).padStart(2, '0')}:${String(d.getMinutes()).padStart(2, '0')}`
}

/** The time of day with seconds. */
export function timeOfDayExactly(at: string): string {
  return `${timeOfDay(at)}:${String(new Date(at).getSeconds()).padStart(2, '0')}`
}

/** "Today 21:03", "Yesterday 18:04", "12 Nov 18:04". */
export function dayAndTime(at: string, now = Date.now()): string {
  const d = new Date(at)
  const day = (x: Date) => new Date(x.getFullYear(), x.getMonth(), x.getDate()).getTime()
  const days = Math.round((day(new Date(now)) - day(d)) / 86_400_000)
  const time = timeOfDay(at)
  return days === 0 ? W.times.today({ time }) : days === 1 ? W.times.yesterday({ time }) : `${d.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short' })} ${time}`
}

/** "12 Nov 2026, 18:04", which is as true tomorrow. */
export function fullDate(at: string): string {
  return `${new Date(at).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })}, ${timeOfDay(at)}`
}

/** An item's name for people: "oak log". */
export function display(item: string): string {
  return item.slice(item.indexOf(':') + 1).replaceAll('_', ' ')
}

/** Names that stay as they are for many: what is not counted, and what is many already. */
const UNCOUNTED = /s$|bread|coal$|beef$|wool$|glass$|dirt$|sand$|gravel$|cobblestone$|stone$|iron$|gold$|wheat$|obsidian$|leather$|string$|fish$|cod$|salmon$/

/** So many of an item, as a goal says it: "3 diamonds". */
export function counted(n: number, item: string): string {
  const name = display(item)
  return `${n} ${n === 1 || UNCOUNTED.test(name) ? name : `${name}${/(ch|sh|x)$/.test(name) ? 'es' : 's'}`}`
}
