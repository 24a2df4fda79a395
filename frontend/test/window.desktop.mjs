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

const run = promisify(execFile)
const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Asks the Minehand of the window over its control side. */
async function ask(port, token, call) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { Authorization: `Bearer ${token}` } })
  try {
    return await new Promise((done, fail) => {
      socket.onopen = () => socket.send(JSON.stringify({ ...call, id: 1 }))
      socket.onmessage = (m) => done(JSON.parse(m.data).data)
      socket.onerror = () => fail(new Error('the control side does not answer'))
    })
  } finally {
    socket.close()
  }
}

/** The task once it ended. */
async function verdictOf(port, token, limit) {
  for (const until = Date.now() + limit; Date.now() < until; await pause(500)) {
    const { tasks } = await ask(port, token, { type: 'list-tasks', limit: 1 })
    if (['complete', 'unverified', 'error', 'stopped'].includes(tasks[0]?.state)) return tasks[0]
  }
  throw new Error('the goal has not ended')
}

let screen
let desktop
let display
before(async () => {
  display = `:${90 + (process.pid % 400)}`
  screen = spawn('Xvfb', [display, '-screen', '0', `${WIDTH + 20}x${HEIGHT + 60}x24`, '-nolisten', 'tcp'], { stdio: 'ignore' })
  for (let i = 0; ; i++) {
    try {
      await run('xdpyinfo', ['-display', display])
      break
    } catch (e) {
      if (i > 100) throw e
      await pause(100)
    }
  }
  desktop = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
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
      const env = { ...process.env, DISPLAY: display, LANG: lang, NO_AT_BRIDGE: '1', LM_STUDIO_URL: 'http://127.0.0.1:9', HOME: dir, XDG_DATA_HOME: dir, XDG_CACHE_HOME: dir, XDG_CONFIG_HOME: dir }
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
        await pause(3000) // the first frames are drawn
        await shot('window-first-run')
        const began = Date.now()
        // The example at the right of the second row, "get 3 diamonds".
        await xdo('mousemove', '--window', id, '754', '440', 'click', '1')
        for (let i = 0; (await ask(port, token, { type: 'list-tasks', limit: 1 })).tasks.length === 0; i++) {
          if (i > 60) throw new Error('the click began no goal')
          await pause(250)
        }
        await pause(6000) // some steps are done, more are to come
        await shot(lang.startsWith('C') ? 'window-running-c-locale' : 'window-running')
        const task = await verdictOf(port, token, 60_000)
        assert.equal(task.state, 'complete', task.reason)
        assert.ok(Date.now() - began < 60_000, 'from the click to the verdict it took more than a minute')
        await pause(1000)
        await shot(lang.startsWith('C') ? 'window-done-c-locale' : 'window-done')
        // Typing works too, and a close with a goal running asks first.
        await xdo('mousemove', '--window', id, '500', '724', 'click', '1')
        await xdo('type', '--delay', '20', 'get 64 cobblestone')
        await xdo('key', 'Return')
        for (let i = 0; (await ask(port, token, { type: 'get-status', instance: task.body })).status !== 'processing'; i++) {
          if (i > 60) throw new Error('the typed goal did not begin')
          await pause(250)
        }
        await pause(1000)
        await xdo('key', 'alt+F4')
        await pause(1500)
        assert.equal(window.child.exitCode, null, 'it closed without asking')
        await shot('window-leaving')
      } finally {
        await window.end('SIGTERM')
        rmSync(dir, { recursive: true, force: true })
      }
      assert.equal(window.child.exitCode, 0, window.lines.join('\n'))
    })
  }
})
