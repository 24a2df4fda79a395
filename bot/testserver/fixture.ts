// SPDX-License-Identifier: MIT

// What a test says about the world: the commands of a fixture file and of the control channel are the same.
import { Stall } from './trading.ts'
import { LOGINS } from './door.ts'
import type { Login } from './door.ts'
import { HABITS, stateText } from './game.ts'
import type { Game } from './game.ts'
import { DIMENSIONS } from './portals.ts'
import type { Player, Vec, World } from './squid.ts'
import { VecOf, key, plainName } from './squid.ts'

export type Command = Record<string, unknown> & { cmd: string }
export type Answer = Record<string, unknown>

const num = (c: Command, name: string, or?: number): number => {
  const v = c[name] ?? or
  if (typeof v !== 'number' || !Number.isFinite(v)) throw new Error(`${c.cmd} needs the number ${name}`)
  return v
}
const str = (c: Command, name: string): string => {
  const v = c[name]
  if (typeof v !== 'string' || v === '') throw new Error(`${c.cmd} needs the text ${name}`)
  return v
}
const at = (c: Command): Vec => new VecOf(num(c, 'x'), num(c, 'y'), num(c, 'z'))

/** The world that a command is about: the overworld unless it names the_nether. */
function worldOf(game: Game, c: Command): World {
  const name = DIMENSIONS.find(d => d === (c['dimension'] ?? 'overworld'))
  if (!name) throw new Error(`${c.cmd}: dimension is one of ${DIMENSIONS.join(', ')}`)
  return game.worldOf(name)
}

/** Items as [{item, count}]. */
function stacks(c: Command): { item: string; count: number }[] {
  const v = c['items']
  if (!Array.isArray(v)) throw new Error(`${c.cmd} needs items: [{item, count}]`)
  return v.map(e => {
    const o = e as { item?: unknown; count?: unknown }
    if (typeof o.item !== 'string') throw new Error(`${c.cmd} needs items: [{item, count}]`)
    return { item: o.item, count: typeof o.count === 'number' ? o.count : 1 }
  })
}

function player(game: Game, c: Command): Player {
  const name = c['player']
  const found = typeof name === 'string' ? game.serv.players.find(p => p.username === name) : game.serv.players[0]
  if (!found || !game.hands.has(found.username)) throw new Error(typeof name === 'string' ? `no player ${name} is in the game` : 'no player is in the game')
  return found
}

const handsOf = (game: Game, c: Command) => {
  const h = game.hands.get(player(game, c).username)
  if (!h) throw new Error('no such player')
  return h
}

const enchanted = (e: Record<string, number>): Answer => (Object.keys(e).length > 0 ? { enchantments: e } : {})

/** Window slot to the order of the player's inventory: 0-8 hotbar, 9-35 main, 36-39 feet to head, 40 off hand. */
const plainSlot = (s: number): number => (s >= 36 && s <= 44 ? s - 36 : s >= 5 && s <= 8 ? 44 - s : s === 45 ? 40 : s)

type Handler = (game: Game, c: Command) => Answer | Promise<Answer>

