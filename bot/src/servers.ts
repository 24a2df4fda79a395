// SPDX-License-Identifier: MIT

// What a server says before and instead of letting the bot in: its version and mods, and why it closed the line. All
// of it becomes a sentence that names the fix.
import { createRequire } from 'node:module'
import type { Fields } from './log.ts'
import type { Options } from './options.ts'
import { NoStatus, askServer } from './status.ts'
import type { Status } from './status.ts'

const require = createRequire(import.meta.url)

/** Versions that the tests of this body play on, each a real protocol (docs/BODIES.md). */
export const TESTED = ['1.16.5', '1.21.4']
/** Below it there are no rules to plan by; below 1.13 the libraries do not read the terrain either. */
const OLDEST = [1, 14]

interface Named { minecraftVersion?: string; version?: number }
interface GameData {
  (version: string): { version: Named } | null
  postNettyVersionsByProtocolVersion: { pc: Record<number, Named[]> }
  versionsByMinecraftVersion: { pc: Record<string, Named> }
}
const gameData = (): GameData => require('minecraft-data') as GameData
const newest = (): string => (require('mineflayer') as { latestSupportedVersion: string }).latestSupportedVersion

/** Asks a server for its status in a tested version: a proxy answers with the one that it is asked in. */
export const ask = (host: string, port: number, limitMs?: number): Promise<Status> => askServer(host, port, gameData().versionsByMinecraftVersion.pc[TESTED.at(-1) ?? '']?.version ?? -1, limitMs)

/** The name by which the libraries speak a protocol, one of these if they can; undefined when they cannot speak it. */
function spokenAs(protocol: number, preferred: readonly string[]): string | undefined {
  const known = namesOf(protocol)
  return [...preferred, ...TESTED, ...known].filter(v => known.includes(v)).map(v => gameData()(v)?.version).find(v => v?.version === protocol)?.minecraftVersion
}

const namesOf = (protocol: number): string[] => (gameData().postNettyVersionsByProtocolVersion.pc[protocol] ?? []).flatMap(v => v.minecraftVersion ?? [])

const range = (): string => `${OLDEST.join('.')} to ${newest()}`

/** Why a version that a person gave cannot be played, with the fix; null for one that can. */
export function unplayable(version: string): string | null {
  const protocol = gameData().versionsByMinecraftVersion.pc[version]?.version
  if (protocol !== undefined && /^\d+(\.\d+)+$/.test(version) && !before(version, OLDEST) && spokenAs(protocol, [version]) !== undefined) return null
  return `--version ${version} is not supported: the bot plays ${range()} (tested: ${TESTED.join(' and ')}); leave --version out to take the server's`
}

const parts = (version: string): number[] => version.split('.').map(Number)
function before(a: string, b: number[]): boolean {
  const p = parts(a)
  for (let i = 0; i < b.length; i++) if ((p[i] ?? 0) !== b[i]) return (p[i] ?? 0) < (b[i] ?? 0)
  return false
}

export type Verdict =
  | { grade: 'tested' | 'untested'; version: string; sentence: string }
  | { grade: 'unsupported'; version: string; sentence: string }

/** Which version to speak to a server with this status, and what is known of it. */
export function judge(status: Pick<Status, 'version'>, o: Pick<Options, 'host' | 'port' | 'version'> & Partial<Pick<Options, 'via'>>): Verdict {
  if (o.via) return through(status, o.version, o.via)
  const where = `${o.host}:${o.port}`
  const { name, protocol } = status.version
  const known = namesOf(protocol)
  // Versions of one protocol differ in data alone: the one the server names, else one that is tested, else the first.
  const named = [...name.match(/\d+\.\d+(?:\.\d+)?/g) ?? []].filter(v => known.includes(v)).reverse()
  const theirs = named[0] ?? spokenAs(protocol, []) ?? known.find(v => /^\d+(\.\d+)+$/.test(v))
  const wanted = o.version !== null && (known.includes(o.version) || within(name, o.version)) ? o.version : null
  const version = wanted === null ? spokenAs(protocol, named) : spokenAs(gameData().versionsByMinecraftVersion.pc[wanted]?.version ?? -1, [wanted])
  const unsupported = (why: string): Verdict => ({ grade: 'unsupported', version: theirs ?? name, sentence: `the server at ${where} speaks ${theirs ?? (name || `protocol ${protocol}`)}, ${why}` })
  const asked = wanted ?? theirs
  if (asked !== undefined && before(asked, OLDEST)) return unsupported(`and the bot plays ${range()}: use a newer server`)
  // A release that came after the libraries is known by its name alone.
  const newer = [asked, /\d+\.\d+(?:\.\d+)?/.exec(name)?.[0]].some(v => v !== undefined && before(newest(), parts(v)))
  if (version === undefined && newer) return unsupported(`and the bot plays ${range()}: put ViaBackwards on a server of your own, or join through ViaProxy on this computer (docs/PLAYING.md)`)
  if (version === undefined) return unsupported(`which this bot does not know: it plays ${range()}`)
  if (o.version !== null && wanted === null) return unsupported(`not ${o.version}: leave --version out, or give --version ${theirs ?? version}`)
  if (TESTED.includes(version)) return { grade: 'tested', version, sentence: `${version} is a version that this bot is tested on` }
  return { grade: 'untested', version, sentence: `${version} is untested with this bot (tested are ${TESTED.join(' and ')}): it should work; tell what does not` }
}

