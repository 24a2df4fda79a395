// SPDX-License-Identifier: MIT

// The model that is asked when a sentence is not plain, and what it said last.
import type { Provider, ProviderHealth } from '../lib/gen/api'
import { app, sentence } from './app.svelte'
import { prefs } from './prefs.svelte'

/** How long what was seen of it holds while nobody needs it, and when somebody does, in ms. */
const AGAIN = 60_000
const FRESH = 3000

class Model {
  readonly all = $derived(app.providers.filter((p) => p.type !== 'planner'))
  /** The one that is used, unless the person named another. */
  readonly used = $derived(this.all.find((p) => p.name === prefs.provider) ?? this.all.find((p) => p.default) ?? this.all[0])
  health: ProviderHealth | undefined = $state.raw()
  fault = $state('')
  looking = $state(false)
  /** LM Studio is looked for without being configured; until it answered it is no fault that it is not there. */
  readonly named = $derived(this.used !== undefined && (!this.unnamed(this.used) || this.health !== undefined))
  /** One is there to be asked, as far as is known. */
  readonly there = $derived(this.used !== undefined && this.fault === '')

  /** It is looked for though nobody named it. */
  unnamed(p: Provider): boolean {
    return p.type === 'openai' && p.name === 'lmstudio' && (this.all.length === 1 || p.byName === true)
  }

  forget() {
    this.health = undefined
    this.fault = ''
  }

  /** Looks at it now and then, and when one comes back to the page, until the cleanup is called. */
  watch(): (() => void) | undefined {
    this.forget()
    if (!this.used?.local) return undefined
    void this.look(this.used.name)
    const back = () => this.check(true) // it may have been started or ended meanwhile
    const timer = setInterval(() => !document.hidden && this.check(this.needed), FRESH)
    addEventListener('focus', back)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', back)
    }
  }

  /** When it was last looked at. */
  private looked = 0
  /** There are words that only a model can read. */
  private needed = false

  /** Keeps looking at it while there are such words: a look that came too early for one of them is made up for. */
  need(now: boolean) {
    this.needed = now
    if (now) this.check(true)
  }

  /** Looks at one on this computer, where that matters now or the last look is a while ago. One elsewhere is not looked at unasked. */
  check(matters = false) {
    if (this.used?.local && !this.looking && Date.now() - this.looked >= (matters ? FRESH : AGAIN)) void this.look(this.used.name)
  }

  async look(name: string) {
    this.looking = true
    this.looked = Date.now()
    try {
      this.health = await app.call('check-provider', { provider: name })
      this.fault = ''
    } catch (e) {
      this.health = undefined
      this.fault = sentence(e)
    } finally {
      this.looking = false
    }
  }
}
export const model = new Model()
