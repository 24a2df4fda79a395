// A real helper: the button on the page installs the bot, it joins a world over
// Minecraft's own protocol (bot/testserver), a place is protected, and a goal is done.
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, picture, say } from './world.mjs'

/** Where the bot's packages are kept between runs; made by the first. */
const CACHE = join(import.meta.dirname, '../../build/.cache/minehand')
/** An install takes minutes on a slow line, a join some seconds on a busy machine. */
const INSTALL = 600_000
const JOIN = 180_000

let minehand
let page
before(async () => {
  minehand = await new Minehand({}, { env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, LM_STUDIO_URL: 'http://127.0.0.1:9' }, args: ['--cache-dir', CACHE] }).start()
  await minehand.server()
  page = await open(minehand, { prefs: { viewer: true } })
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('a helper in a world', () => {
  it('is installed and joins at the press of a button', async () => {
    const card = page.getByRole('region', { name: 'Join Minehand test server with a helper' })
    const join = card.getByRole('button', { name: 'Join with a helper' })
    await join.waitFor({ timeout: 60_000 })
    await join.click()
    // It says what it does until it is there.
    await page.getByRole('heading', { name: 'On the way' }).waitFor()
    // Meanwhile nothing sends a goal elsewhere: it waits in the box.
    await page.getByText('What should Minehand do?').waitFor()
    await page.getByRole('button', { name: 'make 5 bread' }).click()
    assert.equal(await page.getByLabel('Goal', { exact: true }).inputValue(), 'make 5 bread')
    assert.ok(!(await minehand.call({ type: 'list-bodies' })).some((b) => b.id === 'practice'), 'the practice world was started')
    await page.getByLabel('Goal', { exact: true }).fill('')
    await picture(page, 'joining')
    await page.getByRole('article', { name: 'Minehand' }).getByText('Waiting for you').waitFor({ timeout: INSTALL })
    assert.deepEqual(page.faults, [])
  })

  it('asks before the first goal whether to protect the place', async () => {
    const question = page.getByRole('region', { name: 'Protect 32 blocks around here?' })
    await question.waitFor({ timeout: JOIN })
    assert.match(await question.innerText(), /backup/i)
    await accessible(page, 'protect')
    await picture(page, 'protect')
    await question.getByRole('button', { name: 'Protect' }).click()
    await question.waitFor({ state: 'detached', timeout: JOIN })
    const { settings } = await minehand.call({ type: 'get-config' })
    assert.equal(settings.protect.length, 1)
    assert.equal(settings.protect[0].radius, 32)
    // It registers again to be told of the place, and is not asked about it twice.
    await page.getByRole('article', { name: 'Minehand' }).getByText('Waiting for you').waitFor({ timeout: JOIN })
    await minehand.call({ type: 'change-config', set: { protect: null } })
  })

  it('does a goal in it', async () => {
    await say(page, 'get 4 oak logs')
    await page.locator('.step.run').first().waitFor({ timeout: JOIN })
    // Its own view stands beside the map: what it sees is drawn in there.
    const view = page.frameLocator('iframe[title="View: Minehand"]')
    await view.locator('canvas').waitFor({ timeout: JOIN })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Both' }).waitFor()
    // It draws the world piece by piece; an empty sky is a picture of a few KB.
    for (const until = Date.now() + JOIN; (await page.locator('iframe[title="View: Minehand"]').screenshot()).length < 25_000;) {
      assert.ok(Date.now() < until, 'the view of the helper stays empty')
      await page.waitForTimeout(200)
    }
    await picture(page, 'joined')
    await page.getByRole('region', { name: 'Done' }).waitFor({ timeout: 300_000 })
    await page.getByRole('img', { name: /^4 oak log/ }).first().waitFor()
    await picture(page, 'joined-done')
    assert.deepEqual(page.faults, [])
  })

  it('is sent away', async () => {
    await page.getByRole('button', { name: 'Send Minehand away' }).click()
    await page.getByRole('article', { name: 'Minehand' }).waitFor({ state: 'detached', timeout: JOIN })
    assert.deepEqual(page.faults, [])
  })
})
