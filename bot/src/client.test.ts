// SPDX-License-Identifier: MIT

// Packets of servers, fed to the client layer: each case of test/replays says which, and what the game's own client
// would show after them. In the packets {"item": name, "count": n} stands for an item as the version writes it.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { Client, clientOf } from './client.ts'
import { clicksOf, counts, enchantsOf, findCarried, windowCounts } from './inventory.ts'
import { Vec3, itemClass, mineflayer } from './lib.ts'
import type { Bot } from './lib.ts'

interface Case {
  about: string
  /** Whose packets: a server by others, or a switch of the test server. */
  server: string
  version: string
  packets: [name: string, fields: Record<string, unknown>][]
  state: {
    health?: number
    food?: number
    spawned?: number
    dead?: boolean
    carried?: Record<string, number>
    window?: Record<string, number> | null
    cursor?: string | null
    enchanted?: Record<string, Record<string, number>>
    fate?: { entity: number; blows: number; died: boolean; here: boolean }
  }
}

class FakeClient extends EventEmitter {
  readonly version: string
  readonly username = 'Hand'
  readonly uuid = '00000000-0000-0000-0000-000000000001'
  readonly state = 'play'
  constructor(version: string) {
    super()
    this.version = version
    this.setMaxListeners(100)
  }

  write(): void { /* nobody reads it */ }
  writeChannel(): void { /* nor this */ }
  registerChannel(): void { /* plugins register theirs */ }
  end(): void { this.emit('end', 'over') }
}

const folder = new URL('../test/replays/', import.meta.url)
for (const file of readdirSync(folder).sort()) {
  test(`replay: ${file.replace('.json', '')}`, async () => {
    const c = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case
    const { bot, feed, spawned } = await player(c.version)
    for (const [name, fields] of c.packets) feed(name, fields)
    const { state } = c
    if (state.health !== undefined) assert.equal(bot.health, state.health, 'health')
    if (state.food !== undefined) assert.equal(bot.food, state.food, 'food')
    if (state.spawned !== undefined) assert.equal(spawned(), state.spawned, 'spawns')
    if (state.dead !== undefined) assert.equal(!(bot as unknown as { isAlive: boolean }).isAlive, state.dead, 'dead')
    if (state.carried) assert.deepEqual(Object.fromEntries(counts(bot)), state.carried, 'carried')
    if (state.window) assert.deepEqual(bot.currentWindow && windowCounts(bot.currentWindow), state.window, 'in the window')
    if (state.window === null) assert.equal(bot.currentWindow, null, 'no window')
    if (state.cursor !== undefined) assert.equal((bot.currentWindow ?? bot.inventory).selectedItem?.name ?? null, state.cursor, 'on the cursor')
    for (const [item, has] of Object.entries(state.enchanted ?? {})) assert.deepEqual(Object.fromEntries(enchantsOf(findCarried(bot, item)).map(e => [e.name, e.lvl])), has, 'enchanted')
    if (state.fate) {
      const f = clientOf(bot).fateOf(state.fate.entity)
      assert.deepEqual({ blows: f.blows, died: f.died, here: bot.entities[state.fate.entity] !== undefined }, { blows: state.fate.blows, died: state.fate.died, here: state.fate.here }, 'fate')
    }
    bot.end()
  })
}

for (const mine of [false, true]) {
  test(`who dies is ${mine ? 'a kill of who struck it, once' : 'no kill of who did not strike it'}`, async () => {
    const c = JSON.parse(readFileSync(new URL('creature-dies.json', folder), 'utf8')) as Case
    const { bot, feed } = await player(c.version)
    for (const [name, fields] of c.packets) {
      const foe = bot.entities[c.state.fate?.entity ?? 0]
      if (mine && foe) bot.attack(foe)
      feed(name, fields)
      if (name === 'entity_status') feed(name, fields)
    }
    assert.equal(clientOf(bot).kills, mine ? 1 : 0)
    bot.end()
  })
}

for (const confirms of [false, true]) {
  test(`a click counts ${confirms ? 'when it is confirmed by a server that confirms them' : 'at once on one that confirms none (Cuberite 1.14.4, recorded)'}`, async t => {
    const { bot, feed } = await player('1.14.4')
    t.mock.timers.enable({ apis: ['setTimeout'] })
    feed('set_slot', { windowId: 0, slot: 36, item: { item: 'oak_log', count: 3 } })
    feed('position', { x: 0, y: 75, z: 0, yaw: 0, pitch: 0, flags: 0, teleportId: 1 })
    if (confirms) feed('transaction', { windowId: 0, action: 0, accepted: true })
    t.mock.timers.tick(10_000)
    const clicked = clicksOf(bot).clickWindow(36, 0, 0)
    await new Promise(resolve => { setImmediate(resolve) })
    assert.equal(bot.inventory.selectedItem?.count ?? 0, confirms ? 0 : 3)
    if (confirms) feed('transaction', { windowId: 0, action: 1, accepted: true })
    await clicked
    feed('set_slot', { windowId: 0, slot: 36, item: { item: null } })
    assert.deepEqual([bot.inventory.selectedItem?.name, Object.fromEntries(counts(bot))], ['oak_log', { oak_log: 3 }])
    bot.end()
  })
}

/** A player of the library who has just joined, with nobody but the case to send him packets. */
async function player(version: string): Promise<{ bot: Bot; feed(name: string, fields: Record<string, unknown>): void; spawned(): number }> {
  const line = new FakeClient(version)
  const bot = mineflayer.createBot({ client: line as never, username: 'Hand', version, hideErrors: true, logErrors: false, physicsEnabled: false, respawn: true })
  await new Promise(resolve => bot.once('inject_allowed', () => { resolve(null) }))
  let spawns = 0
  bot.on('spawn', () => { spawns++ })
  new Client(bot)
  // What a login brings, as far as these cases need it.
  bot.entity = Object.assign(new EventEmitter(), { id: 1, position: new Vec3(0, 64, 0), velocity: new Vec3(0, 0, 0), yaw: 0, pitch: 0, height: 1.8, equipment: [], metadata: [], effects: {} }) as never
  bot.entities = { 1: bot.entity }
  Object.assign(bot.registry, { dimensionsArray: [{ name: 'minecraft:overworld' }], dimensionsByName: { overworld: { minY: -64, height: 384 } } })
  bot.game = { dimension: 'overworld', gameMode: 'survival' } as never
  const items = itemClass(bot)
  const wire = (v: unknown): unknown => {
    if (Array.isArray(v)) return v.map(wire)
    if (typeof v === 'string' && v.startsWith('@')) return bot.registry.entitiesByName[v.slice(1)]?.id
    if (v === null || typeof v !== 'object') return v
    const o = v as Record<string, unknown>
    if (typeof o['item'] === 'string') {
      const made = items.toNotch(new items(bot.registry.itemsByName[o['item']]?.id ?? -1, Number(o['count'] ?? 1)))
      return o['components'] ? Object.assign(made as object, { components: o['components'] }) : made
    }
    if (o['item'] === null && Object.keys(o).length === 1) return items.toNotch(null)
    return Object.fromEntries(Object.entries(o).map(([k, e]) => [k, wire(e)]))
  }
  return {
    bot, spawned: () => spawns,
    feed: (name, fields) => { line.emit(name, wire(fields)) },
  }
}
