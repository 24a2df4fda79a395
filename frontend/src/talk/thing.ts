// SPDX-License-Identifier: MIT

// The thing of a part, changed where the part stands in the person's words.
import { counted, display } from '../base/format'
import type { Clause } from '../lib/gen/api'
import { aroundCount } from './count'

/**
 * How the whole words read with another item for a part: the part's words give way to
 * its text with the other name in it. Undefined where it is not sure what to replace.
 */
export function withThing(words: string, part: Pick<Clause, 'words' | 'text' | 'want' | 'thing'>): ((item: string) => string) | undefined {
  const { words: own, thing, text } = part
  if (!own || !thing) return undefined
  const at = words.indexOf(own)
  if (at < 0 || at !== words.lastIndexOf(own)) return undefined
  return (item) => words.slice(0, at) + text.replace(thing, () => named(part.want, item)) + words.slice(at + own.length)
}

/**
 * Whose completions name what may stand in the place of a part's thing: those of an
 * item, or of anything that there is in a world.
 */
export const likeOf = (part: Pick<Clause, 'items' | 'subject'>): 'craft' | 'explore' => (part.items?.length && (!part.subject || part.items.includes(part.subject)) ? 'craft' : 'explore')

const named = (n: number, item: string): string => counted(n, item).replace(/^\d+ /, '')

/** What to look for to find items like one: the last word of its name. */
export const kin = (item: string): string => display(item).replace(/^.* /, '')

export interface Piece {
  kind: 'words' | 'count' | 'thing'
  text: string
}

/** A part's text in pieces, its number and thing by themselves where they can be changed. */
export function pieces(part: Pick<Clause, 'text' | 'want' | 'thing'>, count: boolean, thing: boolean): Piece[] {
  const marks: { at: number; kind: Piece['kind']; text: string }[] = []
  const around = count ? aroundCount(part.text, part.want) : undefined
  if (around) marks.push({ at: around[0].length, kind: 'count', text: String(part.want) })
  if (thing && part.thing) marks.push({ at: part.text.indexOf(part.thing), kind: 'thing', text: part.thing })
  const out: Piece[] = []
  let from = 0
  for (const { at, kind, text } of marks.sort((a, b) => a.at - b.at)) {
    out.push({ kind: 'words', text: part.text.slice(from, at) }, { kind, text })
    from = at + text.length
  }
  out.push({ kind: 'words', text: part.text.slice(from) })
  return out.filter((p) => p.text.trim() !== '')
}
