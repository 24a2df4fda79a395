// SPDX-License-Identifier: MIT

// Short notices over the page. What shows them is fetched with the first one.
import { mount } from 'svelte'

type Toast = typeof import('svelte-sonner').toast
let there: Promise<Toast> | undefined

async function begin(): Promise<Toast> {
  const [{ toast }, { default: Notices }] = await Promise.all([import('svelte-sonner'), import('./Notices.svelte')])
  mount(Notices, { target: document.body })
  return toast
}

export function notice(...what: Parameters<Toast>): void {
  void (there ??= begin()).then((toast) => toast(...what))
}

export function noticeOfFault(...what: Parameters<Toast['error']>): void {
  void (there ??= begin()).then((toast) => toast.error(...what))
}
