// SPDX-License-Identifier: MIT

// Staying alive: what the body does by itself, with a task and without one. A reflex takes the body over for some
// seconds, says so, and gives it back; the action waits at its next step and does again what was broken off. Each has
// a bound and a cool-down, so that none holds the body for ever.
import type { ReflexName } from './options.ts'
import { MEALS } from './facts.ts'
import { isHostile } from './harm.ts'
import { carried, enchantsOf } from './inventory.ts'
import { Vec3, goals } from './lib.ts'
import type { Bot, Entity, Item, Vec } from './lib.ts'
import { bowOf, inShot, shoot } from './bow.ts'
import { SHOOTS, at, runs } from './footwork.ts'
import { wallBlock, wallBlocks } from './seal.ts'
import { SHELTER, nextTo, openings } from './shelter.ts'
import { sees } from './sight.ts'
import { bestWeapon, pauseOf } from './tools.ts'
import { feetOf, stopMoving } from './walk.ts'

/** What a reflex may know of the action at hand. */
export interface Busy {
  /** There is no action. */
  idle: boolean
  /** Items that the action works with: they are not eaten. */
  items: ReadonlySet<string>
  /** The action fights by itself. */
  fights: boolean
  /** A window is open, or a night is slept: nothing that can wait breaks in. */
  quiet: boolean
  /** Whether blocks may be placed where the bot stands. */
  mayBuild: boolean
}

