// The real window: the program under Xvfb, clicked as a person does. Its goal runs
// in the practice world to its end, and the program ends cleanly.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Process, freePort } from './world.mjs'

const PROGRAM = process.env.DESKTOP ?? join(import.meta.dirname, '../../bin/minehand-desktop')
const PICTURES = process.env.PICTURES
const WIDTH = 1280
const HEIGHT = 800

const execute = promisify(execFile)
/** Runs a program of the screen; one that hangs is ended. */
const run = (program, args, options = {}) => execute(program, args, { timeout: 20_000, ...options })
/** How often something is looked at that tells nobody, in ms. */
const LOOK = 100
/** How long anything may take on a slow machine, in ms. */
const LIMIT = 60_000

/** Waits until something is so, and returns what it came to. */
async function until(what, so, limit = LIMIT) {
  for (const end = Date.now() + limit; ; await new Promise((done) => setTimeout(done, LOOK))) {
    const found = await so()
    if (found) return found
    if (Date.now() > end) throw new Error(`it did not come: ${what}`)
  }
}

/** Asks the Minehand of the window over its control side. */
async function ask(port, token, call) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { Authorization: `Bearer ${token}` } })
  try {
    return await new Promise((done, fail) => {
      socket.onopen = () => socket.send(JSON.stringify({ ...call, id: 1 }))
      socket.onmessage = (m) => done(JSON.parse(m.data).data)
      socket.onclose = () => fail(new Error('the control side hung up'))
      socket.onerror = () => fail(new Error('the control side does not answer'))
    })
  } finally {
    socket.close()
  }
}


const BRIGHT = (r, g, b) => Math.max(r, g, b) > 128
const WHITE = (r, g, b) => Math.min(r, g, b) > 200
const DIM = (r, g, b) => Math.max(r, g, b) > 40
const CYAN = (r, g, b) => g > r + 50 && b > r + 50
const BROWN = (r, g, b) => r > b + 40 && g > b + 20
const RED = (r, g, b) => r > g + 80 && r > b + 80
const GREEN = (r, g, b) => g > r + 20 && g > b + 20
/** Whether a colour is somewhere in a part of the window. */
const shows = (rgb, colour) => {
  for (let i = 0; i < rgb.length; i += 3) if (colour(rgb[i], rgb[i + 1], rgb[i + 2])) return true
  return false
}
const ENDED = ['complete', 'unverified', 'error', 'stopped']

let screen
let desktop
let display
before(async () => {
  display = `:${90 + (process.pid % 400)}`
  screen = spawn('Xvfb', [display, '-screen', '0', `${WIDTH + 20}x${HEIGHT + 60}x24`, '-nolisten', 'tcp', '-noreset'], { stdio: 'ignore' })
  const there = () => run('xdpyinfo', ['-display', display]).then(() => true, () => false)
  await until('the screen', there)
  desktop = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
  await until('the window manager', async () => (await run('xprop', ['-display', display, '-root', '_NET_SUPPORTING_WM_CHECK'])).stdout.includes('0x'))
})
after(async () => {
  for (const p of [desktop, screen]) {
    if (!p || p.exitCode !== null) continue
    const gone = new Promise((done) => p.once('close', done))
    p.kill()
    await gone
  }
})

