// What burns and for how long, in ticks; smelting one item takes 200 (minecraft.wiki, Smelting).

export const TICKS_PER_ITEM = 200

const EXACT: Record<string, number> = {
  coal: 1600, charcoal: 1600, coal_block: 16_000, dried_kelp_block: 4000, blaze_rod: 2400, lava_bucket: 20_000, stick: 100, bamboo: 50, bowl: 100,
}
const WOODEN = /^(oak|spruce|birch|jungle|acacia|dark_oak|mangrove|cherry|pale_oak)_(planks|log|wood|slab|stairs|fence|fence_gate|sapling|trapdoor|pressure_plate|button)$/

export function burnTicks(item: string): number {
  const exact = EXACT[item]
  if (exact !== undefined) return exact
  const m = WOODEN.exec(item)
  if (!m) return 0
  return m[2] === 'slab' ? 150 : m[2] === 'sapling' || m[2] === 'button' ? 100 : 300
}

/** What the body burns of its own choice, the most fitting first: never a tool, a station or a lava bucket. */
const RANK = ['charcoal', 'coal', 'coal_block', 'dried_kelp_block', 'blaze_rod']

/**
 * Chooses fuels for a number of items: [name, count] in the order they are to be burnt. Empty when all together do
 * not suffice. The input itself is not burnt, beyond what is left over.
 */
export function chooseFuel(held: ReadonlyMap<string, number>, items: number, alreadyTicks: number, input: string, wanted: string | null): [string, number][] {
  let need = items * TICKS_PER_ITEM - alreadyTicks
  const out: [string, number][] = []
  if (need <= 0) return out
  const rank = (name: string): number => {
    const i = RANK.indexOf(name)
    return i >= 0 ? i : name.endsWith('_planks') ? 10 : name === 'stick' ? 11 : name.endsWith('_log') ? 12 : 13
  }
  const names = wanted !== null ? [wanted] : [...held.keys()].filter(n => burnTicks(n) > 0 && n !== 'lava_bucket').sort((a, b) => rank(a) - rank(b))
  for (const name of names) {
    const each = burnTicks(name)
    const have = (held.get(name) ?? 0) - (name === input ? items : 0)
    if (each === 0 || have <= 0) continue
    const n = Math.min(have, Math.ceil(need / each))
    out.push([name, n])
    need -= n * each
    if (need <= 0) return out
  }
  return []
}
