// SPDX-License-Identifier: MIT

// The libraries this body stands on. They are CommonJS: loading them here once gives them their types.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export const mineflayer = require('mineflayer') as typeof import('mineflayer')
export const { Vec3 } = require('vec3') as typeof import('vec3')
export const { pathfinder, Movements, goals } = require('mineflayer-pathfinder') as typeof import('mineflayer-pathfinder')

export type { Bot } from 'mineflayer'
export type { Block } from 'prismarine-block'
export type { Entity } from 'prismarine-entity'
export type { Item } from 'prismarine-item'
export type Vec = import('vec3').Vec3
export type Goal = import('mineflayer-pathfinder').goals.Goal

/** Items as packets write them. */
export interface ItemClass {
  new (type: number, count: number): Item
  fromNotch(item: unknown): Item | null
  toNotch(item: Item | null): unknown
}
type Item = import('prismarine-item').Item
export const itemClass = (bot: import('mineflayer').Bot): ItemClass => (require('prismarine-item') as (registry: unknown) => ItemClass)(bot.registry)
