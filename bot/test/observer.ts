// SPDX-License-Identifier: MIT

// The observer: a player of its own that only looks on, and tells what the packets that it gets say. It knows nothing
// of the server's memory and nothing of the bot's messages. node test/observer.ts [--host H] --port N [--name Alex] --version V
// With --digs it does not only look on: it walks about and digs, as the server's stress wants.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Vec3, mineflayer } from '../src/lib.ts'
import type { Entity } from '../src/lib.ts'

const { values: v } = parseArgs({ options: { host: { type: 'string', default: '127.0.0.1' }, port: { type: 'string', default: '25565' }, name: { type: 'string', default: 'Alex' }, version: { type: 'string', default: '1.21.4' }, digs: { type: 'string' } } })
const say = (o: Record<string, unknown>): void => { process.stdout.write(JSON.stringify(o) + '\n') }

const join = (): ReturnType<typeof mineflayer.createBot> => mineflayer.createBot({ host: v.host, port: Number(v.port), username: v.name, version: v.version, auth: 'offline', hideErrors: true, logErrors: false, physicsEnabled: v.digs !== undefined })
let bot = join()
/** Whether the observer is in the game now. */
let inGame = false
/** Whether it goes because it was told to. */
let leaving = false
/** What came to be since the start: blocks by name, creatures by kind, players who lay down. */
const counts: Record<string, number> = {}
const count = (what: string): void => { counts[what] = (counts[what] ?? 0) + 1 }
const asleep = new Set<string>()
const inHand = new Map<string, string | undefined>()
const nameOf = (e: Entity): string => e.username ?? e.name ?? 'unknown'

/** Has the bot tell what it sees from its first spawn on. A server that throws it out, as a starved machine's does after
 * half a minute without a sign of life, is joined again: what was counted stays. */
function look(): void {
  bot.once('spawn', () => {
    inGame = true
    setTimeout(() => { say({ event: 'watching' }) }, 500)
    listen()
    if (v.digs !== undefined) dig()
  })
  bot.on('kicked', reason => { say({ event: 'kicked', reason }) })
  bot.on('error', err => { say({ event: 'error', error: err.message }) })
  bot.on('end', reason => {
    inGame = false
    say({ event: 'ended', reason })
    if (v.digs !== undefined || leaving) process.exit(0)
    setTimeout(() => { bot = join(); look() }, 1000)
  })
}

function listen(): void {
  // Emitted by the library, though its types do not tell.
  const on = bot.on.bind(bot) as (event: string, f: (...args: never[]) => void) => void
  on('blockUpdate', (was: { type: number; name: string } | null, is: { type: number; name: string } | null) => {
    if (was?.type === is?.type) return
    if (is && !is.name.endsWith('air')) count(`block:${is.name}`)
    if (was && !was.name.endsWith('air')) count(`gone:${was.name}`)
  })
  on('entitySpawn', (e: Entity) => { count(`spawned:${nameOf(e)}`) })
  on('entityDead', (e: Entity) => { count(`died:${nameOf(e)}`) })
  on('entityHurt', (e: Entity) => { count(`hurt:${nameOf(e)}`) })
  on('entitySleep', (e: Entity) => {
    if (!asleep.has(nameOf(e))) count(`slept:${nameOf(e)}`)
    asleep.add(nameOf(e))
  })
  on('entityWake', (e: Entity) => { asleep.delete(nameOf(e)) })
  on('entityEquip', (e: Entity) => {
    const was = inHand.get(nameOf(e))
    const is = e.heldItem?.name
    if (is) count(`held:${is}`)
    else if (was) count(`spent:${was}`)
    inHand.set(nameOf(e), is)
    for (const worn of e.equipment.slice(2)) if (worn) count(`wears:${worn.name}`)
  })
  bot.on('chat', (who, text) => { count(`said:${who}:${text}`) })
  on('playerCollect', (who: Entity, what: Entity) => {
    const item = what.getDroppedItem()
    if (item) count(`collected:${nameOf(who)}:${item.name}`)
  })
}

function dig(): void {
  bot.setControlState('forward', true)
  bot.setControlState('jump', true)
  setInterval(() => {
    void bot.look(Math.random() * 2 * Math.PI, 0)
    const under = bot.blockAt(bot.entity.position.offset(0, -0.5, 0))
    if (under && !bot.targetDigBlock) bot.dig(under).catch(() => undefined)
  }, 700)
}