interface Reflex {
  name: ReflexName
  /** At rest for so long after it ended. */
  coolMs: number
  /** Why it is time, in words; null when it is not. */
  why(bot: Bot, busy: Busy): string | null
  act(bot: Bot, busy: Busy, over: () => boolean): Promise<void>
  /** Breaks into what may be broken into only when life is at stake. */
  urgent: boolean
  longestMs: number
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const head = (bot: Bot): Vec => bot.entity.position.offset(0, 1.62, 0).floored()

export function bestFood(bot: Bot, items: ReadonlySet<string>): Item | null {
  const points = (i: Item): number => (bot.registry.foodsByName[i.name] as { foodPoints: number } | undefined)?.foodPoints ?? 0
  const fit = carried(bot).filter(i => points(i) > 0 && MEALS.has(i.name) && !items.has(i.name))
  const missing = 20 - bot.food
  // The one that fills without waste, the richest first.
  return fit.sort((a, b) => Number(points(a) > missing + 1) - Number(points(b) > missing + 1) || points(b) - points(a))[0] ?? null
}

const eat: Reflex = {
  name: 'eat', coolMs: 4000, urgent: false, longestMs: 8000,
  why: (bot, busy) => {
    const hungry = bot.food <= 7 || (bot.food <= 17 && bot.health <= 12)
    return hungry && bestFood(bot, busy.items) && !threat(bot, 7) && !/water|lava/.test(at(bot, head(bot))) ? `hungry (${bot.food} of 20)` : null
  },
  async act(bot, busy, over) {
    const hand = bot.heldItem?.name
    // Nobody eats on while something strikes at him.
    while (!over() && bot.food <= 17 && !threat(bot, 7)) {
      const food = bestFood(bot, busy.items)
      if (!food) break
      await bot.equip(food, 'hand')
      let eaten = false
      void bot.consume().catch(() => undefined).then(() => { eaten = true })
      for (const until = Date.now() + 3500; !eaten && Date.now() < until && !threat(bot, 4);) await sleep(100)
      if (!eaten) bot.deactivateItem()
      await sleep(100)
    }
    const back = hand === undefined ? undefined : carried(bot).find(i => i.name === hand)
    if (back) await bot.equip(back, 'hand')
  },
}

const air: Reflex = {
  name: 'air', coolMs: 500, urgent: true, longestMs: 12_000,
  why: bot => (/^(water|bubble_column|kelp|kelp_plant|seagrass|tall_seagrass)$/.test(at(bot, head(bot))) && (bot.oxygenLevel ?? 20) <= 8 ? 'out of breath' : null),
  async act(bot, _busy, over) {
    const open = nearestAir(bot)
    while (!over() && /water|kelp|seagrass|bubble/.test(at(bot, head(bot)))) {
      if (open && Math.hypot(open.x + 0.5 - bot.entity.position.x, open.z + 0.5 - bot.entity.position.z) > 0.6) {
        await bot.lookAt(open.offset(0.5, 1, 0.5), true)
        bot.setControlState('forward', true)
      } else bot.setControlState('forward', false)
      bot.setControlState('jump', true)
      await sleep(100)
    }
    // Some breaths before it goes on, while nothing worse comes.
    const calm = (): boolean => burning(bot) === null && !threat(bot)
    while (!over() && calm() && (bot.oxygenLevel ?? 20) < 18 && !/water/.test(at(bot, head(bot)))) await sleep(100)
  },
}

/** The nearest place above water with air over it. */
function nearestAir(bot: Bot): Vec | null {
  const from = head(bot)
  let best: Vec | null = null
  for (let x = -6; x <= 6; x++) for (let z = -6; z <= 6; z++) for (let y = 0; y <= 24; y++) {
    const p = from.offset(x, y, z)
    if (!/air$/.test(at(bot, p))) continue
    if (!best || p.distanceTo(from) < best.distanceTo(from)) best = p
    break
  }
  return best
}

const BURNS = /^(lava|fire|soul_fire|powder_snow|magma_block|campfire|soul_campfire)$/

const fire: Reflex = {
  name: 'fire', coolMs: 500, urgent: true, longestMs: 10_000,
  why: burning,
  async act(bot, _busy, over) {
    bot.setControlState('jump', true)
    bot.setControlState('sprint', true)
    while (!over() && burning(bot) !== null) {
      const safe = safePlace(bot) // anew: what burns spreads
      if (safe) await bot.lookAt(safe.offset(0.5, 1.6, 0.5), true)
      bot.setControlState('forward', true)
      await sleep(60)
    }
    await sleep(250) // clear of the edge
  },
}

/** What the bot burns in or on, in words; null for nothing. */
function burning(bot: Bot): string | null {
  const inside = touched(bot).map(p => at(bot, p)).find(n => BURNS.test(n))
  if (inside !== undefined) return `stands in ${inside}`
  return at(bot, feetOf(bot).offset(0, -1, 0)) === 'magma_block' ? 'stands on magma' : null
}

/** The blocks that the body's box is in (0.6 wide): its edge burns as its middle does. */
function touched(bot: Bot): Vec[] {
  const out: Vec[] = []
  for (const y of [0, 1]) for (const x of [-0.3, 0.3]) for (const z of [-0.3, 0.3]) out.push(bot.entity.position.offset(x, y, z).floored())
  return out
}

/** The nearest firm and dry place, over which nothing burns. */
function safePlace(bot: Bot): Vec | null {
  const from = feetOf(bot)
  let best: Vec | null = null
  for (let x = -8; x <= 8; x++) for (let z = -8; z <= 8; z++) for (let y = -2; y <= 3; y++) {
    const p = from.offset(x, y, z)
    if (best && p.distanceTo(from) >= best.distanceTo(from)) continue
    const [under, here, over] = [bot.blockAt(p.offset(0, -1, 0), false), bot.blockAt(p, false), bot.blockAt(p.offset(0, 1, 0), false)]
    if (!under || !here || !over || under.boundingBox !== 'block' || BURNS.test(under.name)) continue
    if (here.boundingBox === 'empty' && over.boundingBox === 'empty' && !BURNS.test(here.name) && !BURNS.test(over.name)) best = p
  }
  return best
}

/** The hostile creatures within a radius that can get at the bot, the nearest first. */
export function foes(bot: Bot, radius: number): Entity[] {
  const me = bot.entity.position
  return Object.values(bot.entities).filter(e => e.isValid && isHostile(e) && e.position.distanceTo(me) <= radius && Math.abs(e.position.y - me.y) < 8)
    .sort((a, b) => a.position.distanceTo(me) - b.position.distanceTo(me))
}

/** A creeper is dangerous from afar; who shoots, too; the others when they come near. */
const RANGE = (e: Entity): number => (e.name === 'creeper' ? 8 : SHOOTS.test(e.name ?? '') ? 14 : 5)

function threat(bot: Bot, radius = 16): Entity | null {
  return foes(bot, radius).find(e => e.position.distanceTo(bot.entity.position) <= Math.min(radius, RANGE(e)) && sees(bot, e)) ?? null
}

/** Whether the bot dares to fight what is near. */
function dares(bot: Bot, near: Entity[]): boolean {
  const armed = /_(sword|axe)$/.test(bestWeapon(bot)?.name ?? '')
  const brave = armed ? 7 : 14
  return bot.health > brave && near.length <= (armed ? 3 : 1) && !near.some(e => e.name === 'creeper' && e.position.distanceTo(bot.entity.position) < 7)
}

const defend: Reflex = {
  name: 'defend', coolMs: 300, urgent: true, longestMs: 20_000,
  why: (bot, busy) => {
    const e = threat(bot) ?? (busy.idle && wallBlocks(bot) >= SHELTER ? foes(bot, 16).find(f => sees(bot, f)) ?? null : null)
    // Who fights does not run, but from creepers.
    if (!e || (busy.fights && e.name !== 'creeper' && bot.health > 6)) return null
    return `a ${e.name} is ${Math.round(e.position.distanceTo(bot.entity.position))} blocks off`
  },
  async act(bot, busy, over) {
    let last = 0
    let calm = 0
    while (!over() && calm < 8) {
      const near = foes(bot, 16).filter(e => sees(bot, e))
      // A zombie ten blocks off, which nobody fears yet, must not hide the skeleton behind it that shoots.
      const first = near.find(e => e.position.distanceTo(bot.entity.position) <= RANGE(e)) ?? near[0]
      if (!first) { calm++; stopMoving(bot); await sleep(100); continue }
      calm = 0
      const creeper = near.find(e => e.name === 'creeper' && e.position.distanceTo(bot.entity.position) < 9)
      const room = near.every(e => e.position.distanceTo(bot.entity.position) > (e.name === 'creeper' ? BUILDS_FROM : 2))
      // With nothing to do nobody fights several, waits for what bursts, or goes after arrows.
      const worthIt = busy.idle && (near.length > 1 || first.name === 'creeper' || (SHOOTS.test(first.name ?? '') && !bowOf(bot)))
      if (room && (worthIt || bot.health <= HIDES) && await hide(bot, busy, over)) return
      if (creeper || !dares(bot, near.filter(e => e.position.distanceTo(bot.entity.position) < 8))) {
        lower(bot)
        if (await flee(bot, near)) continue
        if (await hide(bot, busy, over)) return
        last = await strike(bot, first, last)
        continue
      }
      if (first.position.distanceTo(bot.entity.position) > 3.2) {
        // Who comes is awaited; who shoots is gone to.
        if (SHOOTS.test(first.name ?? '')) {
          lower(bot) // behind it one only creeps
          if (bowOf(bot) && inShot(first.position.distanceTo(bot.entity.position)) && sees(bot, first)) {
            stopMoving(bot)
            if (await shoot(bot, first, sleep)) continue
          }
          bot.pathfinder.setGoal(new goals.GoalFollow(first, 2), true)
          await sleep(150)
        } else {
          stopMoving(bot)
          await bot.lookAt(first.position.offset(0, 1.2, 0), true)
          await raise(bot)
          await sleep(80)
          if (first.position.distanceTo(bot.entity.position) > 9) calm = 8
        }
        continue
      }
      last = await strike(bot, first, last)
    }
  },
}

/** Who holds a shield up. */
const raised = new WeakSet<Bot>()

/** A shield that is held, or could be. */
export function shieldOf(bot: Bot): Item | undefined {
  const held = bot.inventory.slots[OFF_HAND]
  return held?.name === 'shield' ? held : carried(bot).find(i => i.name === 'shield')
}

/** A shield before the body, toward where it looks; without one nothing happens. */
export async function raise(bot: Bot): Promise<void> {
  const shield = shieldOf(bot)
  if (raised.has(bot) || !shield) return
  if (shield !== bot.inventory.slots[OFF_HAND]) await bot.equip(shield, 'off-hand')
  bot.activateItem(true)
  raised.add(bot)
}

export function lower(bot: Bot): void {
  if (raised.delete(bot)) bot.deactivateItem()
}

const OFF_HAND = 45

async function strike(bot: Bot, foe: Entity, last: number): Promise<number> {
  stopMoving(bot)
  const weapon = bestWeapon(bot)
  if (weapon && bot.heldItem?.name !== weapon.name) await bot.equip(weapon, 'hand')
  if (Date.now() - last < pauseOf(bot.heldItem?.name ?? '') || foe.position.distanceTo(bot.entity.position) > 3.4) {
    await bot.lookAt(foe.position.offset(0, 1.2, 0), true)
    await raise(bot)
    await sleep(50)
    return last
  }
  lower(bot)
  await bot.lookAt(foe.position.offset(0, (foe.height || 1) * 0.7, 0), true)
  bot.attack(foe)
  await sleep(50)
  return Date.now()
}

/** Runs from all that is near for a second; false when there is nowhere to run. */
async function flee(bot: Bot, near: Entity[]): Promise<boolean> {
  const me = bot.entity.position
  let best: { x: number; z: number; score: number } | null = null
  for (let i = 0; i < 16; i++) {
    const a = (i / 16) * Math.PI * 2
    const d = { x: Math.cos(a), z: Math.sin(a) }
    const clear = runs(bot, d, 10)
    if (clear < 3) continue
    const far = Math.min(...near.map(e => Math.hypot(me.x + d.x * clear - e.position.x, me.z + d.z * clear - e.position.z)))
    const past = Math.min(...near.map(e => Math.hypot(me.x + d.x * 2 - e.position.x, me.z + d.z * 2 - e.position.z)))
    // Toward the nearest is no way out, however far it leads.
    if (past < Math.min(...near.map(e => Math.hypot(me.x - e.position.x, me.z - e.position.z)))) continue
    const score = far + past * 2 + clear * 0.3
    if (!best || score > best.score) best = { ...d, score }
  }
  if (!best) return false
  const from = me.clone()
  bot.pathfinder.setGoal(null)
  await bot.lookAt(me.offset(best.x * 10, 1.6, best.z * 10), true)
  bot.setControlState('sprint', true)
  bot.setControlState('forward', true)
  for (let i = 0; i < 8; i++) {
    const ahead = me.offset(best.x * 0.8, 0.2, best.z * 0.8).floored()
    bot.setControlState('jump', bot.blockAt(ahead, false)?.boundingBox === 'block')
    await sleep(60)
  }
  bot.clearControlStates()
  return bot.entity.position.distanceTo(from) > 0.5
}

/** With so little health it hides instead of running, until it has that much again. */
const HIDES = 9
const HEALED = 14
/** How long a shelter may take. */
const SHELTER_MS = 6000
/** So far off must a creeper be for walls to stand before it comes, and nobody builds on when it is so near. */
const BUILDS_FROM = 7
const BURSTS_FROM = 4.5

/** Walls itself in and stays until it has healed; false when it could not. */
async function hide(bot: Bot, busy: Busy, over: () => boolean): Promise<boolean> {
  if (!busy.mayBuild || wallBlocks(bot) < SHELTER || !await wallIn(bot, over)) return false
  while (!over() && bot.health < HEALED) await sleep(200)
  return true
}

/** Puts the body into the middle of its block, so that it stands in none of those around; false when it is pushed out. */
async function centre(bot: Bot, f: Vec): Promise<boolean> {
  const mid = f.offset(0.5, 0, 0.5)
  const off = (): number => Math.max(Math.abs(bot.entity.position.x - mid.x), Math.abs(bot.entity.position.z - mid.z))
  bot.setControlState('sneak', true) // small steps
  for (const until = Date.now() + 800; off() > 0.19 && Date.now() < until;) {
    await bot.lookAt(mid.offset(0, 1.62, 0), true)
    bot.setControlState('forward', true)
    await sleep(50)
  }
  bot.clearControlStates()
  return feetOf(bot).equals(f) && off() < 0.3
}

/** A wall of blocks all around and over the head, wherever blows and arrows push the body meanwhile. False when it does not become whole. */
async function wallIn(bot: Bot, over: () => boolean): Promise<boolean> {
  stopMoving(bot)
  const solid = (p: Vec): boolean => bot.blockAt(p, false)?.boundingBox === 'block'
  const exposed = (p: Vec): number => Math.min(...foes(bot, 16).map(e => e.position.distanceTo(p)))
  let last = 0
  let n = 0
  for (const until = Date.now() + SHELTER_MS; !over() && Date.now() < until; n++) {
    const f = feetOf(bot)
    const open = openings(f, solid, exposed)
    const p = open[n % 2 === 0 || open.length < 2 ? 0 : 1]
    if (!p) return true
    if (foes(bot, BURSTS_FROM).some(e => e.name === 'creeper' && sees(bot, e))) return false
    // Where somebody stands nothing can be placed.
    const inWay = foes(bot, 3).find(e => e.position.distanceTo(p.offset(0.5, 0, 0.5)) < 1.2)
    if (inWay) last = await strike(bot, inWay, last)
    const block = wallBlock(bot)
    const to = nextTo(f, p, solid)
    if (!block || !to) return false
    if (!await centre(bot, f)) continue
    if (bot.heldItem?.name !== block.name) await bot.equip(block, 'hand')
    const against = bot.blockAt(to.against)
    if (!against) return false
    await bot.lookAt(to.against.plus(to.at).scaled(0.5).offset(0.5, 0.5, 0.5), true)
    await Promise.race([bot.placeBlock(against, to.at.minus(to.against)).catch(() => undefined), sleep(500)])
  }
  // What has no roof keeps out all but those that climb.
  const f = feetOf(bot)
  return openings(f, solid, exposed).every(p => p.y > f.y + 1)
}

/** What armour is made of, the best first; what has the same name for another use is not of these. */
const ARMOUR = ['netherite', 'diamond', 'iron', 'chainmail', 'turtle', 'golden', 'copper', 'leather']
const PIECES = { helmet: 5, chestplate: 6, leggings: 7, boots: 8 } as const
const PLACES = { helmet: 'head', chestplate: 'torso', leggings: 'legs', boots: 'feet' } as const
type Piece = keyof typeof PIECES

/** The worth of a piece of armour: less is better; null for what is none, or cannot be taken off again. */
function worth(item: Item | null | undefined, piece: Piece): number | null {
  const of = item ? ARMOUR.indexOf(item.name.slice(0, -piece.length - 1)) : -1
  return item && of >= 0 && item.name.endsWith(`_${piece}`) && !enchantsOf(item).some(e => e.name === 'binding_curse') ? of : null
}

/** A carried piece that is better than what is worn there; what is no armour stays on. */
export function betterArmour(bot: Bot, items: ReadonlySet<string>): { item: Item; piece: Piece } | null {
  for (const piece of Object.keys(PIECES) as Piece[]) {
    const on = bot.inventory.slots[PIECES[piece]]
    const worn = on ? worth(on, piece) : Infinity
    if (worn === null) continue
    const best = carried(bot).filter(i => !items.has(i.name) && worth(i, piece) !== null).sort((a, b) => (worth(a, piece) ?? 0) - (worth(b, piece) ?? 0))[0]
    if (best && (worth(best, piece) ?? Infinity) < worn) return { item: best, piece }
  }
  return null
}

const wear: Reflex = {
  name: 'wear', coolMs: 2000, urgent: false, longestMs: 6000,
  why: (bot, busy) => {
    // When something hostile comes, and not between blows; what is merely carried may be meant for somebody else.
    if (threat(bot, 4) || !foes(bot, 16).some(e => sees(bot, e))) return null
    const better = betterArmour(bot, busy.items)
    return better ? `${better.item.name} protects better than what is worn` : null
  },
  async act(bot, busy, over) {
    for (let better = betterArmour(bot, busy.items); better && !over(); better = betterArmour(bot, busy.items)) {
      await bot.equip(better.item, PLACES[better.piece])
      if (bot.inventory.slots[PIECES[better.piece]]?.name !== better.item.name) return // this server does not let it
    }
  },
}

const ALL: Reflex[] = [air, fire, defend, eat, wear]

export interface ReflexHooks {
  bot(): Bot | null
  busy(): Busy
  /** The body is taken over; the action waits until the promise resolves. */
  began(name: ReflexName, why: string, ended: Promise<void>): void
  ended(name: ReflexName): void
}

export class Reflexes {
  private readonly hooks: ReflexHooks
  private readonly on: ReadonlySet<ReflexName>
  private readonly restUntil = new Map<ReflexName, number>()
  private running = false