export const COMMANDS: Record<string, Handler> = {
  give(game, c) {
    const h = handsOf(game, c)
    let left = num(c, 'count', 1)
    while (left > 0) {
      const stack = game.items.make(str(c, 'item'), left)
      stack.count = Math.min(left, stack.stackSize)
      left -= stack.count
      if (h.take(stack) > 0) throw new Error('the inventory is full')
    }
    return {}
  },
  clear(game, c) {
    handsOf(game, c).clear()
    return {}
  },
  inventory(game, c) {
    const h = handsOf(game, c)
    return {
      items: h.slots.flatMap((it, s) => (it && s >= 5 ? [{ slot: plainSlot(s), item: game.items.nameOf(it), count: it.count, ...(it.maxDurability ? { damage: it.durabilityUsed || 0 } : {}), ...enchanted(game.items.enchantments(it)) }] : [])),
      held: h.held()?.name ?? null,
    }
  },
  player(game, c) {
    const p = player(game, c)
    return { name: p.username, position: { x: p.position.x, y: p.position.y, z: p.position.z }, health: p.health, food: p.food, saturation: p.foodSaturation, gameMode: p.gameMode, level: game.vitalsOf(p).experience.level, dimension: game.dimensionOf(p.world) }
  },
  players(game) {
    return { players: game.serv.players.map(p => p.username).filter(name => game.hands.has(name)) }
  },
  async block(game, c) {
    const b = await worldOf(game, c).getBlock(at(c))
    return { block: b.name, state: b.stateId, properties: b.getProperties(), text: stateText(b) }
  },
  async setblock(game, c) {
    const info = game.serv.registry.blocksByName[plainName(str(c, 'block'))]
    if (!info) throw new Error(`this version has no block ${str(c, 'block')}`)
    await game.put(at(c).floored(), info.name, typeof c['properties'] === 'object' && c['properties'] !== null ? c['properties'] as Record<string, unknown> : {}, worldOf(game, c))
    game.growing.stands(at(c).floored(), info.name)
    return {}
  },
  async fill(game, c) {
    const info = game.serv.registry.blocksByName[plainName(str(c, 'block'))]
    if (!info) throw new Error(`this version has no block ${str(c, 'block')}`)
    let n = 0
    for (let x = num(c, 'x'); x <= num(c, 'x2'); x++) for (let y = num(c, 'y'); y <= num(c, 'y2'); y++) for (let z = num(c, 'z'); z <= num(c, 'z2'); z++) {
      if (++n > 20000) throw new Error('fill at most 20000 blocks at once')
      await game.serv.setBlock(worldOf(game, c), new VecOf(x, y, z), info.defaultState)
    }
    return { blocks: n }
  },
  async portal(game, c) {
    await game.portals.raise(worldOf(game, c), at(c).floored())
    return {}
  },
  chest(game, c) {
    const s = game.storage.chest(key(at(c)))
    if (c['items'] !== undefined) s.cells = Array.from({ length: 27 }, (_, i) => { const st = stacks(c)[i]; return st ? game.items.make(st.item, st.count) : null })
    return { items: s.cells.flatMap((it, slot) => (it ? [{ slot, item: it.name, count: it.count }] : [])) }
  },
  furnace(game, c) {
    const s = game.storage.furnace(key(at(c)))
    const cell = (i: number) => { const it = s.cells[i]; return it ? { item: it.name, count: it.count } : null }
    return { input: cell(0), fuel: cell(1), output: cell(2), burnLeft: s.burnLeft, cooked: s.cooked }
  },
  brewery(game, c) {
    const s = game.storage.brewery(key(at(c)))
    return { cells: s.cells.map(it => (it ? { item: game.items.nameOf(it), count: it.count } : null)), fuel: s.fuel }
  },
  teleport(game, c) {
    const p = player(game, c)
    p.position = at(c)
    game.hazards.forget(p)
    p.sendSelfPosition()
    game.showAnew(p)
    game.guard(p.worldSendRestOfChunks())
    return {}
  },
  vitals(game, c) {
    const v: { health?: number; food?: number; saturation?: number } = {}
    for (const k of ['health', 'food', 'saturation'] as const) if (c[k] !== undefined) v[k] = num(c, k)
    game.vitalsOf(player(game, c)).set(v)
    return {}
  },
  levels(game, c) {
    game.vitalsOf(player(game, c)).experience.set(num(c, 'level'))
    return {}
  },
  kill(game, c) {
    game.vitalsOf(player(game, c)).hurt(1000)
    return {}
  },
  gamemode(game, c) {
    player(game, c).setGameMode(num(c, 'mode'))
    return {}
  },
  mob(game, c) {
    const mob = game.mobs.spawn(plainName(str(c, 'mob')), at(c), c['tame'] === true, worldOf(game, c))
    // What a villager offers: [takes, price, gives, count, uses].
    const offers = c['offers'] as [string, number, string, number, number][] | undefined
    if (offers) mob.stall = new Stall(game.items, offers.map(([takes, price, gives, count, uses]) => ({ takes, price, gives, count, uses, taken: 0 })))
    return { entity: mob.entity.id }
  },
  mobs(game) {
    return { mobs: game.mobs.list().map(m => ({ entity: m.entity.id, kind: m.kind, health: m.health, x: m.entity.position.x, y: m.entity.position.y, z: m.entity.position.z })) }
  },
  clearmobs(game) {
    game.mobs.clear()
    return {}
  },
  drop(game, c) {
    game.drops.spawn(game.items.make(str(c, 'item'), num(c, 'count', 1)), at(c))
    return {}
  },
  drops(game) {
    return { drops: game.drops.list() }
  },
  cleardrops(game) {
    game.drops.clear()
    return {}
  },
  spawnpoint(game, c) {
    game.spawn = at(c).floored()
    return {}
  },
  say(game, c) {
    game.serv.broadcast(str(c, 'text'))
    return {}
  },
  kick(game, c) {
    const reason = c['reason'] ?? 'kicked by the test'
    const p = player(game, c)
    if (typeof reason === 'string') p.kick(reason)
    else p._client.end('kicked', game.component(reason))
    return {}
  },
  chunks(game, c) {
    const firstMs = num(c, 'firstMs', 0)
    const everyMs = num(c, 'everyMs', 0)
    game.slowness = firstMs + everyMs > 0 ? { firstMs, everyMs } : null
    return {}
  },
  slots(game, c) {
    game.slotsLate = num(c, 'ms', 0)
    return {}
  },
  pickup(game, c) {
    game.drops.delay({ ...(c['dropMs'] === undefined ? {} : { drop: num(c, 'dropMs') }), ...(c['throwMs'] === undefined ? {} : { throw: num(c, 'throwMs') }) })
    return {}
  },
  time(game, c) {
    if (c['time'] !== undefined) game.setTime(num(c, 'time'))
    if (c['pace'] !== undefined) game.goes(num(c, 'pace'))
    return { time: game.serv.time }
  },
  async advance(game, c) {
    game.clock += num(c, 'ticks')
    await game.growing.tick()
    return { clock: game.clock }
  },
  onlooker(game, c) {
    game.onlookers.add(str(c, 'player'))
    return {}
  },
  login(game, c) {
    const how = str(c, 'how') as Login
    if (!LOGINS.includes(how)) throw new Error(`login needs how: ${LOGINS.join(', ')}`)
    game.door.login = how
    return {}
  },
  refuse(game, c) {
    game.door.refusal = c['reason'] ?? null
    return {}
  },
  without(game, c) {
    const what = Array.isArray(c['what']) ? c['what'] : []
    game.off = new Set(HABITS.filter(h => what.includes(h)))
    game.refusals = c['times'] === undefined ? null : num(c, 'times')
    if (game.off.size !== what.length) throw new Error(`without needs what: some of ${HABITS.join(', ')}`)
    return {}
  },
  deeds(game, c) {
    return { deeds: game.deeds.filter(d => d.player === str(c, 'player')) }
  },
  counts(game) {
    return { counts: { ...game.counts } }
  },
  async restart(game, c) {
    await game.stop()
    await new Promise(resolve => setTimeout(resolve, num(c, 'seconds', 1) * 1000))
    return { port: await game.start() }
  },
}

