// SPDX-License-Identifier: MIT

/** Gives the person a file. */
export function saveFile(name: string, what: string | Blob, type = 'text/plain'): void {
  const a = document.createElement('a')
  a.href = URL.createObjectURL(typeof what === 'string' ? new Blob([what], { type }) : what)
  a.download = name
  a.click()
  URL.revokeObjectURL(a.href)
}
