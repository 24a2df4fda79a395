// A conversation with a player: questions, changes, follow-ups and what is done instead.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, picture, say, sayAtOnce } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
  await minehand.body('Handy', { speed: 8 })
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('a conversation', () => {
  let page
  const answer = () => page.getByRole('region', { name: 'Answer' }).last()
  const done = (title) => page.locator('.entry', { hasText: title }).getByRole('region', { name: 'Done' })
  before(async () => {
    page = await open(minehand)
    await page.getByRole('button', { name: 'Handy' }).waitFor()
  })
  after(() => page.close())

  it('answers a question while a goal runs, and changes nothing', async () => {
    await say(page, 'get 40 oak logs')
    await page.locator('.step.run').first().waitFor()
    await say(page, 'what are you doing?')
    await answer().getByText(/oak log/i).waitFor()
    await page.getByRole('radio', { name: 'Ask' }).click()
    await say(page, 'what is missing?')
    await page.waitForFunction(() => document.querySelectorAll('section[aria-label="Answer"]').length === 2)
    assert.equal(await page.locator('.step.run').count(), 1)
    assert.equal(await page.locator('.entry').count(), 1, 'a question made a task')
  })

  it('changes what is being done', async () => {
    await page.getByRole('radio', { name: 'Change this' }).click()
    await say(page, '4 oak logs')
    await answer().getByText('Changed: get 4 oak logs').waitFor()
    await picture(page, 'conversation')
    await page.getByRole('region', { name: 'Done' }).waitFor()
    await page.getByRole('article', { name: 'get 4 oak logs' }).waitFor()
    assert.equal(await page.locator('.entry').count(), 1, 'the change made another task')
    // What was typed stands as it was, and the card behind the words that changed it.
    assert.deepEqual(await page.locator('.words h2').allInnerTexts(), ['get 40 oak logs', 'what are you doing?', 'what is missing?', '4 oak logs'])
    const top = async (of) => (await of.boundingBox()).y
    assert.ok((await top(page.getByRole('heading', { name: '4 oak logs', exact: true }))) < (await top(page.getByRole('article', { name: 'get 4 oak logs' }))), 'the card stands above what changed it')
  })

  it('takes up what was said before', async () => {
    await say(page, '2 more')
    await done('get 2 more oak logs').waitFor()
    await page.getByRole('heading', { name: '2 more', exact: true }).waitFor()
    await page.getByText('Understood as: get 2 more oak logs').waitFor()
  })

  it('shows as chosen what will happen, and does what was chosen', async () => {
    await say(page, 'get 62 cobblestone')
    await page.locator('.step.run').first().waitFor()
    const chosen = (name) => page.getByRole('radio', { name, checked: true }).waitFor()
    for (const [words, name] of [['follow me', 'Instead'], ['no, 63', 'Change this'], ['what is missing?', 'Ask'], ['get 2 sand', 'After this'], ['follow me', 'Instead']]) {
      await page.getByLabel('Goal', { exact: true }).fill(words)
      await chosen(name)
    }
    await page.getByLabel('Goal', { exact: true }).fill('thanks')
    await page.getByRole('radio', { checked: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Goal', { exact: true }).fill('follow me')
    await page.getByRole('radio', { name: 'After this' }).click()
    await page.getByLabel('Goal', { exact: true }).press('Enter')
    await page.getByRole('article', { name: 'follow me' }).getByText('Waits its turn').waitFor()
    assert.equal(await page.getByRole('article', { name: 'get 62 cobblestone' }).locator('.step.run').count(), 1)
    await say(page, 'cancel that')
    await page.getByRole('article', { name: 'follow me' }).getByText('Waits its turn').waitFor({ state: 'detached' })
  })

  it('lets go of what runs for something else', async () => {
    await say(page, 'get 64 cobblestone')
    await page.locator('.step.run').first().waitFor()
    await page.getByRole('radio', { name: 'Instead' }).click()
    await say(page, 'get 2 dirt')
    await done('get 2 dirt').waitFor()
  })

  it('goes on with one of those that a stop held, or lets go of it, alone', async () => {
    const entry = (title) => page.locator('.entry', { has: page.getByRole('heading', { name: title, exact: true }) })
    await say(page, 'get 63 cobblestone')
    await entry('get 63 cobblestone').locator('.step.run').first().waitFor()
    for (const next of ['get 3 dirt', 'get 4 dirt', 'get 5 dirt']) {
      await say(page, next)
      await entry(next).waitFor()
    }
    await page.getByRole('button', { name: /^Stop/ }).click()
    await entry('get 63 cobblestone').getByRole('region', { name: 'Stopped by you' }).waitFor()
    await entry('get 5 dirt').getByRole('button', { name: 'Let go' }).waitFor()
    // Of all the cards above only this one left something waiting.
    assert.equal(await page.getByRole('button', { name: 'Do what waits' }).count(), 1)
    await entry('get 63 cobblestone').getByRole('button', { name: 'Do what waits' }).waitFor()
    await entry('get 3 dirt').getByRole('button', { name: 'Let go' }).click()
    await entry('get 3 dirt').getByRole('region', { name: 'Stopped by you' }).waitFor()
    await entry('get 5 dirt').getByRole('button', { name: 'Go on' }).click()
    await done('get 5 dirt').waitFor()
    await entry('get 4 dirt').getByText('Held since the stop').waitFor()
    await entry('get 5 dirt').getByRole('button', { name: 'Do what waits' }).click()
    await page.getByText('get 4 dirt: Done').waitFor() // the card of one before is folded
    assert.equal(await page.getByRole('button', { name: 'Do what waits' }).count(), 0)
  })

  it('takes what is said while the words before are on their way', async () => {
    await page.getByLabel('Goal', { exact: true }).evaluate((box) => {
      for (const text of ['get 21 dirt', 'get 22 dirt']) {
        box.value = text
        box.dispatchEvent(new InputEvent('input', { bubbles: true }))
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      }
    })
    assert.equal(await page.getByLabel('Goal', { exact: true }).inputValue(), '')
    await page.getByText('get 21 dirt').first().waitFor()
    await page.locator('.entry', { hasText: 'get 22 dirt' }).getByRole('region', { name: 'Done' }).waitFor()
  })

  it('tells on the end card where it found what it looked for, and shows it on the map', async () => {
    await minehand.body('Scout', { speed: 60, seed: 6 })
    const scout = await open(minehand)
    await scout.getByRole('button', { name: 'Scout' }).click()
    await say(scout, 'find a cow')
    const card = scout.getByRole('region', { name: 'Done' })
    await card.getByText(/^near -?\d+ -?\d+ -?\d+, by the body's word$/).waitFor({ timeout: 60_000 })
    await picture(scout, 'found')
    await card.getByRole('button', { name: 'Show on the map' }).click()
    assert.deepEqual(scout.faults, [])
    await scout.close()
  })

  it('shows what it understood of words that it did not understand whole, with a hole to fill', async () => {
    await sayAtOnce(page, 'get wood, then mine 3 flurbs with a stone pickaxe')
    const line = page.locator('section.quiet').last()
    await line.getByText('I understood part of that:').waitFor()
    const chips = line.locator('.got, .hole')
    await chips.nth(3).waitFor()
    assert.deepEqual(await chips.allInnerTexts(), ['get wood', 'mine', '3', 'what?', 'with a stone pickaxe'])
    await picture(page, 'partly-understood')
    await line.getByRole('button', { name: 'what?' }).click()
    // The sentence is in the box, and what is typed goes into the hole.
    await page.waitForFunction(() => document.activeElement?.id === 'goal' && document.activeElement.value.startsWith('get wood'))
    await page.keyboard.type('dirt')
    assert.equal((await page.getByLabel('Goal', { exact: true }).inputValue()).replace(/  +/g, ' '), 'get wood, then mine 3 dirt with a stone pickaxe')
    await page.getByLabel('Goal', { exact: true }).fill('')
    await line.getByRole('button', { name: /^get wood, then mine 3 / }).first().click()
    await page.getByRole('region', { name: 'How this reads' }).or(page.getByLabel('Goal', { exact: true })).first().waitFor()
    assert.match(await page.getByLabel('Goal', { exact: true }).inputValue(), /^get wood, then mine 3 \w+( \w+)? with a stone pickaxe$/)
    await page.getByLabel('Goal', { exact: true }).fill('')
    await line.getByRole('button', { name: 'Close' }).click()
    await line.waitFor({ state: 'detached' })
  })

  it('shows a slash command with its answer, a refused one too, also after a reload', async () => {
    for (const [command, answers] of [['help pause', /pause/i], ['pause', /no task/]]) {
      await page.getByLabel('Goal', { exact: true }).fill('')
      await page.getByLabel('Goal', { exact: true }).press('/')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type(command)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `/${command}`, exact: true }).waitFor()
      await answer().getByText(answers).waitFor()
    }
    await page.reload()
    await page.getByRole('heading', { name: '/help pause', exact: true }).waitFor()
    await answer().getByText('no task').waitFor()
  })

  it('calls who is not looking for a guess, once, and counts it in the title', async () => {
    const away = await open(minehand, { prefs: { notify: true } })
    await away.getByRole('button', { name: 'Handy' }).waitFor()
    await away.evaluate(() => { // as it is while another window is in front
      globalThis.called = []
      globalThis.Notification = class {
        static permission = 'granted'
        constructor(title, { body }) {
          globalThis.called.push(`${title} ${body}`)
        }
      }
      Object.defineProperty(document, 'hidden', { get: () => true })
    })
    await sayAtOnce(page, 'get 3 dirtt')
    await away.waitForFunction(() => document.title === '(1) Minehand', undefined, { timeout: 15_000 })
    await answer().getByRole('button', { name: 'No' }).click()
    await away.waitForFunction(() => document.title === 'Minehand')
    assert.deepEqual(await away.evaluate(() => globalThis.called), ['Did you mean "get 3 dirt"? It reads "dirtt" as "dirt". get 3 dirtt'])
    assert.deepEqual(away.faults, [])
    await away.close()
  })

  it('is the same in every tab, after a reload, and after Minehand was started anew', async () => {
    const mine = await new Minehand().start()
    try {
      await mine.body('Handy', { speed: 8 })
      const page = await open(mine)
      const other = await open(mine)
      const answers = (p) => p.getByRole('region', { name: 'Answer' })
      await say(page, 'what do you have?')
      await answers(page).getByText('I hold nothing.').waitFor()
      await say(page, '10 more')
      // What is no request is a line, and no card.
      const line = (p) => answers(p).filter({ hasText: 'Nothing was asked for yet' })
      await line(page).waitFor()
      assert.equal(await page.getByRole('region', { name: 'I could not start' }).count(), 0)
      await sayAtOnce(page, 'get 3 dirtt')
      await answers(page).getByText('Did you mean "get 3 dirt"?').waitFor()
      const same = async (p, where) => {
        await answers(p).getByRole('button', { name: 'Yes' }).waitFor()
        assert.deepEqual(await p.locator('.words h2').allInnerTexts(), ['what do you have?', '10 more', 'get 3 dirtt'], where)
        assert.equal(await answers(p).first().innerText(), 'I hold nothing.', where)
      }
      await same(other, 'in another tab')
      await page.reload()
      await same(page, 'after a reload')
      await picture(page, 'talk-reloaded')
      await mine.kill()
      await mine.start()
      await page.locator('.app[data-link="live"]').waitFor()
      await same(page, 'after a restart')
      const fresh = await open(mine)
      await same(fresh, 'in a new page after a restart')
      await fresh.getByText('Connected', { exact: true }).waitFor()
      // What is closed or answered in one is so in all.
      await line(fresh).getByRole('button', { name: 'Close' }).click()
      await line(page).waitFor({ state: 'detached' })
      await answers(page).getByRole('button', { name: 'Yes' }).click()
      await fresh.locator('.entry', { hasText: 'get 3 dirt' }).getByRole('region', { name: 'Done' }).waitFor({ timeout: 60_000 })
      assert.equal(await answers(fresh).getByRole('button', { name: 'Yes' }).count(), 0)
      await picture(fresh, 'talk-restarted')
      assert.deepEqual([...page.faults, ...other.faults, ...fresh.faults], [])
      for (const p of [page, other, fresh]) await p.close()
    } finally {
      await mine.close()
    }
  })

  it('shows what it understood of half a goal, with a hole for the word that is wanted', async () => {
    const page = await open(minehand)
    await page.getByLabel('Goal', { exact: true }).fill('get 3')
    const reading = page.getByRole('region', { name: 'How I read it' })
    await reading.getByText('what?', { exact: true }).waitFor()
    assert.deepEqual(await reading.locator('.got').allTextContents(), ['get', '3'])
    assert.equal(await reading.getByText('was not understood').count(), 0)
    await accessible(page, 'a hole')
    await picture(page, 'hole')
    await page.getByLabel('Goal', { exact: true }).fill('craft a blorf')
    await reading.getByText('a blorf').waitFor()
    await reading.getByRole('button', { name: 'craft a furnace' }).click()
    assert.equal(await page.getByLabel('Goal', { exact: true }).inputValue(), 'craft a furnace')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('shows what was said at once, though the answer takes long', async () => {
    let heldBack
    const page = await open(minehand, {
      before: (p) =>
        p.routeWebSocket(/api\/v1\/ws/, (ws) => {
          ws.connectToServer().onMessage((m) => (heldBack ? heldBack.push(() => ws.send(m)) : ws.send(m)))
        }),
    })
    heldBack = []
    await say(page, 'what do you have?')
    await page.getByText('Reading what you said …').waitFor()
    assert.equal(await page.locator('.words h2').last().innerText(), 'what do you have?')
    const late = heldBack
    heldBack = undefined
    for (const arrive of late) arrive()
    await page.getByText('Reading what you said …').waitFor({ state: 'detached' })
    const said = page.getByRole('heading', { name: 'what do you have?', exact: true })
    await said.waitFor()
    assert.equal(await said.count(), 1)
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('thanks for thanks, and tells what it cannot make anything of', async () => {
    await say(page, 'thanks')
    await answer().getByText('You are welcome.').waitFor()
    await say(page, 'blorp the frobnicator')
    await answer().getByText('could not be read').waitFor()
    assert.equal(await page.getByRole('region', { name: /^I could not/ }).count(), 0)
    await say(page, 'stop')
    assert.deepEqual(page.faults, [])
  })
})
