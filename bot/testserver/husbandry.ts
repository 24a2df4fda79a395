// SPDX-License-Identifier: MIT

// Animals: they follow food in a hand, breed, and give wool and milk (minecraft.wiki, Breeding, Sheep, Cow).
import type { Game } from './game.ts'
import type { Mob } from './mobs.ts'
import type { Player } from './squid.ts'

const SEEDS = ['wheat_seeds', 'beetroot_seeds', 'melon_seeds', 'pumpkin_seeds', 'torchflower_seeds', 'pitcher_pod']
/** What each kind takes; those that must be tamed first count as tame here. */
export const FOODS: Record<string, string[]> = {
  cow: ['wheat'], mooshroom: ['wheat'], sheep: ['wheat'], goat: ['wheat'], pig: ['carrot', 'potato', 'beetroot'], chicken: SEEDS,
  rabbit: ['carrot', 'dandelion', 'golden_carrot'], wolf: ['beef', 'porkchop', 'chicken', 'mutton', 'rabbit', 'rotten_flesh', 'cooked_beef'], cat: ['cod', 'salmon'], ocelot: ['cod', 'salmon'],
  horse: ['golden_apple', 'golden_carrot'], donkey: ['golden_apple', 'golden_carrot'], llama: ['hay_block'], trader_llama: ['hay_block'],
  turtle: ['seagrass'], panda: ['bamboo'], fox: ['sweet_berries', 'glow_berries'], bee: ['dandelion', 'poppy', 'cornflower', 'allium', 'oxeye_daisy'],
  hoglin: ['crimson_fungus'], strider: ['warped_fungus'], axolotl: ['tropical_fish_bucket'], frog: ['slime_ball'], camel: ['cactus'],
  sniffer: ['torchflower_seeds'], armadillo: ['spider_eye'],
}
const MILKED = new Set(['cow', 'mooshroom', 'goat'])
const LAYS = new Set(['turtle', 'frog', 'sniffer'])
/** Ticks: in love, until the next time, until grown up, until the wool is back. */
const LOVE = 600
const PAUSE = 6000
const CHILDHOOD = 24_000
const REGROWS = 1200
const TEMPTED = 8

export class Husbandry {
  private readonly game: Game

  constructor(game: Game) {
    this.game = game
  }

  /** A player used the hand on an animal. */
  used(player: Player, mob: Mob): void {
    const { game } = this
    const hands = game.hands.get(player.username)
    const held = hands?.held()
    if (!hands || !held || mob.dead) return
    const less = (): void => { hands.setHeld(held.count > 1 ? game.items.copy(held, held.count - 1) : null) }
    if (FOODS[mob.kind]?.includes(held.name)) {
      if (mob.young !== null || mob.love > game.clock || mob.rests > game.clock) return
      less()
      if (held.name === 'tropical_fish_bucket') hands.take(game.items.make('water_bucket', 1))
      mob.love = game.clock + LOVE
      mob.entity._writeNearby('entity_status', { entityId: mob.entity.id, entityStatus: 18 })
      game.count('fed', mob.kind)
      return
    }
    if (held.name === 'shears' && mob.kind === 'sheep' && mob.young === null && !mob.shorn) {
      mob.shorn = true
      mob.wool = game.clock + REGROWS
      game.drops.spawn(game.items.make('white_wool', 1 + Math.floor(game.random() * 3)), mob.entity.position.offset(0, 1, 0))
      hands.setHeld(game.items.wear(held))
      game.count('shorn', mob.kind)
      return this.show(mob)
    }
    if (held.name === 'shears' && mob.kind === 'mooshroom' && mob.young === null) {
      game.drops.spawn(game.items.make('red_mushroom', 5), mob.entity.position.offset(0, 1, 0))
      hands.setHeld(game.items.wear(held))
      game.count('shorn', mob.kind)
      const at = mob.entity.position.clone()
      game.mobs.remove(mob)
      game.mobs.spawn('cow', at)
      return
    }
    if (held.name === 'shears' && mob.kind === 'snow_golem' && !mob.shorn) {
      mob.shorn = true
      game.drops.spawn(game.items.make('carved_pumpkin', 1), mob.entity.position.offset(0, 1, 0))
      hands.setHeld(game.items.wear(held))
      return game.count('shorn', mob.kind)
    }
    if (held.name === 'bucket' && MILKED.has(mob.kind) && mob.young === null) {
      less()
      const milk = game.items.make('milk_bucket', 1)
      if (hands.take(milk) > 0) game.drops.thrown(player, milk)
      game.count('milked', mob.kind)
    }
  }

  /** Youth and shorn wool as the client is told of them. */
  show(mob: Mob): void {
    const version = this.game.serv.registry.version
    const late = version['>=']('1.17') ? 1 : 0
    const named = version['>=']('1.20.2')
    const metadata: { key: number; type: unknown; value: unknown }[] = []
    if (FOODS[mob.kind]) metadata.push({ key: 15 + late, type: named ? 'boolean' : 7, value: mob.young !== null })
    if (mob.kind === 'sheep') metadata.push({ key: 16 + late, type: named ? 'byte' : 0, value: mob.shorn ? 0x10 : 0 })
    if (mob.tame) metadata.push({ key: 16 + late, type: named ? 'byte' : 0, value: /wolf|cat|parrot/.test(mob.kind) ? 4 : 2 })
    if (metadata.length > 0) mob.entity._writeNearby('entity_metadata', { entityId: mob.entity.id, metadata })
  }

  /** Where an animal wants to go; null for nowhere. Young are born here. */
  wants(mob: Mob): { x: number; y: number; z: number } | null {
    const { game } = this
    const foods = FOODS[mob.kind]
    if (!foods) return null
    if (mob.young !== null && game.clock >= mob.young) {
      mob.young = null
      this.show(mob)
    }
    if (mob.shorn && mob.kind === 'sheep' && game.clock >= mob.wool) {
      mob.shorn = false
      this.show(mob)
    }
    const at = mob.entity.position
    if (mob.love > game.clock) {
      const mate = game.mobs.list().find(m => m !== mob && !m.dead && m.kind === mob.kind && m.love > game.clock && m.entity.position.distanceTo(at) <= 8)
      if (!mate) return null
      if (mate.entity.position.distanceTo(at) > 2) return mate.entity.position
      for (const m of [mob, mate]) {
        m.love = 0
        m.rests = game.clock + PAUSE
      }
      game.count('born', mob.kind)
      if (LAYS.has(mob.kind)) return null
      const young = game.mobs.spawn(mob.kind, at.offset(0.3, 0, 0.3))
      young.young = game.clock + CHILDHOOD
      this.show(young)
      return null
    }
    const near = game.serv.players.find(p => p.health > 0 && !game.onlookers.has(p.username) && p.position.distanceTo(at) <= TEMPTED && foods.includes(game.hands.get(p.username)?.held()?.name ?? ''))
    return near && near.position.distanceTo(at) > 2.2 ? near.position : null
  }
}