/** Which version to speak to a proxy that translates it: what was asked for, what it answers with, or the newest. */
function through(status: Pick<Status, 'version'>, wanted: string | null, via: { host: string; port: number }): Verdict {
  const named = status.version.name.match(/\d+\.\d+(?:\.\d+)?/g) ?? []
  const version = wanted ?? spokenAs(status.version.protocol, named) ?? newest()
  return { grade: 'untested', version, sentence: `joining through ViaProxy at ${via.host}:${via.port} as ${version}: it should work; tell what does not` }
}

/** Whether a proxy's range of versions, such as "Velocity 1.7.2-1.21.4", holds a version. */
function within(name: string, version: string): boolean {
  const m = /(\d+(?:\.\d+|\.x)+)\s*-\s*(\d+(?:\.\d+|\.x)+)/.exec(name)
  if (!m?.[1] || !m[2]) return false
  const low = m[1].replace('.x', '')
  const high = m[2].replace('x', '99')
  return !before(version, parts(low)) && !before(high, parts(version))
}

/** The other way into a game that lets no client without its mods in. */
const OWN_CHARACTER = 'your own character plays there with "minehand body --minescript"'

/** A sentence for a server with mods; null for one without. */
export function modsOf(status: Omit<Status, 'version'>): string | null {
  const mods = [...status.forgeData?.mods ?? [], ...status.modinfo?.modList ?? []].flatMap(m => ('modId' in m ? m.modId : (m as { modid?: string }).modid) ?? [])
    .filter(m => !['minecraft', 'forge', 'neoforge', 'mcp', 'fml', 'FML'].includes(m))
  if (mods.length === 0) return status.isModded ? 'the server has mods: the bot does not know what they add, and may not be let in; ' + OWN_CHARACTER : null
  const some = mods.slice(0, 5).join(', ') + (mods.length > 5 ? ` and ${mods.length - 5} more` : '')
  return `the server has mods (${some}): the bot does not know the blocks and items that they add, and may not be let in; ${OWN_CHARACTER}`
}

