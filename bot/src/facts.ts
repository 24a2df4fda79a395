// SPDX-License-Identifier: MIT

// What the tables of game/data say of items and mobs: bot/gen writes the file beside this one. Nothing of it is kept
// in code of the bot.
import raw from './facts.gen.json' with { type: 'json' }

/** How long an item burns, in ticks; what is missing does not. */
export const FUEL: Readonly<Record<string, number | undefined>> = raw.fuel
/** What is burnt of the body's own choice, the first best. */
export const BURNING: readonly string[] = raw.burning
/** Where an item is worn; what is missing is held in the hand. */
export const WORN: Readonly<Record<string, string | undefined>> = raw.slots
/** Goes down on a full stomach. */
export const ALWAYS_EDIBLE: ReadonlySet<string> = new Set(raw.always)
/** What is eaten unasked: out of the hand, without harm, and kept for nothing else. */
export const MEALS: ReadonlySet<string> = new Set(raw.meals)
/** Has an effect where it lands. */
export const THROWN: ReadonlySet<string> = new Set(raw.thrown)
/** What a brewing stand makes of what: base, ingredient, result. */
export const BREWING = raw.brewing as unknown as readonly (readonly [string, string, string])[]
/** What a smithing table makes of what: template (empty for none: before 1.20), base, addition, result. */
export const SMITHING = raw.smithing as unknown as readonly (readonly [string, string, string, string])[]
/** Who gives something for what, and what is worn before it. */
export const BARTERING: Readonly<{ mob: string; given: string; worn: readonly string[] }> = raw.bartering
/** Who trades, and what for. */
export const TRADING: Readonly<{ mob: string; coin: string }> = raw.trading
/** What a block leaves to shears alone: with them it leaves nothing else. */
export const SHORN: Readonly<Record<string, readonly string[] | undefined>> = raw.shorn
/** Attacks a player who did nothing to it. */
export const HOSTILE: ReadonlySet<string> = new Set(raw.hostile)
/** The least that a mob has in any version; what is missing is not known. */
export const HEALTH: Readonly<Record<string, number | undefined>> = raw.health
