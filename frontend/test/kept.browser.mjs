// Places and standing orders: said in the goal box, shown and changed on their card.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, overflowing, picture, say } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
  await minehand.body('Handy', { speed: 60 })
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('what a player keeps in mind', () => {
  let page
  const card = () => page.getByRole('region', { name: 'What Handy keeps in mind' })
  before(async () => {
    page = await open(minehand)
    await page.getByRole('button', { name: 'Handy' }).waitFor()
  })
  after(() => page.close())

  it('remembers a place and goes there with a click', async () => {
    assert.equal(await card().count(), 0, 'a card of nothing')
    await say(page, 'this is home')
    await card().getByText('home', { exact: true }).waitFor()
    await say(page, 'remember this place as the iron mine')
    await card().getByRole('button', { name: 'iron mine', exact: true }).click()
    await page.locator('.entry').last().getByRole('region', { name: 'Done' }).waitFor()
  })

  it('carries out a standing order, shows it, and pauses and forgets it', async () => {
    await say(page, 'always keep 4 dirt')
    await card().getByText('always keep 4 dirt').waitFor()
    await page.locator('.entry', { hasText: 'get 4 dirt' }).getByRole('region', { name: 'Done' }).waitFor()
    await page.locator('.entry', { hasText: 'get 4 dirt' }).getByText(/standing order/).waitFor()
    await say(page, 'every morning harvest wheat')
    await card().getByText('every morning harvest wheat').waitFor()
    await picture(page, 'standing-orders')
    await accessible(page, 'the card')
    assert.deepEqual(await overflowing(page), [])
    await card().getByRole('button', { name: 'Pause "always keep 4 dirt"' }).click()
    await card().getByRole('button', { name: 'Let "always keep 4 dirt" go on' }).waitFor()
    await say(page, 'resume orders')
    await card().getByRole('button', { name: 'Pause "always keep 4 dirt"' }).waitFor()
    await card().getByRole('button', { name: 'Forget "every morning harvest wheat"' }).click()
    await card().getByText('every morning harvest wheat').waitFor({ state: 'detached' })
  })
})
