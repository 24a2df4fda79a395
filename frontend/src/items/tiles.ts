// SPDX-License-Identifier: MIT

// Which symbol and colours an item is drawn with: rules over its name, so that a
// new item of a known class is readable at once. A test draws every item of
// every version that Minehand knows.
import { INKS, MARKS, SYMBOLS, type Mark, type Symbol } from './symbols'

/** Middle tones of materials, by the words of a name: the first that is known counts. */
const MATERIALS: Record<string, string> = {
  // wood
  oak: '#b48a52', spruce: '#7d5c37', birch: '#d3c08a', jungle: '#b07f58', acacia: '#b4623a', dark_oak: '#553a20',
  mangrove: '#79362f', cherry: '#e3b3ae', bamboo: '#c7b758', crimson: '#7c3a55', warped: '#3a8a86', pale_oak: '#dcd3cb',
  wooden: '#a5773f', chest: '#a8763a', barrel: '#8a6237', ladder: '#b48a52', bookshelf: '#b48a52', stick: '#9c7142', bowl: '#8a6237', crafting_table: '#a5793f',
  // stones
  stone: '#8a949c', cobblestone: '#7f888f', mossy: '#6f8461', deepslate: '#4d5157', blackstone: '#39343d', basalt: '#54555b',
  granite: '#9c6f5c', diorite: '#c3c4c6', andesite: '#888c8a', tuff: '#6b6f66', calcite: '#dfe0dc', dripstone: '#8d6f60',
  sandstone: '#dccf9c', red_sandstone: '#b5622a', sand: '#dccf9c', red_sand: '#b5622a', gravel: '#857f7e', flint: '#3f4247', clay: '#9ea4b3', brick: '#99513f', bricks: '#99513f',
  dirt: '#80593c', mud: '#54504f', packed_mud: '#8e6a4f', podzol: '#6e4d2b', grass_block: '#80593c', mycelium: '#75666a', farmland: '#80593c', dirt_path: '#957b45', grass_path: '#957b45',
  bedrock: '#55585c', obsidian: '#241a37', crying_obsidian: '#3b1a6b', netherrack: '#6f2f2f', nether_brick: '#3c1f26', nether: '#6f2f2f', soul: '#574538', end_stone: '#dde0a4', purpur: '#a97ba9', chorus: '#8f648f',
  prismarine: '#63a195', dark_prismarine: '#35604f', quartz: '#ece6df', ice: '#9dbdf2', blue_ice: '#76a8f5', snow: '#f2f6f7', glowstone: '#c99b5b', magma: '#9b4a1c', sponge: '#c6c04e',
  furnace: '#747d85', observer: '#747d85', dispenser: '#747d85', dropper: '#747d85', piston: '#a58b5c', cauldron: '#4e5358', anvil: '#4d5157', grindstone: '#9a9fa3', stonecutter: '#8a949c', spawner: '#2f4550', vault: '#4f5f66', hopper: '#51565c', lodestone: '#9a9fa3',
  // metals, gems
  iron: '#c3ccd2', chainmail: '#8d959c', gold: '#f2c94c', golden: '#f2c94c', copper: '#c76b4a', exposed: '#a1795f', weathered: '#6c9a76', oxidized: '#4fa389', netherite: '#4a4247', ancient_debris: '#6a4a40', diamond: '#5fdcd8', emerald: '#31c45c', lapis: '#2f55b8', redstone: '#c22a1c', coal: '#525c65', charcoal: '#5a4a3c', amethyst: '#9a6ad6', echo: '#175a66', resin: '#e2712b', lightning_rod: '#c76b4a', heavy_core: '#5d6670',
  raw_iron: '#d9ab8b', raw_copper: '#b9643f', raw_gold: '#dfa436',
  // dyes
  white: '#eef1f2', orange: '#ee7d1b', magenta: '#bd4bb3', light_blue: '#45b5df', yellow: '#f5c631', lime: '#78bd1e', pink: '#ee8fb0', gray: '#454b4e', light_gray: '#92928b', cyan: '#178d93', purple: '#7c2fb0', blue: '#3a41a3', brown: '#764a2b', green: '#576e1d', red: '#a62a25', black: '#1c1d22', black_dye: '#33353c',
  // plants, food, remains of mobs
  leaves: '#4c8a3c', vine: '#4c8a3c', grass: '#67a04a', fern: '#5b9246', moss: '#5f7d33', kelp: '#4d7a34', cactus: '#4f8a38', lily_pad: '#2f7a3c', azalea: '#6b8f3c', sapling: '#5b9a45', sugar_cane: '#9ac06b', seagrass: '#3f8f4f', sea_pickle: '#6f7f33', dripleaf: '#6b9a3f', spore_blossom: '#d07bb4', glow_lichen: '#7fa08f', sculk: '#0f3a44', hanging_moss: '#a9b0a2', propagule: '#5b9a45', bush: '#8f8254', firefly: '#6f7f33',
  dandelion: '#f5d631', poppy: '#d2352f', orchid: '#3fb0e5', allium: '#b578e0', bluet: '#e5e9ef', tulip: '#e5752f', daisy: '#eef1f2', cornflower: '#5069e0', lily: '#eef1f2', rose: '#d2352f', sunflower: '#f2c431', lilac: '#c99ad6', peony: '#e2a9d0', torchflower: '#f0922b', pitcher: '#6f8fd0', eyeblossom: '#d98a3c', petals: '#f0a5d0', wildflowers: '#f0d75a', wither_rose: '#2a2620',
  apple: '#d2413f', melon: '#7faf35', pumpkin: '#d8832a', carrot: '#f08a2c', potato: '#d0a04e', beetroot: '#9b2c37', wheat: '#d9b44a', bread: '#c08638', hay: '#cfa52c', cookie: '#b8743a', cake: '#8a4d2b', cocoa: '#8a4f2b', sweet_berries: '#c8303a', glow_berries: '#f0a03a', berries: '#c8303a', egg: '#e8dcb8', sugar: '#f2f4f6', honey: '#f0a528', honeycomb: '#e8a02c', kelp_dried: '#4a5334', chorus_fruit: '#9b6a9b', nether_wart: '#98242d', fungus: '#b8383f', mushroom: '#b8483c', roots: '#8a3f5a', shroomlight: '#f0a552', bee: '#d9a53a',
  beef: '#b5413c', porkchop: '#e59a92', chicken: '#e8b9a0', mutton: '#c25a52', rabbit: '#d8a58a', rotten: '#9c5a36', cooked: '#9a5f36', stew: '#b8743a', soup: '#b8302f', cod: '#b09a78', salmon: '#c2584c', tropical_fish: '#ee8a2c', pufferfish: '#e8c23a', fish: '#b09a78', pie: '#d9923a',
  bone: '#e9e5cf', string: '#dfe4e7', feather: '#eceff0', leather: '#a8623a', hide: '#b98a5a', slime: '#76c35c', ender: '#1f7a66', end: '#dde0a4', blaze: '#f0a528', ghast: '#e5e9ec', magma_cream: '#d9902c', gunpowder: '#777c80', spider: '#a03038', phantom: '#d5cfae', shulker: '#946794', turtle: '#4fae5a', armadillo: '#b0786a', nautilus: '#d9b9a0', sea: '#2f9bc0', prismarine_crystals: '#b9ddd2', ink: '#2b2b38', glow_ink: '#45c9b8', glow: '#45c9b8', wither: '#2f2f33', skeleton: '#cfcfc7', creeper: '#54a84a', zombie: '#4f7a48', dragon: '#3a2348', piglin: '#e0a070', player: '#c99a75', scute: '#6fae5a', breath: '#d98fd6', rabbit_foot: '#c9a06a',
  // things
  paper: '#e9e7dc', book: '#8a4f2b', enchanted_book: '#7c4fd0', enchanting: '#7a2f3a', map: '#d9cfa3', compass: '#c3ccd2', clock: '#f2c94c', glass: '#b9d8e0', tinted: '#4a3f58', bucket: '#c3ccd2', water: '#3f76e4', lava: '#f07a1c', milk: '#f4f7f8', powder_snow: '#eef4f6', axolotl: '#f0a5c5', tadpole: '#6e5340', bow: '#9c7142', arrow: '#8a949c', shears: '#c3ccd2', fishing: '#9c7142', torch: '#ffd75e', soul_torch: '#5fd6e0', lantern: '#f5b545', soul_lantern: '#5fd6e0', campfire: '#f08a2c', candle: '#e8cf9b', bell: '#f2c94c', tnt: '#c8332b', jukebox: '#8a5a3c', note: '#8a5a3c', target: '#e6dccb', beacon: '#74d9d2', conduit: '#a89a78', respawn: '#4b2a80', totem: '#f0d568', elytra: '#8a86a8', saddle: '#a8623a', trident: '#3f9c93', shield: '#8a6237', spyglass: '#c76b4a', brush: '#c76b4a', lead: '#9c7142', name_tag: '#b9a27a', goat_horn: '#6f665c', rocket: '#d2413f', firework: '#d2413f', charge: '#e0742a', wind: '#c8d8ee', mace: '#6b737b', key: '#d99a4a', ominous: '#5a7f8a', experience: '#b8e05a', potion: '#d0447a', rail: '#b0b7bc', powered: '#f2c94c', detector: '#9a6a5a', activator: '#8a5a4a', minecart: '#8d959c', scaffolding: '#cdb66c', composter: '#8a6237', loom: '#b48a52', smoker: '#747d85', lectern: '#b48a52', cartography: '#6b4a30', fletching: '#d3c08a', smithing: '#3b3d46', brewing: '#c3a24a', daylight: '#c7b48f', lamp: '#8a5a30', sensor: '#1f5a66', command: '#b5866a', structure: '#5a5060', jigsaw: '#5a5060', barrier: '#d2413f', light: '#f7efa3', debug: '#9c7142', knowledge: '#3fae5a', music: '#6fb0d8', disc: '#6fb0d8', pottery: '#a8593a', sherd: '#a8593a', decorated: '#a8593a', flower_pot: '#a8593a', template: '#4fae9b', pattern: '#e9e7dc', web: '#e3e7ea', item_frame: '#b98a5a', painting: '#c9a469', armor_stand: '#a5773f', froglight: '#f2e3a8', verdant: '#cfe8b8', pearlescent: '#e8cfe2', frogspawn: '#6f655c', ghastling: '#d9d9d9', dried: '#7a7268', happy: '#d9dde0', harness: '#a8623a', bundle: '#a8693c', trial: '#c76b4a', creaking: '#d98a3c', tripwire: '#9aa0a5', lever: '#9c7142', repeater: '#9aa0a5', comparator: '#9aa0a5', crafter: '#7c7470', terracotta: '#985f45', concrete: '#9aa0a5', wool: '#eef1f2', bed: '#a62a25', carpet: '#eef1f2', shelf: '#b48a52', statue: '#c76b4a', coral: '#d95fa0', tube: '#3158d0', brain: '#d060a0', bubble: '#a030a0', horn: '#d8c838', dead: '#857e7a', infested: '#8a949c', reinforced: '#3f4a4f', budding: '#7f58b8', cinnabar: '#a13b3b', sulfur: '#cdbf4f',
}

