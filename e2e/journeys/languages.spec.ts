import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { prepareWalk } from '../keyboard/walk-portal.ts'
import { findEnglish } from '../languages/find-english.ts'
import { readScreen } from '../languages/read-screen.ts'
import { INNER_SCREENS, OUTER_SCREENS, type Place } from '../languages/screens.ts'
import { signIn, test } from './journey.ts'

/** Where pictures of every screen in every language go; without it, only the longest one is walked through. */
const PICTURES = process.env['FIELDWATCH_LANGUAGES']
const LANGUAGES = PICTURES === undefined ? ['en-XA'] : ['en', 'de', 'fr', 'es', 'en-XA', 'ar-XB']
const PHONE = { name: 'phone', viewport: { width: 390, height: 844 } }
const LAPTOP = { name: 'laptop', viewport: { width: 1280, height: 800 } }
const SIZES = PICTURES === undefined ? [PHONE] : [PHONE, LAPTOP]
/** What the walk's portal holds and the protocol calls so, which is the same in all languages. */
const DATA = [
  'Fieldwatch',
  '/api/v1/ingest/any/…',
  'XetaSense',
  'Leak watch',
  'action_request',
  'action_result',
  'ListConfigInfo',
  'dataID',
  'Buses',
  'GeoNames',
  'Natural Earth',
  /\bRead\b/g,
  // Written by the server, which has no pseudo-locales.
  'The unit sends data as usual.',
  'kay@keyboard.example',
  'Keyboard Water',
  'keyboard-store',
  'keyboard-pump',
  'Cold store',
  /\bAir(?: now)?\b/g,
  /\broom\b/g,
  /\btemp\b/g,
  'no-such-unit',
  // The sessions of the person, and the id of a session of the gateway.
  /Mozilla\/5\.0.*/g,
  /\bnode\b/g,
  'Chrome',
  'Linux',
  /[0-9a-f]{8}-[0-9a-f-]{27}/g,
]

for (const { name: size, viewport } of SIZES) {
  test(`no text is cut on a ${size} in any language, and none is left in English`, async ({ page, portal }) => {
    // It walks through thirty screens in each language.
    test.slow()
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const faults: string[] = []
    const walk = async (screens: readonly Place[]): Promise<void> => {
      for (const language of LANGUAGES) {
        await page.goto(`${portal.url}/login?language=${language}`)
        for (const { name, path } of screens) {
          await page.goto(portal.url + path)
          const { texts, cut } = await readSettled(page)
          const english = language === 'en-XA' ? findEnglish(texts, DATA) : []
          faults.push(...cut.map((text) => `${name} in ${language}, cut: ${text}`))
          faults.push(...english.map((text) => `${name}, English: ${text}`))
          if (PICTURES !== undefined) await takePictures(page, join(PICTURES, `${name}-${size}-${language}`))
        }
      }
    }

    await walk(OUTER_SCREENS)
    const { admin, gateway } = await prepareWalk(portal)
    await signIn(page, portal, admin.email)
    await walk(INNER_SCREENS)
    await gateway.end()
    expect(faults).toEqual([])
  })
}

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.screenshot({ path: `${path}-${colorScheme}.png`, animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What is on the screen when nothing is awaited any more. */
async function readSettled(page: Page): ReturnType<typeof readScreen> {
  let before = ''
  await expect
    .poll(async () => {
      const last = before
      before = JSON.stringify(await readScreen(page))
      return last === before && (await isComplete(page))
    })
    .toBe(true)
  return readScreen(page)
}

async function isComplete(page: Page): Promise<boolean> {
  return page.evaluate(`document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null`)
}
