// Worlds that are open on this computer, and helpers that are brought into them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, open, overflowing, picture } from './world.mjs'

let minehand
before(async () => {
  // Nothing to run a helper with: neither Node nor npm is found.
  minehand = await new Minehand({}, { env: { ...process.env, PATH: '/nowhere', LM_STUDIO_URL: 'http://127.0.0.1:9' } }).start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('a world on this computer', () => {
  it('is named with its version, and joined with a click; what keeps the helper away is a sentence', async () => {
    const port = await minehand.game({ name: 'Alex - Hill House', version: '1.21.4' })
    const page = await open(minehand)
    const card = page.getByRole('region', { name: 'Join Alex - Hill House with a helper' })
    await card.waitFor()
    assert.match(await card.innerText(), /1\.21\.4, tested/)
    await picture(page, 'found-world')
    await card.getByRole('button', { name: 'Join with a helper' }).click()
    const helper = page.getByRole('region', { name: `Handy, to 127.0.0.1:${port}` })
    await helper.getByText('Could not join').waitFor()
    assert.match(await helper.innerText(), /needs Node 22\.18 or later[^]*nodejs\.org/)
    await picture(page, 'join-failed')
    assert.equal(await card.count(), 0, 'a world is offered that a helper is on its way to')
    await helper.getByRole('button', { name: 'Close' }).click()
    await helper.waitFor({ state: 'detached' })
    assert.ok(await card.getByRole('button', { name: 'Join with a helper' }).isEnabled())
    // Details name the command; the page is not at the usual port, so that it has one.
    await page.getByRole('switch', { name: 'Details' }).click()
    const command = `minehand body --server localhost:${port} --port ${minehand.port}`
    await card.getByText(command, { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Copy the command' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command)
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('says what to do where the helper cannot play, and appears while the page is open', async () => {
    const page = await open(minehand)
    await minehand.game({ name: 'Alex - Old', version: '1.12.2', protocol: 340 })
    const old = page.getByRole('region', { name: 'Join Alex - Old with a helper' })
    await old.waitFor()
    assert.match(await old.innerText(), /1\.12\.2, unsupported[^]*newer version/)
    assert.equal(await old.getByRole('button').count(), 0, 'a button that nothing stands behind')
    await minehand.game({ name: 'Alex - Middle', version: '1.19.2', protocol: 760 })
    const middle = page.getByRole('region', { name: 'Join Alex - Middle with a helper' })
    await middle.waitFor()
    assert.match(await middle.innerText(), /1\.19\.2, untested[^]*should work/)
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('is reached while the practice world runs, in every width', async () => {
    await minehand.call({ type: 'start-practice' })
    for (const width of [1280, 900, 420]) {
      const page = await open(minehand, { width })
      if (width === 420) await page.getByRole('radio', { name: 'Players' }).click()
      const more = page.getByRole('button', { name: 'More ways' })
      await more.waitFor()
      assert.equal(await more.getAttribute('aria-expanded'), 'false')
      await more.click()
      await page.getByRole('region', { name: 'A world elsewhere' }).waitFor()
      assert.deepEqual(await overflowing(page), [])
      assert.deepEqual(page.faults, [])
      await page.close()
    }
    await minehand.call({ type: 'stop-practice' })
  })

  it('is asked about its rules when it is outside this network', async () => {
    const page = await open(minehand)
    await page.getByRole('button', { name: 'More ways' }).click()
    const elsewhere = page.getByRole('region', { name: 'A world elsewhere' })
    await elsewhere.getByRole('button', { name: 'Address' }).click()
    await elsewhere.getByLabel('Address').fill('not an address')
    await elsewhere.getByRole('button', { name: 'Join', exact: true }).click()
    await elsewhere.getByText('is no server; write HOST or HOST:PORT').waitFor()
    await elsewhere.getByLabel('Address').fill('mc.example.org')
    await elsewhere.getByRole('button', { name: 'Join', exact: true }).click()
    await elsewhere.getByText('Do the rules of mc.example.org allow bots?').waitFor()
    await picture(page, 'join-rules')
    await elsewhere.getByRole('button', { name: 'No', exact: true }).click()
    assert.equal(await page.getByRole('region', { name: /to mc\.example\.org/ }).count(), 0)
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
