// SPDX-License-Identifier: MIT

// The two ways to Minehand: a WebSocket for a browser page, the window's binding
// for the desktop. Both carry the same messages as text; nothing else in the page
// knows which one it is.

/** What a transport tells: it is open, a message came, it is over (with why). */
export interface Ears {
  opened(): void
  heard(message: string): void
  over(reason: string, refused: boolean): void
}

/** One connection. `send` is legal between opened and over. */
export interface Connection {
  send(message: string): void
  close(): void
}

/** The close code that the server uses for a wrong or missing token. */
const WRONG_TOKEN = 4501

/** Another Minehand of the cluster: the origin of its page, and what lets this page in there. */
export interface Door {
  name: string
  address: string
  pass: string
}

/** Makes a connection, to the page's own Minehand or, as a guest, to another one. */
export type Connect = (ears: Ears, door?: Door) => Connection

/** Connects over the WebSocket of the server that the page came from, or of another one. */
export function browser(token: string): Connect {
  return (ears, door) => {
    let answered = false
    const url = `${(door?.address ?? location.origin).replace(/^http/, 'ws')}/api/v1/ws`
    const socket = door ? new WebSocket(url, ['minehand.guest', `pass.${door.pass}`]) : new WebSocket(url)
    socket.onopen = () => {
      if (!door) socket.send(JSON.stringify({ type: 'auth', id: 0, token }))
      ears.opened()
    }
    socket.onmessage = (e) => {
      const message = String(e.data)
      if (!answered) token = own(message) ?? token
      answered = true
      ears.heard(message)
    }
    socket.onclose = (e) => ears.over(e.reason, e.code === WRONG_TOKEN)
    return {
      send: (message) => socket.send(message),
      close: () => socket.close(),
    }
  }
}

/** How the window starts with the system; `where` is empty on a system without such a place. */
export interface Autostart {
  on: boolean
  where: string
}

/** What the desktop program binds: see cmd/minehand-desktop. */
interface Binding {
  Open(): Promise<string>
  Send(connection: string, message: string): Promise<string>
  /** All messages since the last call. */
  Receive(connection: string): Promise<{ messages: string[]; over: boolean; reason: string }>
  Close(connection: string): Promise<void>
  /** Says that the page is there. */
  Mounted(): Promise<void>
  /** Says whether a goal runs, which a close of the window asks about. */
  Busy(busy: boolean): Promise<void>
  /** Answers that question. */
  Leave(how: 'keep' | 'quit'): Promise<void>
  /** Shows a notification of the system. */
  Notify(id: string, title: string, body: string): Promise<void>
  /** Says whether the window starts with the system, and has it do so or not. */
  Autostart(): Promise<Autostart>
  SetAutostart(on: boolean): Promise<Autostart>
}

interface Runtime {
  EventsOn(name: string, hear: (...data: unknown[]) => void): () => void
  WindowSetTitle(title: string): void
}

interface Desktop {
  go?: { main?: { Window?: Binding } }
  runtime?: Runtime
}

/** The window's binding, when the page runs in the window. */
function binding(): { of: Binding; runtime: Runtime } | undefined {
  const { go, runtime } = window as unknown as Desktop
  const of = go?.main?.Window
  return of && runtime ? { of, runtime } : undefined
}

/**
 * Connects over the window's binding. The program says "messages" at most 20
 * times a second and the page fetches them: WebKit keeps large event payloads.
 */
function desktop(of: Binding, runtime: Runtime): (ears: Ears) => Connection {
  return (ears) => {
    let id = ''
    let done = false
    let fetching = false
    let again = false
    const end = (reason: string) => {
      if (done) return
      done = true
      unsubscribe()
      ears.over(reason, false)
    }
    const fetch = async () => {
      if (fetching) {
        again = true
        return
      }
      fetching = true
      do {
        again = false
        const got = await of.Receive(id)
        for (const message of got.messages ?? []) ears.heard(message)
        if (got.over) end(got.reason)
      } while (again && !done)
      fetching = false
    }
    const unsubscribe = runtime.EventsOn('messages', (which) => {
      if (which === id) fetch().catch((e: unknown) => end(String(e)))
    })
    of.Open()
      .then((opened) => {
        if (done) return void of.Close(opened)
        id = opened
        ears.opened()
        return fetch()
      })
      .catch((e: unknown) => end(String(e)))
    return {
      send: (message) => void of.Send(id, message).then((fault) => fault && end(fault), (e: unknown) => end(String(e))),
      close: () => {
        if (id) void of.Close(id)
        end('')
      },
    }
  }
}

const TOKEN = 'minehand.token'

/**
 * What a device shows from now on, whose address worked once: the answer to its token
 * has it. It holds until Minehand ends, over tabs and reloads.
 */
function own(answer: string): string | undefined {
  const { command, data } = JSON.parse(answer) as { command?: string; data?: { token?: string } }
  if (command !== 'auth' || !data?.token) return undefined
  sessionStorage.removeItem(TOKEN)
  localStorage.setItem(TOKEN, data.token)
  return data.token
}

/**
 * The control token: from the address's fragment, which is then taken out of
 * the address, else from this tab's own storage. No cookie: those are shared by
 * all ports of a host.
 */
export function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    sessionStorage.setItem(TOKEN, given)
    history.replaceState(null, '', location.pathname + location.search)
  }
  return given ?? sessionStorage.getItem(TOKEN) ?? localStorage.getItem(TOKEN) ?? ''
}

/** The way of this page: the window's binding where there is one, which has one Minehand alone. */
export function choose(): Connect {
  const bound = binding()
  return bound ? desktop(bound.of, bound.runtime) : browser(takeToken())
}

/** The window around the page; nothing happens in a browser. */
export const frame = {
  /** The page runs in the window. */
  get has(): boolean {
    return binding() !== undefined
  },
  mounted: (): void => void binding()?.of.Mounted(),
  busy: (busy: boolean): void => void binding()?.of.Busy(busy),
  leave: (how: 'keep' | 'quit'): void => void binding()?.of.Leave(how),
  /** The title of the window, as the taskbar shows it. */
  title: (title: string): void => binding()?.runtime.WindowSetTitle(title),
  /** Shows a notification of the system; false in a browser, which has its own. */
  notify: (id: string, title: string, body: string): boolean => {
    const bound = binding()
    void bound?.of.Notify(id, title, body)
    return bound !== undefined
  },
  /** Whether the window starts with the system, changed first where that is asked for; undefined in a browser. */
  autostart: async (on?: boolean): Promise<Autostart | undefined> => {
    const of = binding()?.of
    return on === undefined ? of?.Autostart() : of?.SetAutostart(on)
  },
  /** Calls back when the window is closed while a goal runs. */
  onClosing: (ask: () => void): (() => void) => binding()?.runtime.EventsOn('closing', ask) ?? (() => undefined),
}
