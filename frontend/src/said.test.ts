// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import type { Messages } from '@lingui/core'
import { readFileSync } from 'node:fs'
import { compiled, type Group } from '../words.ts'
import { amount, called, heard, Speaker } from './said'

const speaker = (language: string) => {
  const own = JSON.parse(readFileSync(`../game/messages/${language}.json`, 'utf8')) as Group
  return new Speaker(language, compiled(own, own) as Messages)
}
const mine = { code: 'act.of', values: { verb: { code: 'verb.mine' }, things: { count: 3, items: ['iron_ore'] } } }
const missing = { code: 'evidence.missing', values: { parts: [{ code: 'check.so-far', values: { what: { code: 'check.have', values: { things: { count: 2, items: ['oak_log', 'birch_log', 'acacia_log', 'jungle_log'] } } }, have: 1 } }] } }

it('says what Minehand says as Minehand does', () => {
  expect(speaker('de').say(mine)).toBe('3x Eisenerz abbauen')
  expect(speaker('zh').say(mine)).toBe('挖掘3 个 铁矿石')
  expect(speaker('de').say(missing)).toBe('es fehlt: 2x Stamm jeder Art in Besitz (bisher 1)')
  expect(speaker('de').say({ code: 'act.wait.for', values: { time: { seconds: 180 } } })).toBe('3 min warten')
  expect(speaker('de').say({ code: 'act.build', values: { n: 1 } })).toBe('1 Block bauen')
  expect(speaker('de').say({ code: 'act.build', values: { n: 2 } })).toBe('2 Blöcke bauen')
})

it('says every kind of value that Go says', () => {
  const given = (things: object) => speaker('de').say({ code: 'shorter.given', values: { things, n: 89 } })
  expect(given({ iron_ingot: 3 })).toBe('Mit 3x Eisenbarren dazu 89 % weniger Zeit.')
  expect(given({ torch: 2, dirt: 1, stick: 4 })).toContain('1x Erde, 4x Stock und 2x Fackel')
  expect(given({ x: 1.4, y: 64, z: -3.6 })).toContain('Mit 1 64 -4 ')
  expect(given({ seconds: 180 })).toContain('3 min')
  expect(speaker('de').say({ code: 'act.build', values: { n: 2.04 } })).toBe('2 Blöcke bauen')
  expect(speaker('de').say({ code: 'check.so-far', values: { what: mine, have: 1.26 } })).toContain('(bisher 1.3)')
})

it('says why a task failed in sentences', () => {
  const failed = { code: 'then', values: { first: { code: 'end.could-not', values: { what: { code: 'lower', values: { text: mine } }, why: { code: 'failure.not_found', values: { text: 'no iron within 64 blocks' } } } }, next: { code: 'sentence', values: { text: { code: 'failure.no_bed', values: { text: 'there is no bed' } } } } } }
  expect(speaker('de').say(failed)).toBe('Das ging nicht: 3x Eisenerz abbauen. Grund: es wurde keines gefunden. Es gibt kein Bett.')
  expect(speaker('zh').say(failed)).toBe('没能做到：挖掘3 个 铁矿石。原因：没有找到。没有床。')
})

it('puts the rows of settings into words', () => {
  const row = { key: 'limits.wall_time', group: 'safety', label: 'Stop by itself after', sentence: 'x', changeable: true, options: [{ value: '1h', text: '1 hour' }, { value: '2h', text: '2 hours' }] }
  speaker('de').row(row)
  expect([row.label, ...row.options.map((o) => o.text)]).toEqual(['Von selbst anhalten nach', '1 Stunde', '2 Stunden'])
  const policy = { key: 'planner.policy', group: 'safety', label: '', sentence: '', changeable: true, options: [{ value: 'replan', text: 'New plan' }] }
  speaker('zh').row(policy)
  expect(policy.options[0]!.text).toBe('新计划')
})

it('keeps the text beside a message that it has no words for', () => {
  expect(speaker('de').say({ code: 'no.such' }, 'Mine it')).toBe('Mine it')
  expect(speaker('de').say(undefined, 'Mine it')).toBe('Mine it')
})

it('finds things by words of their names', () => {
  expect(speaker('de').ids('erde')[0]).toBe('dirt')
  expect(speaker('de').ids('Bett')).toContain('bed') // a kind, which all its colours have in their names
  expect(speaker('ru').ids('верстак')).toEqual(['crafting_table'])
  expect(speaker('de').ids('blorf')).toEqual([])
})

it('calls things by their names', () => {
  expect(speaker('de').amount(3, 'minecraft:dirt')).toBe('3x Erde')
  expect(speaker('de').called('mod:odd_thing')).toBe('odd thing')
  expect(['light_blue_bed', 'dark_oak_door', 'white_'].map((id) => speaker('de').called(id))).toEqual(['Bett (hellblau)', 'Tür (Schwarzeiche)', 'white '])
  expect(speaker('zh').called('white_bed')).toBe('白色床')
  expect([amount(3, 'dirt'), called('oak_log')]).toEqual(['3 dirt', 'oak log']) // in English
  expect(heard('{"text":"Mine 3 iron ore","say":{"code":"act.of"}}')).toEqual({ text: 'Mine 3 iron ore', say: { code: 'act.of' } })
})
