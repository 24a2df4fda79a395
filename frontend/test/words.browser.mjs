// Words that need a second look: a guess that asks back, and items by their name.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Minehand, closeBrowser, open, picture } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
  await minehand.body('Handy')
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

it('asks back about a word that may mean another, and one click settles it', async () => {
  const page = await open(minehand)
  await page.getByRole('button', { name: 'Handy' }).waitFor()
  const box = page.getByLabel('Goal', { exact: true })
  await box.fill('get 5 levrs')
  const reading = page.getByRole('region', { name: 'How I read it' })
  await reading.getByText('get 5 levers').waitFor()
  assert.match(await reading.innerText(), /Did you mean get 5 levers\?/)
  await picture(page, 'guess')
  await reading.getByRole('button', { name: 'Yes' }).click()
  assert.equal(await box.inputValue(), 'get 5 levers')
  assert.equal(await page.locator('.words').count(), 0, 'a guess was begun before the next Enter')
  assert.deepEqual(page.faults, [])
  await page.close()
})

it('finds every item by its name in the picker', async () => {
  const page = await open(minehand)
  await page.getByRole('button', { name: 'Handy' }).waitFor()
  await page.getByRole('button', { name: 'Pick an item' }).click()
  const picker = page.getByRole('dialog', { name: 'Pick an item' })
  await picker.getByRole('searchbox', { name: 'Pick an item' }).fill('lantern')
  await picker.getByRole('button', { name: 'soul lantern' }).waitFor()
  await picker.getByRole('button', { name: 'soul lantern' }).click()
  await picker.getByRole('button', { name: /^get 3 soul lanterns/ }).waitFor()
  await picture(page, 'picker-found')
  assert.deepEqual(page.faults, [])
  await page.close()
})
