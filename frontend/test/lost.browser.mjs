// What is lost on the way: the server, the body, the key.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, open, picture, practiceStart, say } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('a lost connection', () => {
  it('comes back by itself after the server was killed, and the goal goes on to its end', async () => {
    await minehand.body('Handy', { speed: 12 })
    const page = await open(minehand)
    await say(page, 'get a stone pickaxe')
    await page.locator('.step.ok').nth(1).waitFor({ timeout: 30_000 })
    await minehand.kill()
    await page.getByText('Minehand does not answer.', { exact: true }).waitFor()
    // Nothing that nobody can know is said: neither that the player is there, nor that words were taken.
    await page.getByText('Not known now').first().waitFor()
    assert.equal(await page.getByText('Connected', { exact: true }).count(), 0)
    // Clocks stand still, and say so.
    const head = page.locator('.plan .head').last()
    await head.getByText(/^\d+:\d\d when last heard of$/).waitFor()
    const clocks = async () => (await head.innerText()) + (await page.locator('.plan .step time').allInnerTexts()).join()
    const stood = await clocks()
    assert.doesNotMatch(stood, /left/)
    await new Promise((done) => setTimeout(done, 2500))
    assert.equal(await clocks(), stood)
    await say(page, 'get 2 dirt')
    assert.equal(await page.getByLabel('Goal', { exact: true }).inputValue(), 'get 2 dirt')
    const said = page.getByText('Minehand does not answer. What you type stays here.')
    await said.first().waitFor({ state: 'attached' })
    await page.getByLabel('Goal', { exact: true }).fill('')
    await picture(page, 'server-lost')
    await minehand.start()
    await page.locator('.app[data-link="live"]').waitFor({ timeout: 15_000 })
    assert.equal(await said.count(), 0, 'it is still said that Minehand does not answer')
    await page.getByRole('region', { name: 'Done' }).waitFor({ timeout: 60_000 })
    // Nothing is shown twice and nothing is missing.
    assert.equal(await page.locator('.words').count(), 1)
    await page.getByRole('button', { name: /^Plan/ }).click()
    await page.locator('.plan .step.ok').first().waitFor()
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('brings back the practice world, its goal and the conversation, for a new page too', async () => {
    const mine = await new Minehand().start()
    try {
      const page = await open(mine)
      await practiceStart(page).click()
      await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()
      // In real time, so that the end is surely in the middle of it.
      await page.getByRole('radio', { name: '1x' }).click()
      await say(page, 'get a wooden pickaxe')
      await page.locator('.step.ok').first().waitFor({ timeout: 90_000 })
      await mine.kill()
      await page.getByText('Minehand does not answer.', { exact: true }).waitFor()
      await mine.start()
      await page.locator('.app[data-link="live"]').waitFor()
      await page.getByText('so was this world').waitFor()
      await picture(page, 'practice-restarted')
      await page.getByRole('radio', { name: '60x' }).click()
      await page.getByRole('region', { name: 'Done' }).waitFor({ timeout: 90_000 })
      await page.getByRole('button', { name: 'Close the practice world' }).click()
      await page.getByText('Nobody is here yet').waitFor()
      assert.equal(await page.locator('.words, .past').count(), 1, 'what was said is gone with the player')
      await mine.kill()
      await mine.start()
      const next = await open(mine)
      await next.getByRole('heading', { name: 'get a wooden pickaxe' }).waitFor()
      assert.equal(await next.getByText('so was this world').count(), 0, 'a world that was closed came back')
      assert.deepEqual([...page.faults, ...next.faults], [])
      await page.close()
      await next.close()
    } finally {
      await mine.close()
    }
  })

  it('shows a body that is away, and for how long it is waited for', async () => {
    const robin = await minehand.body('Robin', { speed: 12, seed: 2 })
    const page = await open(minehand)
    await page.getByRole('button', { name: 'Robin' }).click()
    await say(page, 'get 64 cobblestone')
    await page.locator('.step.run').first().waitFor()
    await robin.end('SIGKILL')
    await page.getByText(/^Back in \d+ s of \d+/).first().waitFor()
    await page.getByText(/Robin does not answer/).waitFor()
    await picture(page, 'reconnecting')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('does not call done what nobody could check', async () => {
    // It crashes as it is told, and nobody can know whether it spoke.
    await minehand.body('Quiet', { speed: 60, seed: 4, args: ['--fault', 'crash@1=2s'] })
    const page = await open(minehand)
    await page.getByRole('button', { name: 'Quiet' }).click()
    await say(page, 'say hello')
    const verdict = page.getByRole('region', { name: 'Carried out, but nobody could check it' })
    await verdict.waitFor({ timeout: 60_000 })
    assert.equal(await verdict.getByRole('img', { name: 'proven' }).count(), 0)
    assert.doesNotMatch(await verdict.innerText(), /parts? proven in|^Proven/m)
    await picture(page, 'unverified')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('says that a page without the key may not talk to it', async () => {
    const page = await open(minehand, { url: minehand.url.replace(/#.*/, '#token=' + '0'.repeat(64)), wait: false })
    await page.getByText('This page may not talk to Minehand.').waitFor()
    await picture(page, 'refused')
    await page.close()
  })

  it('keeps the key out of the address and within the tab', async () => {
    const page = await open(minehand)
    assert.equal(new URL(page.url()).hash, '')
    await page.reload()
    await page.locator('.app[data-link="live"]').waitFor()
    assert.equal((await page.context().cookies()).length, 0)
    await page.close()
  })
})
