// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest'
import { kin, likeOf, pieces, withThing } from './thing'

describe('the thing of a part', () => {
  const torches = { words: '3 torches', text: 'get 3 torches', want: 3, thing: 'torches' }
  it('is changed where the part stands in the words', () => {
    expect(withThing('get 2 diamonds and 3 torches, please', torches)?.('lantern')).toBe('get 2 diamonds and get 3 lanterns, please')
    expect(withThing('get logs', { words: 'get logs', text: 'get 1 log of any kind', want: 1, thing: 'log of any kind' })?.('oak_log')).toBe('get 1 oak log')
  })
  it('is left alone where it is not sure what to replace', () => {
    expect(withThing('3 torches and 3 torches', torches)).toBeUndefined()
    expect(withThing('get 3 lanterns', torches)).toBeUndefined()
    expect(withThing('get 3 torches', { ...torches, thing: undefined })).toBeUndefined()
    expect(withThing('get 3 torches', { ...torches, words: undefined })).toBeUndefined()
  })
  it('has others like it by the last word of its name', () => {
    expect(kin('minecraft:stone_pickaxe')).toBe('pickaxe')
    expect(kin('diamond')).toBe('diamond')
  })
  it('and the number stand by themselves in its text', () => {
    expect(pieces(torches, true, true)).toEqual([
      { kind: 'words', text: 'get ' },
      { kind: 'count', text: '3' },
      { kind: 'thing', text: 'torches' },
    ])
    expect(pieces({ text: 'put 1 oak log in a chest', want: 1, thing: 'oak log' }, false, true)).toEqual([
      { kind: 'words', text: 'put 1 ' },
      { kind: 'thing', text: 'oak log' },
      { kind: 'words', text: ' in a chest' },
    ])
    expect(pieces(torches, false, false)).toEqual([{ kind: 'words', text: 'get 3 torches' }])
  })
})

it('offers items for an item, and anything else for a mob or a block', () => {
  expect(likeOf({ items: ['oak_log', 'birch_log'] })).toBe('craft')
  expect(likeOf({ items: ['torch'], subject: 'torch' })).toBe('craft')
  expect(likeOf({ items: ['raw_iron'], subject: 'iron_ore' })).toBe('explore')
  expect(likeOf({ subject: 'zombie' })).toBe('explore')
})

it('takes another mob or block for a part', () => {
  expect(withThing('kill 2 zombies', { words: 'kill 2 zombies', text: 'kill 2 zombies', want: 2, thing: 'zombies' })?.('skeleton')).toBe('kill 2 skeletons')
  expect(withThing('find a cow', { words: 'find a cow', text: 'find cow', want: 1, thing: 'cow' })?.('pig')).toBe('find pig')
})
