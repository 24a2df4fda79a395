// SPDX-License-Identifier: MIT

// Do no harm (docs/protocol): what is never broken unless this body placed it, and who is never attacked unless named.
import { findBlocks } from './blocks.ts'
import { HOSTILE } from './facts.ts'
import type { Bot, Entity } from './lib.ts'
import type { Point } from './wire.ts'

const KEPT = /(^|_)(chest|barrel|shulker_box|bed|furnace|smoker|crafting_table|anvil|hopper|dispenser|dropper|brewing_stand|enchanting_table|beacon|lectern|loom|stonecutter|grindstone|smithing_table|cartography_table|fletching_table|composter|cauldron|jukebox|note_block|bookshelf|sign|banner|item_frame|bell|campfire|lodestone|respawn_anchor|beehive|crafter|spawner|trial_spawner|vault|conduit|skull|head|lodestone|flower_pot|lantern|decorated_pot)$/

/** Blocks that people build with: paths never dig through them, doors come before walls. */
const BUILT = /(planks|bricks?|_tiles|glass|glass_pane|_wool|concrete|_stairs|_slab|_fence|_fence_gate|_wall|_door|_trapdoor|_carpet|_pressure_plate|_button|ladder|scaffolding|torch|rail|redstone_wire|repeater|comparator|lever|polished_\w+|smooth_\w+|cut_\w+|chiseled_\w+|quartz_\w+|farmland|wheat|carrots|potatoes|beetroots|melon|pumpkin|stem|sugar_cane|candle|iron_bars|chain|stripped_\w+|hay_block|iron_block|gold_block|diamond_block|emerald_block)$/

export const isKept = (block: string): boolean => KEPT.test(block)
export const isBuilt = (block: string): boolean => BUILT.test(block) || KEPT.test(block)

/** What a house is built of, and what shows that one lives there. */
const HOUSE = /(_log|_wood|_planks|_stem|_hyphae|glass|glass_pane)$/
const LIVED_IN = /(_bed|_door|chest|barrel)$/
const HOME_RADIUS = 8

/** Tells for a block whether it belongs to somebody's home: of what houses are made of, near a bed, door or chest that this body did not place. */
export function homes(bot: Bot, own: OwnWork, block: string): (p: Point) => boolean {
  if (!HOUSE.test(block)) return () => false
  const ids = bot.registry.blocksArray.flatMap(b => (LIVED_IN.test(b.name) ? b.id : []))
  const marks = findBlocks(bot, { ids, within: 72, count: 256 }).filter(p => !own.has(bot.game.dimension, p))
  return p => marks.some(m => Math.hypot(p.x - m.x, p.y - m.y, p.z - m.z) <= HOME_RADIUS) && !own.has(bot.game.dimension, p)
}

const cellOf = (dimension: string, p: Point): string => `${dimension}:${p.x},${p.y},${p.z}`

/** The blocks this body placed itself, by world: it may take those away again. */
export class OwnWork {
  /** By its cell, whether it is a part of a build. */
  private readonly at = new Map<string, boolean>()

  placed(dimension: string, p: Point, ofBuild = false): void {
    this.at.set(cellOf(dimension, p), ofBuild)
  }

  gone(dimension: string, p: Point): void {
    this.at.delete(cellOf(dimension, p))
  }

  has(dimension: string, p: Point): boolean {
    return this.at.has(cellOf(dimension, p))
  }

  /** Whether a block is a part of what this body built: nothing to gather. */
  built(dimension: string, p: Point): boolean {
    return this.at.get(cellOf(dimension, p)) === true
  }
}

/** Animals that may be somebody's, and the bit of their flags that says so; 0 for those that name an owner alone (minecraft.wiki, Entity metadata). */
const TAME_BIT: Readonly<Record<string, number>> = {
  wolf: 4, cat: 4, parrot: 4, horse: 2, donkey: 2, mule: 2, llama: 2, trader_llama: 2, camel: 2, skeleton_horse: 2, zombie_horse: 2, fox: 0, allay: 0,
}
const OWNER = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/** Whether an animal is somebody's: it is flagged as tame, or its data names an owner. */
export function isOwned(bot: Bot, e: Entity): boolean {
  const bit = TAME_BIT[e.name ?? '']
  if (bit === undefined) return false
  const data = (e.metadata ?? []) as unknown[]
  if (data.some(v => typeof v === 'string' && OWNER.test(v))) return true
  const keys = (bot.registry.entitiesByName[e.name ?? ''] as { metadataKeys?: string[] } | undefined)?.metadataKeys
  const flags = data[keys ? keys.indexOf('flags') : bot.registry.version['>=']('1.17') ? 17 : 16]
  return typeof flags === 'number' && (flags & bit) !== 0
}

export const isHostile = (e: Entity): boolean => HOSTILE.has(e.name ?? '')

/** Whether an entity is what the target names: players and villagers only by their very name, somebody's animal never. */
export function mayAttack(bot: Bot, e: Entity, target: string): boolean {
  if (e === bot.entity || !e.isValid) return false
  if (e.type === 'player') return e.username !== undefined && e.username.toLowerCase() === target
  const name = e.name ?? ''
  if (target === 'hostile' || target === 'monster' || target === 'mob') return isHostile(e) && !isOwned(bot, e)
  return name === target && !isOwned(bot, e)
}
