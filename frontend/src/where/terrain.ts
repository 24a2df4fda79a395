// SPDX-License-Identifier: MIT

// What a map shows, from what bodies say: where the player was, what is around it,
// and the ground where it is known. Pure drawing into a canvas.
import { isAir } from './air'
import type { ChangedCell, Sight, State, Terrain, Vec3, Zone } from '../lib/gen/api'

/** A point of a way. */
export interface Step extends Vec3 {
  /** Nobody walked to it from the point before. */
  leap?: boolean
}

/** A column of the land in which something was changed. */
export interface Mark {
  x: number
  z: number
  /** Something was put there; else something was taken away. */
  placed: boolean
}

export interface Scene {
  state: State
  /** What is in the middle; left out, the player. */
  centre?: { x: number; z: number }
  /** A place that is marked. */
  spot?: { x: number; z: number }
  trail: Step[]
  terrain?: Terrain
  /** Land that was fetched for the picture alone. */
  more?: Terrain[]
  zones: Zone[]
  /** Blocks that were dug or placed. */
  marks?: Mark[]
  /** Pixels a block. */
  scale: number
}

type Rgb = [number, number, number]

/** Colours of the ground by the words of a block's name; the first that fits counts. */
const GROUND: [RegExp, Rgb][] = [
  [/water|kelp|seagrass/, [38, 74, 116]],
  [/lava|magma/, [207, 92, 20]],
  [/leaves|azalea/, [44, 84, 44]],
  [/_log|_wood|stem|hyphae/, [104, 76, 46]],
  [/red_sand/, [181, 98, 42]],
  [/sand|beach/, [196, 180, 124]],
  [/snow|ice|powder/, [214, 224, 230]],
  [/grass|moss|fern|bush|flower|vine|wheat|carrots|potatoes/, [84, 122, 62]],
  [/dirt|podzol|mud|farmland|path|mycelium/, [120, 88, 60]],
  [/clay|gravel/, [134, 130, 126]],
  [/netherrack|nether|crimson/, [96, 40, 40]],
  [/end_stone/, [208, 210, 156]],
  [/deepslate|basalt|blackstone/, [70, 72, 78]],
  [/planks|fence|chest|table|bed|door/, [160, 122, 72]],
]
const STONE: Rgb = [128, 132, 134]

export const groundColour = (kind: string): Rgb => GROUND.find(([re]) => re.test(kind))?.[1] ?? STONE

/** A number in 0..1 that is always the same for a place. */
function grain(x: number, z: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(z, 668265263)) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Draws the ground where it is known, a pixel a block, as an image of its own. */
export function groundImage(t: Terrain): ImageData {
  const image = new ImageData(t.width, t.depth)
  const colours = t.kinds.map(groundColour)
  const water = t.kinds.map((k) => /water/.test(k))
  for (let z = 0; z < t.depth; z++) {
    for (let x = 0; x < t.width; x++) {
      const i = z * t.width + x
      const kind = t.tops[i] ?? -1
      if (kind < 0) continue
      const [r, g, b] = colours[kind] ?? STONE
      const h = t.heights[i] ?? 0
      const north = z > 0 ? (t.heights[i - t.width] ?? h) : h
      const west = x > 0 ? (t.heights[i - 1] ?? h) : h
      const slope = water[kind] ? 0 : Math.max(-2, Math.min(2, (h - north + (h - west)) / 2))
      const f = (0.9 + slope * 0.09 + Math.max(-0.15, Math.min(0.15, (h - 64) * 0.006))) * (0.96 + grain(t.x + x, t.z + z) * 0.08)
      image.data.set([r * f, g * f, b * f, 255], i * 4)
    }
  }
  return image
}

const grounds = new WeakMap<Terrain, HTMLCanvasElement>()

/** The ground as a picture; drawn once a terrain. */
function groundOf(t: Terrain): HTMLCanvasElement {
  let ground = grounds.get(t)
  if (!ground) {
    ground = document.createElement('canvas')
    ground.width = t.width
    ground.height = t.depth
    ground.getContext('2d')?.putImageData(groundImage(t), 0, 0)
    grounds.set(t, ground)
  }
  return ground
}

/** What is worth a sign on the map, with the item that stands for it. */
export function landmark(name: string): string | undefined {
  const bare = name.slice(name.indexOf(':') + 1)
  if (/_ore$|ancient_debris/.test(bare)) return bare
  if (/^(crafting_table|furnace|chest|barrel|smithing_table|blast_furnace|smoker)$/.test(bare)) return bare
  if (/_bed$/.test(bare)) return bare
  return undefined
}

