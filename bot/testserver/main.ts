// SPDX-License-Identifier: MIT

// A Minecraft server for tests: node testserver/start.mjs --version 1.21.4 --port 0 [--fixture FILE] [--host 127.0.0.1]
// One JSON line an event on stdout; commands as JSON lines on stdin (README.md).
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readFixture, run, runSeen } from './fixture.ts'
import type { Command, Fixture } from './fixture.ts'
import { Game } from './game.ts'
import { TICKS_PER_ITEM } from './smelting.ts'
import { watch } from './watchdog.ts'

const VERSIONS = ['1.16.5', '1.21.4']

const say = (o: Record<string, unknown>): void => { process.stdout.write(JSON.stringify(o) + '\n') }

// Libraries write of what they meet with console; stdout carries the answers alone.
for (const level of ['debug', 'info', 'log'] as const) console[level] = console.error

async function main(): Promise<void> {
  watch()
  const { values: v } = parseArgs({
    options: {
      version: { type: 'string', default: '1.21.4' }, port: { type: 'string', default: '25565' }, host: { type: 'string', default: '127.0.0.1' },
      fixture: { type: 'string' }, keep: { type: 'boolean', default: false }, 'smelt-ticks': { type: 'string', default: String(TICKS_PER_ITEM) }, seed: { type: 'string', default: '0' }, bare: { type: 'string', default: '0' },
    },
  })
  if (!VERSIONS.includes(v.version)) throw new Error(`--version must be one of ${VERSIONS.join(', ')}`)
  const port = Number(v.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('--port must be a number from 0 (any free port) to 65535')
  const smeltTicks = Number(v['smelt-ticks'])
  if (!Number.isInteger(smeltTicks) || smeltTicks < 1) throw new Error('--smelt-ticks must be a whole number from 1 (200 is the real time)')
  const seed = Number(v.seed)
  if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed must be a whole number from 0')
  const bare = Number(v.bare)
  if (!Number.isInteger(bare) || bare < 0) throw new Error('--bare must be a whole number of blocks from 0')
  const fixture: Fixture = v.fixture ? readFixture(readFileSync(v.fixture, 'utf8')) : { world: [], join: [] }

  const onFault = (err: Error): void => { say({ event: 'fault', error: err.stack ?? String(err) }) }
  const joined = new Set<string>()
  const game: Game = new Game({
    host: v.host, port, version: v.version, smeltTicks, seed, bare, onFault, days: v.keep,
    emit: e => {
      say(e)
      if (e['event'] !== 'join' || joined.has(String(e['player']))) return
      joined.add(String(e['player']))
      void (async () => {
        for (const c of fixture.join) await run(game, { ...c, player: e['player'] })
        if (fixture.join.length > 0) say({ event: 'fixture', player: e['player'] })
      })().catch((err: unknown) => { say({ event: 'fault', error: String(err) }) })
    },
  })
  process.on('uncaughtException', onFault)
  // Nobody listens any more: to tell of that fault would be the next one.
  process.stdout.on('error', () => { process.exit(1) })
  const bound = await game.start()
  for (const c of fixture.world) await run(game, c)
  say({ event: 'listening', port: bound, version: v.version, host: v.host })

  const stop = async (why: string): Promise<void> => {
    say({ event: 'stopping', why })
    await game.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => { void stop(signal) })
  const lines = createInterface({ input: process.stdin })
  // Whoever started this server is gone when its end of stdin closes.
  lines.on('close', () => { if (!v.keep) void stop('stdin closed') })
  let queue = Promise.resolve()
  lines.on('line', line => {
    if (line.trim() === '') return
    queue = queue.then(async () => {
      let id: unknown = null
      try {
        const c = JSON.parse(line) as Command
        id = c['id'] ?? null
        if (typeof c.cmd !== 'string') throw new Error('a command is {"id": ..., "cmd": "name", ...}')
        if (c.cmd === 'stop') {
          say({ id, ok: true })
          await stop('asked to')
        }
        const answer = await runSeen(game, c)
        say({ id, ok: true, ...answer })
      } catch (err) {
        say({ id, ok: false, error: err instanceof Error ? err.message : String(err) })
      }
    })
  })
}

main().catch((err: unknown) => {
  const code = (err as NodeJS.ErrnoException).code
  const text = code === 'EADDRINUSE' ? 'that port is taken: choose another with --port, or --port 0 for any free one' : err instanceof Error ? err.message : String(err)
  process.stderr.write(`testserver: ${text}\n`)
  process.exit(1)
})
