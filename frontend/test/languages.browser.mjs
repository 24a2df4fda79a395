// The page in other languages: chosen by the system or in Settings, whole, and within
// its places on a narrow screen.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, closeBrowser, drawn, open, overflowing, picture, say } from './world.mjs'

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

/** English that nobody asked for in what is shown and read out. Ids, code, and a person's own words are as they are. */
const english = (page) =>
  page.evaluate(() => {
    const own = '.words, .goal, .mono, code, pre, [lang]:not(html), .under, nav [aria-current], textarea'
    const said = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let n; (n = walk.nextNode()); ) if (n.parentElement.checkVisibility({ visibilityProperty: true }) && !n.parentElement.closest(own)) said.push(n.data)
    for (const e of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]')) if (e.checkVisibility() && !e.closest(own)) said.push(...['aria-label', 'title', 'placeholder', 'aria-valuetext'].map((a) => e.getAttribute(a) ?? ''))
    const words = /(?<![\p{L}'’-])(the|of|and|with|is|are|to|from|this|that|which|your|you|it|its|by|when|until|cannot|steps?|blocks?|waiting|held|ago|dirt|iron|stone|oak|birch|pickaxe|crafting)(?![\p{L}'’-])/iu
    return [...new Set(said.filter((t) => words.test(t)))]
  })

const TUNNEL = {
  de: 'grabe einen 10 langen Tunnel', zh: '挖一条10格长的隧道', es: 'cava un túnel de 10 bloques de largo',
  fr: 'creuse un tunnel de 10 blocs de long', pt: 'cave um túnel de 10 blocos de comprimento', ru: 'прокопай длиной 10 туннель',
}

/** All widths for the longest words and for another script; the others where it is tightest. */
const WIDTHS = (language) => [[420, 860], [900, 800], [1920, 1080]].slice(0, ['de', 'zh'].includes(language) ? 3 : 1)

for (const language of Object.keys(TUNNEL)) {
  it(`leaves no English and cuts nothing off in ${language}, from the first look to the last page`, async () => {
    const w = words(language)
    const alone = await new Minehand({}, { env: { ...process.env, LM_STUDIO_URL: '' } }).start()
    const page = await open(alone, { width: 1920, height: 1080, prefs: { language, approve: true } })
    const look = async (where) => {
      for (const [width, height] of WIDTHS(language)) {
        await page.setViewportSize({ width, height })
        assert.deepEqual(await overflowing(page), [], `${language}: ${where}, ${width} px`)
        assert.deepEqual(await english(page), [], `${language}: ${where}, ${width} px`)
      }
      await page.setViewportSize({ width: 1920, height: 1080 })
      await picture(page, `language-${language}-${where}`)
    }
    const visit = (name) => page.getByRole('navigation', { name: 'Minehand' }).getByRole('button', { name: w.nav[name], exact: true }).click()
    const text = (t) => page.getByText(t, { exact: true }).first()
    try {
      await text(w.hero.startFirst).waitFor()
      await look('first')
      // What is made has a name in each language with or without its number.
      await page.getByRole('button', { name: w.hero.tries[2], exact: true }).click()
      const plan = page.getByRole('region', { name: w.approval.title })
      await plan.getByRole('button', { name: w.approval.add }).click()
      await look('approval')
      await plan.getByRole('button', { name: w.approval.yes, exact: true }).click()
      await page.locator('.step.run').first().waitFor()
      await look('running')
      await page.getByRole('radio', { name: '60x' }).click()
      const done = page.getByRole('region', { name: w.verdict.done, exact: true })
      await done.waitFor({ timeout: 120_000 })
      await page.getByRole('button', { name: new RegExp(`^${w.plan.title}`) }).click()
      await page.locator('.plan .step button.text').last().click()
      await look('done')
      await done.getByRole('button', { name: w.verdict.more, exact: true }).click()
      await page.getByRole('menu').waitFor()
      await look('menu')
      await page.keyboard.press('Escape')
      await visit('missions')
      for (const tab of Object.values(w.missions.tabs)) {
        await page.getByRole('radio', { name: tab, exact: true }).click()
        if (tab !== w.missions.tabs.text) await look(`missions-${tab}`) // the text itself is English
      }
      await visit('history')
      await page.getByRole('button', { name: w.history.replay, exact: true }).click()
      await page.getByRole('region', { name: w.history.replayTitle }).waitFor()
      await look('history')
      await visit('settings')
      await text(w.settings.addModel).click()
      await look('settings')
      await visit('doctor')
      await text(w.doctor.journal).waitFor()
      await look('doctor')
      await visit('play')
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
      await look('palette')
      await page.keyboard.type('/')
      await page.getByText(w.palette.more, { exact: true }).waitFor()
      await look('commands')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w.box.pick }).click()
      await page.getByRole('dialog').waitFor()
      await look('picker')
      await page.keyboard.press('Escape')
      const box = page.getByLabel(w.box.label, { exact: true })
      await box.fill(TUNNEL[language])
      await box.press('Enter')
      await plan.getByRole('button', { name: w.film.show, exact: true }).click()
      await page.locator('.film canvas').first().waitFor()
      await look('film')
      await plan.getByRole('button', { name: w.approval.no, exact: true }).click()
      await page.getByRole('switch', { name: w.details }).click()
      for (const part of ['activity', 'model', 'chat', 'terminal']) {
        await page.getByRole('contentinfo').getByRole('button', { name: w.drawer[part], exact: true }).click()
        await look(`details-${part}`)
      }
      assert.deepEqual(page.faults, [])
    } finally {
      await page.close()
      await alone.close()
    }
  })
}