describe('the window', () => {
  for (const lang of ['en_US.UTF-8', 'C.UTF-8']) {
    it(`runs a goal from a click to its end, under LANG=${lang}`, async () => {
      const dir = mkdtempSync(join(tmpdir(), 'minehand-window-'))
      const port = await freePort()
      const config = join(dir, 'config.yaml')
      writeFileSync(config, '{}\n', { mode: 0o600 })
      const env = { ...process.env, DISPLAY: display, LANG: lang, GTK_THEME: 'Adwaita:dark', NO_AT_BRIDGE: '1', LM_STUDIO_URL: 'http://127.0.0.1:9', HOME: dir, XDG_DATA_HOME: dir, XDG_CACHE_HOME: dir, XDG_CONFIG_HOME: dir }
      delete env.LC_ALL
      const xdo = (...args) => run('xdotool', args, { env })
      const window = new Process(['--port', String(port), '--data-dir', join(dir, 'data'), '--config', config], { program: PROGRAM, env })
      try {
        await window.line(/mounted/, 60_000)
        const token = readFileSync(join(dir, 'data', 'control-token'), 'utf8').trim()
        const { stdout } = await xdo('search', '--sync', '--onlyvisible', '--name', '^Minehand$')
        const id = stdout.trim().split('\n').at(-1)
        const shot = async (name) => {
          if (!PICTURES) return
          mkdirSync(PICTURES, { recursive: true })
          await run('import', ['-window', id, join(PICTURES, `${name}.png`)], { env })
        }
        // What is drawn in a part of the window: width, height, left, top.
        const drawn = async (part) => {
          const { stdout } = await run('import', ['-window', id, '-crop', part, '-depth', '8', 'rgb:-'], { env, encoding: 'buffer', maxBuffer: 64 << 20 })
          return stdout
        }
        // It has come to rest, and something of the colour stands in it.
        const rest = (part, colour = BRIGHT) => {
          let before = Buffer.alloc(0)
          return until(`rest in ${part}`, async () => {
            const now = await drawn(part)
            const still = now.equals(before) && shows(now, colour)
            before = now
            return still
          })
        }
        const THREAD = '726x630+250+52'
        const HEADER = '700x40+10+4'
        const DIAMOND = '36x36+774+430'
        const HELD = '270x30+990+570'
        const STOP = '100x20+830+715'
        const MAP = '270x200+994+135'
        await rest(DIAMOND, CYAN) // the tiles are drawn last
        await shot('window-first-run')
        const began = Date.now()
        // The example at the right of the second row, "get 3 diamonds".
        await xdo('mousemove', '--window', id, '880', '448', 'click', '1')
        const tasks = async () => (await ask(port, token, { type: 'list-tasks', limit: 1 })).tasks
        const [{ id: taskId }] = await until('the goal of the click', async () => ((await tasks()).length > 0 ? tasks() : undefined))
        // The map is there, some steps are done, more are to come.
        await until('the map', async () => shows(await drawn(MAP), GREEN))
        await until('some steps', async () => (await ask(port, token, { type: 'get-task', taskId })).actions?.filter((a) => a.ended).length >= 5)
        await until('what it holds', async () => shows(await drawn(HELD), BROWN))
        await shot(lang.startsWith('C') ? 'window-running-c-locale' : 'window-running')
        const task = await until('the end of the goal', async () => (await tasks()).find((t) => ENDED.includes(t.state)))
        assert.equal(task.state, 'complete', task.reason)
        assert.ok(Date.now() - began < 60_000, 'from the click to the verdict it took more than a minute')
        await rest(THREAD)
        await shot(lang.startsWith('C') ? 'window-done-c-locale' : 'window-done')
        // Whoever sees a click do nothing clicks again; a box that takes none is told with what is there instead.
        const box = async () => {
          for (let tries = 12; ; tries--) {
            await xdo('mousemove', '--window', id, '500', '724', 'click', '1')
            try {
              return await until('the focus', async () => shows(await drawn('600x8+300+695'), GREEN), LIMIT / 12)
            } catch (fault) {
              if (tries > 1) continue
              const asked = ['getactivewindow', 'getwindowfocus', 'getmouselocation'].map((what) => xdo(what).then((r) => r.stdout.trim(), String))
              const top = HEIGHT - 160
              const low = await drawn(`600x160+300+${top}`)
              const green = [...Array(160).keys()].map((y) => y + top).filter((y) => shows(low.subarray((y - top) * 1800, (y - top + 1) * 1800), GREEN))
              throw new Error(`${fault.message} in window ${id}; active, focus, mouse: ${(await Promise.all(asked)).join(', ')}; green rows: ${green.join(' ')}; ${window.lines.slice(-5).join(' | ')}`)
            }
          }
        }
        if (!lang.startsWith('C')) {
          // Missions are played by the program beside the window's, and shown.
          await box()
          await xdo('type', '--delay', '40', '/mission bench/tier-wood builtin')
          const offered = await drawn(THREAD)
          await xdo('key', 'Return')
          const runs = async () => (await ask(port, token, { type: 'list-mission-runs' })).runs
          const played = await until('the end of the missions', async () => (await runs()).find((r) => !r.running && r.done === r.of), 3 * LIMIT)
          assert.deepEqual([played.sets, played.passed, played.failed], [['bench/tier-wood'], 6, 0], played.fault)
          assert.ok(!(await drawn(THREAD)).equals(offered), 'the palette stayed open')
          await xdo('mousemove', '--window', id, '260', '24', 'click', '1')
          await xdo('mousemove', '--window', id, '640', '775') // no tip over it
          await rest('280x300+50+250') // the list of sets
          await shot('window-missions')
          await xdo('mousemove', '--window', id, '165', '24', 'click', '1')
          await rest(THREAD)
        }
        // Typing works too, and a close with a goal running asks first.
        await box()
        await xdo('type', '--delay', '20', 'get 64 cobblestone')
        await until('the words', async () => shows(await drawn('130x20+315+715'), WHITE))
        await xdo('key', 'Return')
        await until('the typed goal', async () => (await ask(port, token, { type: 'get-status', instance: task.body })).status === 'processing')
        await until('the button that stops it', async () => shows(await drawn(STOP), RED))
        const before = await drawn(HEADER)
        await xdo('key', 'alt+F4')
        await until('the question', async () => !(await drawn(HEADER)).equals(before)) // the veil over all but it
        assert.equal(window.child.exitCode, null, 'it closed without asking')
        await rest(HEADER, DIM) // under the veil
        await shot('window-leaving')
      } finally {
        await window.end('SIGTERM')
        rmSync(dir, { recursive: true, force: true })
      }
      assert.equal(window.child.exitCode, 0, window.lines.join('\n'))
    })
  }
})