/** A rule: a name that the expression fits is drawn so. The first that fits counts. */
type Rule = [RegExp, Symbol | `block:${Mark}`]

const RULES: Rule[] = [
  [/_pickaxe$/, 'pickaxe'], [/_axe$/, 'axe'], [/_shovel$/, 'shovel'], [/_hoe$/, 'hoe'], [/_sword$/, 'sword'], [/_spear$/, 'spear'],
  [/^mace$/, 'mace'], [/^trident$/, 'trident'], [/turtle_helmet|_helmet$/, 'helmet'], [/_chestplate$/, 'chestplate'], [/_leggings$/, 'leggings'], [/_boots$/, 'boots'],
  [/(horse|wolf|nautilus)_armor$/, 'armor'], [/_harness$/, 'saddle'], [/^saddle$/, 'saddle'], [/^elytra$/, 'wings'], [/^shield$/, 'shield'],
  [/_spawn_egg$/, 'egg'], [/^((brown|blue)_)?egg$|turtle_egg|sniffer_egg|dragon_egg/, 'egg'], [/frogspawn/, 'ball'],
  [/^(deepslate_|nether_)?\w*_ore$/, 'block:ore'], [/ancient_debris|gilded_blackstone/, 'block:ore'],
  [/_ingot$|^(nether_|resin_)?brick$|netherite_scrap/, 'ingot'], [/_nugget$/, 'nugget'], [/^raw_(iron|gold|copper)$|^coal$|^charcoal$|resin_clump|clay_ball/, 'lump'],
  [/^(diamond|emerald|lapis_lazuli)$/, 'gem'], [/_shard$|^quartz$|_cluster$|amethyst_bud|crystals$|^flint$|disc_fragment/, 'shard'], [/pointed_dripstone/, 'shard'],
  [/_bricks?$|_tiles$|bricks/, 'block:bricks'],
  [/_slab$/, 'carpet'], [/_stairs$/, 'block:lines'], [/_wall$/, 'wallpost'], [/_fence_gate$/, 'gate'], [/_fence$/, 'fence'], [/_trapdoor$/, 'trapdoor'], [/_door$/, 'door'],
  [/_button$/, 'button'], [/_pressure_plate$/, 'plate'], [/_sign$/, 'sign'], [/(_boat|_raft)$/, 'boat'], [/minecart$/, 'minecart'], [/rail$/, 'rail'],
  [/_carpet$|leaf_litter|pink_petals|wildflowers|lily_pad|moss_carpet/, 'carpet'], [/_banner$/, 'banner'], [/_bed$/, 'bed'], [/candle$/, 'candle'], [/lantern$/, 'lantern'], [/chain$/, 'chain'], [/_bars$|_grate$/, 'bars'],
  [/torch$|^(end|lightning)_rod$|_lightning_rod$/, 'torch'], [/campfire$/, 'fire'], [/_pane$/, 'pane'], [/glass$/, 'glass'],
  [/_shelf$|bookshelf$/, 'shelf'], [/shulker_box$/, 'barrel'], [/^barrel$/, 'barrel'], [/chest$/, 'chest'], [/_bundle$|^bundle$/, 'bundle'],
  [/_dye$|_powder$|^redstone$|_dust$|^sugar$|gunpowder|bone_meal/, 'dust'],
  [/_log$|_stem$|_wood$|_hyphae$|bamboo_block|_pillar$|^basalt$|polished_basalt|purpur_pillar|creaking_heart|hay_block|bone_block/, 'block:log'],
  [/_planks$|bamboo_mosaic|^crafter$|^loom$|^lectern$|beehive|bee_nest|composter|jukebox|note_block/, 'block:planks'],
  [/_leaves$|moss_block|azalea$|_wart_block$|sponge$|^sculk/, 'block:grains'],
  [/_sapling$|propagule/, 'sapling'],
  [/water_bucket|lava_bucket|milk_bucket|powder_snow_bucket|_bucket$/, 'pail'], [/^bucket$/, 'bucket'],
  [/^bow$/, 'bow'], [/^crossbow$/, 'crossbow'], [/arrow$/, 'arrow'], [/_rod$/, 'rod'], [/stick$|^bamboo$|sugar_cane|^stick$/, 'stick'],
  [/potion$|_bottle$|dragon_breath/, 'bottle'], [/book$/, 'book'], [/^paper$|_template$|_banner_pattern$|_pottery_sherd$|^pottery_shard_|painting/, 'paper'], [/map$/, 'map'], [/music_disc/, 'disc'], [/compass$|^clock$/, 'dial'],
  [/apple$|chorus_fruit|popped/, 'apple'], [/^wheat$/, 'wheat'], [/^bread$/, 'bread'], [/^cake$/, 'cake'], [/^cookie$/, 'cookie'], [/_slice$/, 'slice'], [/_pie$/, 'pie'],
  [/carrot(_on_a_stick)?$/, 'carrot'], [/potato$|beetroot$/, 'potato'], [/berries$/, 'berries'], [/_stew$|_soup$|^bowl$/, 'bowl'],
  [/seeds$|cocoa_beans|nether_wart$|pitcher_pod/, 'seeds'],
  [/beef|porkchop|chicken|mutton|^(cooked_)?rabbit$|rotten_flesh/, 'meat'], [/cod$|salmon$|fish$/, 'fish'],
  [/^bone$/, 'bone'], [/^string$/, 'string'], [/^feather$/, 'feather'], [/leather$|hide$|membrane|dried_kelp$|_foot$/, 'hide'],
  [/_eye$|ender_eye|heart_of_the_sea/, 'eye'], [/_ball$|_pearl$|magma_cream|_charge$|^snowball$|firework_star|echo_shard|_sac$|heavy_core|scute$|ghast$|_pickle$/, 'ball'],
  [/nether_star/, 'star'], [/ghast_tear/, 'tear'], [/_head$|_skull$/, 'head'], [/shell$/, 'shell'],
  [/tulip$|orchid|allium|bluet|daisy|cornflower|lily_of|rose|poppy|dandelion|sunflower|lilac|peony|torchflower|pitcher_plant|spore_blossom|eyeblossom|flower$|pink_petals/, 'flower'],
  [/mushroom$|fungus$|^crimson_roots$|^warped_roots$/, 'mushroom'], [/_mushroom_block$/, 'block:grains'],
  [/cactus$/, 'cactus'], [/vines?$|kelp$|glow_lichen|hanging_moss|hanging_roots|sculk_vein/, 'vine'],
  [/grass$|fern$|bush$|sprouts|roots$|_coral$|_fan$|_plant$|dripleaf$/, 'grass'],
  [/shears$/, 'shears'], [/flint_and_steel/, 'fire'], [/^lead$/, 'lead'], [/name_tag/, 'nametag'], [/totem/, 'totem'], [/_key$/, 'key'], [/brush/, 'brush'], [/goat_horn/, 'horn'], [/rocket/, 'rocket'], [/spyglass/, 'spyglass'],
  [/armor_stand/, 'stand'], [/_statue$/, 'stand'], [/item_frame/, 'frame'], [/anvil$/, 'anvil'], [/^bell$/, 'bell'], [/cauldron$/, 'cauldron'], [/hopper$/, 'hopper'], [/ladder|scaffolding/, 'ladder'], [/repeater|comparator|daylight/, 'repeater'], [/lever$/, 'lever'], [/tripwire_hook/, 'hook'], [/_pot$/, 'pot'], [/cobweb/, 'web'], [/end_crystal/, 'crystal'], [/brewing_stand/, 'rack'],
  [/crafting_table|_table$/, 'block:table'], [/furnace$|smoker$|dispenser|dropper/, 'block:furnace'],
  [/grass_block|podzol|mycelium|nylium$|dirt_path|grass_path/, 'block:turf'],
  [/cobblestone|cobbled_deepslate|netherrack|magma_block|obsidian|cracked|_coral_block$|resin_block/, 'block:cobble'],
  [/dirt|sand$|gravel|concrete_powder|mud$|clay$|soul_s|farmland|snow|tuff$|granite|diorite|andesite|calcite|end_stone|^stone$|infested_stone|_wool$|sponge/, 'block:grains'],
  [/carved_pumpkin|jack_o/, 'block:face'], [/pumpkin$|melon$/, 'block:lines'],
  [/observer|piston|sensor|spawner|vault|_bulb$|redstone_lamp|target|tnt|beacon|conduit|respawn_anchor|lodestone|command|structure|jigsaw|grindstone|stonecutter|portal_frame|jukebox|shrieker|catalyst/, 'block:device'],
  [/glowstone|froglight|shroomlight|sea_lantern|light$/, 'block:glow'],
  [/deepslate|sandstone|blackstone|quartz_block|cut_|smooth_|polished_|chiseled_|dripstone_block|dried_kelp_block/, 'block:lines'],
  [/_block$|terracotta$|concrete$|ice$|prismarine$|bedrock|copper$|froglight|purpur|barrier|void|honeycomb|amethyst$/, 'block:plain'],
  [/_on_a_stick|fishing_rod/, 'rod'],
]

