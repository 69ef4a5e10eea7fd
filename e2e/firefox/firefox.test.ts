import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import axe from 'axe-core'
import puppeteer, { type KeyInput, type Page } from 'puppeteer-core'
import { startPortal } from '../support/portal.ts'
import { createKeyboard } from '../keyboard/keyboard.ts'
import { WALK } from '../keyboard/walk.ts'
import { prepareWalk } from '../keyboard/walk-portal.ts'

const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'
if (!existsSync(FIREFOX)) {
  throw new Error(
    `There is no Firefox at ${FIREFOX}. Install it with \`sudo apt-get install firefox-esr\`, or set FIREFOX_PATH to one.`,
  )
}
if (!existsSync(join(import.meta.dirname, '../../web/dist/index.html'))) {
  throw new Error('The web app is not built: run `npm run build` first.')
}

const portal = await startPortal()
after(() => portal.close())
const { admin, gateway } = await prepareWalk(portal)
after(() => gateway.end())
const firefox = await puppeteer.launch({
  browser: 'firefox',
  executablePath: FIREFOX,
  defaultViewport: { width: 1280, height: 800 },
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
})
after(() => firefox.close())
const page = await firefox.newPage()
const errors: unknown[] = []
page.on('pageerror', (error) => errors.push(error))

const keyboard = createKeyboard({
  goto: (url) => page.goto(url),
  press: (key) => press(page, key),
  type: (text) => page.keyboard.type(text),
  evaluate: (expression) => page.evaluate(expression),
})

for (const { title, go } of WALK) {
  test(`In ${await firefox.version()}, a person without a mouse ${title}`, () =>
    go(keyboard, { url: portal.url, email: admin.email, look }))
}

test('No error reaches the console of the page', () => {
  assert.deepEqual(errors, [])
})

async function press(page: Page, keys: string): Promise<void> {
  const [shift, key] = keys.startsWith('Shift+') ? [true, keys.slice('Shift+'.length)] : [false, keys]
  if (shift) await page.keyboard.down('Shift')
  // The names of keys are those of the walk.
  await page.keyboard.press(key as KeyInput)
  if (shift) await page.keyboard.up('Shift')
}

/** Expects that axe finds nothing on the page. */
async function look(): Promise<void> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
  )
  assert.deepEqual(found, [])
}
