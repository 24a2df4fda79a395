// The page in other languages: chosen by the system or in Settings, whole, and within
// its places on a narrow screen.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, drawn, open, overflowing, picture } from './world.mjs'

const words = (language) => JSON.parse(readFileSync(join(import.meta.dirname, `../src/words/${language}.json`), 'utf8'))

let minehand
before(async () => {
  minehand = await new Minehand().start()
  await minehand.body('Handy')
})
after(async () => {
  await closeBrowser()
  await minehand.close()
})

for (const [language, locale, goal, shown] of [['de', 'de-AT', 'hol 3 Erde', 'gesehen: 3x Erde in Besitz'], ['zh', 'zh-CN', '收集3个泥土', '已看到：持有3 个 泥土']]) {
  describe(language, () => {
    it('is spoken from words to verdict where the system speaks it', async () => {
      const w = words(language)
      const page = await open(minehand, { locale })
      await page.getByRole('button', { name: 'Handy' }).waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.lang), language)
      await page.getByText(w.hero.stop).or(page.locator('.entry')).first().waitFor()
      await picture(page, `language-${language}`)
      const box = page.getByLabel(w.box.label, { exact: true })
      // What is offered to be tried can be read.
      for (const tried of Object.values(w.hero.tries)) {
        await box.fill(tried)
        await page.getByRole('region', { name: w.box.reading }).locator('.chip').first().waitFor()
      }
      await box.fill(goal)
      await box.press('Enter')
      const verdict = page.locator('.entry', { hasText: goal }).getByRole('region', { name: w.verdict.done, exact: true })
      await verdict.waitFor({ timeout: 120_000 })
      // What Minehand says of it is in the same language, the part in the person's own words.
      await verdict.getByText(shown).waitFor()
      await verdict.getByText(goal).waitFor()
      await picture(page, `language-${language}-done`)
      assert.deepEqual(page.faults, [])
      await page.close()
    })
  })
}

for (const language of ['de', 'ru']) {
  it(`fits 420 px in ${language}, every page`, async () => {
    const w = words(language)
    const page = await open(minehand, { width: 420, prefs: { language, details: true, drawer: true } })
    await page.getByRole('navigation', { name: 'Minehand' }).waitFor()
    for (const name of ['missions', 'history', 'settings', 'doctor', 'play']) {
      await page.getByRole('navigation', { name: 'Minehand' }).getByRole('button', { name: w.nav[name], exact: true }).click()
      if (name !== 'play') await page.getByRole('heading', { level: 1, name: w[name].title, exact: true }).waitFor()
      await drawn(page)
      assert.deepEqual(await overflowing(page), [], `${language}: ${name}`)
      await picture(page, `language-${language}-420-${name}`)
    }
    for (const tab of Object.values(w.tabs)) {
      await page.getByRole('radio', { name: tab, exact: true }).click()
      await drawn(page)
      assert.deepEqual(await overflowing(page), [], `${language}: ${tab}`)
    }
    assert.deepEqual(page.faults, [])
    await page.close()
  })
}

it('is chosen in Settings and stays chosen', async () => {
  const page = await open(minehand)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  const w = words('de')
  await page.getByRole('button', { name: w.nav.settings, exact: true }).waitFor()
  await page.getByRole('button', { name: w.nav.settings, exact: true }).click()
  await page.getByText(w.settings.languageWhy).waitFor()
  assert.equal(await page.getByLabel(w.settings.language, { exact: true }).inputValue(), 'de')
  await page.reload()
  await page.getByRole('button', { name: w.nav.play, exact: true }).waitFor()
  assert.deepEqual(page.faults, [])
  await page.close()
})
