// A plan that waits for a yes is seen before it happens.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, picture, say } from './world.mjs'

let minehand
let page
before(async () => {
  minehand = await new Minehand().start()
  page = await open(minehand, { prefs: { approve: true }, height: 1000 })
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

/** How many colours a picture has. */
const colours = (canvas) =>
  canvas.evaluate((c) => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size)
/** A picture as text, to tell two apart. */
const drawn = (canvas) => canvas.evaluate((c) => c.toDataURL())

describe('a film', () => {
  it('shows a hole being dug before a yes, from above and from the side', async () => {
    await say(page, 'dig a 3x3x2 hole')
    const ask = page.getByRole('region', { name: 'Start with this plan?' })
    await ask.getByRole('button', { name: 'Show me first' }).click()
    const film = ask.getByRole('region', { name: 'How it would go' })
    await film.waitFor()
    const [above, beside] = [film.getByLabel('From above'), film.getByLabel('From the south')]
    await page.waitForFunction(() => document.querySelector('.film canvas')?.width > 300)
    const first = [await drawn(above), await drawn(beside)]
    await film.getByRole('button', { name: 'Play' }).click()
    await film.getByRole('button', { name: 'Play' }).waitFor() // it has come to its end
    assert.match(await film.innerText(), /(\d+:\d\d) \/ \1[^]*In the film: 18 blocks dug, in \d+:\d\d\. Expected: \d+:\d\d[^]*blocks of the place were looked at/)
    assert.notEqual(await drawn(above), first[0], 'nothing changed as seen from above')
    assert.notEqual(await drawn(beside), first[1], 'nothing changed as seen from the side')
    for (const c of [above, beside]) assert.ok((await colours(c)) > 8, 'little is drawn')
    assert.match(await ask.innerText(), /It digs 18 blocks\./)
    await accessible(page, 'film')
    await picture(page, 'film')
    // The slider goes to any moment; nobody has moved meanwhile.
    await film.getByLabel('Moment of the film').fill('0')
    assert.equal(await drawn(beside), first[1])
    assert.deepEqual(page.faults, [])
  })

  it('is set beside what became of it', async () => {
    await page.getByRole('region', { name: 'Start with this plan?' }).getByRole('button', { name: 'Start', exact: true }).click()
    const done = page.getByRole('region', { name: 'Done' })
    await done.getByText(/^Expected: \d+:\d\d–\d+:\d\d, 18 blocks dug\. It was: (\d+:\d\d, )?18 blocks dug\.$/).waitFor()
    await picture(page, 'film-after')
  })

  it('is offered for what takes long or builds alone', async () => {
    await say(page, 'get 1 oak log')
    await page.getByRole('region', { name: 'Start with this plan?' }).getByRole('button', { name: 'Start' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show me first' }).count(), 0)
  })
})
