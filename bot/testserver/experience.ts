// SPDX-License-Identifier: MIT

// What a player has learnt: levels, and points on the way to the next (minecraft.wiki, Experience).
import type { Player } from './squid.ts'

/** Points from one level to the next. */
const toNext = (level: number): number => (level < 16 ? 2 * level + 7 : level < 31 ? 5 * level - 38 : 9 * level - 158)

export class Experience {
  level = 0
  /** What enchanting tables offer: it changes with each enchantment. */
  seed = 4711
  private points = 0
  private readonly player: Player

  constructor(player: Player) {
    this.player = player
  }

  set(level: number): void {
    this.level = Math.max(0, level)
    this.points = 0
    this.send()
  }

  gain(points: number): void {
    this.points += points
    while (this.points >= toNext(this.level)) this.points -= toNext(this.level++)
    this.send()
  }

  send(): void {
    const whole = Array.from({ length: this.level }, (_, l) => toNext(l)).reduce((sum, n) => sum + n, 0)
    this.player._client.write('experience', { experienceBar: this.points / toNext(this.level), level: this.level, totalExperience: whole + this.points })
  }
}
