// Scripted missions: kept from a task, run and watched, ranked, and written with
// mistakes named at their line.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, act, closeBrowser, open, picture, say } from './world.mjs'

const MODELS = join(import.meta.dirname, '../../missions/models')
/** How long missions may take on a slow machine, in ms. */
const LONG = 180_000

let minehand
let dir
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'minehand-replies-'))
  const replies = join(dir, 'replies')
  const plan = JSON.stringify({ actions: [{ type: 'mine', block: 'oak_log', quantity: 2 }] })
  writeFileSync(replies, `- reply: '${plan}'\n`) // once: whoever asks again hears nothing
  const scripted = (name, path) => ({ name, type: 'scripted', config: { path } })
  minehand = await new Minehand({
    providers: [scripted('script', replies), scripted('careful', join(MODELS, 'careful.jsonl')), scripted('hasty', join(MODELS, 'hasty.jsonl'))],
  }).start()
  await minehand.body('Handy', { speed: 60, args: ['--inventory', 'bread=3'] })
})
after(async () => {
  await closeBrowser()
  await minehand.close()
  rmSync(dir, { recursive: true, force: true })
})

const missionsPage = async (page) => page.getByRole('navigation', { name: 'Minehand' }).getByRole('button', { name: 'Missions' }).click()
const sets = (page) => page.getByRole('navigation', { name: 'Sets of missions' })

describe('a finished task', () => {
  it('is kept as a mission and played again without the model, to the same end', async () => {
    const page = await open(minehand, { prefs: { provider: 'script', mode: 'low-level', details: true } })
    await page.getByRole('button', { name: 'Handy' }).waitFor()
    await say(page, 'get 2 oak logs')
    const done = page.getByRole('region', { name: /^Done/ }).first()
    await act(done, 'Save as mission')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await sets(page).getByRole('button', { name: /recorded/, current: true }).waitFor()
    await page.getByRole('radio', { name: 'Text' }).click()
    const text = await page.getByLabel(/^Text of mine\/recorded/).inputValue()
    assert.match(text, /start: \{inventory: \{"bread":3\}\}/)
    assert.match(text, /"provider":"scripted"/)
    assert.match(text, /oak_log/)
    assert.match(text, /expect: \{verdict: complete, actions: 1, clauses: 1\}/)
    await page.getByRole('button', { name: 'Run this set' }).click()
    await page.getByRole('button', { name: /by scripted low-level: 1 of 1 passed/ }).waitFor({ timeout: LONG })
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})

describe('the missions page', () => {
  it('opens on what a set is about; ids, tags and how to run them are Details', async () => {
    const page = await open(minehand)
    await missionsPage(page)
    await sets(page).getByRole('button', { name: /Wood/ }).click()
    await page.getByRole('radio', { name: 'Missions' }).click()
    await page.getByText('get 8 oak planks', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Run get 8 oak planks alone' }).waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /tier|bench-1|\[|Minehand's own tests|Planned by/)
    await picture(page, 'missions')
    await page.getByRole('switch', { name: 'Details' }).click()
    await sets(page).getByRole('button', { name: /^.*tier wood/ }).waitFor()
    await page.getByText('bench-1-wood-02', { exact: true }).waitFor()
    await page.getByText("Minehand's own tests").waitFor()
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('names each mistake at its line while one types, and saves what has none', async () => {
    const page = await open(minehand, { prefs: { details: true } })
    await missionsPage(page)
    await sets(page).getByRole('button', { name: /tier wood/ }).click()
    await page.getByRole('radio', { name: 'Text' }).click()
    const box = page.getByLabel('Text of bench/tier-wood')
    const good = await box.inputValue()
    await box.fill(good.replace('goal: "get 4', 'gaol: "get 4').replace('{inventory: {oak_log: ">=4"}}', '{verdict: fine}'))
    const list = page.getByRole('list', { name: 'Mistakes' })
    await list.getByRole('button', { name: /^Line 7: .*gaol/ }).waitFor()
    await list.getByRole('button', { name: /^Line 8: .*fine/ }).waitFor()
    assert.deepEqual(await page.locator('.gutter .bad').allInnerTexts(), ['7', '8'])
    assert.equal(await page.getByRole('button', { name: 'Save as your own' }).isDisabled(), true)
    await list.getByRole('button', { name: /^Line 7/ }).click()
    await picture(page, 'missions-text')
    assert.match(await box.evaluate((e) => e.value.slice(e.selectionStart, e.selectionEnd)), /gaol/)
    await box.fill('format: 1\nname: my-logs\nabout: two logs\ndo: [{goal: get 2 oak logs}]\nexpect: {verdict: complete}\n')
    await page.getByText('Nothing is wrong with it.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('my-logs')
    await page.getByRole('button', { name: 'Save as your own' }).click()
    await sets(page).getByRole('button', { name: /my logs/, current: true }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await sets(page).getByRole('button', { name: /my logs/ }).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('runs a set with several planners, is broken off, goes on, and ranks them', async () => {
    const page = await open(minehand, { prefs: { details: true } })
    await missionsPage(page)
    await sets(page).getByRole('button', { name: /tier stone/ }).click()
    await page.getByRole('radio', { name: 'Missions' }).click()
    for (const name of ['the built-in planner', 'careful', 'hasty']) await page.getByLabel(name, { exact: true }).check()
    await page.getByLabel('Help').selectOption('none')
    await page.getByLabel('Times each').fill('3')
    await page.getByRole('button', { name: 'Run this set' }).click()
    const under = page.getByRole('region', { name: 'Run under way' })
    await under.getByText(/^[1-9]\d* of 54 played/).waitFor({ timeout: LONG })
    // What is being played can be watched.
    await under.getByRole('listitem').first().getByRole('button').click()
    await page.getByRole('region', { name: /^What happened in bench-1-stone/ }).getByText('is there').waitFor({ timeout: LONG })
    await under.getByRole('button', { name: 'Break off' }).click()
    const broken = page.getByRole('region', { name: 'Broken off' })
    await broken.getByRole('button', { name: 'Go on' }).click()
    await under.getByText(/of 54 played/).waitFor()
    await picture(page, 'missions-running')
    await under.waitFor({ state: 'detached', timeout: LONG })
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    const row = (name) => page.getByRole('row', { name: new RegExp(`^\\d+ ${name}`) })
    for (const name of ['builtin', 'careful none', 'hasty none']) await row(name).getByText('of 18').waitFor()
    const passed = async (name) => Number((await row(name).innerText()).match(/(\d+)\s+of 18/)[1])
    assert.ok((await passed('careful none')) > (await passed('hasty none')), 'the better one is not ahead')
    assert.equal(await page.getByRole('alert').count(), 0)
    await picture(page, 'missions-ranking')
    await page.getByRole('button', { name: /by hasty none: 0 of 3 passed/ }).first().click()
    const what = page.getByRole('region', { name: /^What happened in bench-1-stone/ })
    await what.locator('.note').first().waitFor()
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('is usable on a narrow window and by the keyboard', async () => {
    const page = await open(minehand, { width: 420, height: 800, prefs: { details: true } })
    await missionsPage(page)
    await sets(page).getByRole('button', { name: /tier wood/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Missions' }).click()
    await page.getByText('bench-1-wood-01').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true)
    await picture(page, 'narrow-missions')
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
