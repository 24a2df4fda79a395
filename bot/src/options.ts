// SPDX-License-Identifier: MIT

// The command line.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { unplayable } from './servers.ts'

export const AFTER = ['stay', 'owner', 'shelter', 'leave'] as const
export type AfterGoals = typeof AFTER[number]
/** What the body does by itself to stay alive. */
export const REFLEXES = ['air', 'fire', 'defend', 'eat', 'wear'] as const
export type ReflexName = typeof REFLEXES[number]

export interface Options {
  host: string
  port: number
  /** Where a proxy translates the version (ViaProxy); null joins the server itself. */
  via: { host: string; port: number } | null
  backend: string
  name: string
  /** The game version to speak; null asks the server. */
  version: string | null
  instance: string
  owner: string | null
  auth: 'offline' | 'microsoft'
  /** Port of the page with the bot's view; 0 for any free one; null for none. */
  viewer: number | null
  token: string | null
  json: boolean
  /** What it does when the last goal is over. */
  after: AfterGoals
  /** What the body does by itself to stay alive. */
  reflexes: ReflexName[]
  /** Leave the game when stdin closes: whoever started this bot is gone. */
  withParent: boolean
}

export const USAGE = `minehand bot: a player of its own that joins a Minecraft server and takes its actions from Minehand

  node src/main.ts --server HOST[:PORT] [options]

  --server HOST[:PORT]   the Minecraft server (port 25565 when left out)
  --via HOST[:PORT]      join through a ViaProxy at this address, which has the server's address and version
  --backend URL          Minehand, or several of a cluster with commas between (default ws://localhost:9876)
  --name NAME            the player's name, 3 to 16 of letters, digits and _ (default Minehand)
  --version V            the game version, such as 1.21.4 (default: the server's)
  --auth KIND            offline (default) or microsoft, for servers with online-mode on
  --instance ID          the name of this body in Minehand (default: a new one for each start)
  --owner NAME           the player this body works for
  --viewer PORT|auto     show what the bot sees on http://127.0.0.1:PORT (needs: npm ci --prefix viewer)
  --token-file FILE      a file with the body token, for Minehand on another machine
  --reflexes LIST        what it does by itself to stay alive: all (default), none, or some of eat,air,fire,defend,wear
  --after WHAT           when the last goal is over: stay (default), owner, shelter (the nearest bed) or leave
  --json                 log as one JSON object a line
  --with-parent          leave the game when stdin closes; a first line {"resumeToken": ""} on stdin has the bot tell its token
                         on stdout, and one that holds the token of a bot before has it take that one's place at once
  --help                 this text
`

export class UsageError extends Error {}

function port(text: string, option: string): number {
  const n = Number(text)
  if (!/^\d+$/.test(text) || n < 1 || n > 65535) throw new UsageError(`${option} needs a port from 1 to 65535, not "${text}"`)
  return n
}

/** HOST, HOST:PORT or [IPV6]:PORT. */
export function parseServer(text: string, option = '--server'): { host: string; port: number } {
  const m = /^(?:\[([0-9a-fA-F:]+)\]|([^:\s]+))(?::([^:]+))?$/.exec(text)
  const host = m?.[1] ?? m?.[2]
  if (!m || !host) throw new UsageError(`${option} needs HOST or HOST:PORT, such as localhost:25565, not "${text}"`)
  return { host, port: m[3] === undefined ? 25565 : port(m[3], option) }
}

export function parseOptions(args: string[], now: () => number = Date.now): Options | 'help' {
  let v
  try {
    v = parseArgs({
      args,
      options: {
        server: { type: 'string' }, via: { type: 'string' }, backend: { type: 'string', default: 'ws://localhost:9876' }, name: { type: 'string', default: 'Minehand' },
        version: { type: 'string' }, instance: { type: 'string' }, owner: { type: 'string' }, auth: { type: 'string', default: 'offline' },
        viewer: { type: 'string' }, reflexes: { type: 'string', default: 'all' }, after: { type: 'string', default: 'stay' }, 'token-file': { type: 'string' }, json: { type: 'boolean', default: false }, 'with-parent': { type: 'boolean', default: false }, help: { type: 'boolean', default: false },
      },
    }).values
  } catch (err) {
    throw new UsageError(err instanceof Error ? err.message : String(err))
  }
  if (v.help) return 'help'
  if (v.server === undefined) throw new UsageError('say which Minecraft server to join: --server HOST:PORT')
  if (!/^\w{3,16}$/.test(v.name)) throw new UsageError(`--name must be 3 to 16 of letters, digits and _, not "${v.name}"`)
  const unsupported = v.version === undefined ? null : unplayable(v.version)
  if (unsupported !== null) throw new UsageError(unsupported)
  if (!v.backend.split(',').every(a => /^wss?:\/\/\S+$/.test(a))) throw new UsageError(`--backend must be a ws:// or wss:// address, not "${v.backend}"`)
  if (v.auth !== 'offline' && v.auth !== 'microsoft') throw new UsageError('--auth must be offline or microsoft')
  const after = AFTER.find(a => a === v.after)
  if (!after) throw new UsageError(`--after must be one of ${AFTER.join(', ')}, not "${v.after}"`)
  if (after === 'owner' && v.owner === undefined) throw new UsageError('--after owner needs --owner NAME')
  const named = v.reflexes === 'all' ? [...REFLEXES] : v.reflexes === 'none' ? [] : v.reflexes.split(',')
  const reflexes = REFLEXES.filter(r => named.includes(r))
  if (reflexes.length !== named.length) throw new UsageError(`--reflexes must be all, none, or some of ${REFLEXES.join(',')}, not "${v.reflexes}"`)
  let token: string | null = null
  if (v['token-file'] !== undefined) {
    try {
      token = readFileSync(v['token-file'], 'utf8').trim()
    } catch {
      throw new UsageError(`the token file ${v['token-file']} cannot be read: check the path given with --token-file`)
    }
  }
  return {
    ...parseServer(v.server), via: v.via === undefined ? null : parseServer(v.via, '--via'), backend: v.backend, name: v.name, version: v.version ?? null,
    instance: v.instance ?? `mineflayer_${now()}_${process.pid}`, owner: v.owner ?? null, auth: v.auth,
    viewer: v.viewer === undefined ? null : v.viewer === 'auto' ? 0 : port(v.viewer, '--viewer'), token, json: v.json, reflexes, after, withParent: v['with-parent'],
  }
}

/** The first line of a parent, {"resumeToken": "..."}: the token, empty for none yet; null for anything else. */
export function readParent(line: string): string | null {
  try {
    const o = JSON.parse(line) as { resumeToken?: unknown } | null
    return typeof o?.resumeToken === 'string' ? o.resumeToken : null
  } catch {
    return null
  }
}
