// What the browser tests stand on: the real `minehand serve`, real bodies of the
// embedded world, and a real Chromium. Nothing between page and server is faked.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const MINEHAND = process.env.MINEHAND ?? join(import.meta.dirname, '../../bin/minehand')
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
/** Where pictures go; without it none are kept. */
const PICTURES = process.env.PICTURES

export const FLAGS = ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-device-scale-factor=1']

/** A free port of this machine. */
export async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

/** A process of minehand whose lines can be waited for. */
export class Process {
  lines = []
  #waiters = []
  #ended

  constructor(args, { program = MINEHAND, cwd, argv0, env = { ...process.env, LM_STUDIO_URL: 'http://127.0.0.1:9' } } = {}) {
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd, argv0 })
    this.#ended = new Promise((done) => this.child.once('close', done))
    for (const stream of [this.child.stdout, this.child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line)
        this.#waiters = this.#waiters.filter((w) => !w(line))
      })
    }
  }

  /** The match of the first line that fits. */
  line(pattern, limit = 20_000) {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no line like ${pattern} in:\n${this.lines.join('\n')}`)), limit)
      const look = (line) => {
        const match = pattern.exec(line)
        if (!match) return false
        clearTimeout(timer)
        done(match)
        return true
      }
      if (!this.lines.some(look)) this.#waiters.push(look)
    })
  }

  async end(signal = 'SIGTERM') {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal)
    await this.#ended
  }
}

/** A Minehand with its own folder; `close` ends everything that it began. */
export class Minehand {
  #processes = new Set()
  #serve

  /** `env` is the server's own, `args` are more flags of it, `program` is one that is built for more. */
  constructor(config = {}, { env, args = [], program } = {}) {
    this.program = program
    this.env = env
    this.args = args
    this.dir = mkdtempSync(join(tmpdir(), 'minehand-page-'))
    mkdirSync(join(this.dir, 'data'))
    this.config = join(this.dir, 'config.yaml')
    writeFileSync(this.config, JSON.stringify(config), { mode: 0o600 })
  }

  async start() {
    this.port ??= await freePort()
    this.#serve = this.#run(['serve', '--port', String(this.port), '--data-dir', join(this.dir, 'data'), '--config', this.config, '--cache-dir', join(this.dir, 'cache'), ...this.args], { env: this.env, program: this.program })
    this.url = (await this.#serve.line(/^Page: (\S+)/))[1]
    return this
  }

  /** The match of a line that the server prints. */
  printed(pattern) {
    return this.#serve.line(pattern)
  }

  /** Ends the server as a crash would. What it was sending is cut short, and the browser says so. */
  async kill() {
    cut = true
    await this.#serve.end('SIGKILL')
  }

  /** A body of the embedded world, which may go to others as well; resolves when Minehand has taken it in. */
  async body(name, { speed = 60, seed = 1, args = [], others = [] } = {}) {
    const to = [this, ...others].map((m) => `ws://localhost:${m.port}/`).join()
    const p = this.#run(['body', '--sim', '--backend', to, '--name', name, '--speed', String(speed), '--seed', String(seed), ...args])
    await p.line(/is connected to/)
    // It is told so a moment before clients find it.
    const listed = (m) => m.call({ type: 'list-bodies' }).then((list) => list.some((b) => b.name === name), () => false)
    for (const until = Date.now() + 20_000; !(await Promise.all([this, ...others].map(listed))).includes(true); ) {
      if (Date.now() > until) throw new Error(`${name} is connected and in no list`)
      await new Promise((done) => setTimeout(done, 20))
    }
    return p
  }

  #run(args, { env, program } = {}) {
    const p = new Process(args, { ...(env && { env }), ...(program && { program }) })
    this.#processes.add(p)
    return p
  }

  /**
   * A process that looks as the game does, with a world open on loopback: it has
   * the game's class at its place and answers a status ping. Resolves with its port.
   */
  async game({ name = 'Alex - Home', version = '1.21.4', protocol = 769 } = {}) {
    const folder = mkdtempSync(join(this.dir, 'game-'))
    const main = 'net.minecraft.client.main.Main'
    const status = JSON.stringify({ version: { name: version, protocol }, players: { max: 8, online: 1 }, description: name })
    writeFileSync(join(folder, main), `
      const bytes = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...bytes(n >> 7)])
      const status = Buffer.from(${JSON.stringify(status)})
      const data = Buffer.concat([Buffer.from([0, ...bytes(status.length)]), status])
      const answer = Buffer.concat([Buffer.from(bytes(data.length)), data])
      const server = require('node:net').createServer((c) => {
        c.on('error', () => {})
        c.once('data', () => c.end(answer))
      })
      server.listen(0, '127.0.0.1', () => console.log('port', server.address().port))`)
    const p = new Process([main, '--version', version], { program: process.execPath, cwd: folder, argv0: 'java' })
    this.#processes.add(p)
    return Number((await p.line(/^port (\d+)/))[1])
  }

  /**
   * The test server of bot/testserver, a real world with Minecraft's own protocol, as
   * a process that looks like the game. Resolves with its port.
   */
  async server({ version = '1.21.4', args = [] } = {}) {
    const folder = mkdtempSync(join(this.dir, 'server-'))
    const main = 'net.minecraft.client.main.Main'
    const real = join(import.meta.dirname, '../../bot/testserver/main.ts')
    writeFileSync(join(folder, main), `import(${JSON.stringify(pathToFileURL(real).href)})`)
    const p = new Process([main, '--version', version, '--port', '0', '--keep', ...args], { program: process.execPath, cwd: folder, argv0: 'java' })
    this.#processes.add(p)
    return Number((await p.line(/"event":"listening","port":(\d+)/, 120_000))[1])
  }

  /** Makes calls of the control side as another client would. */
  async call(message) {
    const token = new URLSearchParams(new URL(this.url).hash.slice(1)).get('token')
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/api/v1/ws`, { headers: { Authorization: `Bearer ${token}` } })
    try {
      const answer = await new Promise((done, fail) => {
        socket.onopen = () => socket.send(JSON.stringify({ ...message, id: 1 }))
        socket.onmessage = (m) => done(JSON.parse(m.data))
        socket.onerror = () => fail(new Error('the control side does not answer'))
      })
      if (!answer.success) throw new Error(answer.error)
      return answer.data
    } finally {
      socket.close()
    }
  }

  async close() {
    await Promise.all([...this.#processes].map((p) => p.end()))
    rmSync(this.dir, { recursive: true, force: true })
  }
}

let browser
let cut = false // a test of this file has killed a server
/** A page of its own, with nothing kept from others. Its errors fail the test through `faults`. */
export async function open(minehand, { width = 1280, height = 800, prefs = {}, wait = true, scheme = 'dark', url = minehand.url, load = false, locale = 'en-US', before } = {}) {
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', colorScheme: scheme, locale, permissions: ['clipboard-read', 'clipboard-write'] })
  context.setDefaultTimeout(90_000) // a busy machine is slow, and nothing is proven by its haste
  const page = await context.newPage()
  page.faults = []
  page.on('pageerror', (e) => page.faults.push(e.message))
  page.on('console', (m) => {
    // A lost server is part of the tests, and the browser says so.
    const lost = cut ? /WebSocket|ERR_CONNECTION|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/ : /WebSocket|ERR_CONNECTION/
    if (m.type() === 'error' && !lost.test(m.text())) page.faults.push(m.text())
  })
  await page.addInitScript((kept) => {
    if (window === top && !localStorage.getItem('minehand.prefs')) localStorage.setItem('minehand.prefs', JSON.stringify(kept))
  }, prefs)
  if (load) await flooded(page)
  await before?.(page)
  await page.goto(url)
  if (wait) await page.locator('.app[data-link="live"]').waitFor()
  return page
}

/**
 * Puts `flood(seconds, rate)` into the page: beside what the server says, so many
 * outcomes a second of 20 more players come over the same line.
 */
async function flooded(page) {
  await page.addInitScript(() => {
    const Real = window.WebSocket
    let line
    let epoch = ''
    let seq = 1_000_000
    window.WebSocket = class extends Real {
      constructor(...args) {
        super(...args)
        line = this
        this.addEventListener('message', (m) => (epoch ||= JSON.parse(m.data).data?.epoch ?? ''))
      }
    }
    const send = (body, payload) => line.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'event', epoch, seq: ++seq, at: new Date().toISOString(), body, ...payload }) }))
    const step = (i) => ({ text: `Mine ${i} stone`, action: { type: 'mine', target: 'stone', quantity: i }, source: 'built-in', seconds: 2 })
    // So many goals that one player was given and has ended.
    window.talk = (n) => {
      const body = 'load_0'
      send(body, { kind: 'body', info: { id: body, name: 'Load 0', version: '1.21.5', protocol: 2, actions: [], link: { state: 'connected', since: new Date().toISOString() } } })
      for (let i = 1; i <= n; i++) {
        const at = new Date(Date.now() - (n - i) * 1000).toISOString()
        const task = { id: `01ZY${String(i).padStart(6, '0')}`, body, goal: `goal ${i}`, title: `goal ${i}`, policy: 'replan', approve: false, state: 'complete', class: 'complete', verified: true, since: at, created: at, started: at, ended: at, activeMs: 0, round: 1, step: 1, of: 1, revision: 0, clauses: [], sent: 1, failed: 0, deaths: 0 }
        send(body, { kind: 'task', taskId: task.id, task })
      }
    }
    window.flood = async (seconds, rate = 1000) => {
      for (let b = 0; b < 20; b++) {
        const body = `load_${b}`
        send(body, { kind: 'body', info: { id: body, name: `Load ${b}`, version: '1.21.5', protocol: 2, actions: [], link: { state: 'connected', since: new Date().toISOString() } } })
        send(body, { kind: 'state', state: { at: new Date().toISOString(), health: 20, hunger: 18, position: { x: b, y: 64, z: b } } })
        const task = { id: `01ZZ${b}`, body, goal: 'load', title: `load ${b}`, policy: 'replan', approve: false, state: 'running', class: 'processing', verified: false, since: '', created: new Date().toISOString(), started: new Date().toISOString(), activeMs: 0, round: 1, step: 0, of: 5000, revision: 0, clauses: [], sent: 0, failed: 0, deaths: 0 }
        send(body, { kind: 'task', taskId: task.id, task })
      }
      let n = 0
      // However slow the machine is, all of them come.
      for (const began = performance.now(); n < seconds * rate; ) {
        const due = Math.min(seconds * rate, ((performance.now() - began) / 1000) * rate)
        // A socket hands over what came in tasks of its own, never for longer than this.
        for (const turn = performance.now(); n < due && performance.now() - turn < 15; n++) {
          const b = n % 20
          const at = new Date().toISOString()
          const i = Math.floor(n / 20)
          send(`load_${b}`, { kind: 'action', taskId: `01ZZ${b}`, action: { task: `01ZZ${b}`, seq: i + 1, round: 1, index: i, of: 5000, step: step(i), started: at, ended: at, end: 'reported', verdict: 'confirmed', gained: { cobblestone: 1 } } })
        }
        await new Promise((done) => setTimeout(done, 10))
      }
    }
  })
}

export async function closeBrowser() {
  await browser?.close()
  browser = undefined
}

/** Keeps a picture of the page, or of a part of it, when pictures are wanted. */
export async function picture(page, name, part = page) {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  await part.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** Resolves when a page of the navigation is there and drawn, its data with it. */
export async function visit(page, name) {
  await page.getByRole('navigation', { name: 'Minehand' }).getByRole('button', { name, exact: true }).click()
  if (name === 'Play') await page.getByLabel('Goal', { exact: true }).or(page.getByRole('radio', { name: 'Talk' })).first().waitFor()
  else await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  if (name === 'History') await page.locator('.page .goal, .page nav p').first().waitFor()
  if (name === 'Settings') await page.getByText(/^(Everything else is set in the config file|There is no config file yet)/).waitFor()
  if (name === 'Doctor') await page.getByText('Nothing is lost').waitFor()
  await drawn(page)
}

/** Nothing is on the page that axe finds wrong; `where` begins its sentences. */
export async function accessible(page, where) {
  // As an evaluation, because the page's policy forbids foreign scripts.
  await page.evaluate(readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8'))
  // What a helper's view draws into its frame is a page of another program.
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'], iframes: false }))
  assert.deepEqual(found.violations.map((v) => `${where}: ${v.help}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(' | ')}`), [])
}

/**
 * What is cut off sideways, as sentences: what reaches beyond the window, and controls
 * that reach beyond what holds them. Text that ends in dots, what lies in a region that
 * is made to be scrolled sideways (data-sideways), and drawings are meant so.
 */
export async function overflowing(page) {
  await drawn(page)
  return page.evaluate(() => {
    const control = 'button, input, select, textarea, a[href], summary, [role=switch], [role=radio], [role=tab], [role=option]'
    const found = []
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the window is ${document.documentElement.scrollWidth - innerWidth} px too narrow`)
    for (const e of document.body.querySelectorAll('*')) {
      if (e.closest('[data-sideways], svg svg, canvas') || (e.closest('svg') && e.tagName !== 'svg') || !e.checkVisibility({ visibilityProperty: true })) continue
      const r = e.getBoundingClientRect()
      if (r.width <= 1 || r.height <= 1) continue // for screen readers alone
      let left = 0
      let right = innerWidth
      let dots = false
      for (let p = e.parentElement; p; p = p.parentElement) {
        const s = getComputedStyle(p)
        if (s.overflowX === 'visible') continue
        dots ||= s.textOverflow === 'ellipsis'
        if (!e.matches(control)) continue
        const b = p.getBoundingClientRect()
        left = Math.max(left, b.left)
        right = Math.min(right, b.right)
      }
      if (dots || (r.left >= left - 1 && r.right <= right + 1)) continue
      const name = e.getAttribute('aria-label') || e.textContent.trim().slice(0, 40)
      found.push(`<${e.tagName.toLowerCase()} class="${e.getAttribute('class') ?? ''}"> ${JSON.stringify(name)} lies from ${Math.round(r.left)} to ${Math.round(r.right)}, beyond ${Math.round(left)} to ${Math.round(right)}`)
    }
    return found
  })
}

/** Two frames on: what was decided is on the screen. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/**
 * The button that starts the practice world. What it says, and whether it comes first,
 * depends on whether some Minecraft runs on this computer, which is not the tests' own.
 */
export const practiceStart = (page) => page.getByRole('region', { name: 'Practice world' }).getByRole('button', { name: /^Start( it)?$/ })

/** What a goal's card keeps in its menu. */
export async function act(card, name) {
  await card.getByRole('button', { name: 'More', exact: true }).first().click()
  const page = card.page()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Types a goal as a person does and sends it. */
export async function say(page, goal) {
  await page.getByLabel('Goal', { exact: true }).fill(goal)
  await page.keyboard.press('Enter')
}

/**
 * Says words before the page has read them, as who types fast does, however slow the
 * machine is: Enter on a guess that is shown takes it into the box.
 */
export const sayAtOnce = (page, words) =>
  page.getByLabel('Goal', { exact: true }).evaluate(async (box, text) => {
    do {
      box.value = text
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      await new Promise((done) => setTimeout(done, 20))
    } while (box.value !== '') // what was said before is on its way still
  }, words)
