// A real helper: the button on the page installs the bot, it joins a world over
// Minecraft's own protocol (bot/testserver), a place is protected, and a goal is done.
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, freePort, open, overflowing, picture, say } from './world.mjs'

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

for (const [width, where] of [[420, 'a phone'], [1280, 'a wide page']]) {
  describe(`a wrong address on ${where}`, () => {
    it('is said in the talk with what helps, nobody is ready, and nothing is left behind', async () => {
      const port = await freePort()
      const page = await open(minehand, { width, height: 860 })
      const players = () => (width === 420 ? page.getByRole('radio', { name: 'Players' }).click() : undefined)
      await players()
      await page.getByRole('button', { name: 'More ways' }).click()
      const elsewhere = page.getByRole('region', { name: 'A world elsewhere' })
      await elsewhere.getByRole('button', { name: 'Address' }).click()
      await elsewhere.getByLabel('Address').fill(`localhost:${port}`)
      await elsewhere.getByLabel('Name of the helper').fill('Wanderer')
      await elsewhere.getByRole('button', { name: 'Join', exact: true }).click()
      const note = page.getByRole('log').getByRole('alert')
      await note.getByText(`No Minecraft server answers at localhost:${port}`).waitFor({ timeout: INSTALL })
      assert.match(await note.innerText(), /Could not join: Wanderer/)
      assert.doesNotMatch(await note.innerText(), /--/, 'the page is told of flags that it has not')
      // It is connected to Minehand, and nobody ever heard of it from a world.
      for (const until = Date.now() + JOIN; !(await minehand.call({ type: 'list-bodies' })).some((b) => b.name === 'Wanderer');) {
        assert.ok(Date.now() < until, 'the helper never came to Minehand')
        await page.waitForTimeout(100)
      }
      for (const text of ['Wanderer is ready', 'Connected', 'make 5 bread']) assert.equal(await page.getByText(text, { exact: true }).count(), 0, text)
      await page.getByLabel('Goal', { exact: true }).fill('get 3 dirt')
      await page.getByLabel('Goal', { exact: true }).press('Enter')
      assert.equal(await page.getByLabel('Goal', { exact: true }).inputValue(), 'get 3 dirt', 'a goal was given to nobody')
      assert.deepEqual(await overflowing(page), [])
      await accessible(page, 'a wrong address')
      await picture(page, `wrong-address-${width}`)
      await note.getByRole('button', { name: 'Try another address' }).click()
      assert.equal(await elsewhere.getByLabel('Address').inputValue(), `localhost:${port}`)
      await elsewhere.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('region', { name: /Wanderer/ }).waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('article', { name: 'Wanderer' }).count(), 0, 'a card of a helper who never came')
      assert.deepEqual(page.faults, [])
      await page.close()
    })
  })
}

describe('a helper in a world', () => {
  it('is installed and joins at the press of a button', async () => {
    const card = page.getByRole('region', { name: 'Join Minehand test server with a helper' })
    const join = card.getByRole('button', { name: 'Join with a helper' })
    await join.waitFor({ timeout: 60_000 })
    await join.click()
    // It says what it does until it is there.
    await page.getByRole('heading', { name: 'On the way' }).waitFor()
    // Meanwhile nothing sends a goal elsewhere: it waits in the box.
    await page.getByText('What should Handy do?').waitFor()
    await page.getByRole('button', { name: 'make 5 bread' }).click()
    assert.equal(await page.getByLabel('Goal', { exact: true }).inputValue(), 'make 5 bread')
    assert.ok(!(await minehand.call({ type: 'list-bodies' })).some((b) => b.id === 'practice'), 'the practice world was started')
    await page.getByLabel('Goal', { exact: true }).fill('')
    await picture(page, 'joining')
    await page.getByRole('article', { name: 'Handy' }).getByText('Waiting for you').waitFor({ timeout: INSTALL })
    assert.deepEqual(page.faults, [])
  })

  it('asks before the first goal whether to protect the place', async () => {
    const question = page.getByRole('region', { name: 'Protect 32 blocks around here?' })
    await question.waitFor({ timeout: JOIN })
    assert.doesNotMatch(await question.innerText(), /backup/i) // nobody backs a server up in the game
    await accessible(page, 'protect')
    await picture(page, 'protect')
    await page.setViewportSize({ width: 420, height: 860 })
    await question.getByRole('button', { name: 'Protect' }).click()
    await page.locator('[data-sonner-toast]').getByText(/^Protected\./).waitFor() // a phone has no bar below
    await question.waitFor({ state: 'detached', timeout: JOIN })
    await page.setViewportSize({ width: 1280, height: 800 })
    const { settings } = await minehand.call({ type: 'get-config' })
    assert.equal(settings.protect.length, 1)
    assert.equal(settings.protect[0].radius, 32)
    // It registers again to be told of the place, and is not asked about it twice.
    await page.getByRole('article', { name: 'Handy' }).getByText('Waiting for you').waitFor({ timeout: JOIN })
    await minehand.call({ type: 'change-config', set: { protect: null } })
  })

  it('does a goal in it', async () => {
    await say(page, 'get 4 oak logs')
    await page.locator('.step.run').first().waitFor({ timeout: JOIN })
    // Its own view stands beside the map: what it sees is drawn in there.
    const view = page.frameLocator('iframe[title="View: Handy"]')
    await view.locator('canvas').waitFor({ timeout: JOIN })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Both' }).waitFor()
    // It draws the world piece by piece; an empty sky is a picture of a few KB.
    for (const until = Date.now() + JOIN; (await page.locator('iframe[title="View: Handy"]').screenshot()).length < 25_000;) {
      assert.ok(Date.now() < until, 'the view of the helper stays empty')
      await page.waitForTimeout(200)
    }
    await picture(page, 'joined')
    await page.getByRole('region', { name: 'Done' }).waitFor({ timeout: 300_000 })
    await page.getByRole('img', { name: /^4 oak log/ }).first().waitFor()
    await picture(page, 'joined-done')
    assert.deepEqual(page.faults, [])
  })

  it('asks once who "me" is, and goes on with the answer', async () => {
    await say(page, 'follow me for 5 seconds')
    const question = page.getByRole('region', { name: 'Answer' }).filter({ hasText: 'What is your name in the game?' })
    await question.waitFor({ timeout: JOIN })
    await accessible(page, 'a name')
    await picture(page, 'who')
    await say(page, 'Alex')
    await question.waitFor({ state: 'detached', timeout: JOIN })
    await page.getByText('follow me for 5 seconds').first().waitFor()
    assert.equal((await minehand.call({ type: 'list-bodies' })).find((b) => b.name === 'Handy').owner, 'Alex')
    await minehand.call({ type: 'stop-task', instance: (await minehand.call({ type: 'list-bodies' })).find((b) => b.name === 'Handy').id })
    assert.deepEqual(page.faults, [])
  })

  it('is sent away', async () => {
    await page.getByRole('button', { name: 'Send Handy away' }).click()
    await page.getByRole('article', { name: 'Handy' }).waitFor({ state: 'detached', timeout: JOIN })
    assert.deepEqual(page.faults, [])
  })
})