/** The tone that the spots of an ore, the top of a turf or the middle of a device have. */
const SPOTS: [RegExp, string][] = [
  [/diamond/, '#63e6e1'], [/iron/, '#e8b795'], [/coal/, '#23282d'], [/gold|gilded/, '#f7d65a'], [/copper/, '#e08a5f'], [/lapis/, '#3f6be0'],
  [/redstone/, '#e0362a'], [/emerald/, '#3fe07a'], [/quartz/, '#f2ece6'], [/debris/, '#a87a5f'], [/grass_block/, '#6fae4a'], [/podzol/, '#8f6a34'],
  [/mycelium/, '#9a8a94'], [/crimson/, '#a5303c'], [/warped/, '#2f9a8a'], [/path/, '#b09a5a'], [/tnt/, '#f4f7f8'], [/sculk/, '#35d0d8'], [/respawn/, '#c07bff'],
]

export interface Tile {
  /** Which symbol; "block:" and a mark for a cube; undefined where no rule fits. */
  shape: Symbol | `block:${Mark}` | undefined
  colour: string
  spots: string
}

function rgb(hex: string): [number, number, number] {
  return [parseInt(hex.slice(1, 3), 16), parseInt(hex.slice(3, 5), 16), parseInt(hex.slice(5, 7), 16)]
}

