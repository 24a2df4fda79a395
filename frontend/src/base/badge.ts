// SPDX-License-Identifier: MIT

// The badge: how many questions wait, where a taskbar or a tab shows it.
const CALM = './icon.svg'

/** The page's icon with a dot and its number, as an address. */
export function iconWith(n: number): string {
  const digits = n > 9 ? '9+' : String(n)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#7fcf54"/><circle cx="42" cy="22" r="20" fill="#eab94f" stroke="#0e1113" stroke-width="4"/><text x="42" y="31" font-family="sans-serif" font-size="26" font-weight="700" text-anchor="middle" fill="#0e1113">${digits}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Shows the number on the tab's icon, and on the program's where the page is installed as one. */
export function badge(n: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = n > 0 ? iconWith(n) : CALM
  const { setAppBadge, clearAppBadge } = navigator as { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (n > 0 ? setAppBadge?.call(navigator, n) : clearAppBadge?.call(navigator))?.catch(() => undefined) // a page that is no program has none
}
