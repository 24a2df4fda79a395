// Words that need a second look: a guess that asks back, and items by their name.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Minehand, closeBrowser, open, picture, say, sayAtOnce } from './world.mjs'

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

it('lets a guess be agreed to while it waits, and not when the talk has gone on', async () => {
  const page = await open(minehand)
  await page.getByRole('button', { name: 'Handy' }).waitFor()
  const cards = page.getByRole('region', { name: 'Answer' })
  const yes = page.getByRole('button', { name: 'Yes', exact: true })
  await sayAtOnce(page, 'get 3 dirtt')
  await yes.waitFor()
  await picture(page, 'guess-asked')
  await say(page, 'what do you have?') // a question leaves it as it is
  await cards.nth(1).waitFor()
  assert.equal(await yes.count(), 1)
  await say(page, 'no')
  await cards.getByText('Not begun.').waitFor()
  assert.equal(await yes.count(), 0, 'the old card still offers its yes')
  // Nor by a call, by one who kept it.
  const { id: instance } = (await minehand.call({ type: 'list-bodies' })).find((b) => b.name === 'Handy')
  const { reading } = await minehand.call({ type: 'talk', text: 'get 3 dirtt', instance })
  await minehand.call({ type: 'talk', text: 'stop', instance })
  await assert.rejects(minehand.call({ type: 'talk', text: 'get 3 dirtt', accepted: reading.hash, instance }), /no longer waits for an answer/)
  // A no on the card is a no: a later yes is about nothing.
  await sayAtOnce(page, 'get 3 dirtt')
  await cards.getByRole('button', { name: 'No', exact: true }).click()
  await yes.waitFor({ state: 'detached' })
  await say(page, 'yes')
  await page.getByText('Nothing waits for a yes or no.').waitFor()
  // What was put away is said anew, and a plain yes answers it.
  await sayAtOnce(page, 'get 2 dirtt')
  await yes.waitFor()
  await say(page, 'yes')
  await page.getByRole('region', { name: 'Done' }).waitFor()
  assert.equal(await yes.count(), 0)
  assert.equal(await page.locator('.entry').count(), 1, 'more than the one goal was begun')
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
