// SPDX-License-Identifier: MIT

// The number of a part, changed where it stands in the person's words.
import type { Clause } from '../lib/gen/api'

/** Numbers that people write out; of more words the reading itself knows best. */
const WRITTEN = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const NUMBER = new RegExp(`(?<![\\w.:/-])(?:\\d+|an?|${WRITTEN.slice(1).join('|')})(?![\\w:/%]|[.,]\\d)`, 'gi')

/** Most that the page offers; the words themselves may say more. */
export const MOST = 2304

const valueOf = (word: string): number => (/^\d/.test(word) ? Number(word) : /^an?$/i.test(word) ? 1 : WRITTEN.indexOf(word.toLowerCase()))

/**
 * How the whole words read with another number for a part; undefined where the page
 * cannot tell which of the words is the part's number: then nothing is offered.
 */
export function withCount(words: string, part: Pick<Clause, 'words' | 'want' | 'items' | 'thing'>): ((n: number) => string) | undefined {
  const own = part.words
  if (!own || (!part.items?.length && !part.thing)) return undefined
  const at = words.indexOf(own)
  if (at < 0 || at !== words.lastIndexOf(own)) return undefined
  const fit = [...own.matchAll(NUMBER)].filter((m) => valueOf(m[0]) === part.want)
  const [number] = fit
  if (!number || fit.length > 1) return undefined
  const from = at + number.index
  return (n) => words.slice(0, from) + n + words.slice(from + number[0].length)
}

/** A part's text around its number; undefined where it has none, or several. */
export function aroundCount(text: string, want: number): [string, string] | undefined {
  const fit = [...text.matchAll(/(?<![\w.-])\d+(?![\w.])/g)]
  const [number] = fit
  return number && fit.length === 1 && Number(number[0]) === want ? [text.slice(0, number.index), text.slice(number.index + number[0].length)] : undefined
}
