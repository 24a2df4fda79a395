// SPDX-License-Identifier: MIT

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiled, flat, type Group, places, type Text, types } from '../words.ts'
import { languageOf, LANGUAGES, W } from './words'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const texts = (language: string) => flat(JSON.parse(read(`words/${language}.json`)) as Group)
const english = texts('en')

/** What a component says by itself: text in its markup, and names of its parts that are read out. Units, addresses and code are nobody's words. */
function plainText(source: string): string[] {
  const labels = [...source.matchAll(/\b(?:label|title|placeholder): '([^']*)'/g)].map((m) => m[1]!)
  let markup = source.replace(/<(script|style|svg|code|kbd)[^]*?<\/\1>|<span class="kbd"[^]*?<\/span>|<!--[^]*?-->/g, '')
  for (let last = ''; last !== markup; ) [last, markup] = [markup, markup.replace(/\{[^{}]*\}/g, ' ')]
  const named = [...markup.matchAll(/\s(?:aria-[\w-]*(?:label|text)|title|placeholder|alt|label)="([^"]*)"/g)].map((m) => m[1]!)
  const text = markup.replace(/<[^>]*>/g, '\n').split('\n')
  return [...labels, ...named, ...text].map((t) => t.replace(/\bms\b|https?:\/\//g, '').trim()).filter((t) => /\p{L}{2}/u.test(t))
}

describe('the words', () => {
  it('have a place on the page, each of them', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((f) => /\.(ts|svelte)$/.test(f) && !/\.test\.ts$|lib.gen/.test(f))
    const used = new Set(sources.flatMap((f) => [...read(f).matchAll(/\bW((?:\.\w+)+)/g)].map((m) => m[1]!.slice(1))))
    const parts = (id: string) => id.split('.').map((_, i, all) => all.slice(0, i + 1).join('.'))
    expect(Object.keys(english).filter((id) => !parts(id).some((p) => used.has(p)))).toEqual([])
  })

  it('are all that a component says: no text stands in its markup', () => {
    const components = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.svelte'))
    expect(components.flatMap((f) => plainText(read(f)).map((t) => `${f}: ${t}`))).toEqual([])
    expect(plainText('<p title="A {b} of {c}" onclick={() => go({ label: \'Go\' })}>{d.map((e) => ({ e }))} <code>minehand</code>, {f} ms <i class="on">{#if a > 2}Yes{/if}</i></p>')).toEqual(['Go', 'A   of', 'Yes'])
  })

  it('name things by said.ts, which knows the reader\'s language, and not by their ids', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((f) => /\.(ts|svelte)$/.test(f) && !f.endsWith('.test.ts'))
    expect(sources.filter((f) => read(f).includes("replaceAll('_', ' ')"))).toEqual(['base/format.ts'])
  })

  it('have the type that was generated from them', () => {
    expect(read('lib/gen/words.ts')).toBe(types(JSON.parse(read('words/en.json')) as Group))
  })

  it('say numbers as the language does', () => {
    expect(W.plan.steps({ n: 1 })).toBe('1 step')
    expect(W.plan.of({ done: 2, n: 1000 })).toBe('2 of 1,000 steps')
    expect(W.players.health({ n: 5 })).toBe('Health 5 of 20')
  })

  it('fall back to English', () => {
    expect(compiled({ a: 'Ja' }, { a: 'Yes', b: { one: '{n} step', other: '{n} steps in {of}' } })).toEqual({
      a: 'Ja', b: [['n', 'plural', { one: ['#', ' step'], other: ['#', ' steps in ', ['of']] }]],
    })
  })

  it('are in the chosen language, else in that of the system', () => {
    expect(languageOf('', ['xx', 'EN-US'])).toBe('en')
    expect(languageOf('xx', [])).toBe('en')
    for (const l of LANGUAGES) expect(languageOf(l, ['en'])).toBe(l)
  })
})

describe.each(LANGUAGES)('%s', (language) => {
  const own = texts(language)

  it('says what English says, with the same values', () => {
    const values = (t: Text) => places(t).toSorted()
    for (const [id, text] of Object.entries(own)) {
      expect(english, `${language} has "${id}"`).toHaveProperty([id])
      expect(values(text), `${language}: ${id}`).toEqual(values(english[id]!))
    }
    expect(Object.keys(english).filter((id) => !(id in own))).toEqual([])
  })

  it('has the plural forms of small numbers', () => {
    const rules = new Intl.PluralRules(language)
    const wanted = [...new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)))]
    for (const [id, text] of Object.entries(own)) {
      if (typeof text !== 'string') expect(Object.keys(text), id).toEqual(expect.arrayContaining(wanted))
      expect(typeof text, id).toBe(typeof english[id])
    }
  })
})
