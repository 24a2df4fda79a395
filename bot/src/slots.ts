// SPDX-License-Identifier: MIT

// The order of slots: mineflayer counts as the inventory window does, the protocol as the player inventory does.
//
//   window     5 head, 6 chest, 7 legs, 8 feet, 9-35 main, 36-44 hotbar, 45 off hand
//   protocol   0-8 hotbar, 9-35 main, 36 feet, 37 legs, 38 chest, 39 head, 40 off hand

/** The protocol's slot of an inventory window slot; null for the crafting grid. */
export function protocolSlot(window: number): number | null {
  if (window >= 36 && window <= 44) return window - 36
  if (window >= 9 && window <= 35) return window
  if (window >= 5 && window <= 8) return 44 - window
  if (window === 45) return 40
  return null
}

/** The inventory window slot of a protocol slot; null outside 0-40. */
export function windowSlot(protocol: number): number | null {
  if (!Number.isInteger(protocol) || protocol < 0 || protocol > 40) return null
  if (protocol <= 8) return protocol + 36
  if (protocol <= 35) return protocol
  if (protocol <= 39) return 44 - protocol
  return 45
}

/** What changed between two inventories, item by item; nothing for what stayed. */
export function delta(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const out: Record<string, number> = {}
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const d = (after.get(name) ?? 0) - (before.get(name) ?? 0)
    if (d !== 0) out[name] = d
  }
  return out
}
