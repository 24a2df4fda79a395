// SPDX-License-Identifier: MIT

// The worlds that are open on this computer, looked for while somebody looks, and
// the helpers that are brought into worlds.
import type { Event, Helper, JoinWorld, NearbyWorld, OpenWorld, Snapshot } from '../lib/gen/api'
import { CallError } from '../wire/api'
import { app, sentence } from './app.svelte'
import { Piece } from './piece.svelte'
import { prefs } from './prefs.svelte'
import { W } from '../words'

/** How often is looked anew, in ms. The server itself asks a world every 5 s at most. */
const AGAIN = 5000

class Worlds {
  list: OpenWorld[] = $state.raw([])
  /** The process that a body lives in. */
  pids: Record<string, number> = $state.raw({})
  /** Worlds of other computers; undefined until somebody looked. */
  nearby: NearbyWorld[] | undefined = $state.raw()
  looking = $state(false)
  private last = ''

  /** Listens to the network for some seconds; a firewall may ask about it. */
  async lookOnNetwork(): Promise<void> {
    this.looking = true
    try {
      const { worlds: found } = await app.call('look-on-network', {})
      this.nearby = found.filter((n) => !this.list.some((w) => w.port === Number(n.address.split(':').at(-1))))
    } catch (e) {
      app.fault(e)
    } finally {
      this.looking = false
    }
  }

  /** Looks now and again until the returned function is called. */
  watch(): () => void {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (!document.hidden && app.link === 'live') {
        try {
          const found = await app.call('detect-instances', {})
          this.take(found.flatMap((i) => i.worlds))
          const pids = Object.fromEntries(found.flatMap((i) => (i.pid ? i.bodies.map((b) => [b, i.pid]) : [])))
          if (JSON.stringify(pids) !== JSON.stringify(this.pids)) this.pids = pids
        } catch {
          // What was found last stays: a world is not gone because nobody could look.
        }
      }
      if (!over) timer = setTimeout(() => void look(), AGAIN)
    }
    void look()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }

  private take(list: OpenWorld[]): void {
    const now = JSON.stringify(list)
    if (now === this.last) return // nothing to draw anew
    this.last = now
    this.list = list
  }
}

export const worlds = new Worlds()

class Helpers {
  readonly all = new Piece<Helper[]>([], {
    snapshot: (s: Snapshot) => s.helpers ?? [],
    events: (was, batch: Event[]) =>
      batch.reduce((list, e) => {
        if (e.kind !== 'helper' || !e.helper) return list
        const helper = e.helper
        const at = list.findIndex((h) => h.instance === helper.instance)
        if (helper.state === 'left') return list.filter((_, i) => i !== at)
        return at < 0 ? [...list, helper] : list.with(at, helper)
      }, was),
  })
  /** A server outside the network waits for a word about its rules. */
  asks: JoinWorld | undefined = $state()
  fault = $state('')
  /** Whether the ways that few begin with were asked for, and the address of a world elsewhere that is typed; undefined while none is. */
  more = $state(false)
  typed: string | undefined = $state()

  /** One that will soon be in a world. */
  get coming(): Helper | undefined {
    return this.all.value.find((h) => h.state === 'installing' || h.state === 'joining')
  }

  /** The chosen one, while it is not in its world. */
  get chosen(): Helper | undefined {
    return this.all.value.find((h) => h.instance === prefs.body && h.state !== 'playing')
  }

  /** The one on its way to an address, or in the world there. */
  at(address: string): Helper | undefined {
    return this.all.value.find((h) => spelt(h.address) === spelt(address))
  }

  async join(where: JoinWorld): Promise<boolean> {
    this.fault = ''
    this.asks = undefined
    try {
      // The chosen name is for one helper; a second one gets another from Minehand.
      const named = !this.all.value.some((h) => h.name === prefs.called)
      const helper = await app.call('join-world', { ...(prefs.viewer ? { viewer: true } : {}), ...(named ? { name: prefs.called } : {}), ...where })
      app.choosePlayer(helper.instance)
      return true
    } catch (e) {
      if (e instanceof CallError && e.code === 'ask_rules') this.asks = where
      else this.fault = sentence(e)
      return false
    }
  }

  /** Gives a join up and asks for another address. */
  async elsewhere(h: Helper): Promise<void> {
    await this.leave(h.instance)
    this.more = true
    this.typed = h.address
    if (app.cols === 1) app.tab = 'players'
  }

  async leave(instance: string): Promise<void> {
    try {
      const name = this.all.value.find((h) => h.instance === instance)?.name
      await app.call('leave-world', { instance })
      if (name) app.tell(W.found.sentAway({ name }))
    } catch (e) {
      app.fault(e)
    }
  }
}

export const helpers = new Helpers()
app.pieces.push(helpers.all)

/** An address as one of many spellings of it: this computer's own has several. */
const spelt = (address: string): string => address.trim().replace(/^(localhost|127\.0\.0\.1|\[::1\])(?=:|$)/i, 'localhost').replace(/^[^:]+$/, '$&:25565').toLowerCase()

/** The command that brings a helper into a world; the port of Minehand is named when it is not the usual one. */
export function bodyCommand(address: string, pagePort: string): string {
  const at = address.replace(/^(127\.0\.0\.1|\[::1\]):/, 'localhost:')
  return `minehand body --server ${at}${pagePort && pagePort !== '9876' ? ` --port ${pagePort}` : ''}`
}

/** Whether an address is this computer's own; in the window the page has none. */
export const isHere = (address: string): boolean => /^(localhost|127\.|\[?::1\]?|wails|$)/.test(address)

/** Where mods connect to; in the window the page has no address of its own. */
export const bodyAddress = (port: unknown): string => (location.protocol.startsWith('http') && location.port ? `${location.protocol.replace('http', 'ws')}//${location.host}` : `ws://localhost:${String(port ?? 9876)}`)
