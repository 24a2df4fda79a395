// Whoever can be asked: its state and fix in the settings, and a goal said more clearly.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { Minehand, Process, accessible, closeBrowser, open, picture, visit } from './world.mjs'

let minehand
let dir
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'minehand-replies-'))
  const replies = join(dir, 'replies')
  writeFileSync(replies, '- {times: 0, reply: "get 3 oak logs, then come back"}\n')
  minehand = await new Minehand({
    providers: [
      { name: 'script', type: 'scripted', config: { path: replies } },
      { name: 'down', type: 'openai', config: { url: 'http://127.0.0.1:9' } },
    ],
  }).start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('the models in the settings', () => {
  it('say their state, what to do when they are down, and answer a test', async () => {
    const page = await open(minehand)
    await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
    const down = page.getByRole('group', { name: 'down' })
    await down.getByText(/does not answer. Start it/).waitFor()
    assert.match(await down.innerText(), /On this computer/)
    await down.getByRole('button', { name: 'Test down' }).click()
    await down.getByText(/does not answer. Start it/).waitFor()
    const script = page.getByRole('group', { name: 'script' })
    await script.getByRole('button', { name: 'Test script' }).click()
    await script.getByText(/Answered in \d+\.\d s/).waitFor()
    await script.getByRole('button', { name: 'Models of script' }).click()
    await script.getByRole('listitem').first().waitFor()
    await picture(page, 'settings-models', page.locator('#set-models'))
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})

describe('the doctor', () => {
  it('says of each model what is wrong with it, in the words of minehand doctor', async () => {
    // One that lists a model and never answers, and one that never says a word.
    const lists = createServer((req, res) => {
      if (req.url === '/v1/models') res.end(JSON.stringify({ data: [{ id: 'tiny' }] }))
      else if (req.method === 'GET') res.writeHead(404).end()
    })
    const silent = createServer(() => {})
    const urls = []
    for (const s of [lists, silent]) urls.push(await new Promise((done) => s.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${s.address().port}`))))
    const mine = await new Minehand({
      providers: [['lists', urls[0]], ['silent', urls[1]], ['down', 'http://127.0.0.1:9']].map(([name, url]) => ({ name, type: 'openai', config: { url } })),
    }).start()
    try {
      const page = await open(mine)
      await visit(page, 'Doctor')
      await page.getByText(/^lists lists its models and does not answer: a small question got no word within 20s\./).waitFor({ timeout: 60_000 })
      await page.getByText(/^silent: The model server at .* does not answer\. It may be busy or stuck/).waitFor()
      await page.getByText(/^down: The model server at .* does not answer\. Start it/).waitFor()
      assert.equal(await page.locator('.checks').getByRole('img', { name: 'failed' }).count(), 3)
      await page.getByText(/^The history (was verified on .*; it holds \d+ tasks?|has not been verified yet)/).waitFor() // as early as it is asked
      await accessible(page, 'a doctor with bad news')
      await picture(page, 'doctor-models')
      const shell = new Process(['doctor', '--config', mine.config])
      await shell.line(/^FIX  lists lists its models and does not answer: a small question got no word within 20s\./, 60_000)
      await shell.line(/^FIX  silent: The model server at .* does not answer\. It may be busy or stuck/)
      await shell.end()
      assert.deepEqual(page.faults, [])
      await page.close()
    } finally {
      for (const s of [lists, silent]) {
        s.closeAllConnections()
        s.close()
      }
      await mine.close()
    }
  })
})

describe('the card of a model', () => {
  it('is looked at again when words need it, not a minute later', async () => {
    const server = createServer((req, res) => {
      if (req.url === '/v1/models') res.end(JSON.stringify({ data: [{ id: 'tiny' }] }))
      else res.writeHead(404).end()
    })
    const url = await new Promise((done) => server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${server.address().port}`)))
    const mine = await new Minehand({ providers: [{ name: 'own', type: 'openai', config: { url } }] }).start()
    try {
      await mine.body('Handy')
      const page = await open(mine)
      await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()
      const card = page.getByRole('region', { name: 'Model' })
      await card.getByText('tiny').waitFor({ timeout: 60_000 })
      await sleep(3100)
      await page.evaluate(() => dispatchEvent(new Event('focus'))) // as one comes back to the page: it is looked at
      await sleep(500)
      const gone = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await gone
      // What was seen a moment ago still holds: the need has to outlast that.
      await page.evaluate(() => {
        const send = WebSocket.prototype.send
        window.reads = 0
        WebSocket.prototype.send = function (data) {
          if (String(data).includes('"type":"read"')) window.reads++
          return send.call(this, data)
        }
      })
      await page.getByLabel('Goal', { exact: true }).fill('make the valley feel cosy for elves')
      await card.getByText(/does not answer/).first().waitFor({ timeout: 30_000 })
      assert.equal(await page.evaluate(() => window.reads), 1, 'words are read once, however often the state of the player changes')
      assert.deepEqual(page.faults, [])
      await page.close()
    } finally {
      server.closeAllConnections()
      server.close()
      await mine.close()
    }
  })
})

describe('a model to add', () => {
  it('is written as lines for the config file, which hold at once', async () => {
    const none = await new Minehand().start()
    const page = await open(none)
    await visit(page, 'Settings')
    await page.getByText('Add a model', { exact: true }).click()
    const models = page.locator('#set-models')
    await models.getByLabel('What it runs in').selectOption('Another with OpenAI\'s protocol')
    await models.getByText('Type its address').waitFor()
    assert.equal(await models.getByRole('button', { name: 'Copy the lines' }).count(), 0)
    await models.getByLabel('What it runs in').selectOption('Ollama')
    await models.getByLabel('Model', { exact: true }).fill('qwen3:8b')
    await models.getByRole('button', { name: 'Copy the lines' }).click()
    const lines = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(lines, /^providers:\n {2}- name: ollama\n/)
    await accessible(page, 'a model to add')
    await models.getByText('The file: ').evaluate((e) => (e.textContent = e.textContent.replace(/The file: .*/, 'The file: config.yaml')))
    await picture(page, 'settings-add', models)
    writeFileSync(none.config, lines.replace(':11434', ':9')) // where surely nobody answers
    for (const until = Date.now() + 20_000; !(await none.call({ type: 'list-providers' })).some((p) => p.name === 'ollama'); ) {
      assert.ok(Date.now() < until, 'the lines did not hold')
      await sleep(100)
    }
    await visit(page, 'Play')
    await visit(page, 'Settings')
    assert.match(await page.getByRole('group', { name: 'ollama' }).innerText(), /qwen3:8b/)
    assert.deepEqual(page.faults, [])
    await page.close()
    await none.close()
  })
})

describe('improve', () => {
  it('puts the clearer words beside the own ones, to take or to leave', async () => {
    const none = await new Minehand().start() // with no model the reader says it
    const page = await open(none, { prefs: { details: true } })
    const box = page.getByLabel('Goal', { exact: true })
    const card = page.getByRole('region', { name: 'Said more clearly' })
    await box.fill('gimme wood plz')
    await page.getByRole('button', { name: 'Improve' }).click()
    await card.getByText('give 1 log of any kind to me').waitFor()
    assert.match(await card.innerText(), /gimme wood plz[^]*by Minehand's own reader/)
    await picture(page, 'improve')
    await card.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal(await box.inputValue(), 'gimme wood plz')
    await card.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Improve' }).click()
    await card.getByRole('button', { name: 'Take it' }).click()
    assert.equal(await box.inputValue(), 'give 1 log of any kind to me')
    assert.equal(await page.locator('.words').count(), 0, 'something was begun')
    assert.deepEqual(page.faults, [])
    await page.close()
    await none.close()
  })

  it('asks the model that was chosen', async () => {
    const page = await open(minehand, { prefs: { details: true, provider: 'script' } })
    await page.getByLabel('Goal', { exact: true }).fill('gimme wood plz')
    await page.getByRole('button', { name: 'Improve' }).click()
    const card = page.getByRole('region', { name: 'Said more clearly' })
    await card.getByText('get 3 oak logs, then come back').waitFor()
    assert.match(await card.innerText(), /by script/)
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
