// SPDX-License-Identifier: MIT

// The model that is asked when a sentence is not plain, and what it said last.
import type { Provider, ProviderHealth } from '../lib/gen/api'
import { app, sentence } from './app.svelte'
import { prefs } from './prefs.svelte'

class Model {
  readonly all = $derived(app.providers.filter((p) => p.type !== 'planner'))
  /** The one that is used, unless the person named another. */
  readonly used = $derived(this.all.find((p) => p.name === prefs.provider) ?? this.all.find((p) => p.default) ?? this.all[0])
  health: ProviderHealth | undefined = $state.raw()
  fault = $state('')
  looking = $state(false)
  /** LM Studio is looked for without being configured; that it is not there is no fault then. */
  readonly absent = $derived(this.fault !== '' && this.used !== undefined && this.unnamed(this.used))
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

  async look(name: string) {
    this.looking = true
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
