// SPDX-License-Identifier: MIT

// The status of a server, asked for as the list of servers in the game does (since 1.7). What answers may be anything.
import { resolveSrv } from 'node:dns/promises'
import { connect, isIP } from 'node:net'

export interface Status {
  version: { name: string; protocol: number }
  forgeData?: { mods?: { modId?: string }[] }
  modinfo?: { modList?: { modid?: string }[] }
  isModded?: boolean
}

/** What answers is no Minecraft server, or not one that tells its status. */
export class NoStatus extends Error {
  /** What it is, where its first bytes tell. */
  readonly what: string | null

  constructor(what: string | null, message: string) {
    super(message)
    this.what = what
  }
}

const DEFAULT_PORT = 25565
/** 32,767 characters, and more where mods add to it. */
const MOST_BYTES = 1 << 18

/** How the first bytes of others begin. */
const OTHERS: [RegExp, string][] = [
  [/^(HTTP\/|<!doctype|<html)/i, 'a web server'], [/^SSH-/, 'an SSH server'], [/^220[ -]/, 'a mail or file server'], [/^[\x15\x16]\x03/, 'a server that wants TLS'],
  [/^[\x20-\x7e\r\n\t]{4}/, 'a server of something else'],
]

/** Asks a server for its status; throws NoStatus, or the error of the connection with its code. */
export async function askServer(host: string, port: number, protocol: number, limitMs = 8000): Promise<Status> {
  const at = await record(host, port)
  return await new Promise<Status>((resolve, reject) => {
    const socket = connect(at)
    let heard = Buffer.alloc(0)
    let connected = false
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      socket.destroy()
      settle()
    }
    const timer = setTimeout(() => {
      end(() => { reject(!connected ? Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }) : noStatus(heard, 'it says nothing')) })
    }, limitMs)
    socket.on('connect', () => {
      connected = true
      socket.write(request(host, port, protocol))
    })
    socket.on('error', err => { end(() => { reject(connected && heard.length > 0 ? noStatus(heard, 'it broke off') : err) }) })
    socket.on('close', () => { end(() => { reject(noStatus(heard, 'it closed the connection')) }) })
    socket.on('data', chunk => {
      heard = Buffer.concat([heard, chunk])
      try {
        const status = read(heard)
        if (status) end(() => { resolve(status) })
      } catch {
        end(() => { reject(noStatus(heard, 'its answer is no status')) })
      }
    })
  })
}

function noStatus(heard: Buffer, message: string): NoStatus {
  const text = heard.subarray(0, 32).toString('latin1')
  return new NoStatus(OTHERS.find(([re]) => re.test(text))?.[1] ?? null, message)
}

/** Where the game is, for a name without a port of its own. */
async function record(host: string, port: number): Promise<{ host: string; port: number }> {
  if (port !== DEFAULT_PORT || isIP(host) !== 0 || host === 'localhost') return { host, port }
  const found = (await resolveSrv(`_minecraft._tcp.${host}`).catch(() => []))[0]
  return found ? { host: found.name, port: found.port } : { host, port }
}

/** The handshake with next state 1, and the request. */
function request(host: string, port: number, protocol: number): Buffer {
  const name = Buffer.from(host)
  const body = Buffer.concat([varint(0), varint(protocol), varint(name.length), name, Buffer.from([port >> 8, port & 255, 1])])
  return Buffer.concat([varint(body.length), body, Buffer.from([1, 0])])
}

function varint(n: number): Buffer {
  const out: number[] = []
  let v = n >>> 0
  for (; v > 127; v >>>= 7) out.push((v & 127) | 128)
  return Buffer.from([...out, v])
}

/** The status in an answer, a packet with the id 0 and one string; null while it is not all there. Throws for anything else. */
function read(data: Buffer): Status | null {
  let at = 0
  const number = (): number | null => {
    let v = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = data[at++]
      if (byte === undefined) return null
      v |= (byte & 127) << shift
      if (byte < 128) return v
    }
    throw new Error('no number')
  }
  const length = number()
  if (length === null) return null
  if (length < 2 || length > MOST_BYTES) throw new Error('no packet')
  const start = at
  const id = number()
  const size = number()
  if ((id ?? 0) !== 0 || (size ?? 2) < 2 || (size ?? 0) > length) throw new Error('no status')
  if (size === null || data.length < at + size || data.length < start + length) return null
  const s = JSON.parse(data.toString('utf8', at, at + size)) as Partial<Status> | null
  if (typeof s?.version?.name !== 'string' || typeof s.version.protocol !== 'number') throw new Error('no version')
  return s as Status
}
