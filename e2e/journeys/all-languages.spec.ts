import { join } from 'node:path'
import { type PageLanguage, readCatalogue } from '@fieldwatch/messages/testing/read-catalogue'
import { expect, type Page } from '@playwright/test'
import { prepareWalk, WALK_UNIT } from '../keyboard/walk-portal.ts'
import { fillPortal } from '../languages/fill-portal.ts'
import { findEnglish } from '../languages/find-english.ts'
import { openersOf, type Size, walkLayers } from '../languages/layers.ts'
import { readSettled } from '../languages/read-settled.ts'
import { INNER_SCREENS, OUTER_SCREENS, type Place } from '../languages/screens.ts'
import { ACTION_TEXTS } from '../languages/server-texts.ts'
import { moveTo } from '../support/move-to.ts'
import type { Portal } from '../support/portal.ts'
import { signInToDashboard, test as base } from './journey.ts'

interface Walk {
  readonly language: PageLanguage
  readonly size: Size
  /** Only screens with dialogs and menus. */
  readonly layersOnly?: true
}

/**
 * Where pictures of every screen in every language go; without it, the longest texts are walked through on the smallest screen, and those
 * from right to left on the largest.
 */
const PICTURES = process.env['FIELDWATCH_LANGUAGES']
const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } } as const
const LANGUAGES = ['en', 'de', 'fr', 'es', 'en-XA', 'ar-XB'] as const
/** Walks side by side: most of the time a page waits for the portal. */
const WALKS: readonly (readonly Walk[])[] =
  PICTURES === undefined
    ? [
        [
          { language: 'en-XA', size: 'phone' },
          { language: 'ar-XB', size: 'laptop', layersOnly: true },
        ],
      ]
    : LANGUAGES.map((language) => [
        { language, size: 'phone' },
        { language, size: 'laptop' },
      ])

/** What the walk's portal holds and the protocol calls so, which is the same in all languages. */
const DATA = [
  'Fieldwatch',
  '/api/v1/ingest/any/',
  'XetaSense',
  'Leak watch',
  'action_request',
  'action_result',
  'ListConfigInfo',
  'firmware',
  /^(?:Unit|Ping)$/g,
  'dataID',
  'Buses',
  'GeoNames',
  'Natural Earth',
  /\bRead\b/g,
  // Written by the server, which has no pseudo-locales.
  ...ACTION_TEXTS.values(),
  'The unit sends data as usual.',
  'There is no such host name.',
  /^Added event table.*/g,
  'kay@keyboard.example',
  'Keyboard Water',
  'keyboard-store',
  'keyboard-pump',
  /\bCold[ _]store\b/g,
  'raw_data',
  'room_temp',
  'channel_9',
  'room.temp',
  'tele/{device}/SENSOR',
  '{device}',
  /\b(?:https?|mqtts):\S*/g,
  /\b(?:ICCID|IMSI|IMEI|MSISDN)\b/g,
  /^(?:device|arrival|active|unit|value)$/g,
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
  // The code of a screen, and the beginning of a token.
  /\b[A-Z\d]{4}-[A-Z\d]{4}\b/g,
  /\bfwp_[\w-]*/g,
]

interface WalkPortal {
  /** A portal that has one of each thing. */
  filled: {
    /** The address of its user. */
    readonly email: string
    readonly shared: readonly Place[]
  }
}

const test = base.extend<object, WalkPortal>({
  filled: [
    async ({ portal }, use) => {
      const { admin, gateway } = await prepareWalk(portal)
      const shared = await fillPortal(portal, admin, WALK_UNIT)
      await use({ email: admin.email, shared })
      await gateway.end()
    },
    { scope: 'worker' },
  ],
})

for (const walks of WALKS) {
  const names = walks.map(({ language, size }) => `${language} on a ${size}`)
  test(`no text is cut, and none is left in English: ${names.join(', ')}`, async ({ browser, portal, filled }) => {
    // Each walk is through fifty screens and seventy dialogs and menus.
    test.setTimeout((PICTURES === undefined ? 6 : 20) * 60_000)
    const faults = await Promise.all(
      walks.map(async (walk) => {
        const page = await browser.newPage({ viewport: SIZES[walk.size], reducedMotion: 'reduce' })
        const found = await walkScreens(page, { walk, portal, filled })
        await page.close()
        return found
      }),
    )
    expect(faults.flat()).toEqual([])
  })
}

interface Walked extends WalkPortal {
  readonly walk: Walk
  readonly portal: Portal
}

/** What is cut or English on the screens, dialogs and menus. */
async function walkScreens(page: Page, { walk, portal, filled }: Walked): Promise<string[]> {
  const { language, size, layersOnly } = walk
  const catalogue = await readCatalogue(language)
  const faults: string[] = []
  const look = async (name: string): Promise<void> => {
    const { texts, cut } = await readSettled(page)
    const english = findEnglish(language === 'en-XA' ? texts : catalogue.findEnglish(texts), DATA)
    faults.push(...cut.map((text) => `${name}-${size}-${language}, cut: ${text}`))
    faults.push(...english.map((text) => `${name}-${size}-${language}, English: ${text}`))
    if (PICTURES !== undefined) await takePictures(page, join(PICTURES, `${name}-${size}-${language}`))
  }
  const lookAt = async (screens: readonly Place[], open: (path: string) => Promise<unknown>): Promise<void> => {
    for (const { name, path } of screens) {
      const openers = openersOf(name, size)
      if (layersOnly === true && openers.length === 0) continue
      await open(path)
      await look(name)
      await walkLayers(page, { openers, catalogue }, (layer) => look(`${name}-${layer}`))
    }
  }

  await page.goto(`${portal.url}/login?language=${language}`)
  await lookAt([...OUTER_SCREENS, ...filled.shared], (path) => page.goto(portal.url + path))
  await signInToDashboard(page, portal, filled.email)
  await lookAt(INNER_SCREENS, (path) => moveTo(page, path))
  return faults
}

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.screenshot({ path: `${path}-${colorScheme}.png`, animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
