// The main path in a real browser against the real server: a goal from its words
// to its verdict, and what a person can do on the way.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, act, closeBrowser, open, picture, say } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

const verdict = (page, words) => page.getByRole('region', { name: words })

describe('with nobody there', () => {
  it('shows the ways to begin, and keeps words that could not start', async () => {
    const page = await open(minehand)
    await page.getByText('Nobody is here yet').waitFor()
    await picture(page, 'first-run')
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})

describe('a goal', () => {
  let page
  before(async () => {
    await minehand.body('Handy', { speed: 12 })
    page = await open(minehand)
    await page.getByRole('button', { name: 'Handy' }).waitFor()
  })
  after(() => page.close())

  it('says which part it cannot read, and what can be asked for instead', async () => {
    const box = page.getByLabel('Goal', { exact: true })
    await box.fill('get 3 oak logs and tame a cat')
    await page.getByRole('region', { name: 'How I read it' }).waitFor()
    const reading = page.getByRole('region', { name: 'How I read it' })
    assert.match(await reading.innerText(), /tame|cat/)
    assert.doesNotMatch(await reading.innerText(), /A model is asked/) // none is there
    assert.equal(await reading.getByRole('img', { name: 'failed' }).count(), 0, 'words that are not understood are no failure')
    await picture(page, 'not-read')
    await box.fill('get 3 diomands')
    await reading.getByText('get 3 diamonds').waitFor()
    await picture(page, 'guess')
    await reading.getByRole('button').first().click() // settles it, sends nothing
    assert.equal(await box.inputValue(), 'get 3 diamonds')
    assert.equal(await page.locator('.words').count(), 0)
    await box.fill('')
  })

  it('shows how it reads the words while they are typed', async () => {
    const box = page.getByLabel('Goal', { exact: true })
    await box.fill('get a wooden pickaxe and 4 torches')
    const reading = page.getByRole('region', { name: 'How I read it' })
    await reading.getByText(/wooden pickaxe/).waitFor()
    await reading.getByText(/torch/).waitFor()
    await picture(page, 'typing')
    // The number of a part is changed where it stands, without another word typed.
    await reading.getByRole('button', { name: /^4 torches: change the number/ }).click()
    const many = page.getByRole('spinbutton', { name: 'How many' })
    await many.waitFor()
    await accessible(page, 'how many')
    await picture(page, 'typing-number')
    await many.fill('2')
    await many.press('Enter')
    await page.waitForFunction(() => document.querySelector('#goal').value === 'get a wooden pickaxe and 2 torches')
    await reading.getByRole('button', { name: /^2 torches: change the number/ }).click()
    await page.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('#goal').value === 'get a wooden pickaxe and 4 torches' && document.activeElement.id === 'goal')
    await reading.getByText(/torch/).waitFor()
  })

  it('takes another thing for a part where it stands', async () => {
    const box = page.getByLabel('Goal', { exact: true })
    const reading = page.getByRole('region', { name: 'How I read it' })
    // Others like it are offered without a word: a pickaxe of another stuff.
    await reading.getByRole('button', { name: 'wooden pickaxe: change the thing' }).click()
    const stone = page.getByRole('button', { name: 'stone pickaxe', exact: true })
    await stone.waitFor()
    await accessible(page, 'which thing')
    await picture(page, 'typing-thing')
    await stone.click()
    await page.waitForFunction(() => /stone pickaxe and 4 torches$/.test(document.querySelector('#goal').value))
    // And any other by its name.
    await reading.getByRole('button', { name: 'torches: change the thing' }).click()
    const which = page.getByRole('searchbox', { name: 'Which item' })
    await which.fill('lantern')
    await page.getByRole('button', { name: 'lantern', exact: true }).waitFor()
    await which.press('Enter')
    await page.waitForFunction(() => /4 lanterns$/.test(document.querySelector('#goal').value) && document.activeElement.id === 'goal')
    await reading.getByText('lanterns').waitFor()
    // What is no item changes too: a mob, and how many of it.
    await box.fill('kill 2 zombies')
    await reading.getByRole('button', { name: /^2 zombies: change the number/ }).waitFor()
    await reading.getByRole('button', { name: 'zombies: change the thing' }).click()
    // In a mob's place mobs are offered, and no blocks or items.
    const mob = page.getByRole('searchbox', { name: 'Which one' })
    await mob.fill('co')
    await page.getByRole('button', { name: 'cow', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /cobble|copper/ }).count(), 0)
    await picture(page, 'typing-mob')
    await mob.fill('skeleton')
    await page.getByRole('button', { name: 'skeleton', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('#goal').value === 'kill 2 skeletons')
    await box.fill('get a wooden pickaxe and 4 torches')
    await reading.getByText(/torch/).waitFor()
  })

  it('runs with its plan, ticks its parts and proves them', async () => {
    await page.keyboard.press('Enter')
    const plan = page.getByRole('region', { name: 'Plan' })
    await plan.getByRole('progressbar').first().waitFor()
    await page.locator('.chips .chip').nth(1).waitFor()
    await page.getByRole('button', { name: /^Stop/ }).waitFor()
    await plan.locator('.step.ok').nth(1).waitFor({ timeout: 30_000 })
    await picture(page, 'running')
    await page.locator('.chips .chip.ok').waitFor({ timeout: 40_000 })
    await picture(page, 'running-later')
    const done = verdict(page, 'Done')
    await done.waitFor({ timeout: 60_000 })
    assert.match(await done.innerText(), /All 2 parts proven in \d+:\d\d/)
    assert.equal(await done.getByRole('img', { name: 'proven' }).count(), 3) // its own sign and both parts
    assert.match(await done.innerText(), /seen/i)
    await picture(page, 'done')
    // What it holds now lies in the grid, with a name for screen readers.
    await page.getByRole('img', { name: '1 wooden pickaxe' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  it('shows the plan of what is over, step by step', async () => {
    await page.getByRole('button', { name: /^Plan/ }).click()
    await page.locator('.plan .step.ok').first().waitFor()
    await page.locator('.plan .fold').first().click()
    assert.ok((await page.locator('.plan .step').count()) > 5)
    await page.getByRole('button', { name: /^Plan/ }).click()
  })

  it('stops on Esc twice, at once, and says so', async () => {
    await say(page, 'get 64 cobblestone')
    await page.locator('.step.run').first().waitFor()
    const began = Date.now()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await verdict(page, 'Stopped by you').waitFor()
    assert.ok(Date.now() - began < 1500, 'it took longer than a second to stop')
    await picture(page, 'stopped')
    assert.equal(await page.getByRole('button', { name: /^Stop/ }).count(), 0)
  })

  it('stops on the red button', async () => {
    await say(page, 'get 64 cobblestone')
    await page.locator('.step.run').first().waitFor()
    await page.getByRole('button', { name: /^Stop/ }).click()
    await page.locator('.step.run').waitFor({ state: 'detached' })
    await verdict(page, 'Stopped by you').waitFor()
  })

  it('queues the next goal behind the one at hand, or does it instead', async () => {
    await say(page, 'get 64 cobblestone')
    await page.locator('.step.run').first().waitFor()
    await say(page, 'get 2 dirt')
    await page.getByText('Waits its turn').waitFor()
    await picture(page, 'queued')
    await page.getByRole('radio', { name: 'Instead' }).click()
    await say(page, 'get 3 sand')
    await verdict(page, 'Done').waitFor({ timeout: 60_000 })
  })

  it('tells what cannot be done, with the reason', async () => {
    await say(page, 'get 1 bedrock')
    await page.locator('.verdict.bad, .answer').last().waitFor()
    const words = await page.locator('.verdict.bad, .answer').last().innerText()
    assert.match(words, /Bedrock cannot be broken/)
    await picture(page, 'not-done')
  })

  it('does it again on a click', async () => {
    const before = await page.locator('.words').count()
    await say(page, 'get 1 dirt')
    const done = verdict(page, 'Done').filter({ hasText: 'dirt' }) // the card of the goal before folds when this one ends
    await done.waitFor({ timeout: 60_000 }) // what waits since the stop comes first
    await act(done, 'Again')
    await page.waitForFunction((n) => document.querySelectorAll('.past').length + document.querySelectorAll('.words').length > n + 1, before)
    assert.deepEqual(page.faults, [])
  })

  it('recalls what was said with Up', async () => {
    const box = page.getByLabel('Goal', { exact: true })
    await box.click()
    await page.keyboard.press('ArrowUp')
    assert.equal(await box.inputValue(), 'get 1 dirt')
    await page.keyboard.press('ArrowUp')
    assert.equal(await box.inputValue(), 'get 1 bedrock')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    assert.equal(await box.inputValue(), '')
  })
})

describe('approval', () => {
  it('waits for a yes, lets the plan be changed, and takes a no', async () => {
    const mine = await new Minehand().start() // where nobody has left a table
    const page = await open(mine, { prefs: { approve: true } })
    await say(page, 'make a wooden pickaxe')
    const ask = page.getByRole('region', { name: 'Start with this plan?' })
    await ask.waitFor()
    assert.equal(await page.title(), '(1) Minehand')
    await picture(page, 'approval')
    const steps = () => ask.getByRole('listitem').allTextContents()
    const before = (await steps()).length
    const idle = () => page.waitForFunction(() => [...document.querySelectorAll('.ask .head button')].every((b) => !b.disabled))
    // A step that the last one needs comes back, with why, and the card goes on working.
    await ask.getByRole('button', { name: 'Take this step out: Craft 1 crafting table', exact: true }).click()
    await ask.getByText(/^Put back: craft 1 crafting table, needed to .*\.$/).waitFor()
    await idle()
    assert.equal((await steps()).length, before)
    await picture(page, 'approval-edited')
    // What nobody can do leaves the plan as it was, with why.
    await ask.getByRole('button', { name: 'Add a step' }).click()
    await ask.getByLabel('Of what').fill('bedrock')
    await ask.getByRole('button', { name: 'Add', exact: true }).click()
    await ask.getByText(/^The plan stayed as it was\./).waitFor()
    await idle()
    assert.equal((await steps()).length, before)
    // One that nothing else needs goes.
    await ask.getByRole('button', { name: /^Take this step out/ }).last().click()
    await ask.getByText(/^Changed as you asked/).waitFor()
    await idle()
    assert.equal((await steps()).length, before - 1)
    await ask.getByRole('button', { name: "Don't" }).click()
    await ask.waitFor({ state: 'detached' })
    await say(page, 'make a wooden pickaxe')
    await ask.waitFor()
    await ask.getByRole('button', { name: 'Start' }).click()
    await verdict(page, 'Done').waitFor({ timeout: 60_000 })
    assert.deepEqual(page.faults, [])
    await page.close()
    await mine.close()
  })
})
