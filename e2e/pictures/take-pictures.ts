import { join } from 'node:path'
import { chromium, expect as expectSoon, type Page } from '@playwright/test'
import { CHROMIUM_HINT, findChromium, WEBGL_ARGUMENTS } from '../../scripts/find-chromium.ts'

/** Takes the pictures of the README from a running demo: `npm run pictures`, or `npm run pictures -- http://localhost:18080`. */

const [address = 'http://localhost:8080'] = process.argv.slice(2)
const FOLDER = join(import.meta.dirname, '../../docs/images')
const expect = expectSoon.configure({ timeout: 120_000 })
const SIZE = { width: 1280, height: 800 }

interface Screen {
  readonly name: string
  readonly path: string
  /** Resolves when everything is drawn. */
  readonly ready: (page: Page) => Promise<void>
}

const SCREENS: readonly Screen[] = [
  {
    name: 'fleet',
    path: '/dashboard',
    ready: async (page) => {
      await expect(page.getByRole('button', { name: /units, \d+ of them Current/ }).first()).toBeVisible()
      await expect(page.getByText('Service truck 1')).toBeVisible()
      await expect(page.getByText('Triggered').first()).toBeVisible()
      await waitForMap(page)
    },
  },
  {
    name: 'unit',
    path: '/dashboard/pump-station-01',
    ready: (page) => expect(page.getByRole('meter', { name: 'Discharge pressure' })).toContainText('bar'),
  },
  {
    name: 'charts',
    path: '/dashboard/cold-store-01/time-series?range=24hr&events=Too_warm',
    ready: async (page) => {
      await expect(page.locator('[data-value]').first()).toHaveText(/\d/)
      await expect(page.getByText(/events? where/)).toBeVisible()
    },
  },
  {
    name: 'alerts',
    path: '/settings?tab=alerts',
    ready: (page) =>
      expect(page.getByRole('row', { name: /Pressure low|Pump runs/ }).getByText('Triggered')).toBeVisible(),
  },
]

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(CHROMIUM_HINT)
const browser = await chromium.launch({ executablePath, args: [...WEBGL_ARGUMENTS] })
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' })
  page.setDefaultTimeout(120_000)
  await page.goto(address)
  await page.getByLabel('Email').fill('admin@northwind.example')
  await page.getByLabel('Password', { exact: true }).fill('fieldwatch-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  for (const { name, path, ready } of SCREENS) {
    await page.goto(new URL(path, address).href)
    await ready(page)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // Fonts come after the words.
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(FOLDER, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`) })
  }
  await page.close()
}
await browser.close()

/** Until the names of places are drawn too: until the map looks the same twice. */
async function waitForMap(page: Page): Promise<void> {
  const map = page.getByRole('region', { name: 'Map of the units' })
  let before = ''
  await expect
    .poll(
      async () => {
        const last = before
        before = (await map.screenshot()).toString('base64')
        return before === last
      },
      { intervals: [2_000] },
    )
    .toBe(true)
}
