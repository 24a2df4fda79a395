// SPDX-License-Identifier: MIT

// A picture of the page that shows what the bot sees: node test/picture.ts URL FILE [turns of the wheel nearer [degrees
// around it]]. With degrees it is of the middle alone, where the bot is, from lower down. The browser is the one that the
// page's tests drive (frontend/), CHROMIUM names another program.
import { createRequire } from 'node:module'

interface Page { goto(url: string): Promise<unknown>; waitForTimeout(ms: number): Promise<void>; screenshot(o: { path?: string; clip?: { x: number; y: number; width: number; height: number } }): Promise<Buffer>; mouse: { move(x: number, y: number, o?: { steps: number }): Promise<void>; down(): Promise<void>; up(): Promise<void>; wheel(x: number, y: number): Promise<void> } }
interface Playwright { chromium: { launch(o: { executablePath: string; args: string[] }): Promise<{ newPage(o: { viewport: { width: number; height: number } }): Promise<Page>; close(): Promise<void> }> } }

/** A picture with a world in it has more bytes than this. */
const DRAWN = 60_000

const [url, file, zoom = '0', turn] = process.argv.slice(2)
if (url === undefined || file === undefined) throw new Error('give the address of the page and the file to write')
const { chromium } = createRequire(new URL('../../frontend/package.json', import.meta.url))('playwright-core') as Playwright
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
})
try {
  const page = await browser.newPage({ viewport: { width: 960, height: 600 } })
  await page.goto(url)
  // The world comes in column by column and is drawn without a graphics card: until it is there, and for a while more, the
  // picture is of a sky that takes few bytes.
  for (let i = 0; i < 30 && (await page.screenshot({})).length < DRAWN; i++) await page.waitForTimeout(5000)
  await page.waitForTimeout(20_000)
  await page.mouse.move(480, 300)
  for (let i = 0; i < Number(zoom); i++) await page.mouse.wheel(0, -120)
  if (turn !== undefined) { // the height of the page is once around
    await page.mouse.down()
    await page.mouse.move(480 + Number(turn) / 360 * 600, 280, { steps: 20 })
    await page.mouse.up()
  }
  await page.waitForTimeout(3000)
  await page.screenshot({ path: file, ...turn !== undefined && { clip: { x: 160, y: 130, width: 640, height: 400 } } })
} finally {
  await browser.close()
}