/** A reason as the game sends it (text, JSON, chat component, NBT) as plain words: keys of translations stay. */
export function plainReason(reason: unknown): string {
  const words: string[] = []
  const walk = (v: unknown, depth: number): void => {
    if (depth > 16 || words.length > 64) return
    if (typeof v === 'string' || typeof v === 'number') { if (String(v).trim() !== '') words.push(String(v)); return }
    if (Array.isArray(v)) { for (const e of v) walk(e, depth + 1); return }
    if (typeof v !== 'object' || v === null) return
    const o = v as Record<string, unknown>
    // NBT: {type, value}.
    if (typeof o['type'] === 'string' && 'value' in o && Object.keys(o).length <= 3) { walk(o['value'], depth + 1); return }
    for (const k of ['text', 'translate', 'fallback', 'with', 'extra', '']) if (k in o) walk(o[k], depth + 1)
  }
  let v = reason
  if (typeof v === 'string' && /^\s*[[{"]/.test(v)) {
    try {
      v = JSON.parse(v)
    } catch {
      // Plain text that begins like JSON.
    }
  }
  walk(v, 0)
  return words.join(' ').replace(/\u00a7./g, '').replace(/\s+/g, ' ').trim().slice(0, 300)
}

/** What a reason looks like, its code (join.* of game/messages, which a page says), the sentence for a terminal, and what would let the bot in: the first that fits. */
const REASONS: [RegExp, string, (where: string, o: Pick<Options, 'host' | 'port' | 'name' | 'version'>, raw: string) => string, 'account'?][] = [
  [/econnrefused/, 'refused', where => `no Minecraft server answers at ${where}: start it, or open your world to LAN and give the port it names with --server`],
  [/enotfound|eai_again/, 'no-host', (_, o) => `there is no machine named ${o.host}: check the address given with --server`],
  [/etimedout|ehostunreach|enetunreach/, 'unreachable', where => `${where} cannot be reached: check the address, the network and the firewall`],
  [/unverified_username|failed to verify username|not authenticated|invalid session|invalid_session/, 'account', where => `the server at ${where} checks accounts with Microsoft: use --auth microsoft with an account of the bot's own, or set online-mode=false on a server of your own`, 'account'],
  [/missing_public_key|unsigned_chat|chat_validation|expired_public_key|invalid_public_key|secure.?profile/, 'signed', where => `the server at ${where} wants signed chat: use --auth microsoft, or set enforce-secure-profile=false on a server of your own`, 'account'],
  [/ip forwarding|no data was forwarded|through (the )?proxy|connect (via|through|using)|velocity.*forwarding/, 'proxy', where => `the server at ${where} stands behind a proxy: give the proxy's address with --server`],
  [/duplicate_login|logged in from another location/, 'twice', (where, o) => `another player joined ${where} as ${o.name}: choose another --name`],
  [/name_taken|already (logged in|connected|online|playing|on (this|the) server)|same (user)?name|name is (already )?(taken|in use)/, 'taken', (where, o) => `another player named ${o.name} is on ${where}: choose another --name`],
  [/whitelist|white-list/, 'whitelist', (_, o) => `${o.name} is not on the server's whitelist: run "whitelist add ${o.name}" there`],
  [/banned/, 'banned', (where, o) => `${o.name} is banned from ${where}: run "pardon ${o.name}" there or choose another --name`],
  [/server_full|server is full|kickserverfull|full!?$/, 'full', where => `the server at ${where} is full: make room or raise max-players`],
  // Forge since 1.13 shakes hands in a way that no library on npm speaks (minecraft-protocol-forge 1.0.0 ends at 1.12).
  [/mod rejections|vanilla (client|connection)|(neo)?forge|fml|fabric( |-)?(loader|api)|(mods?|registry|registries).{0,40}(missing|required|mismatch|not present)/, 'mods', where => `the server at ${where} lets in only clients with its mods, and the bot has none: ${OWN_CHARACTER}`],
  [/texture ?prompt|resource ?pack/, 'pack', where => `the server at ${where} insists on a resource pack that the bot could not accept: set require-resource-pack=false`],
  [/invalid_player_movement|moved (too quickly|wrongly)|disconnect\.flying|flying is not enabled|invalid move/, 'moves', where => `the server at ${where} threw the bot out for how it moves: a plugin against cheating may need an exception for it`],
  [/idling|idle for too long/, 'idle', where => `the server at ${where} throws out idle players: raise player-idle-timeout`],
  [/outdated|incompatible|unsupported protocol|protocol version|is not supported|different ?version|please specify the correct version/, 'version', (where, o, raw) => {
    const other = /\d+\.\d+(?:\.\d+)?/g.exec(raw.replaceAll(o.version ?? ' ', ' '))?.[0]
    return other !== undefined ? `the server at ${where} speaks ${other}: leave --version out, or give --version ${other}` : `the server at ${where} speaks another version than ${o.version ?? 'this bot can'}: leave --version out to ask it`
  }],
  [/epipe|econnreset|socketclosed|socket closed/, 'broken', where => `the server at ${where} broke the connection without a reason: it may be restarting, or refuse bots`],
  [/keepalive|timed out|timeouterror/, 'silent', where => `the server at ${where} fell silent: it may be overloaded or stopped`],
  [/server closed|shutting down|server_shutdown|restart/, 'stopped', where => `the server at ${where} was stopped: the bot waits for it`],
]

/** Why a server was not asked for its version, as a sentence that names the fix. */
export function unasked(err: unknown, o: Pick<Options, 'host' | 'port' | 'name' | 'version'>): string {
  if (!(err instanceof NoStatus)) return explain(err instanceof Error ? (err as NodeJS.ErrnoException).code ?? err.message : String(err), o)
  const where = `${o.host}:${o.port}`
  const fix = 'check the port given with --server; a world opened to LAN names its own in chat, a server has 25565 unless it was changed'
  if (err.what !== null) return `what answers at ${where} is ${err.what}, no Minecraft server of Java Edition: ${fix}`
  return `what listens at ${where} is no Minecraft server of Java Edition, or one that hides its version (${err.message}): ${fix}; where it is right, give the version with --version`
}

const reasonOf = (raw: string): (typeof REASONS)[number] | undefined => REASONS.find(([re]) => re.test(raw.toLowerCase()))

/** Whether the server wants an account of the bot's own. */
export const needsAccount = (reason: unknown): boolean => reasonOf(plainReason(reason))?.[3] === 'account'

/** What went wrong with the server, as a sentence that names the fix. */
export function explain(reason: unknown, o: Pick<Options, 'host' | 'port' | 'name' | 'version'>): string {
  const where = `${o.host}:${o.port}`
  const raw = plainReason(reason)
  const found = reasonOf(raw)
  return found ? found[2](where, o, raw) : `the server at ${where} closed the connection${raw === '' ? '' : ` ("${raw.slice(0, 200)}")`}: the bot tries again`
}

/** What a log line says of a reason to programs: its message, and what would let the bot in. */
export function fieldsOf(reason: unknown, o: Pick<Options, 'host' | 'port' | 'name'>): Fields {
  const other = reason instanceof NoStatus
  const raw = other ? '' : plainReason(reason instanceof Error ? (reason as NodeJS.ErrnoException).code ?? reason.message : reason)
  const code = other ? 'no-java' : reasonOf(raw)?.[1] ?? 'closed'
  const say = { code: `join.${code}`, values: { at: `${o.host}:${o.port}`, host: o.host, name: o.name, newest: newest(), why: raw.slice(0, 200) } }
  return { say, ...(needsAccount(raw) ? { needs: 'account' } : {}) }
}
