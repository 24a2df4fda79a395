// SPDX-License-Identifier: MIT

// goto, interact, chat, look and wait.
import { findBlocks } from '../blocks.ts'
import { CONTAINERS, lookInto } from './container.ts'
import { ActionError } from '../errors.ts'
import type { Job } from '../job.ts'
import { Vec3, goals } from '../lib.ts'
import type { Block, Entity, Vec } from '../lib.ts'
import { otherStand } from '../stands.ts'
import { nearestBlock } from '../stations.ts'
import { stateName } from '../told.ts'
import { near, pointOf, reach, walk } from '../walk.ts'
import { blockIds } from './mine.ts'
import { rejoin, upFirst } from '../ways.ts'
import type { Kind } from '../ways.ts'

/** The nearest player, creature or block with a name. */
export const find = (job: Job, target: string): Promise<{ block: Block } | { entity: Entity } | null> => job.find(() => findLoaded(job, target))

function findLoaded(job: Job, target: string, radius = 64): { block: Block } | { entity: Entity } | null {
  const { bot } = job
  const player = Object.values(bot.players).find(p => p.username.toLowerCase() === target)?.entity
  if (player && player !== bot.entity) return { entity: player }
  const me = bot.entity.position
  const entity = Object.values(bot.entities)
    .filter(e => e !== bot.entity && e.name === target && e.position.distanceTo(me) <= radius)
    .sort((a, b) => a.position.distanceTo(me) - b.position.distanceTo(me))[0]
  if (entity) return { entity }
  const ids = blockIds(bot.registry, target)
  const at = ids.length > 0 ? findBlocks(bot, { ids, within: radius, count: 32 }).sort((a, b) => a.distanceTo(me) - b.distanceTo(me))[0] : undefined
  const block = at ? bot.blockAt(at) : null
  return block ? { block } : null
}

export const lost = (target: string): ActionError => new ActionError('not_found', `no ${target} within 64 blocks`)

export const goto: Kind = {
  run: async job => {
    const { bot, params } = job
    const at = params.position()
    const range = params.number('range', 1, 0, 256)
    if (at) {
      job.progress(`walking to ${at.x} ${at.y} ${at.z}`)
      await walk(job, range < 1 ? new goals.GoalBlock(at.x, at.y, at.z) : near(at, range), `${at.x} ${at.y} ${at.z}`)
      return { position: pointOf(bot) }
    }
    const target = params.name('target')
    const found = await find(job, target)
    if (!found) throw lost(target)
    job.progress(`walking to ${target}`)
    if ('block' in found) {
      if (range <= 1) await reach(job, found.block.position, target)
      else await walk(job, near(found.block.position, range), target)
    } else {
      for (let i = 0; i < 5 && bot.entity.position.distanceTo(found.entity.position) > range + 1.5; i++) {
        const p = found.entity.position.floored()
        await walk(job, near(p, Math.max(1, range)), target)
      }
    }
    return { position: pointOf(bot) }
  },
  within: 'three times, each thought out anew',
  ways: [upFirst],
}

export const interact: Kind = {
  run: async job => {
    const { bot, params } = job
    const at = params.position()
    const target = params.optionalName('target')
    if (!at && !target) throw new ActionError('invalid', 'interact: give a target, or x, y and z')
    if (at) {
      const p = new Vec3(at.x, at.y, at.z)
      const who = target ? Object.values(bot.entities).find(e => e !== bot.entity && e.name === target && e.position.distanceTo(p) < 3) : undefined
      if (who) return await useEntity(job, who)
      await reach(job, at, `${at.x} ${at.y} ${at.z}`)
      const block = bot.blockAt(p)
      if (!block || block.name.endsWith('air')) throw new ActionError('not_found', `there is nothing at ${at.x} ${at.y} ${at.z}`)
      if (target && block.name !== target) throw new ActionError('not_found', `at ${at.x} ${at.y} ${at.z} is ${block.name}, not ${target}`)
      return await leave(job, block)
    }
    const found = await find(job, target ?? '')
    if (!found) throw lost(target ?? '')
    if ('entity' in found) return await useEntity(job, found.entity)
    const block = await nearestBlock(job, [found.block.name]) ?? found.block
    await reach(job, block.position, block.name)
    return await leave(job, block)
  },
  within: 'from another stand',
  ways: [upFirst, rejoin],
}

/** What shows that it was used: it opens, is switched, or is pressed for a second. */
const SHOWS = /(_door|_trapdoor|_fence_gate|_button|^lever)$/
/** The most that a server may take to show it. */
const SHOWN_USED_MS = 2000

/** The property by which a block shows how it stands, and its value, by what may be asked of it. */
const STATES = { open: ['open', true], closed: ['open', false], on: ['powered', true], off: ['powered', false] } as const

/** Uses a block; one that is asked to stand in a way is left so, and not used where it stands so already. */
async function leave(job: Job, block: Block): Promise<object> {
  if (!job.params.has('as')) return await useBlock(job, block)
  const as = job.params.choice('as', Object.keys(STATES) as (keyof typeof STATES)[], 'open')
  const [name, want] = STATES[as]
  const now = (): Block => job.bot.blockAt(block.position) ?? block
  const stands = (): unknown => now().getProperties()[name]
  if (stands() === undefined) throw new ActionError('invalid', `interact: ${block.name} is never ${as}`)
  const already = stands() === want
  if (!already) await useBlock(job, block)
  if (stands() !== want) throw new ActionError('denied', `the ${block.name} was used, and is not ${as}`)
  return { stands: stateName(now().name, now().getProperties()), ...(already ? { already } : {}) }
}

