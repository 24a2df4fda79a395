// A model asks for a command of this computer: nothing runs before a person said yes.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, picture, say } from './world.mjs'

const asks = (command) => `- match: ${command}\n  task: plan\n  reply: {"run_terminal_command": [{"command": "${command}", "description": "the list of what is wanted"}]}\n`
const lights = '- {task: translate, times: 0, reply: {clauses: []}}\n- {times: 0, reply: {plan: [{type: goal, description: Light, actions: [{type: craft, recipe: torch, quantity: 4}]}]}}\n'

let minehand
before(async () => {
  minehand = new Minehand({
    providers: [{ name: 'script', type: 'scripted', config: { path: 'replies.yaml' } }],
    terminal: { allow: ['touch'] },
  })
  writeFileSync(join(minehand.dir, 'replies.yaml'), asks('touch first.txt') + asks('touch second.txt') + lights)
  await minehand.start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

describe('a command that a model asks for', () => {
  it('runs only after a yes, and neither by a key nor beside the buttons', async () => {
    await minehand.body('Handy', { speed: 60, args: ['--inventory', 'iron_pickaxe=1'] })
    const page = await open(minehand, { prefs: { details: true, provider: 'script', notify: true } })
    await page.evaluate(() => { // as it is while another window is in front
      globalThis.called = []
      globalThis.Notification = class {
        static permission = 'granted'
        constructor(title, { body }) {
          globalThis.called.push(`${title} ${body}`)
        }
      }
      Object.defineProperty(document, 'hidden', { get: () => true })
    })
    const dialog = page.getByRole('dialog', { name: 'May this command run on your computer?' })
    await say(page, 'brighten the place as "touch first.txt" has it')
    await dialog.getByText('touch first.txt').waitFor({ timeout: 60_000 })
    assert.match(await dialog.innerText(), /script asks for it[^]*the list of what is wanted[^]*Without an answer it is not run/)
    assert.deepEqual(await page.evaluate(() => globalThis.called), ['May this command run on your computer? touch first.txt'])
    await picture(page, 'consent')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    assert.ok(await dialog.isVisible(), 'it went away without an answer')
    assert.ok(!existsSync(join(minehand.dir, 'first.txt')), 'it ran before the yes')
    await dialog.getByRole('button', { name: "Don't run it" }).click()
    await dialog.waitFor({ state: 'detached' })
    // The goal goes on without it: a plan that no goal checks waits for a yes of its own.
    const plan = page.getByRole('region', { name: 'Start with this plan?' })
    await plan.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('region', { name: /Done|Carried out/ }).first().waitFor({ timeout: 90_000 })
    assert.ok(!existsSync(join(minehand.dir, 'first.txt')), 'it ran after a no')
    const called = await page.evaluate(() => globalThis.called)
    assert.match(called[1], /^Waits for your yes: /, 'nobody was called for the plan')
    assert.equal(called.length, 3)

    await say(page, 'brighten the place as "touch second.txt" has it')
    await dialog.getByText('touch second.txt').waitFor({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Run it once' }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const until = Date.now() + 60_000; !existsSync(join(minehand.dir, 'second.txt')); ) {
      assert.ok(Date.now() < until, 'it did not run after a yes')
      await sleep(50)
    }
    await plan.getByRole('button', { name: 'Start', exact: true }).click()
    // Both stand under the page, with what came of them.
    await page.getByRole('button', { name: 'Terminal', exact: true }).click()
    const terminal = page.getByRole('region', { name: 'Terminal' })
    await terminal.getByRole('region', { name: 'touch second.txt' }).getByText('ran', { exact: true }).waitFor()
    assert.match(await terminal.getByRole('region', { name: 'touch first.txt' }).innerText(), /not run[^]*asked for by script: the list of what is wanted/)
    await accessible(page, 'terminal')
    await picture(page, 'details-terminal')
    // What nobody could check a person can look at: the place of its last action.
    await page.getByRole('button', { name: 'Show on the map' }).last().click()
    const back = page.getByRole('button', { name: 'Back to Handy' })
    await back.waitFor()
    await picture(page, 'unverified-map')
    await back.click()
    await back.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
