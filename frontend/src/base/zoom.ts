// SPDX-License-Identifier: MIT

/** The text size after Ctrl with a key, in percent; undefined for any other key. */
export function zoomed(key: string, now: number): number | undefined {
  switch (key) {
    case '+':
    case '=':
      return Math.min(200, now + 10)
    case '-':
      return Math.max(80, now - 10)
    case '0':
      return 100
  }
  return undefined
}