/** Mixes a colour with white (by > 0) or black (by < 0). */
function tone(hex: string, by: number): string {
  const to = by > 0 ? 255 : 0
  return '#' + rgb(hex).map((c) => Math.round(c + (to - c) * Math.abs(by)).toString(16).padStart(2, '0')).join('')
}

/** The material that stands first in the name (the longer of two), else a colour of its own. */
function colourOf(name: string): string {
  const words = `_${name}_`
  let best = ''
  let at = words.length
  for (const m of Object.keys(MATERIALS)) {
    const found = words.indexOf(`_${m}_`)
    if (found >= 0 && (found < at || (found === at && m.length > best.length))) {
      best = m
      at = found
    }
  }
  const known = MATERIALS[best]
  if (known) return known
  let h = 0
  for (const c of name) h = (h * 31 + c.charCodeAt(0)) >>> 0
  const part = (n: number) => (0x60 + ((h >> n) & 0x7f)).toString(16).padStart(2, '0')
  return `#${part(0)}${part(7)}${part(14)}`
}

const GREENS: Record<string, string> = { cherry: '#e8a8c8', birch: '#7fa455', spruce: '#3f6b45', pale: '#8f948a', jungle: '#3f9a2f', flowering: '#8f9a5a' }

/** Where the name's own material is not what the picture shows most of. */
function shownColour(name: string): string {
  if (/_ore$/.test(name)) return MATERIALS[name.startsWith('deepslate') ? 'deepslate' : name.startsWith('nether') ? 'nether' : 'stone']!
  if (/^(stripped_)?\w+_(log|wood)$/.test(name)) {
    const wood = colourOf(name)
    return name.startsWith('stripped') ? wood : tone(wood, -0.32)
  }
  if (/_leaves$|_sapling$/.test(name)) return GREENS[name.split('_')[0]!] ?? MATERIALS.leaves!
  return colourOf(name)
}

