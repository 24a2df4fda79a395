// SPDX-License-Identifier: MIT

// Parse, build, run, exit code.
import { createInterface } from 'node:readline'
import { Body } from './body.ts'
import { GameLine } from './gameline.ts'
import { Link } from './link.ts'
import { makeLog } from './log.ts'
import { USAGE, UsageError, parseOptions, readParent } from './options.ts'
import type { Options } from './options.ts'
import { startViewer } from './viewer.ts'

function options(): Options {
  try {
    const o = parseOptions(process.argv.slice(2))
    if (o !== 'help') return o
    process.stdout.write(USAGE)
    process.exit(0)
  } catch (err) {
    if (!(err instanceof UsageError)) throw err
    // Who started it has a command line of its own.
    process.stderr.write(`bot: ${err.message}\n${process.argv.includes('--with-parent') ? '' : `\n${USAGE}`}`)
    process.exit(2)
  }
}

const o = options()
const log = makeLog(o.json)
const game = new GameLine(o, log)
const body = new Body(o, game, log)
const link = new Link(o, log, () => body.standing())

let leaving = false
async function leave(code: number): Promise<void> {
  if (leaving) return
  leaving = true
  setTimeout(() => { process.exit(code) }, 3000).unref()
  await body.close()
  // The last outcome is on the socket before it closes.
  await new Promise(resolve => setTimeout(resolve, 50))
  link.close()
  game.close()
  await new Promise(resolve => setTimeout(resolve, 150))
  process.exit(code)
}
process.on('SIGTERM', () => { void leave(0) })
process.on('SIGINT', () => { void leave(0) })
if (o.withParent) {
  // The parent may keep the resume token for the bot that follows this one: it says so with a first line on stdin.
  const lines = createInterface({ input: process.stdin }).on('close', () => { void leave(0) })
  lines.once('line', line => {
    const token = readParent(line)
    if (token === null) return
    link.resumeToken = token
    link.on('token', resumeToken => { process.stdout.write(JSON.stringify({ resumeToken }) + '\n') })
  })
  process.stdin.on('error', () => { void leave(0) })
  process.stdout.on('error', () => { void leave(0) })
}
// A fault inside the game library ends neither line: the action in flight fails by its own bounds.
// It is told once, with the place that it came from.
const faults = new Set<string>()
const fault = (err: unknown): void => {
  const text = err instanceof Error ? `${err.message}${/\n\s+(at .*)/.exec(err.stack ?? '')?.[1]?.replace(/^/, ' ') ?? ''}` : String(err)
  const line = text.split('\n')[0]?.slice(0, 300) ?? ''
  if (faults.has(line) || faults.size > 100) return
  faults.add(line)
  log('warn', `the game library stumbled: ${line}`)
}
process.on('uncaughtException', fault)
process.on('unhandledRejection', fault)

link.on('final', sentence => {
  log('error', sentence, { status: 'joining' })
  void leave(1)
})
if (o.viewer !== null) game.on('joined', bot => { startViewer(bot, o.viewer ?? 0).then(url => { body.viewerUrl = url; log('info', `watch the bot at ${url}`) }, (err: unknown) => { log('error', err instanceof Error ? err.message : String(err), { status: 'notice' }) }) })
body.onLeave = () => { void leave(0) }
body.start(link)
game.start()
// Minehand hears of the game's version and world with the first register when the server lets the bot in in time.
let begun = false
const begin = (): void => {
  if (begun) return
  begun = true
  link.start()
}
game.once('joined', begin)
game.once('outside', begin)
setTimeout(begin, 40_000)
