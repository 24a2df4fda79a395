// SPDX-License-Identifier: MIT

// One game with the bot in it, for the tests of test/e2e: the test server, the bot and a small Minehand, with what the
// cases ask of them. E2E_VERSION=1.16.5 plays one version of the two.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe } from 'node:test'
import { Backend } from './backend.ts'
import type { Ended } from './backend.ts'
import { Bot, Server } from './processes.ts'

export interface Point { x: number; y: number; z: number }
type Fields = Record<string, unknown>

const VERSIONS = process.env['E2E_VERSION']?.split(',') ?? ['1.21.4', '1.16.5']
/** The most that a process or a creature may take to do what is waited for, on a busy machine. */
const PATIENCE_MS = 60_000

export const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** An action that must have been done. */
export function ok(e: Ended): Ended {
  assert.ok(e.ok, `${e.code}: ${e.error}`)
  return e
}

export class Rig {
  readonly version: string
  readonly backend = new Backend()
  server!: Server
  bot!: Bot
  private readonly args: string[]

  constructor(version: string, args: string[]) {
    this.version = version
    this.args = args
  }

  async start(): Promise<void> {
    this.server = await Server.start(this.version)
    const port = await this.backend.start()
    this.bot = new Bot(['--server', `127.0.0.1:${this.server.port}`, '--backend', `ws://127.0.0.1:${port}`, '--name', 'Hand', ...this.args])
    await this.backend.until('a state', () => this.backend.last('state_update'), 2 * PATIENCE_MS)
  }

  async stop(): Promise<void> {
    assert.equal(await this.bot.stop(), 0)
    await this.backend.down()
    await this.server.stop()
  }

  /** Nothing held, nothing around, healthy, by day, at the spawn. */
  async fresh(): Promise<void> {
    for (const c of ['clear', 'clearmobs', 'cleardrops']) await this.server.cmd(c)
    await this.server.cmd('vitals', { health: 20, food: 20, saturation: 5 })
    await this.server.cmd('time', { time: 1000, pace: 0 })
    await this.server.cmd('teleport', { x: 8.5, y: 64, z: 8.5 })
    await sleep(500)
  }

  cmd(cmd: string, fields: Fields = {}): Promise<Record<string, unknown>> { return this.server.cmd(cmd, fields) }
  act(type: string, fields: Fields = {}, ms = 180_000): Promise<Ended> { return this.backend.act(type, fields, ms) }
  async me(): Promise<{ health: number; food: number; position: Point }> { return await this.cmd('player') as never }
  async block(x: number, y: number, z: number): Promise<{ block: string; properties: Fields }> { return await this.cmd('block', { x, y, z }) as never }
  async count(what: string): Promise<number> { return ((await this.cmd('counts'))['counts'] as Record<string, number>)[what] ?? 0 }
  deaths(): number { return this.server.events.filter(e => e['event'] === 'death').length }
  /** Whether the bot's log has a line. */
  said(line: RegExp): boolean { return this.bot.log.some(l => line.test(l)) }

  async give(items: Record<string, number>): Promise<void> {
    for (const [item, count] of Object.entries(items)) await this.cmd('give', { item, count })
  }

  async until(what: string, holds: () => boolean | Promise<boolean>, ms = PATIENCE_MS): Promise<void> {
    const end = Date.now() + ms
    while (!await holds()) {
      if (Date.now() > end) assert.fail(`waited ${ms} ms for ${what}\n${this.bot.log.slice(-10).join('\n')}`)
      await sleep(100)
    }
  }

  /** An action of a kind that is cancelled ends within a second. */
  async cancels(type: string, fields: Fields, after: number): Promise<void> {
    const took = await this.cancelled(type, fields, after)
    assert.ok(took < 1000, `${type}: ${took} ms`)
  }

  /** How long after its cancel an action ended: by the cancel, if it worked that long before; with after 0 in any way. */
  async cancelled(type: string, fields: Fields, after: number): Promise<number> {
    const id = this.backend.begin(type, fields)
    await sleep(after)
    const began = Date.now()
    this.backend.send({ type: 'cancel', actionId: id })
    const e = await this.backend.ended(id, 5000)
    const took = Date.now() - began
    if (after > 0 || !e.ok) assert.equal(e.code, 'interrupted', e.error)
    return took
  }
}

/** The cases of a file, in a game of each version; `fresh` begins each of them anew, `lives` wants nobody to die in one. */
export function inEachVersion(name: string, o: { fresh?: boolean; lives?: boolean; args?: string[] }, cases: (rig: Rig) => void): void {
  for (const version of VERSIONS) describe(`${name} on ${version}`, { timeout: 1_200_000 }, () => {
    const rig = new Rig(version, o.args ?? [])
    let began = 0
    let died = 0
    before(() => rig.start())
    after(() => rig.stop())
    beforeEach(async () => {
      began = Date.now()
      if (o.fresh) await rig.fresh()
      died = rig.deaths()
    })
    afterEach(t => {
      process.stderr.write(`  ${version} ${t.name} ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
      if ((t as { passed?: boolean }).passed === false) process.stderr.write(`${[...rig.server.events.slice(-10).map(e => JSON.stringify(e)), ...rig.bot.log.slice(-10)].join('\n')}\n`)
      if (o.lives) assert.equal(rig.deaths(), died, `${t.name}: the bot died`)
    })
    cases(rig)
  })
}
