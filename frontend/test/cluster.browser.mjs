// A page whose own Minehand of a cluster is lost: two real ones at a real NATS server.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, Process, accessible, closeBrowser, freePort, open, picture, say } from './world.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FLEET = process.env.MINEHAND_FLEET ?? join(import.meta.dirname, '../../bin/minehand-fleet')

let folder, servers, nodes
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'minehand-nats-'))
  const port = await freePort()
  servers = new Process(['cluster', 'up', '--port', String(port), '--dir', folder], { program: FLEET })
  const url = (await servers.line(/^Listening at (nats:\S+?),/))[1]
  nodes = [1, 2].map((n) => new Minehand({ cluster: { url, node: `node${n}` }, timings: { scale: 0.3 } }, { program: FLEET }))
  for (const n of nodes) await n.start()
})
after(async () => {
  await closeBrowser()
  for (const n of nodes ?? []) await n.close()
  await servers?.end()
  rmSync(folder, { recursive: true, force: true })
})

describe('a page in a cluster', () => {
  it('goes to the other Minehand when its own is lost, gives goals there, and comes back', async () => {
    const [own, other] = nodes
    const page = await open(own)
    await own.body('Handy', { speed: 60, others: [other] })
    await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()
    await say(page, 'get 3 dirt')
    await page.getByRole('region', { name: 'Done' }).waitFor({ timeout: 60_000 })

    await own.kill()
    await page.getByText('Minehand does not answer.', { exact: true }).waitFor()
    await page.getByText('node2 goes on for this page.').waitFor({ timeout: 15_000 })
    await page.locator('.app[data-link="live"]').waitFor()
    await picture(page, 'guest')
    await accessible(page, 'a guest of another Minehand')
    // The body has come, too; nothing of what was said is lost.
    await page.getByRole('button', { name: 'Handy', exact: true }).waitFor()
    await page.getByText('Connected', { exact: true }).first().waitFor({ timeout: 30_000 })
    await say(page, 'get 2 oak logs')
    await page.getByText('Seen: 2 oak logs held').waitFor({ timeout: 60_000 })
    assert.equal(await page.locator('.words, .past').count(), 2)
    await own.start()
    await page.getByRole('button', { name: 'Try mine again' }).click()
    await page.getByText('node2 goes on for this page.').waitFor({ state: 'detached' })
    await page.locator('.app[data-link="live"]').waitFor()
    await page.getByText('Seen: 2 oak logs held').waitFor()
    assert.equal(await page.locator('.words, .past').count(), 2)
    assert.deepEqual(page.faults, [])
    await page.close()
  })
})
