// SPDX-License-Identifier: MIT

// Talking into the page: off by default, and with a server that writes it down the page
// says where the sound goes. The server is a fake; browser, page and Minehand are real.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, picture, visit } from './world.mjs'

/** Writes down the same words each time, and keeps what it was sent. */
const heard = []
let says = 'get 3 oak logs'
const speech = createServer((req, res) => {
  const parts = []
  req.on('data', (d) => parts.push(d))
  req.on('end', () => {
    heard.push({ url: req.url, body: Buffer.concat(parts) })
    res.writeHead(says === undefined ? 500 : 200, { 'content-type': 'application/json' })
    res.end(JSON.stringify(says === undefined ? { error: { message: 'out of memory' } } : { text: says }))
  })
})

let silent
let minehand
let address
before(async () => {
  address = await new Promise((done) => speech.listen(0, '127.0.0.1', () => done(`127.0.0.1:${speech.address().port}`)))
  silent = await new Minehand().start()
  minehand = await new Minehand({ speech: { url: `http://${address}` } }).start()
  await minehand.body('Alex')
})
after(async () => {
  await closeBrowser()
  await silent.close()
  await minehand.close()
  speech.closeAllConnections()
  await new Promise((done) => speech.close(done))
})

/** A page that may use the microphone, which plays beeps. */
async function listening() {
  const page = await open(minehand)
  await page.context().grantPermissions(['microphone'])
  return page
}

describe('talking into the page', () => {
  it('is off unless the config names who writes it down', async () => {
    const page = await open(silent)
    await visit(page, 'Settings')
    await page.getByText('Off: speech.url in the config').waitFor()
    await visit(page, 'Play')
    await page.getByLabel('Goal', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Hold to talk/ }).count(), 0)
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('records while the button is held, says where the sound goes, and sends nothing', async () => {
    const page = await listening()
    const button = page.getByRole('button', { name: `Hold to talk. The sound goes to ${address} on this computer` })
    await button.waitFor()
    await button.hover()
    await page.mouse.down()
    await page.getByText(`Listening. The sound goes to ${address} on this computer`).waitFor()
    await accessible(page, 'a page that listens')
    await picture(page, 'speech')
    await page.waitForTimeout(500) // some sound
    await page.mouse.up()
    await page.waitForFunction(() => document.querySelector('#goal')?.value === 'get 3 oak logs')
    assert.equal(heard.length, 1)
    assert.equal(heard[0].url, '/v1/audio/transcriptions')
    assert.match(heard[0].body.toString('latin1'), /name="model"\r\n\r\nwhisper-1\r\n/)
    assert.ok(heard[0].body.includes(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])), 'no WebM was sent')
    assert.equal((await minehand.call({ type: 'list-tasks' })).tasks?.length ?? 0, 0, 'a goal was begun')
    await visit(page, 'Settings')
    await page.getByText(`goes to ${address} on this computer, which writes it down`).waitFor()
    assert.deepEqual(page.faults, [])
    await page.close()
  })

  it('is done with keys, and says what goes wrong', async () => {
    const page = await listening()
    const button = page.getByRole('button', { name: /^Hold to talk/ })
    says = undefined
    await button.focus()
    await page.keyboard.down('Space')
    await page.getByText('Listening.').waitFor()
    await page.keyboard.up('Space')
    await page.getByText(/out of memory/).first().waitFor()
    says = ''
    await button.focus()
    await page.keyboard.down('Enter')
    await page.getByText('Listening.').waitFor()
    await page.keyboard.up('Enter')
    await page.getByText('Nothing was heard.').first().waitFor()
    assert.equal(await page.locator('#goal').inputValue(), '')
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
