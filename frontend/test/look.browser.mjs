// Every page and state as it looks, for everybody: both themes, three widths, large
// text, the keyboard alone, and what axe finds; the first goal within a minute.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Minehand, closeBrowser, open, picture, say } from './world.mjs'

const AXE = readFileSync(join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')
const DIST = join(import.meta.dirname, '../dist')

let minehand
before(async () => {
  minehand = await new Minehand().start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

/** What axe finds wrong, as sentences. */
async function accessible(page, where) {
  await page.evaluate(AXE) // as an evaluation, because the page's policy forbids foreign scripts
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }))
  assert.deepEqual(found.violations.map((v) => `${where}: ${v.help}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(' | ')}`), [])
}

/** No text is cut off sideways, and nothing makes the page scroll sideways. */
async function fits(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `${where} is ${wide} px too wide`)
}

const PAGES = ['Play', 'History', 'Settings', 'Doctor']

describe('the first run', () => {
  it('has a goal done within a minute, from nothing, with two clicks', async () => {
    const page = await open(minehand)
    await page.getByRole('button', { name: 'Start it' }).waitFor()
    await picture(page, 'first-run')
    await accessible(page, 'first run')
    const began = Date.now()
    await page.getByRole('button', { name: 'get 3 diamonds' }).click()
    await page.locator('.step.ok').nth(1).waitFor()
    await picture(page, 'practice-1')
    await accessible(page, 'running')
    await page.getByText(/Mine 3 iron ore/).first().waitFor()
    await page.locator('.step.run', { hasText: 'Mine 3 iron ore' }).waitFor()
    await picture(page, 'practice-2')
    await page.locator('.step.run', { hasText: 'Smelt' }).waitFor()
    await picture(page, 'practice-3')
    await page.getByRole('radio', { name: '60x' }).click()
    await page.getByRole('region', { name: 'Done' }).waitFor()
    assert.ok(Date.now() - began < 60_000)
    await picture(page, 'practice-done')
    await accessible(page, 'done')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('lets the practice world stand still and go on', async () => {
    const page = await open(minehand)
    await page.getByRole('radio', { name: 'Pause' }).click()
    await page.getByText('Time stands still').waitFor()
    await page.getByRole('radio', { name: '60x' }).click()
    await page.getByText('60 times as fast').waitFor()
    await page.close()
  })
})

describe('every page', () => {
  for (const theme of ['dark', 'light']) {
    it(`is readable in ${theme}`, async () => {
      const page = await open(minehand, { prefs: { theme } })
      for (const name of PAGES) {
        await page.getByRole('navigation').getByRole('button', { name }).click()
        await page.waitForTimeout(name === 'History' ? 700 : 300)
        await accessible(page, `${name}, ${theme}`)
        // The settings name the config file, whose folder is nobody else's business.
        if (name !== 'Settings') await picture(page, `${name.toLowerCase()}${theme === 'light' ? '-light' : ''}`)
      }
      assert.deepEqual(page.faults, [])
      await page.close()
    })
  }

  for (const [width, height] of [[420, 800], [900, 800], [1280, 800]]) {
    it(`fits ${width} px`, async () => {
      const page = await open(minehand, { width, height })
      for (const name of PAGES) {
        await page.getByRole('navigation').getByRole('button', { name }).click()
        await page.waitForTimeout(300)
        await fits(page, `${name} at ${width}`)
        if (name === 'Play' && width !== 1280) await picture(page, `width-${width}`)
      }
      if (width === 420) {
        await page.getByRole('navigation').getByRole('button', { name: 'Play' }).click()
        for (const tab of ['Where', 'Players']) {
          await page.getByRole('radio', { name: tab }).click()
          await fits(page, `${tab} at 420`)
          await picture(page, `width-420-${tab.toLowerCase()}`)
        }
        await accessible(page, '420 px')
      }
      await page.close()
    })
  }

  it('takes text of 200 %', async () => {
    const page = await open(minehand, { prefs: { text: 200 } })
    for (const name of PAGES) {
      await page.getByRole('navigation').getByRole('button', { name }).click()
      await page.waitForTimeout(300)
      await fits(page, `${name} at 200 %`)
    }
    await picture(page, 'text-200')
    await page.close()
  })

  it('keeps long names and long goals within their places', async () => {
    await minehand.body('A_player_with_a_very_long_name_indeed', { speed: 60, seed: 3 })
    const page = await open(minehand)
    await say(page, `say ${'this is a long line that nobody can read at once '.repeat(4)}`)
    await page.waitForTimeout(500)
    await fits(page, 'long words')
    await page.close()
  })
})

describe('the keyboard alone', () => {
  it('gives a goal, sees it done, opens the plan, the palette, the picker and a page', async () => {
    const page = await open(minehand)
    for (let i = 0; i < 60 && (await page.evaluate(() => document.activeElement?.id)) !== 'goal'; i++) await page.keyboard.press('Tab')
    await page.keyboard.type('get 1 dirt')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Done' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await picture(page, 'palette')
    await accessible(page, 'palette')
    await page.keyboard.type('/mine diamond_o')
    await page.getByRole('option', { name: /^diamond_ore/ }).waitFor()
    await picture(page, 'palette-arguments')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('/queue ')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[data-sonner-toast]').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('/items')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Pick an item' }).waitFor()
    await picture(page, 'picker')
    await accessible(page, 'picker')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('/history')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.close()
  })
})

describe('weight', () => {
  it('loads less than 250 KB of JavaScript, compressed, at first', () => {
    const html = readFileSync(join(DIST, 'index.html'), 'utf8')
    const first = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((m) => m[1])
    assert.ok(first.length > 0)
    const size = first.reduce((n, f) => n + gzipSync(readFileSync(join(DIST, f))).length, 0)
    assert.ok(size < 250_000, `${size} bytes`)
    assert.ok(readdirSync(join(DIST, 'assets')).every((f) => statSync(join(DIST, 'assets', f)).size > 0))
  })

  it('stays calm under 1,000 outcomes a second of 20 players for 10 s', async () => {
    const page = await open(minehand, { prefs: { drawer: true, details: true }, load: true })
    const result = await page.evaluate(async () => {
      let frames = 0
      let dirty = false
      const watch = new MutationObserver(() => (dirty = true))
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      let running = true
      const tick = () => {
        if (dirty) frames++
        dirty = false
        if (running) requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
      await window.flood(10)
      running = false
      await new Promise((done) => setTimeout(done, 500))
      return { perSecond: frames / 10, nodes: document.querySelectorAll('*').length }
    })
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const heap = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6)
    console.log(`# ${result.perSecond.toFixed(1)} renders a second, ${result.nodes} nodes, ${heap.toFixed(0)} MB of heap`)
    assert.ok(await page.getByText(/following, \d{4,} lines/).isVisible(), 'the lines did not come')
    assert.ok(result.perSecond <= 10, `${result.perSecond} renders a second`)
    assert.ok(result.nodes < 3000, `${result.nodes} nodes`)
    assert.ok(heap < 150, `${heap} MB`)
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
