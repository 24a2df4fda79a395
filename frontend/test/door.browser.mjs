// Who is let in, as a real browser sees it: pages of other places are refused, and
// the network's page has a certificate that a person compares and then trusts.
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { connect } from 'node:tls'
import { chromium } from 'playwright-core'
import { CHROMIUM, FLAGS, Minehand, accessible, overflowing, picture, practiceStart, visit } from './world.mjs'

/** An address of this computer that stands for the network. */
const ANOTHER = '127.0.0.2'

let browser
before(async () => {
  // A name that resolves to this computer, as one that was rebound does.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, '--host-resolver-rules=MAP rebound.example 127.0.0.1'] })
})
after(() => browser?.close())

/** What becomes of a WebSocket that the page opens: it never opens where it is refused. */
const upgrade = (page, url, first) =>
  page.evaluate(
    ([to, message]) =>
      new Promise((done) => {
        const ws = new WebSocket(to)
        let opened = false
        ws.onopen = () => {
          opened = true
          if (message) ws.send(message)
        }
        ws.onmessage = (m) => done({ opened, said: m.data })
        ws.onclose = (e) => done({ opened, code: e.code })
      }),
    [url, first],
  )

describe('a page of another place', () => {
  it('is refused by its Origin, with and without the token, and by its Host', async () => {
    const minehand = await new Minehand().start()
    const foreign = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end('<title>foreign</title>'))
    await new Promise((done) => foreign.listen(0, '127.0.0.1', done))
    try {
      const token = new URLSearchParams(new URL(minehand.url).hash.slice(1)).get('token')
      const auth = JSON.stringify({ type: 'auth', id: 1, token })
      const at = `127.0.0.1:${minehand.port}`
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${foreign.address().port}/`)
      for (const path of ['/', '/api/v1/ws']) assert.deepEqual(await upgrade(page, `ws://${at}${path}`, auth), { opened: false, code: 1006 }, path)
      const fetched = await page.evaluate(([to, t]) => fetch(to, { headers: { Authorization: `Bearer ${t}` } }).then((r) => r.status, () => 'refused'), [`http://${at}/api/v1/status`, token])
      assert.equal(fetched, 'refused')
      assert.equal((await page.goto(`http://rebound.example:${minehand.port}/`)).status(), 421)
      // At home the same goes through, and only with the right token.
      assert.equal((await page.goto(`http://${at}/`)).status(), 200)
      const home = await upgrade(page, `ws://${at}/api/v1/ws`, auth)
      assert.ok(home.opened && JSON.parse(home.said).success, JSON.stringify(home))
      assert.deepEqual(await upgrade(page, `ws://${at}/api/v1/ws`, JSON.stringify({ type: 'auth', id: 1, token: 'wrong' })), { opened: true, code: 4501 })
      await page.goto(minehand.url)
      await visit(page, 'Settings')
      await page.getByRole('button', { name: 'Show the code' }).click()
      await page.getByText('start it with `minehand serve --lan`').waitFor()
      await page.close()
    } finally {
      foreign.close()
      await minehand.close()
    }
  })
})

describe('the page on the network', { skip: process.platform !== 'linux' && 'only Linux has more than one address for itself' }, () => {
  it('has the certificate whose fingerprint is printed, which the browser warns of, and then works', async () => {
    const minehand = new Minehand({}, { args: [`--lan=${ANOTHER}`] })
    try {
      await minehand.start()
      const url = (await minehand.printed(/^On the network: (\S+)/))[1]
      const fingerprint = (await minehand.printed(/has the SHA-256 fingerprint (\S+)/))[1]
      const shown = await new Promise((done, fail) => {
        const line = connect({ host: ANOTHER, port: minehand.port, rejectUnauthorized: false }, () => {
          done(new X509Certificate(line.getPeerCertificate().raw).fingerprint256)
          line.destroy()
        })
        line.once('error', fail)
      })
      assert.equal(shown, fingerprint)

      const wary = await browser.newPage()
      await assert.rejects(wary.goto(url), /ERR_CERT_AUTHORITY_INVALID/)
      await wary.close()

      // As after a person compared the fingerprint and went on.
      const context = await browser.newContext({ ignoreHTTPSErrors: true })
      const page = await context.newPage()
      await page.goto(url)
      await page.locator('.app[data-link="live"]').waitFor()
      await practiceStart(page).click()
      await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()

      // A phone comes by a picture of an address that works once, and stays let in.
      await visit(page, 'Settings')
      await page.getByRole('button', { name: 'Show the code' }).click()
      const code = page.getByRole('img', { name: 'The address as a picture for a camera' })
      await code.waitFor()
      assert.ok((await page.locator('#set-players').innerText()).includes(fingerprint))
      await code.scrollIntoViewIfNeeded()
      await accessible(page, 'a code for a phone')
      await picture(page, 'settings-phone')
      const address = await page.locator('#set-players a').getAttribute('href')
      assert.ok(!url.includes(new URL(address).hash.slice('#token='.length)), 'it is the control token')
      const another = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 420, height: 800 } })
      const phone = await another.newPage()
      await phone.goto(address)
      await phone.locator('.app[data-link="live"]').waitFor()
      await phone.getByRole('radio', { name: 'Players' }).click()
      await phone.getByRole('button', { name: 'Handy', exact: true }).waitFor()
      assert.deepEqual(await overflowing(phone), [])
      await picture(phone, 'phone')
      await phone.reload()
      await phone.locator('.app[data-link="live"]').waitFor()
      const later = await another.newPage() // another tab of the same phone
      await later.goto(new URL('/', address).href)
      await later.locator('.app[data-link="live"]').waitFor()
      await another.close()
      // A second device with the same picture is kept out.
      const thief = await browser.newContext({ ignoreHTTPSErrors: true })
      const kept = await thief.newPage()
      await kept.goto(address)
      await kept.getByText('This page may not talk to Minehand.').waitFor()
      await thief.close()
      await context.close()
    } finally {
      await minehand.close()
    }
  })
})