type Query = Record<string, unknown> & { cmd: string }
const num = (q: Query, k: string): number => Number(q[k])
/** Youth stands in the metadata of all animals at the same place. */
const young = (e: Entity): boolean => {
  const keys = (bot.registry.entitiesByName[e.name ?? ''] as { metadataKeys?: string[] } | undefined)?.metadataKeys
  return (e.metadata as unknown[] | undefined)?.[keys ? keys.indexOf('baby') : 15] === true
}
const place = (e: Entity): Record<string, unknown> => ({ entity: e.id, name: nameOf(e), x: e.position.x, y: e.position.y, z: e.position.z, young: young(e) })
/** How far a creature's look passes by the observer's eyes, in degrees. */
const aside = (e: Entity): number => {
  const way = bot.entity.position.offset(0, 1.62, 0).minus(e.position.offset(0, 1.62, 0))
  const look = new Vec3(-Math.sin(e.yaw) * Math.cos(e.pitch), Math.sin(e.pitch), -Math.cos(e.yaw) * Math.cos(e.pitch))
  return Math.acos(Math.max(-1, Math.min(1, way.dot(look) / way.norm()))) * 180 / Math.PI
}

const QUERIES: Record<string, (q: Query) => Record<string, unknown> | Promise<Record<string, unknown>>> = {
  counts: () => ({ counts }),
  say(q) {
    if (q['to'] === undefined) bot.chat(String(q['text']))
    else bot.whisper(String(q['to']), String(q['text']))
    return {}
  },
  time: () => ({ time: bot.time.timeOfDay }),
  block(q) {
    const b = bot.blockAt(new Vec3(num(q, 'x'), num(q, 'y'), num(q, 'z')))
    return { block: b?.name ?? null, properties: b?.getProperties() ?? {} }
  },
  /** What lies in the container at a place: it goes and looks. */
  async contents(q) {
    const b = bot.blockAt(new Vec3(num(q, 'x'), num(q, 'y'), num(q, 'z')))
    if (!b) throw new Error('nothing is known of that place')
    const window = await bot.openContainer(b)
    const items = window.containerItems().map(i => ({ item: i.name, count: i.count }))
    window.close()
    return { items }
  },
  /** Takes so many of an item out of the container at a place where the number is negative, else puts so many into it. */
  async shift(q) {
    const at = new Vec3(num(q, 'x'), num(q, 'y'), num(q, 'z'))
    for (let waited = 0; waited < 5000 && bot.entity.position.distanceTo(at) > 4; waited += 20) await new Promise(done => setTimeout(done, 20))
    const b = bot.blockAt(at)
    const item = bot.registry.itemsByName[String(q['item'])]
    if (!b || !item) throw new Error('nothing is known of that place or that item')
    const window = await bot.openContainer(b)
    const n = num(q, 'count')
    await (n < 0 ? window.withdraw(item.id, null, -n) : window.deposit(item.id, null, n))
    window.close()
    return {}
  },
  /** Takes the block at a place away with a tool, or puts the block in hand there, upon what is below. It stands still until the server has moved it near. */
  async harm(q) {
    const at = new Vec3(num(q, 'x'), num(q, 'y'), num(q, 'z'))
    const item = (): ReturnType<typeof bot.inventory.items>[number] | undefined => bot.inventory.items().find(i => i.name === q['with'])
    for (let waited = 0; waited < 5000 && (!item() || bot.entity.position.distanceTo(at) > 4); waited += 20) await new Promise(done => setTimeout(done, 20))
    const held = item()
    if (!held) throw new Error(`there is no ${String(q['with'])} in the inventory`)
    await bot.equip(held, 'hand')
    const target = bot.blockAt(bot.registry.blocksByName[held.name] ? at.offset(0, -1, 0) : at)
    if (!target) throw new Error('nothing is known of that place')
    if (bot.registry.blocksByName[held.name]) await bot.placeBlock(target, new Vec3(0, 1, 0))
    else await bot.dig(target, true)
    return {}
  },
  entities: q => ({ entities: Object.values(bot.entities).filter(e => e !== bot.entity && nameOf(e) === q['kind']).map(place) }),
  /** A player, whom the server may be showing anew at this moment: it waits for that. */
  async player(q) {
    const there = (): typeof bot.entity | undefined => bot.players[String(q['name'])]?.entity
    for (let waited = 0; !there() && waited < 20_000; waited += 50) await new Promise(done => setTimeout(done, 50))
    const e = there()
    if (!e) throw new Error(`${String(q['name'])} is not in sight`)
    return { ...place(e), asleep: asleep.has(nameOf(e)), distance: e.position.distanceTo(bot.entity.position), aside: aside(e), held: e.heldItem?.name ?? null }
  },
}

const lines = createInterface({ input: process.stdin })
lines.on('close', () => { leaving = true; bot.quit(); setTimeout(() => process.exit(0), 200) })
lines.on('line', line => {
  let id: unknown = null
  void (async () => {
    const q = JSON.parse(line) as Query
    id = q['id'] ?? null
    const f = QUERIES[q.cmd]
    for (let waited = 0; !inGame && waited < 40_000; waited += 50) await new Promise(done => setTimeout(done, 50))
    if (!f) throw new Error(`there is no query ${q.cmd}`)
    say({ id, ok: true, ...await f(q) })
  })().catch((err: unknown) => { say({ id, ok: false, error: err instanceof Error ? err.message : String(err) }) })
})
look()