  constructor(on: ReadonlySet<ReflexName>, hooks: ReflexHooks) {
    this.on = on
    this.hooks = hooks
  }

  get active(): boolean {
    return this.running
  }

  /** Looks whether it is time for one; called some times a second. */
  tick(): void {
    const bot = this.hooks.bot()
    if (!bot || this.running || !(bot.health > 0)) return
    const busy = this.hooks.busy()
    const now = Date.now()
    for (const r of ALL) {
      if (!this.on.has(r.name) || now < (this.restUntil.get(r.name) ?? 0) || (busy.quiet && !r.urgent)) continue
      const why = r.why(bot, busy)
      if (why !== null) {
        void this.run(r, bot, busy, why)
        return
      }
    }
  }

  private async run(r: Reflex, bot: Bot, busy: Busy, why: string): Promise<void> {
    this.running = true
    let done: () => void = () => undefined
    const until = Date.now() + r.longestMs
    this.hooks.began(r.name, why, new Promise(resolve => { done = resolve }))
    try {
      stopMoving(bot)
      await Promise.race([r.act(bot, busy, () => Date.now() > until || !(bot.health > 0) || this.hooks.bot() !== bot), sleep(r.longestMs + 2000)])
    } catch {
      // What a reflex could not do is looked at again at its next turn.
    } finally {
      stopMoving(bot)
      lower(bot)
      this.restUntil.set(r.name, Date.now() + r.coolMs)
      this.running = false
      this.hooks.ended(r.name)
      done()
    }
  }
}
