// The worlds that are open on this computer, looked for while somebody looks.
import type { OpenWorld } from '../lib/gen/api'
import { app } from './app.svelte'

/** How often is looked anew, in ms. The server itself asks a world every 5 s at most. */
const AGAIN = 5000

class Worlds {
  list: OpenWorld[] = $state.raw([])
  private last = ''

  /** Looks now and again until the returned function is called. */
  watch(): () => void {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (!document.hidden && app.link === 'live') {
        try {
          this.take((await app.call('detect-instances', {})).flatMap((i) => i.worlds))
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

/** The command that brings a helper into a world; the port of Minehand is named when it is not the usual one. */
export function bodyCommand(address: string, pagePort: string): string {
  const at = address.replace(/^(127\.0\.0\.1|\[::1\]):/, 'localhost:')
  return `minehand body --server ${at}${pagePort && pagePort !== '9876' ? ` --port ${pagePort}` : ''}`
}