/** Only the nearest few of a kind are signs; many would hide the map. */
export function landmarks(sights: Sight[] | undefined, most = 8): Sight[] {
  const perKind = new Map<string, number>()
  const out: Sight[] = []
  for (const s of [...(sights ?? [])].sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))) {
    if (!landmark(s.name)) continue
    const n = perKind.get(s.name) ?? 0
    if (n >= 2 || out.length >= most) continue
    perKind.set(s.name, n + 1)
    out.push(s)
  }
  return out
}

const TREE = /_log$|_leaves$/
const PLANT = /grass|flower|sugar_cane|cactus|mushroom|melon|pumpkin|wheat|fern/

/** Draws the scene, the player in the middle. Returns how many things it showed. */
export function draw(canvas: HTMLCanvasElement, scene: Scene, pictures: (item: string) => HTMLImageElement | undefined): number {
  const g = canvas.getContext('2d')
  const at = scene.state.position
  if (!g || !at) return 0
  const { width: w, height: h } = canvas
  const ratio = window.devicePixelRatio || 1
  const k = scene.scale * ratio
  const mid = scene.centre ?? at
  const px = (x: number) => w / 2 + (x - mid.x) * k
  const pz = (z: number) => h / 2 + (z - mid.z) * k
  let shown = 0
  g.imageSmoothingEnabled = false
  const dark = scene.state.dimension === 'the_nether' ? '#241416' : scene.state.dimension === 'the_end' ? '#17171f' : '#10180f'
  g.fillStyle = dark
  g.fillRect(0, 0, w, h)

  const lands = [...(scene.more ?? []), ...(scene.terrain ? [scene.terrain] : [])]
  if (lands.length > 0) {
    for (const t of lands) g.drawImage(groundOf(t), px(t.x), pz(t.z), t.width * k, t.depth * k)
    shown++
  } else {
    // What the player walked through is known ground: lit cells of 4 blocks.
    const cells = new Set<string>()
    for (const p of [...scene.trail, at]) {
      for (let dx = -20; dx <= 20; dx += 4)
        for (let dz = -20; dz <= 20; dz += 4) if (dx * dx + dz * dz <= 420) cells.add(`${Math.floor((p.x + dx) / 4)},${Math.floor((p.z + dz) / 4)}`)
    }
    const [r, gr, b] = scene.state.dimension === 'the_nether' ? [96, 40, 40] : scene.state.dimension === 'the_end' ? [208, 210, 156] : at.y < 50 ? [92, 96, 100] : [84, 122, 62]
    for (const c of cells) {
      const [cx, cz] = c.split(',').map(Number) as [number, number]
      const f = 0.72 + grain(cx, cz) * 0.14
      g.fillStyle = `rgb(${r * f} ${gr * f} ${b * f})`
      g.fillRect(Math.floor(px(cx * 4)), Math.floor(pz(cz * 4)), Math.ceil(4 * k) + 1, Math.ceil(4 * k) + 1)
    }
    g.strokeStyle = '#ffffff12'
    g.lineWidth = 1
    g.beginPath()
    for (let x = Math.ceil((mid.x - w / 2 / k) / 16) * 16; px(x) < w; x += 16) (g.moveTo(px(x), 0), g.lineTo(px(x), h))
    for (let z = Math.ceil((mid.z - h / 2 / k) / 16) * 16; pz(z) < h; z += 16) (g.moveTo(0, pz(z)), g.lineTo(w, pz(z)))
    g.stroke()
  }

  for (const s of scene.state.nearby?.blocks ?? []) {
    const tree = TREE.test(s.name)
    const water = /water|lava/.test(s.name)
    if (!tree && !water && !PLANT.test(s.name)) continue
    const [r, gr, b] = tree ? [40, 86, 42] : groundColour(s.name)
    g.fillStyle = `rgb(${r} ${gr} ${b})`
    const size = Math.max(2 * ratio, (tree ? 4 : 1.6) * k)
    g.beginPath()
    if (tree) g.arc(px(s.x + 0.5), pz(s.z + 0.5), size / 2, 0, 7)
    else g.rect(px(s.x), pz(s.z), size, size)
    g.fill()
    shown++
  }

  for (const z of scene.zones) {
    g.fillStyle = '#eab94f1f'
    g.beginPath()
    g.arc(px(z.x), pz(z.z), z.radius * k, 0, 7)
    g.fill()
    g.lineWidth = 3 * ratio
    g.strokeStyle = '#0b0e10'
    g.stroke()
    g.setLineDash([5 * ratio, 3 * ratio])
    g.lineWidth = 1.5 * ratio
    g.strokeStyle = '#ffd977'
    g.stroke()
    g.setLineDash([])
    label(g, z.name, px(z.x), pz(z.z) + z.radius * k - 5 * ratio, ratio, 'center')
    shown++
  }

  if (scene.trail.length > 1) {
    for (const [colour, width] of [['#0b0e10', 4.5], ['#a6ec7c', 2]] as const) {
      g.strokeStyle = colour
      g.lineWidth = width * ratio
      g.lineJoin = 'round'
      g.beginPath()
      scene.trail.forEach((p, i) => (i && !p.leap ? g.lineTo(px(p.x), pz(p.z)) : g.moveTo(px(p.x), pz(p.z))))
      g.lineTo(px(at.x), pz(at.z))
      g.stroke()
    }
  }

  for (const m of scene.marks ?? []) {
    const size = Math.max(3 * ratio, k)
    g.fillStyle = m.placed ? '#f2e3c2' : '#0b0e10'
    g.strokeStyle = m.placed ? '#0b0e10' : '#f2e3c2'
    g.lineWidth = ratio
    g.fillRect(px(m.x + 0.5) - size / 2, pz(m.z + 0.5) - size / 2, size, size)
    g.strokeRect(px(m.x + 0.5) - size / 2, pz(m.z + 0.5) - size / 2, size, size)
    shown++
  }

  for (const s of scene.state.nearby?.entities ?? []) {
    const hostile = /zombie|skeleton|creeper|spider|witch|enderman|drowned|husk|stray|pillager|phantom|slime|blaze|ghast/.test(s.name)
    g.fillStyle = hostile ? '#f58585' : '#f2e3c2'
    g.strokeStyle = '#0b0e10'
    g.lineWidth = ratio
    g.beginPath()
    g.arc(px(s.x), pz(s.z), 2.5 * ratio, 0, 7)
    g.fill()
    g.stroke()
    shown++
  }

  for (const s of landmarks(scene.state.nearby?.blocks)) {
    const picture = pictures(landmark(s.name)!)
    const x = Math.max(12 * ratio, Math.min(w - 12 * ratio, px(s.x + 0.5)))
    const z = Math.max(12 * ratio, Math.min(h - 12 * ratio, pz(s.z + 0.5)))
    g.fillStyle = '#0b0e10cc'
    g.beginPath()
    g.roundRect?.(x - 10 * ratio, z - 10 * ratio, 20 * ratio, 20 * ratio, 5 * ratio)
    g.fill()
    if (picture) g.drawImage(picture, x - 8 * ratio, z - 8 * ratio, 16 * ratio, 16 * ratio)
    shown++
  }

  for (const p of scene.state.nearby?.players ?? []) {
    const x = px(p.x)
    const z = pz(p.z)
    g.fillStyle = '#48939c'
    g.strokeStyle = '#0b0e10'
    g.lineWidth = 1.5 * ratio
    g.fillRect(x - 6 * ratio, z - 6 * ratio, 12 * ratio, 12 * ratio)
    g.strokeRect(x - 6 * ratio, z - 6 * ratio, 12 * ratio, 12 * ratio)
    g.fillStyle = '#c99a75'
    g.fillRect(x - 3 * ratio, z - ratio, 6 * ratio, 5 * ratio)
    label(g, p.name, x + 10 * ratio, z + 4 * ratio, ratio)
    shown++
  }

  if (scene.spot) {
    const [x, z] = [px(scene.spot.x), pz(scene.spot.z)]
    for (const [colour, width] of [['#0b0e10', 4.5], ['#ffd977', 2]] as const) {
      g.strokeStyle = colour
      g.lineWidth = width * ratio
      g.beginPath()
      g.arc(x, z, 14 * ratio, 0, 7)
      g.stroke()
    }
    shown++
  }

  // The player: an arrow along its last steps.
  const from = scene.trail.findLast((p) => Math.hypot(p.x - at.x, p.z - at.z) > 0.8)
  g.save()
  g.translate(px(at.x), pz(at.z))
  g.rotate(from ? Math.atan2(at.x - from.x, -(at.z - from.z)) : 0)
  g.beginPath()
  g.moveTo(0, -8 * ratio)
  g.lineTo(6 * ratio, 7 * ratio)
  g.lineTo(0, 3.5 * ratio)
  g.lineTo(-6 * ratio, 7 * ratio)
  g.closePath()
  g.lineWidth = 2 * ratio
  g.strokeStyle = '#0b0e10'
  g.fillStyle = '#fff'
  g.stroke()
  g.fill()
  g.restore()
  return shown + 1
}

