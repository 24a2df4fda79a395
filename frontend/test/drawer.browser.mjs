// What stands under the page for those who want to know: models, frames, activity.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, open, picture, say } from './world.mjs'

const COMES = 60_000

let minehand
let dir
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'minehand-replies-'))
  const replies = join(dir, 'replies')
  const plan = JSON.stringify({ actions: [{ type: 'mine', block: 'oak_log', quantity: 2 }] })
  writeFileSync(replies, `- reply: '${plan}'\n- reply: '${plan}'\n`)
  const turns = join(dir, 'turns')
  const clause = { verb: 'place', quantity: 1, item: 'dirt' }
  const calls = [['look', {}], ['do', { clause }], ['finish', { clauses: [], proofs: ['p2'], note: 'A fine hut.' }]]
  writeFileSync(turns, calls.map(([name, args]) => JSON.stringify({ tool_calls: [{ name, arguments: args }] })).join('\n'))
  minehand = await new Minehand({
    providers: [
      { name: 'script', type: 'scripted', config: { path: replies } },
      { name: 'talker', type: 'scripted', price: { input: 100, output: 200 }, config: { path: turns } },
    ],
  }).start()
  await minehand.body('Handy', { speed: 60 })
})
after(async () => {
  await closeBrowser()
  await minehand.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('the drawer', () => {
  it('shows what a model was given and replied, and the frames of a player', async () => {
    const page = await open(minehand, { prefs: { details: true, drawer: true, provider: 'script' } })
    await page.getByRole('button', { name: 'Handy' }).waitFor()
    await page.getByRole('button', { name: 'Model', exact: true }).click()
    await page.getByText('No model was asked').waitFor()
    await say(page, 'get 2 oak logs')
    await page.getByRole('region', { name: /^(Done|Not done|Carried out)/ }).first().waitFor()
    const calls = page.locator('.calls') // the card of the model is called so too
    await calls.getByText('script').first().waitFor({ timeout: 8000 })
    await calls.locator('summary').first().click()
    await calls.getByText('What it was given').first().waitFor()
    assert.match(await calls.innerText(), /"mine"/)
    await picture(page, 'details-model')
    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    await picture(page, 'details')
    await page.getByRole('button', { name: 'Frames', exact: true }).click()
    const frames = page.getByRole('log', { name: 'Frames' })
    await frames.getByText(/from the body/).first().waitFor()
    await picture(page, 'details-frames')
    await page.getByLabel('Filter').fill('to the body execute_action')
    await frames.getByText(/to the body execute_action \d+ B/).first().waitFor()
    assert.equal(await frames.getByText(/from the body/).count(), 0)
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('shows the turns of a model that looks first as a conversation', async () => {
    const page = await open(minehand, { prefs: { details: true, drawer: true, provider: 'talker' } })
    await page.getByRole('button', { name: 'Handy' }).waitFor()
    await page.getByRole('button', { name: 'Model', exact: true }).click()
    await page.getByRole('radio', { name: 'Agent' }).click()
    await say(page, 'make me somewhere to hide from the rain')
    await page.getByRole('region', { name: /^Carried out/ }).first().waitFor({ timeout: 20_000 })
    const turns = page.locator('.calls details').filter({ hasText: 'talker' })
    for (const [tool, given] of [['look', /The player asks: make me somewhere to hide/], ['do', /call 1 of 24/], ['finish', /Proof p2\. Done: .*place/is]]) {
      const turn = turns.filter({ hasText: `"tool":"${tool}"` })
      await turn.waitFor({ timeout: 8000 })
      await turn.locator('summary').click()
      await turn.getByText('What it was given').waitFor()
      const text = await turn.innerText()
      assert.match(text, given)
      assert.equal(/The player asks/.test(text), tool === 'look', 'each turn shows what is new')
    }
    assert.equal(await turns.count(), 3)
    assert.match(await turns.first().locator('summary').innerText(), /1 call, [\d,]+ tokens, about 0\.\d+ USD/)
    await page.getByText(/^The model was paid about \d+\.\d+ USD; \d+\.\d+ USD was expected$/).waitFor()
    await picture(page, 'details-agent')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('says a line in the game as the player', async () => {
    const page = await open(minehand, { prefs: { drawer: true } })
    await page.getByRole('button', { name: 'Handy' }).waitFor()
    await page.getByRole('button', { name: 'Game chat', exact: true }).click()
    const line = page.getByLabel('Say in the game, as Handy')
    await line.fill('x'.repeat(400))
    await line.press('Enter')
    await page.getByText(/256/).first().waitFor()
    assert.equal((await line.inputValue()).length, 400, 'what was refused is lost')
    await line.fill('good morning')
    await line.press('Enter')
    await page.getByRole('log', { name: 'Game chat' }).getByText(/good morning/).first().waitFor()
    assert.equal(await line.inputValue(), '')
    await picture(page, 'game-chat')
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('shows what comes before a register, of a body that nobody is yet', async () => {
    const alone = await new Minehand({}).start()
    const page = await open(alone, { prefs: { details: true, drawer: true } })
    await page.getByRole('button', { name: 'Frames', exact: true }).click()
    const line = new WebSocket(`ws://127.0.0.1:${alone.port}/`)
    await once(line, 'open')
    line.send('{"typ":"register","instanceId":"mine"}')
    const frames = page.getByRole('log', { name: 'Frames' })
    await frames.getByText(/from the body .*"typ" in it may be meant for "type".*"instanceId":"mine"/).waitFor({ timeout: COMES })
    await picture(page, 'details-early')
    line.send(JSON.stringify({ type: 'register', instanceId: 'mine', version: '1.21.5', protocol: 2 }))
    await page.getByText('to the body registered').first().waitFor({ timeout: COMES })
    assert.equal(await frames.getByText(/"typ":"register"/).count(), 1, 'what came first stands there once')
    line.close()
    assert.deepEqual(page.faults, [])
    await page.close()
    await alone.close()
  })

  it('leaves them out of the simple view', async () => {
    const page = await open(minehand)
    assert.equal(await page.getByRole('button', { name: 'Frames', exact: true }).count(), 0)
    await page.close()
  })
})
