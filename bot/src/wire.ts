// SPDX-License-Identifier: MIT

// The frames between this body and Minehand (docs/protocol, version 2): text, one JSON object a frame.
import type { Code } from './errors.ts'
import type { Survey } from './survey.ts'
import { readArea, readZones } from './zones.ts'
import type { Area, Zone } from './zones.ts'

/** Frames over this many bytes are not read; Minehand closes on them with 1009. */
export const MAX_FRAME = 1 << 20

export interface Stack { slot: number; item: string; count: number; durability?: number; enchantments?: Record<string, number> }
export interface Point { x: number; y: number; z: number }
export interface Sight extends Point { name: string; distance: number; owned?: boolean }
export interface World { present: boolean; id?: string; kind?: 'singleplayer' | 'lan' | 'server'; dimension?: string }

export interface State {
  position: Point
  health: number
  hunger: number
  saturation: number
  inventory: Stack[]
  dimension: string
  gameMode: string
  hardcore?: boolean
  world: World
  heldItem: string
  armor: string[]
  oxygen: number
  time: number
  weather: string
  biome?: string
  nearby: { blocks: Sight[]; entities: Sight[]; players: Sight[] }
  viewerUrl?: string
  deaths?: number
}

export interface Result {
  success: boolean
  delta?: Record<string, number>
  state?: State
  position?: Point
  broken?: number
  killed?: number
  placed?: number
  total?: number
  searched?: number
  contents?: Stack[]
  message?: string
}

/** How an action ended, kept until Minehand surely has it. */
export type Outcome =
  | { actionId: string; result: Result }
  | { actionId: string; error: string; code: Code; retryable: boolean; delta: Record<string, number> }

export interface RawAction extends Record<string, unknown> { id: string; type: string }

export type FromMinehand =
  | { type: 'registered'; success: boolean; error: string; sessionId: string; resumeToken: string; zones: Zone[] }
  | { type: 'execute_action'; action: RawAction; lifted: string[]; within: Area | null }
  | { type: 'execute_action_invalid'; id: string; error: string }
  | { type: 'cancel'; actionId: string }
  | { type: 'stop'; id: string }
  | { type: 'task_status'; text: string; state: string }
  | { type: 'run_command'; id: string; name: string }
  | { type: 'say'; message: string; to: string }
  | { type: 'changes_kept'; series: string; through: number }
  | { type: 'survey'; survey: Survey }
  | { type: 'survey_cancel' }
  | { type: 'unknown'; name: string }

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const text = (v: unknown): string => (typeof v === 'string' ? v : '')
const idOf = (v: unknown): string => (typeof v === 'number' && Number.isFinite(v) ? String(v) : text(v))

const whole = (v: unknown): number => (typeof v === 'number' && Number.isInteger(v) ? v : NaN)
const pointOf = (v: unknown): Point | null => {
  if (!isObject(v)) return null
  const p = { x: whole(v['x']), y: whole(v['y']), z: whole(v['z']) }
  return [p.x, p.y, p.z].every(Number.isFinite) ? p : null
}

/** Reads one frame; null for what is no frame at all (not JSON, no object, no type). Never throws. */
export function readFrame(data: string): FromMinehand | null {
  let o: unknown
  try {
    o = JSON.parse(data)
  } catch {
    return null
  }
  if (!isObject(o) || typeof o['type'] !== 'string') return null
  switch (o['type']) {
    case 'registered':
      return { type: 'registered', success: o['success'] === true, error: text(o['error']), sessionId: text(o['sessionId']), resumeToken: text(o['resumeToken']), zones: readZones(o['protected']) }
    case 'execute_action': {
      const a = o['action']
      if (!isObject(a)) return { type: 'execute_action_invalid', id: '', error: 'execute_action has no action' }
      const id = idOf(a['id'])
      if (id === '') return { type: 'execute_action_invalid', id: '', error: 'the action has no id' }
      if (typeof a['type'] !== 'string' || a['type'] === '') return { type: 'execute_action_invalid', id, error: 'the action has no type: say what to do, such as "mine"' }
      const lifted = Array.isArray(o['lifted']) ? o['lifted'].filter(n => typeof n === 'string') : []
      return { type: 'execute_action', action: { ...a, id, type: a['type'] }, lifted, within: readArea(o['within']) }
    }
    case 'cancel': return { type: 'cancel', actionId: idOf(o['actionId']) }
    case 'stop': return { type: 'stop', id: idOf(o['id']) }
    case 'task_status': return { type: 'task_status', state: text(o['state']), text: [text(o['state']), text(o['message'])].filter(s => s !== '').join(': ') }
    case 'run_command': return { type: 'run_command', id: idOf(o['id']), name: text(o['name']) }
    case 'changes_kept': return { type: 'changes_kept', series: text(o['series']), through: whole(o['through']) || 0 }
    case 'survey_cancel': return { type: 'survey_cancel' }
    case 'survey': {
      const box = isObject(o['box']) ? { from: pointOf(o['box']['from']), to: pointOf(o['box']['to']) } : null
      const what = Array.isArray(o['what']) ? o['what'].filter(w => typeof w === 'string') : []
      return { type: 'survey', survey: { id: idOf(o['id']), box: box?.from && box.to ? { from: box.from, to: box.to } : null, radius: whole(o['radius']) || 0, what } }
    }
    // The name goes into a command of the game: what is none is nobody's.
    case 'say': return { type: 'say', message: text(o['message']).replace(/\s+/g, ' ').trim().slice(0, 256), to: /^\.?\w{1,16}$/.exec(text(o['to']))?.[0] ?? '' }
    default: return { type: 'unknown', name: o['type'].slice(0, 64) }
  }
}