function label(g: CanvasRenderingContext2D, text: string, x: number, y: number, ratio: number, align: CanvasTextAlign = 'left'): void {
  g.font = `600 ${10.5 * ratio}px Inter, sans-serif`
  g.textAlign = align
  g.lineWidth = 3 * ratio
  g.lineJoin = 'round'
  g.strokeStyle = '#0b0e10'
  g.strokeText(text, x, y)
  g.fillStyle = '#fff'
  g.fillText(text, x, y)
}

/** Tells how wide a canvas is shown, in CSS pixels, until the cleanup is called. */
export function watchWidth(canvas: HTMLCanvasElement, tell: (width: number) => void): () => void {
  const seen = new ResizeObserver(([entry]) => tell(Math.round(entry!.contentRect.width)))
  seen.observe(canvas)
  return () => seen.disconnect()
}

/** Gives a canvas as many pixels as the screen has where it is shown, and empties it. */
export function fit(canvas: HTMLCanvasElement, width: number): void {
  canvas.width = width * devicePixelRatio
  canvas.height = canvas.clientHeight * devicePixelRatio
}

/** What a picture from above shows of a ledger: of each column the highest cell that is not as it was. */
export function marksOf(changed: ChangedCell[]): Mark[] {
  const tops = new Map<string, ChangedCell>()
  for (const c of changed) {
    const key = `${c.x},${c.z}`
    if (c.shown !== c.from && c.y >= (tops.get(key)?.y ?? -Infinity)) tops.set(key, c)
  }
  return [...tops.values()].map((c) => ({ x: c.x, z: c.z, placed: !isAir(c.to) }))
}

