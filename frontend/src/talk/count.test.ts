// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import { aroundCount, withCount } from './count'

const part = (words: string, want: number) => ({ words, want, items: ['thing'] })

describe('the number of a part', () => {
  it('is changed where it stands in the words', () => {
    const words = 'get 3 diamonds and 3 torches, then come back'
    expect(withCount(words, part('3 torches', 3))?.(16)).toBe('get 3 diamonds and 16 torches, then come back')
    expect(withCount(words, part('get 3 diamonds', 3))?.(1)).toBe('get 1 diamonds and 3 torches, then come back')
  })
  it('may be an article or a written number', () => {
    expect(withCount('make a wooden pickaxe', part('make a wooden pickaxe', 1))?.(4)).toBe('make 4 wooden pickaxe')
    expect(withCount('get Twelve logs', part('get Twelve logs', 12))?.(2)).toBe('get 2 logs')
  })
  it('is left alone where it is not sure which it is', () => {
    for (const [words, own, want] of [
      ['get 3 oak logs or 3 birch logs', 'get 3 oak logs or 3 birch logs', 3], // two that fit
      ['get 2 stacks of dirt', 'get 2 stacks of dirt', 128], // not the number that is meant
      ['get logs', 'get logs', 1], // none
      ['get a dozen eggs', 'get a dozen eggs', 12],
      ['dirt and dirt', 'dirt', 1], // which of both
      ['get 3 diamonds', 'get 3 emeralds', 3], // words that are no longer there
      ['go to -3 64 5', 'go to -3 64 5', 3],
      ['wait 1.5 minutes', 'wait 1.5 minutes', 1],
    ] as const)
      expect(withCount(words, part(own, want)), words).toBeUndefined()
    expect(withCount('kill 2 zombies', { words: 'kill 2 zombies', want: 2, thing: 'zombies' })?.(5)).toBe('kill 5 zombies')
    expect(withCount('wait 3', { words: 'wait 3', want: 3 })).toBeUndefined() // of no item
    expect(withCount('get 3 logs', { words: undefined, want: 3, items: ['oak_log'] })).toBeUndefined()
  })
  it('is found in the text of the part too', () => {
    expect(aroundCount('get 3 oak logs', 3)).toEqual(['get ', ' oak logs'])
    expect(aroundCount('get oak logs', 1)).toBeUndefined()
    expect(aroundCount('put 3 dirt at 3 64 5', 3)).toBeUndefined()
    expect(aroundCount('get 3 oak logs', 4)).toBeUndefined()
  })
})
