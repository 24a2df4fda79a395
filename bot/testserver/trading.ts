// SPDX-License-Identifier: MIT

// Villagers: the offers of one, as it was set up with, and how often each was taken (minecraft.wiki, Trading). Prices stay
// as they are, and nobody restocks.
import type { Items } from './items.ts'
import type { Item } from './squid.ts'

export interface Offer { takes: string; price: number; gives: string; count: number; uses: number; taken: number }

export class Stall {
  readonly offers: Offer[]
  private readonly items: Items
  private chosen: Offer | null = null

  constructor(items: Items, offers: Offer[]) {
    this.items = items
    this.offers = offers
  }

  /** The player picks an offer: what it takes. */
  choose(at: number): string | null {
    this.chosen = this.offers[at] ?? null
    return this.chosen?.takes ?? null
  }

  /** What comes of what lies in the window. */
  made(given: Item | null): Item | null {
    const o = this.chosen
    return o && given?.name === o.takes && given.count >= o.price && o.taken < o.uses ? this.items.make(o.gives, o.count) : null
  }

  /** The offer was taken: what is left of what was given. */
  paid(given: Item | null): Item | null {
    const o = this.chosen
    if (!o || !given) return given
    o.taken++
    return given.count > o.price ? this.items.copy(given, given.count - o.price) : null
  }

  /** The offers as a client is told of them, since 1.20.5 with what is wanted as a stack without marks. */
  list(windowId: number): unknown {
    const wanted = (name: string, n: number): unknown => {
      const item = this.items.make(name, n)
      return item.components ? { itemId: item.type, itemCount: n, addedComponentCount: 0, components: [] } : this.items.wire(item)
    }
    return {
      windowId,
      trades: this.offers.map(o => ({
        inputItem1: wanted(o.takes, o.price), outputItem: this.items.wire(this.items.make(o.gives, o.count)), inputItem2: undefined,
        tradeDisabled: o.taken >= o.uses, nbTradeUses: o.taken, maximumNbTradeUses: o.uses, xp: 2, specialPrice: 0, priceMultiplier: 0.05, demand: 0,
      })),
      villagerLevel: 1, experience: 0, isRegularVillager: true, canRestock: true,
    }
  }
}
