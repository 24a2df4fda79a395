// SPDX-License-Identifier: MIT

// Tells where the server is when it stops answering: a thread beside it that looks whether its event loop still turns,
// and asks the debugger for the stack when it does not.
import { readFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { Worker, isMainThread, workerData } from 'node:worker_threads'

const BEAT_MS = 250
/** A loop that stood still for this long is told of, again after each further span of it. */
const STILL_MS = 5000
const SAMPLES = 3
const PAUSE_MS = 1000

interface Frame { functionName: string; url: string; location: { lineNumber: number } }

/** Watches the thread that calls this until the process ends. */
export function watch(): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => { Atomics.add(beats, 0, 1) }, BEAT_MS).unref()
  new Worker(fileURLToPath(import.meta.url), { workerData: beats }).unref()
}

function look(beats: Int32Array): void {
  let last = Atomics.load(beats, 0)
  let since = Date.now()
  setInterval(() => {
    const now = Atomics.load(beats, 0)
    if (now !== last) {
      last = now
      since = Date.now()
      return
    }
    const still = Date.now() - since
    if (still < STILL_MS) return
    since = Date.now()
    void stacks().then(samples => {
      // The main thread, which carries a worker's standard streams, is the one that hangs.
      writeSync(1, JSON.stringify({ event: 'stuck', ms: still, stacks: samples, ...(samples.length === 0 ? { waitsIn: proc('wchan'), syscall: proc('syscall') } : {}) }) + '\n')
    })
  }, BEAT_MS)
}

/** Some looks at what the main thread runs; none when it runs no JavaScript. */
async function stacks(): Promise<string[][]> {
  const session = new Session()
  session.connectToMainThread()
  const samples: string[][] = []
  try {
    session.post('Debugger.enable')
    for (let i = 0; i < SAMPLES; i++) {
      const frames = await new Promise<Frame[] | null>(resolve => {
        const timer = setTimeout(() => { resolve(null) }, PAUSE_MS)
        session.once('Debugger.paused', ({ params }) => {
          clearTimeout(timer)
          resolve(params.callFrames as Frame[])
        })
        session.post('Debugger.pause')
      })
      if (!frames) break
      samples.push(frames.slice(0, 24).map(f => `${f.functionName || '(anonymous)'} ${f.url.replace(/^.*\/(?=node_modules\/|testserver\/)/, '')}:${f.location.lineNumber + 1}`))
      session.post('Debugger.resume')
    }
  } finally {
    session.disconnect()
  }
  return samples
}

/** What the system says of the main thread, where it says anything. */
function proc(file: string): string {
  try {
    return readFileSync(`/proc/${process.pid}/task/${process.pid}/${file}`, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}

if (!isMainThread) look(workerData as Int32Array)
