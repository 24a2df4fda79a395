// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import { clock, clockMarks, counted, dayAndTime, display, money, paid } from './format'

it('writes times as people read them', () => {
  expect([0, 38_400, 61_000, 3_725_000, -5].map(clock)).toEqual(['0:00', '0:38', '1:01', '1:02:05', '0:00'])
})
it('marks a length of time with each time once', () => {
  expect(clockMarks(40_000)).toEqual([0, 0.25, 0.5, 0.75, 1].map((f) => ({ f, label: clock(40_000 * f) })))
  expect(clockMarks(1300).map((m) => m.label)).toEqual(['0:00', '0:01'])
})
it('names today and yesterday', () => {
  const now = new Date(2026, 10, 22, 21, 3).getTime()
  expect(dayAndTime(new Date(2026, 10, 22, 0, 1).toISOString(), now)).toBe('Today 00:01')
  expect(dayAndTime(new Date(2026, 10, 21, 23, 59).toISOString(), now)).toBe('Yesterday 23:59')
  expect(dayAndTime(new Date(2026, 9, 1, 8, 5).toISOString(), now)).toBe('1 Oct 08:05')
})
it('shows names without namespace', () => expect(display('minecraft:oak_log')).toBe('oak log'))
it('counts items as a goal says them', () => {
  expect([counted(3, 'diamond'), counted(1, 'diamond'), counted(3, 'bread'), counted(2, 'torch'), counted(2, 'shears')]).toEqual(['3 diamonds', '1 diamond', '3 bread', '2 torches', '2 shears'])
})
it('writes money with digits that say something', () => {
  expect([0, 12, 0.5, 0.0123, 0.0021, 0.00000042].map((n) => money(n, 'USD'))).toEqual(['0.00 USD', '12.00 USD', '0.50 USD', '0.012 USD', '0.0021 USD', '0.00000042 USD'])
  expect([paid(undefined), paid({ amount: 0.5, estimate: 1, currency: 'EUR', guessed: true })]).toEqual(['', 'about 0.50 EUR'])
})
