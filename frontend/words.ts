// SPDX-License-Identifier: MIT

// Message files at build time. A file is JSON: groups of texts, a text with {places}, or
// its plural forms by CLDR's categories, chosen by {n}. Go reads the same form.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export type Text = string | { other: string; [category: string]: string }
export interface Group { [key: string]: Text | Group }
/** A text as Lingui runs it. */
type Compiled = string | (string | unknown[])[]

const PLACE = /\{(\w+)\}/
const forms = (t: Text): string[] => (typeof t === 'string' ? [t] : Object.values(t))
export const isText = (v: Text | Group): v is Text => typeof v === 'string' || 'other' in v

/** The names of a text's places, its number first. */
export function places(t: Text): string[] {
  const found = forms(t).flatMap((f) => [...f.matchAll(new RegExp(PLACE, 'g'))].map((m) => m[1]!))
  return [...new Set(typeof t === 'string' ? found : ['n', ...found])]
}

/** All texts by their path: "plan.steps". */
export function flat(g: Group, path = ''): Record<string, Text> {
  return Object.assign({}, ...Object.entries(g).map(([k, v]) => (isText(v) ? { [path + k]: v } : flat(v, `${path}${k}.`)))) as Record<string, Text>
}

/** A form in pieces: words, and places as lists of their name; `#` is a plural's number. */
const pieces = (form: string, plural: boolean): (string | unknown[])[] =>
  form.split(PLACE).flatMap((part, i): (string | unknown[])[] => (i % 2 ? [plural && part === 'n' ? '#' : [part]] : part ? [part] : []))

function compile(t: Text): Compiled {
  if (typeof t === 'string') return PLACE.test(t) ? pieces(t, false) : t
  return [['n', 'plural', Object.fromEntries(Object.entries(t).map(([category, form]) => [category, pieces(form, true)]))]]
}

/** A language with English for what it lacks. */
export function compiled(own: Group, english: Group): Record<string, Compiled> {
  const texts = flat(own)
  return Object.fromEntries(Object.entries(flat(english)).map(([id, text]) => [id, compile(texts[id] ?? text)]))
}

/** The type of all words, from the English ones. */
export function types(english: Group): string {
  const type = (v: Text | Group, pad: string): string => {
    if (!isText(v)) return `{\n${Object.entries(v).map(([k, x]) => `${pad}  ${/^\w+$/.test(k) ? k : `'${k}'`}: ${type(x, `${pad}  `)}`).join('\n')}\n${pad}}`
    const names = places(v)
    if (names.length === 0) return 'string'
    return `(v: { ${names.map((n) => `${n}: ${typeof v !== 'string' && n === 'n' ? 'number' : 'string | number'}`).join('; ')} }) => string`
  }
  return `// SPDX-License-Identifier: MIT\n\n// Generated from src/words/en.json by words.ts. DO NOT EDIT.\n\nexport interface Words ${type(english, '')}\n`
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Group

/** Compiles each language's file, and writes the type of their words. */
export function words(): Plugin {
  const folder = join(import.meta.dirname, 'src/words')
  const messages = join(import.meta.dirname, '../game/messages')
  return {
    name: 'words',
    enforce: 'pre',
    buildStart() {
      const path = join(import.meta.dirname, 'src/lib/gen/words.ts')
      const text = types(read(join(folder, 'en.json')))
      if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    },
    load(id) {
      const said = id.startsWith(messages) // of Minehand itself, which has the English text beside it
      if ((!said && !id.startsWith(folder)) || !id.endsWith('.json')) return undefined
      this.addWatchFile(id)
      const own = read(id)
      return { code: `export default ${JSON.stringify(compiled(own, said ? own : read(join(folder, 'en.json'))))}`, moduleType: 'js' }
    },
  }
}
