// SPDX-License-Identifier: MIT

// The configuration of Minehand, which the page shows and changes.
import type { Config, Zone } from '../lib/gen/api'
import { CallError } from '../wire/api'
import { app, sentence } from './app.svelte'
import { practice } from './practice.svelte'
import { prefs } from './prefs.svelte'

/** How far around a place is protected, in blocks. */
export const AROUND = 32

class Configuration {
  now: Config | undefined = $state.raw()
  fault = $state('')
  /** A change waits for the PIN. */
  asks: { set?: Record<string, unknown>; newPin?: string } | undefined = $state.raw()
  /** The PIN as this page knows it; empty when it does not. */
  private pin = $state('')

  async load(): Promise<void> {
    try {
      this.now = await app.call('get-config', {})
      this.fault = ''
    } catch (e) {
      this.fault = sentence(e)
    }
  }

  /** A PIN locks the settings, and this page may change them all the same. */
  get open(): boolean {
    return !!this.now?.locked && this.pin !== '' && !this.asks
  }

  /** Forgets the PIN: the next change asks for it. */
  lock(): void {
    this.pin = ''
    this.asks = undefined
  }

  /** The value of a setting; undefined for its default. */
  at(path: string): unknown {
    return path.split('.').reduce<unknown>((v, k) => (v && typeof v === 'object' ? (v as Record<string, unknown>)[k] : undefined), this.now?.settings) ?? undefined
  }

  list(path: string): unknown[] {
    const v = this.at(path)
    return Array.isArray(v) ? v : []
  }

  /** Changes settings; where a PIN locks them it is asked for first. */
  async change(set?: Record<string, unknown>, newPin?: string): Promise<boolean> {
    try {
      this.now = await app.call('change-config', { ...(set ? { set } : {}), ...(newPin === undefined ? {} : { newPin }), ...(this.pin ? { pin: this.pin } : {}) })
      if (newPin !== undefined) this.pin = newPin
      this.asks = undefined
      this.fault = ''
      practice.lookAgain()
      return true
    } catch (e) {
      if (e instanceof CallError && e.code === 'locked') {
        if (this.pin || this.asks) this.fault = sentence(e)
        this.pin = ''
        this.asks = { ...(set ? { set } : {}), ...(newPin === undefined ? {} : { newPin }) }
      } else this.fault = sentence(e)
      return false
    }
  }

  /** Tries what waits with a PIN, which is then kept until the page closes or is locked. */
  async unlock(pin: string): Promise<boolean> {
    this.pin = pin
    const wish = this.asks
    return wish ? this.change(wish.set, wish.newPin) : true
  }

  /** Protects the place around a point from everything but a goal that says its name. */
  async protect(at: { x: number; y: number; z: number }, dimension: string | undefined): Promise<string | undefined> {
    await this.load()
    const [x, y, z] = [Math.floor(at.x), Math.floor(at.y), Math.floor(at.z)]
    const name = `base ${x} ${z}`
    const others = (this.list('protect') as Partial<Zone>[]).filter((p) => p.name !== name).map(written)
    return (await this.change({ protect: [...others, { name, x, y, z, ...(dimension && dimension !== 'overworld' ? { dimension } : {}), radius: AROUND }] })) ? name : undefined
  }

  unprotect(name: string): Promise<boolean> {
    return this.change({ protect: (this.list('protect') as Partial<Zone>[]).filter((p) => p.name !== name).map(written) })
  }
}

/** A place as the file has it: without what is at its default. */
const written = (z: Partial<Zone>) => Object.fromEntries(Object.entries(z).filter(([, v]) => v !== null && v !== '' && v !== undefined))

export const config = new Configuration()

/** What another client protected, or protects no more, is not what this page loaded. */
app.pieces.push({
  takeSnapshot: () => undefined,
  takeEvents(batch) {
    if (!batch.some((e) => e.kind === 'settings' && 'protect' in e.stateChanges)) return
    if (config.now) void config.load()
    practice.lookAgain()
  },
})

/** The world that a player is in, as the page remembers it. */
export const worldKey = (player: { body: { id: string }; state?: { world?: { id?: string } } }): string => player.state?.world?.id || player.body.id

/** Whether the person was asked about a world before. */
export const askedAbout = (world: string): boolean => prefs.asked.includes(world)
