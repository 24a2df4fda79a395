// SPDX-License-Identifier: MIT

// What the bot sees, as a page: an optional extra with packages of its own (viewer/), loaded only when asked for.
import { createRequire } from 'node:module'
import net from 'node:net'
import type { Bot } from './lib.ts'

interface ViewerPackage { mineflayer(bot: Bot, options: { port: number; viewDistance: number; firstPerson: boolean }): void }

let shown: { url: string; close(): void } | null = null

/** A free port of the loopback address, or the wanted one when it is free. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', () => { reject(new Error(`port ${wanted} is taken: choose another with --viewer, or --viewer auto`)) })
    probe.listen(wanted, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => { resolve(typeof at === 'object' && at ? at.port : wanted) })
    })
  })
}

/** Starts the page for this bot and returns its address; the one of the bot before is closed. */
export async function startViewer(bot: Bot, wanted: number): Promise<string> {
  shown?.close()
  let viewer: ViewerPackage
  try {
    viewer = createRequire(new URL('../viewer/package.json', import.meta.url))('prismarine-viewer') as ViewerPackage
  } catch {
    throw new Error('the viewer is not installed: run "npm ci --ignore-scripts" in the folder viewer of the bot')
  }
  const port = await freePort(wanted)
  // The package listens on every interface: its next listen is held to loopback.
  const listen = net.Server.prototype.listen
  net.Server.prototype.listen = function (this: net.Server) {
    // Its callback only prints an address that is not so.
    return listen.call(this, { port, host: '127.0.0.1' } as never)
  } as typeof listen
  try {
    viewer.mineflayer(bot, { port, viewDistance: 4, firstPerson: false })
  } finally {
    net.Server.prototype.listen = listen
  }
  const close = (): void => {
    try {
      (bot as unknown as { viewer?: { close(): void } }).viewer?.close()
    } catch {
      // It was closed before.
    }
  }
  shown = { url: `http://127.0.0.1:${port}`, close }
  bot.once('end', close)
  return shown.url
}
