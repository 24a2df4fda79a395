// SPDX-License-Identifier: MIT

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Api, CallError, type Link } from './api'
import type { Door, Ears } from './transport'

/** The other end of a connection, answered by hand. */
class Line {
  sent: Record<string, unknown>[] = []
  constructor(readonly ears: Ears, readonly door?: Door) {}
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {}
  answer(type: string, data: unknown) {
    const call = this.sent.findLast((m) => m.type === type)!
    this.ears.heard(JSON.stringify({ type: 'response', id: call.id, command: type, success: true, data }))
  }
  event(seq: number) {
    this.ears.heard(JSON.stringify({ type: 'event', epoch: 'e', seq, kind: 'notice', body: 'a', at: '', notice: { message: String(seq) } }))
  }
}

let lines: Line[]
let links: Link[]
let batches: number[][]
let snapshots: number
let outgrown: number
let where: string
let api: Api

async function open(): Promise<Line> {
  const line = lines.at(-1)!
  line.ears.opened()
  await vi.advanceTimersByTimeAsync(0)
  line.answer('hello', { success: true })
  await vi.advanceTimersByTimeAsync(0)
  return line
}

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  links = []
  batches = []
  snapshots = outgrown = 0
  api = new Api(
    (ears, door) => {
      const line = new Line(ears, door)
      lines.push(line)
      return line
    },
    { link: (l, _, __, at) => (links.push(l), (where = at)), snapshot: () => snapshots++, outgrown: () => outgrown++, events: (b) => batches.push(b.map((e) => e.seq)) },
    'page',
  )
  api.start()
})
afterEach(() => {
  api.close()
  vi.useRealTimers()
})

describe('the line to Minehand', () => {
  it('subscribes, takes the snapshot, and tells events in batches', async () => {
    const line = await open()
    line.answer('subscribe', { epoch: 'e', since: 4, snapshot: { epoch: 'e', seq: 4, players: [] } })
    await vi.advanceTimersByTimeAsync(0)
    expect([links.at(-1), snapshots]).toEqual(['live', 1])
    for (let seq = 5; seq < 1005; seq++) line.event(seq)
    await vi.advanceTimersByTimeAsync(100)
    expect(batches).toHaveLength(1)
    expect(batches[0]).toHaveLength(1000)
  })

  it('comes back where it was, and loses no event that was heard', async () => {
    let line = await open()
    line.answer('subscribe', { epoch: 'e', since: 0, snapshot: { epoch: 'e', seq: 0, players: [] } })
    await vi.advanceTimersByTimeAsync(0)
    line.event(1)
    line.event(2)
    line.ears.over('', false)
    expect(batches).toEqual([[1, 2]])
    expect(links.at(-1)).toBe('lost')
    await vi.advanceTimersByTimeAsync(250)
    line = await open()
    expect(line.sent.at(-1)).toMatchObject({ type: 'subscribe', epoch: 'e', since: 2 })
  })

  it('waits longer from try to try, and does not try a refused token again', async () => {
    for (const pause of [250, 500, 1000]) {
      lines.at(-1)!.ears.over('', false)
      const before = lines.length
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(lines).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(lines).toHaveLength(before + 1)
    }
    lines.at(-1)!.ears.over('wrong', true)
    const before = lines.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect([lines.length, links.at(-1)]).toEqual([before, 'refused'])
  })

  it('ends every call: with its answer, its refusal, its time, or the line', async () => {
    const line = await open()
    const refused = api.call('get-status', {})
    line.ears.heard(JSON.stringify({ type: 'response', id: line.sent.at(-1)!.id, command: 'get-status', success: false, error: 'No body is connected.' }))
    await expect(refused).rejects.toThrow('No body is connected.')
    const late = expect(api.call('get-config', {}, 1000)).rejects.toThrow(CallError)
    await vi.advanceTimersByTimeAsync(1000)
    await late
    line.answer('subscribe', { epoch: 'e', since: 4, snapshot: { epoch: 'e', seq: 4, players: [] } })
    const words = api.call('talk', { text: 'get 3 dirt' })
    await vi.advanceTimersByTimeAsync(120_000)
    line.answer('talk', { say: 'late, and done' })
    await expect(words).resolves.toMatchObject({ say: 'late, and done' })
    const cut = expect(api.call('get-config', {})).rejects.toThrow(CallError)
    line.ears.over('', false)
    await cut
  })

  /** Opens the last line to its end, and lets it say which others there are. */
  async function live(others: { name: string; address: string }[]): Promise<Line> {
    const line = await open()
    line.answer('subscribe', { epoch: 'e', since: 0, snapshot: { epoch: 'e', seq: 0, players: [] } })
    await vi.advanceTimersByTimeAsync(0)
    line.answer('get-cluster', others.length > 0 ? { others, pass: 'p' } : {})
    await vi.advanceTimersByTimeAsync(0)
    return line
  }
  /** Loses every line for so long, and returns whose they were. */
  async function lose(seconds: number): Promise<string[]> {
    const first = lines.length
    for (lines.at(-1)!.ears.over('', false); seconds > 0; seconds -= 0.25) {
      await vi.advanceTimersByTimeAsync(250)
      lines.at(-1)!.ears.over('', false)
    }
    return lines.slice(first).map((l) => l.door?.name ?? 'home')
  }
  const b = { name: 'b', address: 'http://b' }
  const c = { name: 'c', address: 'http://c' }

  it('goes to the others of the cluster in turn once its own has not answered for a while', async () => {
    await live([b, c])
    const tried = await lose(10)
    expect(tried.slice(0, 4)).toEqual(['home', 'home', 'home', 'home'])
    expect(tried.filter((name, i) => i === 0 || name !== tried[i - 1]).slice(0, 4)).toEqual(['home', 'b', 'c', 'home'])
    expect(lines.find((l) => l.door)!.door).toEqual({ ...b, pass: 'p' })
    do {
      lines.at(-1)!.ears.over('', false)
      await vi.advanceTimersByTimeAsync(1000)
    } while (!lines.at(-1)!.door)
    await live([])
    expect([links.at(-1), where, snapshots]).toEqual(['live', lines.at(-1)!.door!.name, 2])
    api.home()
    expect(lines.at(-1)!.door).toBeUndefined()
    await live([b])
    expect([links.at(-1), where]).toEqual(['live', ''])
  })

  it('tells of one that has joined since, each time it hears of it', async () => {
    const line = await live([b])
    const look = async (others: object[]) => {
      await vi.advanceTimersByTimeAsync(10_000)
      line.answer('get-cluster', { others, pass: 'p' })
      await vi.advanceTimersByTimeAsync(0)
      return outgrown
    }
    expect([await look([b]), await look([b, c]), await look([b, c]), await look([])]).toEqual([0, 1, 2, 2])
  })

  it('waits for its own alone where there are no others', async () => {
    await live([])
    expect(new Set(await lose(30))).toEqual(new Set(['home']))
  })

  it('leaves one of a cluster that says nothing any more, and waits for one alone', async () => {
    for (const others of [[], [b]]) {
      await live(others)
      const before = lines.length
      await vi.advanceTimersByTimeAsync(25_000)
      expect(lines.length > before).toBe(others.length > 0)
      if (others.length === 0) {
        lines.at(-1)!.ears.over('', false)
        await vi.advanceTimersByTimeAsync(250)
      }
    }
  })
})
