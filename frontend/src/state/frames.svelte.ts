// SPDX-License-Identifier: MIT

// The frames between Minehand and the chosen player, looked at while somebody looks. While
// no player is there they are what came before a register, from the first byte.
import type { Frame } from '../lib/gen/api'
import { app } from './app.svelte'
import type { Tone } from './activity'

/** How often new frames are asked for, in ms, and how many are kept. */
const AGAIN = 1000
const KEPT = 5000

export interface FrameLine {
  seq: number
  at: string
  text: string
  tone: Tone
}

export function lineOfFrame(f: Frame): FrameLine {
  const wrong = f.verdict === 'tolerated' || f.verdict === 'dropped'
  const fault = wrong ? ` [${f.verdict}${f.rule ? `, rule ${f.rule}` : ''}${f.fault ? `: ${f.fault}` : ''}]` : ''
  return { seq: f.seq, at: f.at, tone: wrong ? 'warn' : 'plain', text: `${f.direction === 'in' ? 'from the body' : 'to the body'} ${f.type ?? '?'} ${f.size} B${fault} ${f.text}${f.cut ? ' ...' : ''}` }
}

class Frames {
  lines: FrameLine[] = $state.raw([])
  fault = $state('')
  private of = ''

  /** Looks at the frames of a body, '' while there is none, until the returned function is called. */
  watch(body: string): () => void {
    if (this.of !== body) this.lines = []
    this.of = body
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (app.link === 'live' && !document.hidden) {
        try {
          const got = await app.call('get-frames', { instance: body, after: this.lines.at(-1)?.seq ?? 0 })
          if (over) return
          this.fault = ''
          if (got.frames.length > 0 && (body || !got.instance)) this.lines = [...this.lines, ...got.frames.map(lineOfFrame)].slice(-KEPT)
        } catch (e) {
          this.fault = e instanceof Error ? e.message : String(e)
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
}

export const frames = new Frames()
