// SPDX-License-Identifier: MIT

// The words of the page in the reader's language: src/words has a file for each. They are
// loaded before anything is shown, so that no module may read them while it is loaded;
// another language is one load of the page later.
import { setupI18n, type Messages } from '@lingui/core'
import type { Words } from './lib/gen/words'
import { listen } from './said'
import { prefs } from './state/prefs.svelte'

const files = import.meta.glob<Messages>('./words/*.json', { import: 'default' })

/** The languages that there are words in, by their codes. */
export const LANGUAGES = Object.keys(files).map((f) => f.slice('./words/'.length, -'.json'.length))

/** The language of the page: the chosen one, else the first of the system's that there are words in. */
export function languageOf(chosen: string, system: readonly string[]): string {
  return [chosen, ...system].map((l) => l.toLowerCase().split(/[-_]/)[0]!).find((l) => LANGUAGES.includes(l)) ?? 'en'
}

export const LANGUAGE = languageOf(prefs.language, typeof navigator === 'undefined' ? [] : navigator.languages)

/** The same for numbers and dates. */
export const LOCALE = LANGUAGE === 'en' ? 'en-GB' : LANGUAGE

const i18n = setupI18n()

/** All words, in groups: a text, or a function of its values. Empty until [speak] is done. */
export const W = {} as Words

/** Loads the words. */
export async function speak(): Promise<void> {
  const [messages] = await Promise.all([files[`./words/${LANGUAGE}.json`]!(), listen(LANGUAGE)])
  i18n.loadAndActivate({ locale: LANGUAGE, messages })
  for (const [id, text] of Object.entries(messages)) {
    const keys = id.split('.')
    const last = keys.pop()!
    const group = keys.reduce((g, k) => (g[k] ??= {}) as Record<string, unknown>, W as unknown as Record<string, unknown>)
    group[last] = typeof text === 'string' ? text : (values: Record<string, unknown>) => i18n._(id, values)
  }
}

/** A text of a group by a key that may have none. */
export const textOf = (group: object, key: string | number | undefined): string | undefined => (group as Record<string, string | undefined>)[key ?? '']