async function useBlock(job: Job, block: Block): Promise<object> {
  if (CONTAINERS.test(block.name)) return await lookInto(job, block)
  if (!await used(job, block)) {
    const denied = `the server did nothing with the ${block.name}`
    if (!await otherStand(job, block.position)) throw new ActionError('denied', `${denied}, and there is no other place to stand before it`)
    if (!await used(job, block)) throw new ActionError('denied', `${denied}, tried from two stands`)
  }
  if (job.bot.currentWindow) await Promise.race([Promise.resolve(job.bot.closeWindow(job.bot.currentWindow)), job.sleep(500)])
  return {}
}

/** Uses a block once; false when it is one that shows it, and did not. */
async function used(job: Job, block: Block): Promise<boolean> {
  const { bot } = job
  const was = bot.blockAt(block.position)?.stateId
  const shows = SHOWS.test(block.name) && bot.blockAt(block.position)?.getProperties()['powered'] !== true
  const same = (): boolean => bot.blockAt(block.position)?.stateId === was && !bot.currentWindow
  await job.whole(bot.activateBlock(block))
  await job.sleep(250)
  for (const until = Date.now() + SHOWN_USED_MS; shows && same() && Date.now() < until;) await job.sleep(50)
  return !shows || !same()
}

async function useEntity(job: Job, entity: Entity): Promise<object> {
  if (job.bot.entity.position.distanceTo(entity.position) > 3) await walk(job, near(entity.position.floored(), 2), entity.name ?? 'it')
  await job.whole(job.bot.activateEntity(entity))
  await job.sleep(150)
  return {}
}

/** Why a chat line may not be sent; null when it may (docs/protocol, rule 16). */
export function chatFault(message: string): ActionError | null {
  if (/[\r\n\u00a7\u0000-\u001f]/.test(message)) return new ActionError('invalid', 'chat: one line without control characters')
  if (message.length > 256) return new ActionError('invalid', `chat: at most 256 characters, not ${message.length}`)
  if (/^\s*[/#.]/.test(message)) return new ActionError('denied', 'chat: a line that begins with /, # or . would be a command and is not sent')
  return null
}

export const chat: Kind = {
  run: async job => {
    const message = job.params.text('message')
    const fault = chatFault(message)
    if (fault) throw fault
    await said(job, message.trim())
    return {}
  },
  only: 'a line is never said twice',
}

/** A server shows everybody what was said, the speaker too. */
const SHOWN_MS = 8000

async function said(job: Job, line: string): Promise<void> {
  const { bot } = job
  let shown = false
  let other = ''
  const heard = (text: string, _position: unknown, _json: unknown, sender?: string | null): void => {
    if (text.includes(line) || text.includes(bot.username) || (sender && sender === bot.player.uuid)) shown = true
    else other = text
  }
  bot.on('messagestr', heard)
  try {
    bot.chat(line)
    for (const until = Date.now() + SHOWN_MS; !shown && Date.now() < until;) await job.sleep(50)
  } finally {
    bot.removeListener('messagestr', heard)
  }
  if (!shown) throw new ActionError('denied', `nobody was shown the line: chat may be off on this server, or this player muted${other === '' ? '' : ` (the server said: ${other.slice(0, 120)})`}`)
}

export const look: Kind = {
  run: async job => {
    const { bot, params } = job
    const at = params.position()
    let p: Vec
    if (at) p = new Vec3(at.x + 0.5, at.y + 0.5, at.z + 0.5)
    else {
      const target = params.name('target')
      const found = await find(job, target)
      if (!found) throw lost(target)
      p = 'block' in found ? found.block.position.offset(0.5, 0.5, 0.5) : found.entity.position.offset(0, (found.entity.height || 1) * 0.85, 0)
    }
    await job.whole(bot.lookAt(p, true))
    return {}
  },
  only: 'there is nothing in the way of a look',
}

/** Monsters burn and beds refuse from about tick 0 and 12542 on (minecraft.wiki, Daylight cycle). */
const NIGHT = 12_542
export const DAY_TICKS = 24_000
/** A clock that stands for so long does not go, though the server has not said so. */
const STILL_MS = 60_000

const clockOf = (tick: number): string => `${Math.floor(tick / 1000 + 6) % 24}:${String(Math.floor((tick % 1000) * 0.06)).padStart(2, '0')}`

export const wait: Kind = {
  run: async job => {
    const { bot, params } = job
    const phase = params.untilPhase()
    const seconds = params.number('seconds', phase ? 86_400 : null, 0, 86_400)
    const end = Date.now() + seconds * 1000
    const begins = phase === 'night' ? NIGHT : 0
    const left = (): number => (phase === null || (bot.time.timeOfDay >= NIGHT) === (phase === 'night') ? 0 : (begins + DAY_TICKS - bot.time.timeOfDay) % DAY_TICKS)
    let went = { tick: -1, at: 0 }
    while (Date.now() < end && (phase === null || left() > 0)) {
      const tick = bot.time.timeOfDay
      if (phase !== null) {
        if (tick !== went.tick) went = { tick, at: Date.now() }
        if (bot.time.doDaylightCycle === false || Date.now() - went.at > STILL_MS) throw new ActionError('denied', `it is ${clockOf(tick)} in the game, and the clock stands still there: ${phase} does not come by itself`)
        if (went.at > Date.now() - 250) job.progress(`it is ${clockOf(tick)} in the game: ${phase} comes in about ${Math.ceil(left() / 1200)} min`)
      }
      await job.sleep(Math.min(250, Math.max(1, end - Date.now())))
    }
    return {}
  },
  only: 'time passes by itself',
}
