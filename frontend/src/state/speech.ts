// SPDX-License-Identifier: MIT

// Where the sound goes when somebody talks into the page; nothing is recorded before.
import { W } from '../words'
import { config } from './config.svelte'

/** The longest recording, in ms: what a call may hold. */
const LONGEST = 40_000
const BITS_A_SECOND = 24_000

/** Who writes down what is said, in words; empty where nobody does, or this browser has no microphone for the page. */
export function listener(): string {
  const url = config.at('speech.url')
  if (typeof url !== 'string' || !url || !canRecord()) return ''
  return hostOf(url)
}

/** Sound would go to another computer. */
export const soundLeaves = (): boolean => {
  const url = config.at('speech.url')
  return typeof url === 'string' && url !== '' && hostOf(url) !== W.speech.here({ host: bare(url) })
}

const bare = (url: string): string => /^(?:[a-z]+:\/\/)?(?:[^@/]*@)?([^/]+)/i.exec(url.trim())?.[1] ?? url

export function hostOf(url: string): string {
  const host = bare(url)
  return /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(host) ? W.speech.here({ host }) : host
}

export const canRecord = (): boolean => typeof MediaRecorder !== 'undefined' && !!navigator.mediaDevices?.getUserMedia

/** A recording that goes on until it is ended. */
export class Recording {
  private parts: Blob[] = []
  private constructor(
    private readonly stream: MediaStream,
    private readonly recorder: MediaRecorder,
  ) {}

  /** Asks for the microphone and begins; `over` is called when it has become as long as it may. */
  static async begin(over: () => void): Promise<Recording> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_A_SECOND })
    const r = new Recording(stream, recorder)
    recorder.ondataavailable = (e) => r.parts.push(e.data)
    recorder.start()
    const timer = setTimeout(over, LONGEST)
    recorder.addEventListener('stop', () => clearTimeout(timer))
    return r
  }

  /** Ends it and gives the microphone back. */
  async end(): Promise<{ audio: string; mime: string }> {
    const stopped = new Promise((done) => this.recorder.addEventListener('stop', done, { once: true }))
    this.recorder.stop()
    await stopped
    for (const t of this.stream.getTracks()) t.stop()
    const bytes = new Uint8Array(await new Blob(this.parts).arrayBuffer())
    let text = ''
    for (const b of bytes) text += String.fromCharCode(b)
    return { audio: btoa(text), mime: this.recorder.mimeType }
  }
}
