// SPDX-License-Identifier: MIT

import type { Reading } from '../lib/gen/api'
import type { Intent } from '../state/app.svelte'

/** What words are by themselves while something runs. */
export function intentOf(r: Reading): Intent {
  if (r.act) return r.act === 'question' ? 'ask' : ''
  return r.start === 'instead' ? 'instead' : r.start === 'revised' ? 'change' : 'after'
}
