// SPDX-License-Identifier: MIT

// A film of a plan at a moment of it. Pure but for drawing into a canvas.
import { clock } from '../base/format'
import type { Changes, Film, FilmFrame, Step, Task, Terrain } from '../lib/gen/api'
import { isAir } from '../where/air'
import { groundColour, type Mark } from '../where/terrain'
import { W } from '../words'
import { changedHere, total } from './changed'

export interface Scene {
  frame: FilmFrame
  /** The land as it is by then. */
  land: Terrain
  /** What was changed by then: the block that stands in a cell, "air" for nothing. */
  cells: Map<string, Cell>
}

export interface Cell {
  x: number
  y: number
  z: number
  kind: string
}

/** What a plan takes that is worth a film, in game seconds. */
const LONG = 300

/** A build, a clearing, or a long plan. */
export const worthAFilm = (steps: Step[], seconds: number): boolean => seconds >= LONG || steps.some((s) => (s.action.edits?.length ?? 0) > 0)

/** Game seconds that went by in a second of an ended task whose world may have changed its speed since; `speed` where nobody knows. */
export function paceOf(task: Pick<Task, 'activeMs'>, c: Changes | undefined, speed: number): number {
  const took = c?.foretold?.took
  return took && task.activeMs > 0 ? (took * 1000) / task.activeMs : speed
}

/** What a plan said of a task before it ran, beside what became of it; empty where it said nothing. */
export function foretoldWords(c: Changes | undefined, speed: number): string {
  const f = c?.foretold
  if (!f || !c.told) return ''
  const time = (seconds: number) => clock((seconds * 1000) / (speed || 1))
  const said = (when: string, dug: number, placed: number) => [when, changedHere(dug, placed)].filter(Boolean).join(', ')
  const was = said(f.took ? time(f.took) : '', total(c, 'dug') ?? 0, total(c, 'placed') ?? 0)
  return was ? W.film.was({ expected: said(`${time(f.least)}–${time(f.most)}`, f.digs, f.places), was }) : ''
}

/** How a film stands at a game second. */
export function sceneAt(film: Film, at: number): Scene {
  const land = { ...film.land, heights: [...film.land.heights], tops: [...film.land.tops], kinds: [...film.land.kinds] }
  const cells = new Map<string, Cell>()
  let frame = film.frames[0]!
  for (const f of film.frames) {
    if (f.at > at) break
    frame = f
    for (const [x, y, z, k] of (f.changed ?? []) as [number, number, number, number][]) {
      const kind = film.kinds[k] ?? ''
      cells.set(`${x} ${y} ${z}`, { x, y, z, kind })
      raise(land, x, y, z, kind)
    }
  }
  return { frame, land, cells }
}

/** Has the land from above show what stands in a cell now. */
function raise(land: Terrain, x: number, y: number, z: number, kind: string): void {
  const [dx, dz] = [x - land.x, z - land.z]
  if (dx < 0 || dz < 0 || dx >= land.width || dz >= land.depth) return
  const i = dz * land.width + dx
  const top = land.heights[i] ?? 0
  if (isAir(kind)) {
    if (y === top) land.heights[i] = y - 1
    return
  }
  if (y < top) return
  land.heights[i] = y
  let k = land.kinds.indexOf(kind)
  if (k < 0) k = land.kinds.push(kind) - 1
  land.tops[i] = k
}

/** The columns in which something was dug away that lay open. */
export const dugIn = ({ land, cells }: Scene): Mark[] =>
  [...cells.values()].filter((c) => isAir(c.kind) && land.heights[(c.z - land.z) * land.width + c.x - land.x] === c.y - 1).map(({ x, z }) => ({ x, z, placed: false }))

/** What a picture shows: the player, and all that is changed in its sight. */
export interface Frame {
  x: number
  z: number
  /** Blocks from one side to the other. */
  wide: number
}

/** How far from the player what is changed may be to be in one picture with it. */
const NEAR = 32

/** The picture of a moment: what the whole film changes near there, with the player. */
export function framed(film: Film, { frame }: Scene): Frame {
  const near = film.frames.flatMap((f) => (f.changed ?? []) as [number, number, number, number][]).filter(([x, , z]) => Math.hypot(x - frame.x, z - frame.z) <= NEAR)
  const xs = [frame.x, ...near.map((c) => c[0])]
  const zs = [frame.z, ...near.map((c) => c[2])]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)]
  return { x: (west + east) / 2, z: (north + south) / 2, wide: Math.max(16, Math.max(east - west, south - north) + 6) }
}

/** Draws a moment as it is seen from the south: the land behind, what was placed and dug, the player. */
export function drawSide(canvas: HTMLCanvasElement, scene: Scene, view: Frame): void {
  const g = canvas.getContext('2d')
  if (!g) return
  const { width: w, height: h } = canvas
  const k = w / view.wide
  const at = scene.frame
  const px = (x: number) => w / 2 + (x - view.x) * k
  const py = (y: number) => h * 0.62 - (y - at.y) * k
  g.fillStyle = '#16202a'
  g.fillRect(0, 0, w, h)
  const { land } = scene
  const [near, far] = [Math.ceil(view.z + view.wide / 2), Math.floor(view.z - view.wide / 2)]
  for (let x = Math.floor(view.x - view.wide / 2); x <= view.x + view.wide / 2; x++) {
    for (let z = far; z <= near; z++) {
      const i = (z - land.z) * land.width + x - land.x
      if (x < land.x || x >= land.x + land.width || z < land.z || z >= land.z + land.depth) continue
      const shade = 0.45 + (0.4 * (z - far)) / (near - far)
      const [r, gr, b] = groundColour(land.kinds[land.tops[i] ?? -1] ?? '').map((c) => c * shade)
      g.fillStyle = `rgb(${r} ${gr} ${b})`
      const top = py((land.heights[i] ?? 0) + 1)
      g.fillRect(Math.floor(px(x)), top, Math.ceil(k), Math.max(0, h - top))
    }
  }
  const cells = [...scene.cells.values()].filter((c) => c.z >= far && c.z <= near).sort((a, b) => a.z - b.z)
  for (const c of cells) {
    const gone = isAir(c.kind)
    const [r, gr, b] = gone ? [22, 32, 42] : groundColour(c.kind)
    g.fillStyle = `rgb(${r} ${gr} ${b})`
    g.fillRect(px(c.x), py(c.y + 1), k, k)
    g.strokeStyle = gone ? '#f2e3c2' : '#0b0e10'
    g.lineWidth = 1
    g.setLineDash(gone ? [2, 2] : [])
    g.strokeRect(px(c.x) + 0.5, py(c.y + 1) + 0.5, k - 1, k - 1)
  }
  g.setLineDash([])
  g.fillStyle = '#fff'
  g.strokeStyle = '#0b0e10'
  g.lineWidth = 2
  g.beginPath()
  g.roundRect?.(px(at.x) - k * 0.3, py(at.y + 1.8), k * 0.6, k * 1.8, k * 0.2)
  g.fill()
  g.stroke()
}
