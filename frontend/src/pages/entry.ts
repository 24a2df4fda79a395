// SPDX-License-Identifier: MIT

// A model's entry for the config file, as a person would write it.

export interface Wish {
  name: string
  url: string
  /** Empty for the one that is loaded. */
  model: string
  /** The environment variable that holds the key; empty for none. */
  keyEnv: string
}

/** Where the usual servers listen. */
export const SERVERS: { id: string; url: string }[] = [
  { id: 'studio', url: 'http://localhost:1234' },
  { id: 'ollama', url: 'http://localhost:11434' },
  { id: 'llama', url: 'http://localhost:8080' },
  { id: 'another', url: '' },
]

/** What YAML would take for something else than text, or not at all, is quoted. */
const text = (s: string): string => (/^[A-Za-z](?:[\w./-]|:(?=\S))*$/.test(s) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(s) ? s : JSON.stringify(s))

/** The lines of an entry; the first one has the list's head too. */
export function entryOf(wish: Wish, first: boolean): string {
  const lines = [
    ...(first ? ['providers:'] : []),
    `  - name: ${text(wish.name)}`,
    '    type: openai',
    '    config:',
    `      url: ${text(wish.url)}`,
    ...(wish.model ? [`      model: ${text(wish.model)}`] : []),
    ...(wish.keyEnv ? [`      api_key_env: ${text(wish.keyEnv)}`] : []),
  ]
  return lines.join('\n') + '\n'
}

/** Whether an address can be asked at all. */
export const isAddress = (url: string): boolean => /^https?:\/\/[^\s/]+/.test(url)

/** A name that none of the others has. */
export function freeName(name: string, taken: string[]): string {
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name}-${n}`
    if (!taken.includes(tried)) return tried
  }
}
