// The actions this body can do, by kind.
import type { ActionFn } from '../job.ts'
import { attack } from './attack.ts'
import { collect, consume, drop, equip } from './carry.ts'
import { deposit, withdraw } from './container.ts'
import { craft } from './craft.ts'
import { mine } from './mine.ts'
import { place } from './place.ts'
import { chat, goto, interact, look, wait } from './simple.ts'
import { smelt } from './smelt.ts'

export const ACTIONS: ReadonlyMap<string, ActionFn> = new Map(Object.entries({
  goto, mine, place, craft, smelt, interact, chat, collect, equip, consume, attack, drop, deposit, withdraw, look, wait,
}))