export async function run(game: Game, c: Command): Promise<Answer> {
  const h = COMMANDS[c.cmd]
  if (!h) throw new Error(`there is no command ${c.cmd}; there are ${Object.keys(COMMANDS).join(', ')} and stop`)
  return await h(game, c)
}

/** The commands that only tell. */
const TELLS = new Set(['inventory', 'player', 'players', 'block', 'furnace', 'brewery', 'deeds', 'counts'])

/** A command and, where it changes something, every client's word that it has what was sent of it. */
export async function runSeen(game: Game, c: Command): Promise<Answer> {
  const answer = await run(game, c)
  if (!TELLS.has(c.cmd)) await Promise.all(game.serv.players.filter(p => game.hands.has(p.username)).map(seen))
  return answer
}

/** The most that a client is waited for: one that is stopped, or on its way out, says nothing. */
const SEEN_MS = 2000
let asked = 0n

/** A client answers packets in their order, so that its answer to this one comes after all before it. */
async function seen(p: Player): Promise<void> {
  const { _client: client } = p
  const id = ++asked
  await new Promise<void>(resolve => {
    const over = (): void => {
      clearTimeout(timer)
      client.removeListener('keep_alive', answered)
      resolve()
    }
    const answered = ({ keepAliveId }: { keepAliveId: unknown }): void => { if (String(keepAliveId) === String(id)) over() }
    const timer = setTimeout(over, SEEN_MS)
    client.on('keep_alive', answered)
    client.write('keep_alive', { keepAliveId: id })
  })
}

/** A fixture file: {"world": [commands run at start], "join": [commands run for each player that joins for the first time]}. */
export interface Fixture { world: Command[]; join: Command[] }

export function readFixture(text: string): Fixture {
  const o = JSON.parse(text) as { world?: unknown; join?: unknown }
  const list = (v: unknown, name: string): Command[] => {
    if (v === undefined) return []
    if (!Array.isArray(v) || !v.every(e => typeof (e as Command | null)?.cmd === 'string')) throw new Error(`the fixture's ${name} must be a list of {"cmd": ...}`)
    return v as Command[]
  }
  return { world: list(o.world, 'world'), join: list(o.join, 'join') }
}
