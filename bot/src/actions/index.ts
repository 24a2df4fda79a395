// SPDX-License-Identifier: MIT

// The actions this body can do: a row a kind, which its file holds.
import { breed, milk, shear } from './animals.ts'
import { attack } from './attack.ts'
import { brew } from './brew.ts'
import { build } from './build.ts'
import { collect, consume, drop, equip } from './carry.ts'
import { deposit, withdraw } from './container.ts'
import { craft } from './craft.ts'
import { defend } from './defend.ts'
import { enchant } from './enchant.ts'
import { harvest, plant, till } from './farm.ts'
import { fish } from './fish.ts'
import { smith } from './smith.ts'
import { barter } from './barter.ts'
import { trade } from './trade.ts'
import { mine } from './mine.ts'
import { place } from './place.ts'
import { explore, follow } from './roam.ts'
import { chat, goto, interact, look, wait } from './simple.ts'
import { sleep } from './sleep.ts'
import { smelt } from './smelt.ts'
import { travel } from './travel.ts'
import { use } from './use.ts'
import type { Kind } from '../ways.ts'

export const ACTIONS: ReadonlyMap<string, Kind> = new Map(Object.entries({
  goto, mine, place, craft, smelt, interact, chat, collect, equip, consume, attack, drop, deposit, withdraw, look, wait,
  build, follow, explore, use, sleep, till, plant, harvest, breed, shear, milk, fish, trade, barter, smith, enchant, travel, brew, defend,
}))
