// Who is let in, as a real browser sees it: pages of other places are refused, and
// the network's page has a certificate that a person compares and then trusts.
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { connect } from 'node:tls'
import { chromium } from 'playwright-core'
import { CHROMIUM, FLAGS, Minehand, practiceStart } from './world.mjs'

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
      await page.getByRole('button', { name: 'Practice world', exact: true }).waitFor()
      await context.close()
    } finally {
      await minehand.close()
    }
  })
})