/** How an item is drawn. The name may carry a namespace. */
export function tileOf(item: string): Tile {
  const name = item.slice(item.indexOf(':') + 1)
  const shape = RULES.find(([re]) => re.test(name))?.[1]
  const colour = shownColour(name)
  const log = shape === 'block:log'
  const spots = SPOTS.find(([re]) => re.test(name))?.[1] ?? tone(log ? colourOf(name) : colour, log ? 0.18 : 0.45)
  return { shape, colour, spots }
}

function flat(art: string, colour: string): string {
  const inks: Record<string, string> = { ...INKS, h: tone(colour, 0.35), H: colour, d: tone(colour, -0.36) }
  let out = ''
  art.split('/').forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      const ink = row[x]!
      let end = x
      while (row[end] === ink) end++
      if (ink !== '.') out += `<path fill="${inks[ink]}" d="M${x} ${y}h${end - x}v1h-${end - x}z"/>`
      x = end
    }
  })
  return `<g shape-rendering="crispEdges">${out}</g>`
}

function cube(mark: Mark, colour: string, spots: string): string {
  const marks = MARKS[mark].replaceAll('{d}', tone(colour, -0.5)).replaceAll('{m}', spots)
  return `<path d="M6 .6l5.2 2.7L6 6 .8 3.3z" fill="${tone(colour, 0.24)}"/><path d="M.8 3.3L6 6v5.6L.8 8.9z" fill="${tone(colour, -0.08)}"/><path d="M11.2 3.3L6 6v5.6l5.2-2.7z" fill="${tone(colour, -0.3)}"/>${marks}`
}

