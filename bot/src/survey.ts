// SPDX-License-Identifier: MIT

// Surveys (docs/protocol, rule 20): what stands in a box of the loaded world, and how light it is there.
import { Vec3 } from './lib.ts'
import type { Bot } from './lib.ts'
import { stateName } from './told.ts'
import { feetOf } from './walk.ts'
import type { Point } from './wire.ts'

export interface Box { from: Point; to: Point }
export interface Survey { id: string; box: Box | null; radius: number; what: string[] }

const SIDE = 32
const RUNS = 6000
const UNLOADED = -1

interface Column { getBlockStateId(at: Point): number; getBlockLight?(at: Point): number }

/** Runs [value, count] of equal values. */
export function runs(values: readonly number[]): [number, number][] {
  const out: [number, number][] = []
  for (const v of values) {
    const last = out.at(-1)
    if (last?.[0] === v) last[1]++
    else out.push([v, 1])
  }
  return out
}

/** The fields of the answer; the body adds its own. */
export function survey(bot: Bot, ask: Survey): Record<string, unknown> {
  const feet = feetOf(bot)
  const r = ask.radius
  const box = ask.box ?? { from: { x: feet.x - r, y: feet.y - r, z: feet.z - r }, to: { x: feet.x + r, y: feet.y + r, z: feet.z + r } }
  const head = { id: ask.id, box, dimension: bot.game.dimension }
  const sides = (['x', 'y', 'z'] as const).map(k => box.to[k] - box.from[k] + 1)
  if (sides.some(n => n < 1 || n > SIDE)) return { ...head, complete: false, code: 'invalid', error: `the box has ${sides.join(' x ')} blocks; from 1 to ${SIDE} along each side are looked at` }
  const { minY = 0, height = 256 } = bot.game as unknown as { minY?: number; height?: number }
  const world = bot.world as unknown as { getColumn(x: number, z: number): Column | null | undefined }
  const lit = ask.what.includes('light')
  const palette: string[] = []
  const index = new Map<number, number>()
  const cells: number[] = []
  const light: number[] = []
  let complete = true
  for (let y = box.from.y; y <= box.to.y; y++) for (let z = box.from.z; z <= box.to.z; z++) for (let x = box.from.x; x <= box.to.x; x++) {
    const column = world.getColumn(x >> 4, z >> 4)
    if (!column) {
      cells.push(UNLOADED)
      light.push(UNLOADED)
      complete = false
      continue
    }
    const at = new Vec3(x & 15, y, z & 15)
    const inside = y >= minY && y < minY + height
    const state = inside ? column.getBlockStateId(at) : 0
    let i = index.get(state)
    if (i === undefined) {
      i = palette.length
      index.set(state, i)
      const block = bot.blockAt(new Vec3(x, y, z), false)
      palette.push(inside && block ? stateName(block.name, block.getProperties()) : 'air')
    }
    cells.push(i)
    if (lit) light.push(inside ? column.getBlockLight?.(at) ?? UNLOADED : UNLOADED)
  }
  const blocks = runs(cells)
  const levels = lit ? runs(light) : []
  if (blocks.length + levels.length > RUNS) return { ...head, complete: false, code: 'too_large', error: 'the answer has too many runs; ask for less at once' }
  return { ...head, palette, blocks, ...(lit ? { light: levels } : {}), complete }
}
