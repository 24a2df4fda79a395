// Every page in both themes, on a phone and on a screen, with what opens over it: nothing
// that axe finds wrong, and nothing that is cut off sideways.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, act, closeBrowser, open, overflowing, practiceStart, say, visit } from './world.mjs'

const LONG = 120_000
let minehand
before(async () => {
  minehand = await new Minehand({ updates: { url: 'http://127.0.0.1:9/latest' } }).start()
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

for (const scheme of ['dark', 'light']) {
  for (const [width, height] of [[1280, 800], [420, 860]]) {
    describe(`${scheme}, ${width} px`, () => {
      let page
      const look = async (where) => {
        await accessible(page, `${where}, ${scheme}, ${width} px`)
        assert.deepEqual(await overflowing(page), [], `${where}, ${scheme}, ${width} px`)
      }
      before(async () => {
        page = await open(minehand, { scheme, width, height })
      })
      after(() => page.close())

      it('a first look, a goal that runs and its end, and the menus of both', async () => {
        await look('the first look')
        if (width === 420) {
          for (const tab of ['Players', 'Where', 'Talk']) {
            await page.getByRole('radio', { name: tab }).click()
            if (tab === 'Players' && (await practiceStart(page).count())) await practiceStart(page).first().click()
            await look(tab)
          }
        } else if (await practiceStart(page).count()) await practiceStart(page).first().click()
        await page.getByRole('heading', { name: 'Handy is ready' }).or(page.getByRole('article').first()).first().waitFor()
        await say(page, 'get 3 diamonds, get 5 birch logs and make a bed')
        await page.getByRole('button', { name: /^Stop/ }).first().waitFor()
        await look('a goal under way')
        await page.getByRole('button', { name: /^Stop/ }).first().click()
        await page.getByRole('region', { name: 'Stopped' }).last().waitFor({ timeout: LONG })
        await say(page, 'get 2 dirt')
        const card = page.getByRole('article', { name: 'get 2 dirt' }).last()
        await card.getByRole('region', { name: 'Done' }).waitFor({ timeout: LONG })
        await look('a goal that is done')
        await card.getByRole('button', { name: 'More', exact: true }).last().click()
        await page.getByRole('menu').waitFor()
        await look('a menu')
        await page.keyboard.press('Escape')
        await say(page, 'blorf the wug')
        await page.getByText('blorf the wug').last().waitFor()
        await look('words that nobody reads')
      })

      it('all other pages', async () => {
        for (const name of ['Missions', 'History', 'Settings', 'Doctor']) {
          await visit(page, name)
          await look(name)
        }
        await visit(page, 'Missions')
        for (const tab of ['Results', 'Text']) {
          await page.getByRole('radio', { name: tab, exact: true }).click()
          await look(`Missions, ${tab}`)
        }
        await visit(page, 'Settings')
        await page.getByText('Add a model', { exact: true }).first().click()
        await look('a model that is added')
        await visit(page, 'History')
        await page.getByRole('button', { name: 'Talks' }).click()
        const talks = page.getByRole('region', { name: 'Talks' })
        await talks.waitFor()
        await look('the talks')
        await act(talks, 'Rename')
        await page.getByRole('dialog').waitFor()
        await look('renaming a talk')
        await page.keyboard.press('Escape')
        await visit(page, 'Play')
      })

      it('the palette and the item grid', async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
        await page.getByRole('option').first().waitFor()
        await look('the palette')
        await page.keyboard.type('/')
        await page.getByText('More commands', { exact: true }).waitFor()
        await look('all commands')
        await page.keyboard.type('practice ')
        await look('the palette with arguments')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Pick an item' }).click()
        await page.getByRole('dialog').waitFor()
        await look('the item grid')
        await page.keyboard.press('Escape')
        if (width > 420) {
          await page.getByRole('switch', { name: 'Details' }).click()
          for (const part of ['Activity', 'Model', 'Frames', 'Game chat', 'Terminal']) {
            await page.getByRole('contentinfo').getByRole('button', { name: part, exact: true }).click()
            await look(`Details, ${part}`)
          }
        }
        assert.deepEqual(page.faults, [])
      })
    })
  }
}
