// SPDX-License-Identifier: MIT

// Chunks that come late and slowly, as from a loaded server: a switch for tests.
import type { Client } from './squid.ts'

/** The first chunk after a join or a teleport waits `firstMs`, each further one `everyMs` more. */
export interface Slowness { firstMs: number; everyMs: number }

/** What must not overtake the chunk that it belongs to. */
const HELD = new Set(['map_chunk', 'update_light', 'unload_chunk', 'block_change', 'multi_block_change'])
/** After a pause of this long a chunk is the first again. */
const PAUSE_MS = 1500

/** Sits on a client's packets; everything but chunks and what belongs to them goes on at once. */
export function slowChunks(client: Client, slowness: () => Slowness | null): void {
  const write = client.write.bind(client)
  const queue: [string, unknown][] = []
  let timer: NodeJS.Timeout | null = null
  let busy = 0
  const flush = (all: boolean): void => {
    timer = null
    let chunks = 0
    while (queue.length > 0 && (all || chunks === 0 || queue[0]?.[0] !== 'map_chunk')) {
      const [name, fields] = queue.shift() ?? ['', null]
      if (name === 'map_chunk') chunks++
      write(name, fields)
    }
    busy = Date.now()
    if (queue.length > 0) timer = setTimeout(() => { flush(slowness() === null) }, slowness()?.everyMs ?? 0)
  }
  client.write = (name, fields) => {
    const slow = slowness()
    if (!HELD.has(name) || (queue.length === 0 && (slow === null || name !== 'map_chunk'))) {
      write(name, fields)
      return
    }
    queue.push([name, fields])
    timer ??= setTimeout(() => { flush(false) }, slow === null ? 0 : Date.now() - busy > PAUSE_MS ? slow.firstMs : slow.everyMs)
  }
  client.once('end', () => {
    if (timer) clearTimeout(timer)
    queue.length = 0
  })
}
