// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import { entryOf, freeName, isAddress } from './entry'

describe("a model's entry for the config file", () => {
  it('says what was chosen, and nothing else', () => {
    expect(entryOf({ name: 'studio', url: 'http://localhost:1234', model: '', keyEnv: '' }, true)).toBe('providers:\n  - name: studio\n    type: openai\n    config:\n      url: http://localhost:1234\n')
    expect(entryOf({ name: 'far', url: 'https://example.org/v1', model: 'qwen3:8b', keyEnv: 'FAR_KEY' }, false)).toBe('  - name: far\n    type: openai\n    config:\n      url: https://example.org/v1\n      model: qwen3:8b\n      api_key_env: FAR_KEY\n')
  })
  it('quotes what the file would read as something else', () => {
    for (const odd of ['7', 'on', 'a: b', 'a #b', '"x"', 'a\nb: c', 'ends:', '- a', '{a}', '']) expect(entryOf({ name: odd, url: 'http://x', model: '', keyEnv: '' }, false)).toContain(`  - name: ${JSON.stringify(odd)}\n`)
  })
  it('has an address of the web and a name of its own', () => {
    expect(['http://localhost:1', 'https://a.b/v1', 'localhost:1', 'ftp://a', 'http://', 'http:// a', ''].map(isAddress)).toEqual([true, true, false, false, false, false, false])
    expect([freeName('a', []), freeName('a', ['a', 'a-2'])]).toEqual(['a', 'a-3'])
  })
})
