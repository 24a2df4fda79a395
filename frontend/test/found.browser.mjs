// Worlds that are open on this computer, as the page shows them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, open, picture } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('a world on this computer', () => {
  it('is named with its version, and with the command that brings a helper', async () => {
    const port = await minehand.game({ name: 'Alex - Hill House', version: '1.21.4' })
    const page = await open(minehand)
    const card = page.getByRole('region', { name: 'Join Alex - Hill House with a helper' })
    await card.waitFor()
    assert.match(await card.innerText(), /1\.21\.4, tested/)
    // The page is not at the usual port, so that the command names it.
    const command = `minehand body --server localhost:${port} --port ${minehand.port}`
    await card.getByText(command, { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Copy the command' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command)
    assert.equal(await card.getByRole('button').count(), 1, 'a button that nothing stands behind')
    await picture(page, 'found-world')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('says what to do where the helper cannot play, and appears while the page is open', async () => {
    const page = await open(minehand)
    await minehand.game({ name: 'Alex - Old', version: '1.12.2', protocol: 340 })
    const old = page.getByRole('region', { name: 'Join Alex - Old with a helper' })
    await old.waitFor()
    assert.match(await old.innerText(), /1\.12\.2, unsupported[^]*newer version/)
    assert.equal(await old.getByRole('code').count(), 0)
    await minehand.game({ name: 'Alex - Middle', version: '1.19.2', protocol: 760 })
    const middle = page.getByRole('region', { name: 'Join Alex - Middle with a helper' })
    await middle.waitFor()
    assert.match(await middle.innerText(), /1\.19\.2, untested[^]*should work/)
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
