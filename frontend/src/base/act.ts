// SPDX-License-Identifier: MIT

import type { Component } from 'svelte'

/** Something that can be done: its words, its sign, and a longer sentence for who asks. */
export interface Act {
  text: string
  icon: Component<{ size?: number | string; 'aria-hidden'?: 'true' }>
  title?: string
  run(): void
}
