// What is over: the history with its timeline and replay, why each step was, what was
// changed in the world, and putting that back.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Minehand, Process, accessible, act, closeBrowser, open, picture, practiceStart, say, visit } from './world.mjs'

let minehand
let page
before(async () => {
  minehand = await new Minehand().start()
  page = await open(minehand)
  await practiceStart(page).click()
  await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

/** A goal, what was put back after it, one that was stopped and one that waited. */
const TASKS = 4

const done = () => page.getByRole('region', { name: 'Done' })

describe('the end card', () => {
  it('says what was dug, placed and opened, shows the way, and why each step was', async () => {
    await say(page, 'get a stone pickaxe')
    await done().waitFor({ timeout: 90_000 })
    const card = done()
    await card.getByText(/^\d+ blocks$/).first().waitFor()
    assert.match(await card.innerText(), /\d+ blocks\s+dug[^]*placed: (\d )?crafting tables?/)
    assert.doesNotMatch(await card.innerText(), /Nothing|No chests|No deaths|none/i, 'it says what did not happen')
    await card.getByText(/blocks? walked/).waitFor()
    await page.getByRole('button', { name: /^Plan/ }).click()
    const plan = page.getByRole('region', { name: 'Plan' })
    const step = plan.getByRole('button', { name: /stone pickaxe/ }).last()
    await step.click()
    const why = plan.locator('.answers')
    await why.waitFor()
    assert.match(await why.innerText(), /Why\s+\S[^]*From\s+the built-in planner[^]*Needs\s+\d[^]*Outcome\s+seen in the game/)
    await accessible(page, 'why')
    await picture(page, 'why')
    await step.click()
    await why.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Plan/ }).click()
    await picture(page, 'done-facts')
  })

  it('is saved as a picture, with its parts and the way', async () => {
    await done().getByText(/blocks? walked/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), act(done(), 'Save a picture')])
    const png = readFileSync(await file.path())
    assert.equal(png.subarray(1, 4).toString(), 'PNG')
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20) > 350], [800, true])
    assert.ok(png.length > 8000, `${png.length} bytes: little is drawn`)
    if (process.env.PICTURES) writeFileSync(`${process.env.PICTURES}/shared.png`, png)
  })

  it('takes up again what it placed', async () => {
    await act(done(), 'Put it back')
    await page.locator('.entry', { has: page.getByRole('heading', { name: 'put back "get a stone pickaxe"' }) }).getByRole('region', { name: 'Done' }).waitFor({ timeout: 90_000 })
    await page.getByRole('img', { name: /^\d crafting table$/ }).waitFor()
    // The ledger follows the end of the task, by a survey.
    const gone = async () => {
      await done().last().getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
      await page.getByRole('menuitem', { name: 'Put it back' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    await gone() // what was put back is not put back again
    await page.reload()
    await done().first().waitFor()
    await page.getByRole('img', { name: /^\d crafting table$/ }).waitFor()
    await gone() // after a reload
    assert.deepEqual(page.faults, [])
  })
})

describe('the history', () => {
  it('shows a task with its timeline, its proof and what it changed', async () => {
    await visit(page, 'History')
    const list = page.getByRole('navigation', { name: 'History' })
    await list.getByRole('button', { name: /^(?!.*put back).*get a stone pickaxe/ }).click()
    await page.getByRole('heading', { name: 'get a stone pickaxe' }).waitFor()
    const line = page.getByRole('group', { name: 'Timeline of the task' })
    await line.waitFor()
    await line.locator('.tall i').nth(5).waitFor()
    assert.match(await page.locator('main').innerText(), /What it changed[^]*\d+ blocks\s+dug/)
    await picture(page, 'history')
  })

  it('replays it, by its button and at any moment', async () => {
    await page.getByRole('button', { name: 'Replay' }).click()
    const replay = page.getByRole('region', { name: 'Replay of the task' })
    const seq = async () => Number(await replay.locator('.step').getAttribute('data-seq'))
    const moment = replay.getByRole('slider', { name: 'Moment of the task' })
    await moment.press('End')
    const last = await seq()
    assert.ok(last > 5, `the last step is ${last}`)
    assert.match(await replay.innerText(), /stone pickaxe/)
    await moment.press('Home')
    assert.ok((await seq()) <= 1)
    await replay.getByRole('button', { name: 'Play' }).click()
    await page.waitForFunction(() => Number(document.querySelector('[aria-label="Replay of the task"] .step')?.getAttribute('data-seq')) > 3)
    await replay.getByRole('button', { name: 'Hold' }).click()
    await accessible(page, 'replay')
    await picture(page, 'replay')
    assert.ok((await seq()) > 3)
  })

  it('shows nothing of what did not begin of a goal that waits its turn', async () => {
    await visit(page, 'Play')
    await page.getByRole('radio', { name: 'Pause' }).click() // the first one ends no sooner
    await say(page, 'get 16 logs')
    await page.getByRole('button', { name: /^Stop/ }).waitFor()
    await say(page, 'get 2 sand')
    await page.getByText('Waits its turn').waitFor()
    await visit(page, 'History')
    await page.getByRole('navigation', { name: 'History' }).getByRole('button', { name: /get 2 sand/ }).click()
    await page.getByRole('heading', { name: 'get 2 sand' }).waitFor()
    for (const name of ['Proof', 'What it changed']) assert.equal(await page.getByRole('heading', { name }).count(), 0, name)
    assert.equal(await page.getByRole('region', { name: 'Plan' }).count(), 0)
    await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click()
    await page.getByRole('banner').getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' })
    await visit(page, 'Play')
    await page.getByRole('radio', { name: '60x' }).click()
    await visit(page, 'History')
  })

  it('finds, exports and runs again', async () => {
    await page.getByRole('searchbox', { name: 'Search goals' }).fill('no such goal')
    await page.getByText('No goal fits these words.').waitFor()
    await page.getByRole('searchbox', { name: 'Search goals' }).fill('PICKAXE stone')
    await page.getByRole('navigation', { name: 'History' }).getByRole('button', { name: /^(?!.*put back).*get a stone pickaxe/ }).click()
    await page.getByRole('heading', { name: 'get a stone pickaxe' }).waitFor()
    const [readable] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).click()])
    assert.match(readFileSync(await readable.path(), 'utf8'), /^get a stone pickaxe\nDone, \d+:\d\d\. Handy, \d+ \w{3} \d{4}, \d\d:\d\d\n\nParts\n\[x\] get 1 stone pickaxe: seen: [^]*\nWhat it changed\nDug [^]*\nSteps\n1\. Mine /)
    const [file] = await Promise.all([page.waitForEvent('download'), act(page.getByRole('main'), 'Export for programs (JSON)')])
    const record = JSON.parse(readFileSync(await file.path(), 'utf8'))
    assert.equal(record.task.title, 'get a stone pickaxe')
    assert.ok(record.actions.length > 5)
    const [proof] = await Promise.all([page.waitForEvent('download'), act(page.getByRole('main'), 'Save the proof')])
    const verify = new Process(['verify', await proof.path()])
    await verify.line(/^The verdict holds: done\.$/, 60_000)
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByLabel('Goal', { exact: true }).waitFor()
    await page.waitForFunction((n) => document.querySelectorAll('.past, .entry').length > n, TASKS)
    assert.deepEqual(page.faults, [])
  })
})

describe('no model', () => {
  it('is said once, works without, and a goal that is read in part is asked about', async () => {
    const alone = await new Minehand().start()
    const fresh = await open(alone)
    await practiceStart(fresh).click()
    await fresh.getByRole('button', { name: 'Handy', exact: true }).waitFor()
    await fresh.getByText('No model?').waitFor()
    await say(fresh, 'build me a cosy house by the lake')
    const refusal = fresh.getByRole('region', { name: /^(I could not start|I could not read this|Answer)$/ }).first()
    await refusal.waitFor()
    await fresh.getByRole('heading', { name: 'build me a cosy house by the lake', exact: true }).waitFor()
    assert.match(await refusal.innerText(), /^I did not understand "cosy"\. Did you mean "build 7x7 house of any block"\? It reads "by the lake" as "here beside me/)
    await picture(fresh, 'no-model')
    await fresh.getByRole('button', { name: 'Hide this' }).click()
    await fresh.getByText('No model?').waitFor({ state: 'detached' })
    await fresh.reload()
    await fresh.locator('.app[data-link="live"]').waitFor()
    assert.equal(await fresh.getByText('No model?').count(), 0)
    assert.deepEqual(fresh.faults, [])
    await alone.close()
  })
})
