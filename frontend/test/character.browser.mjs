// Playing with the person's own character: the games on this computer are found, the
// card says what will be written before it is, sees the character come, and undoes it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Minehand, accessible, closeBrowser, open, overflowing, picture } from './world.mjs'

const COMES = 60_000
const pythonIs = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim()

/** A home with two instances of Prism, the second without a loader, and a game of CurseForge. */
const home = mkdtempSync(join(tmpdir(), 'minehand-home-'))
const prism = join(home, '.local/share/PrismLauncher/instances')
const put = (name, text) => {
  mkdirSync(dirname(name), { recursive: true })
  writeFileSync(name, text)
}
const folder = join(prism, 'Better/.minecraft')
const plain = join(prism, 'Plain/.minecraft')
const curse = join(home, 'Documents/curseforge/minecraft/Instances/ATM 10')

/** Every file of the home, by name, with what is in it. */
function files(dir = home) {
  return Object.fromEntries(readdirSync(dir, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => [join(e.parentPath, e.name), readFileSync(join(e.parentPath, e.name), 'utf8')]))
}

let minehand
let page
before(async () => {
  put(join(prism, 'Better/mmc-pack.json'), JSON.stringify({ components: [{ uid: 'net.minecraft', version: '1.21.8' }, { uid: 'net.fabricmc.fabric-loader', version: '0.16.9' }] }))
  put(join(folder, 'mods/minescript-fabric-1.21.8-5.0.jar'), 'x')
  put(join(folder, 'minescript/config.txt'), '# mine\npython="/usr/bin/python3"\n')
  put(join(prism, 'Plain/mmc-pack.json'), JSON.stringify({ components: [{ uid: 'net.minecraft', version: '1.21.8' }] }))
  put(join(plain, 'options.txt'), 'x')
  put(join(curse, 'minecraftinstance.json'), JSON.stringify({ name: 'All the Mods 10', baseModLoader: { name: 'neoforge-21.1.90', minecraftVersion: '1.21.1' } }))
  put(join(curse, 'options.txt'), 'x')
  minehand = await new Minehand({}, { env: { ...process.env, HOME: home, PATH: dirname(pythonIs), LM_STUDIO_URL: 'http://127.0.0.1:9' } }).start()
  page = await open(minehand)
})
after(async () => {
  await closeBrowser()
  await minehand.close()
  rmSync(home, { recursive: true, force: true })
})

const card = () => page.getByRole('region', { name: 'Play with my own character' })

describe("the player's own character", () => {
  it('shows the games that launchers keep, and says what will be written before it is', async () => {
    const was = files()
    await page.getByRole('button', { name: 'More ways' }).click()
    await card().getByRole('button', { name: 'Show my games' }).click()
    await card().getByRole('button', { name: 'Choose Better', exact: true }).waitFor()
    const text = await card().innerText()
    assert.match(text, /Better\s+Prism Launcher, 1\.21\.8 fabric/)
    assert.match(text, /Plain\s+Prism Launcher, 1\.21\.8 vanilla/)
    assert.match(text, /All the Mods 10\s+CurseForge, 1\.21\.1 neoforge/)
    await picture(page, 'own-games')
    await accessible(page, 'own-games')
    await card().getByRole('button', { name: 'Choose Better', exact: true }).click()
    await card().getByRole('button', { name: 'Write it' }).waitFor()
    const plan = await card().innerText()
    assert.ok(plan.includes(join(folder, 'minescript/minehand.py')) && plan.includes(join(folder, 'minescript/config.txt')), plan)
    assert.match(plan, new RegExp(`autorun\\[\\*\\]=minehand --port ${minehand.port}\\n`))
    assert.match(plan, /Better with: Baritone/)
    assert.doesNotMatch(plan, /Missing: Minescript/)
    await card().getByRole('switch', { name: 'Crafting and chests' }).click()
    await card().getByText(`autorun[*]=minehand --port ${minehand.port} --experimental`).waitFor()
    await card().getByRole('button', { name: 'Write it' }).scrollIntoViewIfNeeded()
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('aside, section, div')].filter((e) => getComputedStyle(e).overflowX === 'auto' && e.scrollWidth > e.clientWidth + 1 && !e.closest('[data-sideways]')).length), 0, 'the column is scrolled sideways')
    await accessible(page, 'own-plan')
    await picture(page, 'own-plan')
    assert.deepEqual(await overflowing(page), [])
    assert.deepEqual(files(), was, 'something was written before the yes')
  })

  it('writes it after a yes, says what to do in the game, and sees the character come', async () => {
    await card().getByRole('button', { name: 'Write it' }).click()
    await card().getByText('Waiting for your character').waitFor()
    assert.match(await card().innerText(), /leave it and enter it again[^]*\\minehand/)
    assert.match(readFileSync(join(folder, 'minescript/config.txt'), 'utf8'), /^# mine\npython="\/usr\/bin\/python3"\n# Minehand:/)
    assert.ok(readFileSync(join(folder, 'minescript/minehand.py'), 'utf8').includes('def main('))
    await picture(page, 'own-written')
    const body = await minehand.body('Alex', { args: ['--instance', 'minescript_Alex'] })
    await card().getByText('Alex is here').waitFor({ timeout: COMES })
    await picture(page, 'own-here')
    await page.getByRole('article', { name: 'Alex' }).waitFor()
    await body.end()
    await card().getByRole('button', { name: 'Close' }).click()
    assert.deepEqual(page.faults, [])
  })

  it('is taken out again: the files are as they were', async () => {
    const other = await open(minehand, { width: 420 })
    page = other
    await other.getByRole('radio', { name: 'Players' }).click()
    // Who is only waited for hides no way to begin.
    await page.getByRole('button', { name: 'More ways' }).click()
    await card().getByRole('button', { name: 'Show my games' }).click()
    await card().getByRole('button', { name: 'Remove the script from Better' }).click()
    await card().getByText('As they were before:').waitFor()
    await picture(page, 'own-removed')
    assert.deepEqual(await overflowing(page), [])
    assert.equal(readFileSync(join(folder, 'minescript/config.txt'), 'utf8'), '# mine\npython="/usr/bin/python3"\n')
    assert.ok(!existsSync(join(folder, 'minescript/minehand.py')))
    await card().getByRole('button', { name: 'Choose Better', exact: true }).waitFor()
  })

  it('says what is missing: a loader, the mod, a folder of a game', async () => {
    await card().getByRole('button', { name: 'Choose Plain' }).click()
    await card().getByText('install Fabric or NeoForge').waitFor()
    await card().getByRole('button', { name: 'Choose All the Mods 10' }).click()
    await card().getByText('Missing: Minescript, 5.0 for 1.21.1 neoforge').waitFor()
    await card().getByRole('button', { name: 'Back' }).click()
    await card().getByLabel('Another folder').fill(join(home, 'nowhere'))
    await card().getByRole('button', { name: 'Choose', exact: true }).click()
    await card().getByText('is not there').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
