// Settings are changed in the page, hold at once and stand in the file; a place is
// protected before the first goal; a PIN locks it all.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, drawn, open, picture, visit } from './world.mjs'

let minehand
let page
before(async () => {
  minehand = await new Minehand({ limits: { deaths: 3 } }).start()
  await minehand.body('Handy', { speed: 60 })
  page = await open(minehand)
  await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

const settings = async () => (await minehand.call({ type: 'get-config' })).settings

describe('the settings', () => {
  it('are changed with a click, and hold for other clients and in the file', async () => {
    await visit(page, 'Settings')
    await page.getByRole('combobox', { name: /Stop by itself after/ }).selectOption('30 minutes')
    await page.waitForFunction(() => [...document.querySelectorAll('select')].some((s) => s.value === '30m' && !s.disabled))
    await page.getByRole('switch', { name: 'Open chests' }).click()
    await page.locator('[role="switch"][aria-label="Open chests"][aria-checked="false"]').waitFor()
    const now = await settings()
    assert.match(String(now.limits.wall_time), /^30m/)
    assert.deepEqual(now.actions.deny, ['deposit', 'withdraw'])
    assert.match(readFileSync(minehand.config, 'utf8'), /wall_time: 30m/)
    assert.deepEqual(page.faults, [])
  })

  it('protect a place and let go of it', async () => {
    await page.getByRole('button', { name: 'Protect around Handy' }).click()
    const name = page.getByText(/^base -?\d+ -?\d+: 32 blocks around/)
    await name.waitFor()
    assert.equal((await settings()).protect.length, 1)
    await drawn(page)
    await page.getByText(/^(Everything else is set in the config file|There is no config file yet)/).evaluate((e) => (e.textContent = 'Everything else is set in the config file: config.yaml'))
    await picture(page, 'settings-changed')
    // Its body comes back by itself, having been told.
    await visit(page, 'Play')
    await page.getByText('Connected', { exact: true }).first().waitFor()
    await visit(page, 'Settings')
    await page.getByRole('button', { name: /^Stop protecting base / }).click()
    await name.waitFor({ state: 'detached' })
    // Why the model is not asked is said once, though it was looked at and is left out.
    const model = page.getByRole('group', { name: 'lmstudio' })
    await model.getByText('does not answer').waitFor()
    assert.equal((await model.innerText()).match(/does not answer/g).length, 1)
    assert.equal((await settings()).protect?.length ?? 0, 0)
  })

  it('show what another client protects, and what it lets go of', async () => {
    const mill = page.getByText(/^the mill: \d+ blocks around/)
    await minehand.call({ type: 'change-config', set: { protect: [{ name: 'the mill', x: 0, y: 64, z: 0 }] } })
    await mill.waitFor()
    await minehand.call({ type: 'change-config', set: { protect: null } })
    await mill.waitFor({ state: 'detached' })
  })

  it('are locked by a PIN', async () => {
    await page.getByLabel('New PIN, 4 to 12 digits').fill('2468')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    // Who just set it may go on with it, and is told so.
    await page.getByText('Locked; this page may change things until it is reloaded', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: /End after deaths/ }).selectOption('2 deaths')
    await page.waitForFunction(() => document.querySelector('[role=alert]') === null)
    await page.getByRole('button', { name: 'Lock now' }).click()
    await page.getByText('Locked', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Lock now' }).count(), 0)
    await page.getByRole('combobox', { name: /End after deaths/ }).selectOption('3 deaths')
    await page.getByRole('textbox', { name: 'PIN', exact: true }).fill('2468')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('button', { name: 'Lock now' }).waitFor()
    const other = await open(minehand)
    await visit(other, 'Settings')
    await other.getByRole('combobox', { name: /End after deaths/ }).selectOption('1 death')
    const pin = other.getByRole('textbox', { name: 'PIN', exact: true })
    await pin.fill('1111')
    await other.getByRole('button', { name: 'Unlock' }).click()
    await other.getByText(/That is not the PIN/).waitFor()
    assert.equal((await settings()).limits.deaths, 3)
    await picture(other, 'settings-pin')
    await pin.fill('2468')
    await other.getByRole('button', { name: 'Unlock' }).click()
    await pin.waitFor({ state: 'detached' })
    assert.equal((await settings()).limits.deaths, 1)
    await other.getByRole('button', { name: 'Remove the PIN' }).click()
    await other.getByLabel('New PIN, 4 to 12 digits').waitFor()
    assert.deepEqual(other.faults, [])
  })
})
