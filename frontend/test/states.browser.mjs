// What a player meets when things do not go smoothly, and where else a goal that runs
// is seen: a plan that changes, a goal that is done in part, words that cannot begin,
// Stop on every page, little room.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, overflowing, picture, say, visit } from './world.mjs'

let minehand
before(async () => {
  minehand = await new Minehand().start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

/** A page on a new body of that name. */
async function pageOf(name, { width, seed, args, speed, prefs = {} } = {}) {
  await minehand.body(name, { speed, seed, args })
  const { id } = (await minehand.call({ type: 'list-bodies' })).find((b) => b.name === name)
  const page = await open(minehand, { width, prefs: { body: id, ...prefs } })
  await page.getByLabel('Goal', { exact: true }).waitFor()
  return page
}

it('says that the plan was changed, and why, and what the way was like afterwards', async () => {
  const page = await pageOf('Robin', { speed: 12, args: ['--fault', 'fail@1=no_path'] })
  await say(page, 'get a stone pickaxe and 4 torches')
  await page.getByText('Changed the plan:').waitFor({ timeout: 60_000 })
  await page.locator('.step.run').first().waitFor()
  await picture(page, 'replanned')
  await accessible(page, 'a changed plan')
  // On every other page it is seen what runs, and Stop is there.
  for (const name of ['Settings', 'Missions']) {
    await visit(page, name)
    await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).waitFor()
    assert.deepEqual(await overflowing(page), [], name)
  }
  await picture(page, 'stop-elsewhere')
  for (const width of [420, 900]) {
    await page.setViewportSize({ width, height: 800 })
    assert.deepEqual(await overflowing(page), [], `Missions beside a goal that runs, ${width} px`)
    await visit(page, 'Play')
    assert.deepEqual(await overflowing(page), [], `a goal that runs, ${width} px`)
    await picture(page, `width-${width}-running`)
    await visit(page, 'Missions')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, 'Play')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await page.getByRole('region', { name: 'Done' }).waitFor({ timeout: 120_000 })
  await accessible(page, 'done, light')
  await picture(page, 'done-light')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await visit(page, 'History')
  await page.locator('.page .goal').getByText('get a stone pickaxe and 4 torches').first().click()
  await page.getByText('plan changed', { exact: false }).first().waitFor()
  await picture(page, 'history-replanned')
  assert.deepEqual(page.faults, [])
  await page.close()
})

it('says what of a goal was not reached, what was, and what can be done', async () => {
  const never = Array.from({ length: 60 }, (_, i) => `fail@${i + 2}=not_found`).join(',')
  const page = await pageOf('Sandy', { speed: 60, seed: 2, args: ['--fault', never] })
  await say(page, 'get 2 dirt and 5 sand')
  const card = page.getByRole('region', { name: /^Not done/ })
  await card.waitFor({ timeout: 120_000 })
  assert.equal(await card.getByRole('img', { name: 'proven' }).count(), 1)
  assert.match(await card.innerText(), /5 sand still missing/)
  await card.getByText('What you can do').waitFor()
  await accessible(page, 'done in part')
  await picture(page, 'missing')
  assert.deepEqual(page.faults, [])
  await page.close()
})

it('says in a grey line what it could not read, and makes no card of it', async () => {
  const mine = await new Minehand({ providers: [{ name: 'studio', type: 'openai', config: { url: 'http://127.0.0.1:9' } }] }).start()
  try {
    await mine.body('Handy')
    const page = await open(mine)
    await say(page, 'mine 3 flurbs with a stone pickaxe')
    const line = page.locator('.quiet').last()
    await line.getByText('I understood part of that:').waitFor()
    await line.getByRole('button', { name: 'mine 3 stone with a stone pickaxe' }).waitFor()
    assert.equal(await page.locator('.answer.bad, .verdict').count(), 0)
    assert.deepEqual((await mine.call({ type: 'list-tasks', limit: 1 })).tasks, [], 'it is a task')
    await accessible(page, 'words that could not begin')
    await picture(page, 'could-not-start')
    assert.deepEqual(page.faults, [])
    await page.close()
  } finally {
    await mine.close()
  }
})