/** The blocks that were walked along a trail, in a plane. */
export function lengthOf(trail: Step[]): number {
  return trail.reduce((sum, p, i) => (i && !p.leap ? sum + Math.hypot(p.x - trail[i - 1]!.x, p.z - trail[i - 1]!.z) : sum), 0)
}

/** The middle and the pixels a block with which a whole trail is in a picture of that size. */
export function frameOf(trail: Vec3[], width: number, height: number): { centre: { x: number; z: number }; scale: number } {
  const xs = trail.map((p) => p.x)
  const zs = trail.map((p) => p.z)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)]
  const margin = 28
  const scale = Math.min((width - margin) / Math.max(1, east - west), (height - margin) / Math.max(1, south - north))
  return { centre: { x: (west + east) / 2, z: (north + south) / 2 }, scale: Math.max(0.05, Math.min(6, scale)) }
}

/** The farthest that land can be asked for around a place, in blocks, and for how many places. */
const FARTHEST = 96
const MOST_TILES = 3

/** The squares of land that fill such a picture side by side: their middles, with one radius for all. */
export function tilesOf(frame: ReturnType<typeof frameOf>, width: number, height: number): { x: number; z: number; radius: number }[] {
  const [half, deep] = [width / 2 / frame.scale, height / 2 / frame.scale]
  const n = Math.min(MOST_TILES, Math.ceil((half + 1) / FARTHEST))
  // Middles are whole blocks, so that up to one more is seen at an edge.
  const radius = Math.min(FARTHEST, Math.max(8, Math.ceil(Math.max(half / n, deep)) + 1))
  return Array.from({ length: n }, (_, i) => ({ x: Math.round(frame.centre.x - half + ((2 * i + 1) * half) / n), z: Math.round(frame.centre.z), radius }))
}

/** Fetches the land around a place. */
export type Land = (x: number, z: number, radius: number) => Promise<Terrain | undefined>

/** The land of all of such a picture, as far as it is known. */
export async function landOf(frame: ReturnType<typeof frameOf>, width: number, height: number, land: Land): Promise<Terrain[]> {
  const all = await Promise.all(tilesOf(frame, width, height).map((t) => land(t.x, t.z, t.radius).catch(() => undefined)))
  return all.filter((t) => t !== undefined)
}

/** Whether a way goes so far north and south that its picture is to be higher. */
export const isHigh = (trail: Vec3[], width: number, height: number): boolean => {
  const wide = frameOf(trail, width, 1e6).scale
  return frameOf(trail, width, height).scale < wide / 1.5
}
