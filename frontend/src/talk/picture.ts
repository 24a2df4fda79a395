// SPDX-License-Identifier: MIT

// How a goal ended as a picture to share: its words, the verdict, its parts with their
// proof, and the way that was walked.
import { clock, fullDate } from '../base/format'
import { saveFile } from '../base/save'
import type { ChangedCell, Task, Terrain, Zone } from '../lib/gen/api'
import { draw, frameOf, landOf, lengthOf, marksOf, type Land, type Step } from '../where/terrain'
import { W } from '../words'
import { clauseSign, few, provenIn, taskTime } from './shown'

const WIDTH = 800
const EDGE = 28
const WAY = 260

interface Shown {
  task: Task
  who: string
  verdict: string
  trail: Step[]
  terrain?: Terrain
  /** Land that was fetched for the picture alone. */
  more?: Terrain[]
  zones?: Zone[]
  changed?: ChangedCell[]
}

/** Lines of a text that fit a width, at most three. */
function wrapped(g: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (g.measureText(longer).width <= width || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]} …`] : lines
}

/** Draws the picture. */
export function pictureOf({ task, who, verdict, trail, terrain, more, zones = [], changed = [] }: Shown): HTMLCanvasElement {
  const ratio = devicePixelRatio
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  const canvas = document.createElement('canvas')
  const g = canvas.getContext('2d')!
  const font = (size: number, weight = 400) => `${weight} ${size}px ${style.getPropertyValue('--sans')}`
  const shown = few(task.clauses)
  const walks = trail.length > 1 && lengthOf(trail) > 0
  g.font = font(22, 650)
  const title = wrapped(g, task.title, WIDTH - 2 * EDGE)
  const height = EDGE + title.length * 30 + 34 + shown.length * 28 + (shown.length < task.clauses.length ? 28 : 0) + 20 + (walks ? WAY : 0) + 44
  canvas.width = WIDTH * ratio
  canvas.height = height * ratio
  g.scale(ratio, ratio)
  g.fillStyle = colour('surface')
  g.fillRect(0, 0, WIDTH, height)
  let y = EDGE + 18
  const line = (text: string, look: string, size: number, weight = 400, x = EDGE) => {
    g.font = font(size, weight)
    g.fillStyle = colour(look)
    g.fillText(text, x, y, WIDTH - EDGE - x)
  }
  for (const t of title) {
    line(t, 'text', 22, 650)
    y += 30
  }
  const time = clock(taskTime(task, 0))
  line(`${verdict}. ${provenIn(task, time)}`, task.state === 'complete' ? 'accent' : task.state === 'unverified' ? 'unsure' : 'bad', 15, 550)
  y += 34
  for (const c of shown) {
    const sign = clauseSign(task, c)
    if (sign === 'ok') {
      g.strokeStyle = colour('accent')
      g.lineWidth = 2.5
      g.beginPath()
      g.moveTo(EDGE + 1, y - 5)
      g.lineTo(EDGE + 5, y - 1)
      g.lineTo(EDGE + 13, y - 11)
      g.stroke()
    } else line(sign === 'bad' ? 'x' : '?', sign === 'bad' ? 'bad' : 'unsure', 15, 650, EDGE + 3)
    line(c.text, 'text', 14, 550, EDGE + 26)
    const at = EDGE + 26 + g.measureText(c.text).width + 12
    if (c.evidence && at < WIDTH - 120) line(c.evidence, 'dim', 13, 400, at)
    y += 28
  }
  if (shown.length < task.clauses.length) {
    line(W.verdict.moreParts({ n: task.clauses.length - shown.length }), 'dim', 13, 400, EDGE + 26)
    y += 28
  }
  if (walks) {
    const way = document.createElement('canvas')
    way.width = WIDTH * ratio
    way.height = WAY * ratio
    const { centre, scale } = frameOf(trail, WIDTH, WAY)
    draw(way, { state: { at: '', position: trail.at(-1)! }, centre, trail, terrain, more, zones, marks: marksOf(changed), scale }, () => undefined)
    g.drawImage(way, 0, y - 6, WIDTH, WAY)
    y += WAY
  }
  y += 22
  const walked = walks ? `${W.verdict.walked({ n: Math.round(lengthOf(trail)) })}. ` : ''
  line(`${walked}${who}, ${fullDate(task.ended ?? task.created)}`, 'dim', 13)
  g.textAlign = 'right'
  g.fillText(W.product, WIDTH - EDGE, y)
  return canvas
}

/** Gives the picture to the person as a file, with the land of all of the way where it can be fetched. */
export async function savePicture(shown: Shown, land?: Land): Promise<void> {
  const { trail } = shown
  const [more] = await Promise.all([land && trail.length > 1 ? landOf(frameOf(trail, WIDTH, WAY), WIDTH, WAY, land) : [], document.fonts.ready])
  const blob = await new Promise<Blob | null>((done) => pictureOf({ ...shown, more }).toBlob(done, 'image/png'))
  if (blob) saveFile(`minehand-${shown.task.id}.png`, blob)
}