it('asks for a yes to a command in each language', async () => {
  const model = new Minehand({ providers: [{ name: 'script', type: 'scripted', config: { path: 'replies.yaml' } }], terminal: { allow: ['touch'] } })
  const asks = Object.keys(TUNNEL).map((l) => `- {match: ${l}.txt, task: plan, reply: {run_terminal_command: [{command: touch ${l}.txt}]}}\n`)
  writeFileSync(join(model.dir, 'replies.yaml'), `${asks.join('')}- {task: translate, times: 0, reply: {clauses: []}}\n`)
  try {
    await model.start()
    await model.body('Handy')
    for (const language of Object.keys(TUNNEL)) {
      const w = words(language)
      const page = await open(model, { width: 420, height: 860, prefs: { language, provider: 'script' } })
      const box = page.getByLabel(w.box.label, { exact: true })
      await box.fill(`blorf wug "${language}.txt"`)
      await box.press('Enter')
      const dialog = page.getByRole('dialog', { name: w.consent.title, exact: true })
      await dialog.getByText(`touch ${language}.txt`).waitFor()
      assert.deepEqual(await overflowing(page), [], language)
      assert.deepEqual(await english(page), [], language)
      await picture(page, `language-${language}-consent`)
      await dialog.getByRole('button', { name: w.consent.no, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await model.call({ type: 'stop-task' })
      assert.deepEqual(page.faults, [])
      await page.close()
    }
  } finally {
    await model.close()
  }
})

/** Puts the window's binding into a page, over the page's own socket: `window.says(event)` says what the window says. */
const windowed = (page, token) =>
  page.addInitScript((token) => {
    const ears = {}
    const heard = []
    const nothing = () => Promise.resolve()
    let socket
    window.says = (event) => ears[event]('1')
    window.runtime = { EventsOn: (event, hear) => ((ears[event] = hear), () => {}), WindowSetTitle: nothing }
    window.go = { main: { Window: {
      Open: () => new Promise((done) => {
        socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/v1/ws`)
        socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', id: 0, token }))
        socket.onmessage = () => {
          socket.onmessage = (e) => (heard.push(e.data), window.says('messages'))
          done('1')
        }
      }),
      Send: (_, message) => Promise.resolve(socket.send(message)),
      Receive: () => Promise.resolve({ messages: heard.splice(0), over: false, reason: '' }),
      Autostart: () => Promise.resolve({ on: false, where: '' }),
      Close: nothing, Mounted: nothing, Busy: nothing, Leave: nothing, Notify: nothing, SetAutostart: nothing,
    } } }
  }, token)

it('asks in each language before an undo, a close of the window, and what becomes of a talk', async () => {
  const alone = await new Minehand({}, { env: { ...process.env, LM_STUDIO_URL: '' } }).start()
  try {
    await alone.body('Handy', { speed: 120, args: ['--inventory', 'dirt=15'] })
    const last = async () => (await alone.call({ type: 'list-tasks', limit: 1 })).tasks[0]
    const ended = async (state) => {
      for (const until = Date.now() + 60_000; (await last())?.state !== state; await new Promise((done) => setTimeout(done, 50))) assert.ok(Date.now() < until, `no task is ${state}`)
    }
    await alone.call({ type: 'send-prompt', prompt: 'build a 5x3 wall of dirt' })
    await ended('complete')
    for (const language of Object.keys(TUNNEL)) {
      const w = words(language)
      const page = await open(alone, { prefs: { language, approve: true }, before: (p) => windowed(p, new URL(alone.url).hash.slice('#token='.length)) })
      // What the person called it is in the title of its undo.
      const own = (said) => said.filter((t) => !t.includes('wall of dirt'))
      const look = async (where) => {
        for (const [width, height] of [[420, 860], [1280, 800]]) {
          await page.setViewportSize({ width, height })
          assert.deepEqual(await overflowing(page), [], `${language}: ${where}, ${width} px`)
          assert.deepEqual(own(await english(page)), [], `${language}: ${where}, ${width} px`)
          await picture(page, `language-${language}-${where}-${width}`)
        }
      }
      await page.getByRole('heading', { name: 'build a 5' }).or(page.getByText('build a 5')).first().waitFor()
      await page.evaluate(() => window.says('closing'))
      await page.getByRole('dialog', { name: w.leaving.title }).waitFor()
      await look('leaving')
      await page.keyboard.press('Escape')
      for (const act of ['rename', 'delete']) {
        await page.getByRole('button', { name: w.verdict.more, exact: true }).first().click()
        await page.getByRole('menuitem', { name: w.threads[act], exact: true }).click()
        await page.getByRole('dialog').waitFor()
        await look(`talk-${act}`)
        await page.keyboard.press('Escape')
      }
      assert.deepEqual(page.faults, [])
      await page.close()
    }
    // One line for all its blocks, which opens to them.
    const asks = await open(alone, { prefs: { approve: true } })
    await say(asks, 'undo')
    await ended('awaiting_approval')
    await asks.close()
    for (const language of Object.keys(TUNNEL)) {
      const w = words(language)
      for (const scheme of ['light', 'dark']) {
        const page = await open(alone, { prefs: { language }, scheme })
        const plan = page.getByRole('region', { name: w.approval.title })
        await plan.getByRole('listitem').first().waitFor()
        assert.equal(await plan.getByRole('listitem').count(), 1)
        for (const [width, height] of [[420, 860], [1280, 800]]) {
          await page.setViewportSize({ width, height })
          assert.deepEqual(await overflowing(page), [], `${language}: undo, ${width} px`)
          assert.deepEqual((await english(page)).filter((t) => !t.includes('wall of dirt')), [], `${language}: undo, ${width} px`)
          await picture(page, `language-${language}-undo-${scheme}-${width}`)
        }
        await plan.getByRole('listitem').getByRole('button').first().click()
        await plan.getByRole('listitem').nth(14).waitFor()
        assert.deepEqual(page.faults, [])
        await page.close()
      }
    }
  } finally {
    await alone.close()
  }
})

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