/** A name with no rule: its first two letters on a square, so that it is readable. */
function letters(name: string, colour: string): string {
  const two = name.split('_').map((w) => w[0] ?? '').join('').slice(0, 2).toUpperCase()
  const [r, g, b] = rgb(colour)
  const ink = r * 0.3 + g * 0.6 + b * 0.1 > 140 ? '#15191c' : '#f4f7f8'
  return `<rect x="1" y="1" width="10" height="10" rx="2" fill="${colour}"/><text x="6" y="8.2" font-family="sans-serif" font-size="6" font-weight="700" text-anchor="middle" fill="${ink}">${two}</text>`
}

const drawn = new Map<string, string>()

/** The picture of an item as the address of an image; drawn once a name. */
export function pictureOf(item: string): string {
  const name = item.slice(item.indexOf(':') + 1)
  const known = drawn.get(name)
  if (known) return known
  const { shape, colour, spots } = tileOf(name)
  const body = !shape
    ? letters(name.replace(/[^a-z0-9_]/gi, ''), colour)
    : shape.startsWith('block:')
      ? cube(shape.slice(6) as Mark, colour, spots)
      : flat(SYMBOLS[shape as Symbol], colour)
  const url = 'data:image/svg+xml,' + encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12">${body}</svg>`)
  drawn.set(name, url)
  return url
}
