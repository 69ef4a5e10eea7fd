import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '@fieldwatch/contract/people/auth'
import { PASSWORD } from '@fieldwatch/e2e/support/api'
import { CHROMIUM_ARGUMENTS, CHROMIUM_HINT } from '../../../scripts/find-chromium.ts'
import { getChromium } from '../../../scripts/get-chromium.ts'
import { BENCH_EMAIL, type BenchPortal, startBenchPortal } from '../bench-portal.ts'
import { PROBE } from './probe.ts'

/** What every measure of the web app is given. */
export interface WebContext {
  readonly portal: BenchPortal
  readonly browser: Browser
  /** A browser without anything in its cache, signed in. */
  readonly freshBrowser: () => Promise<BrowserContext>
  readonly close: () => Promise<void>
}

export const VIEWPORT = { width: 1280, height: 800 }

export async function openWebContext(): Promise<WebContext> {
  const executablePath = await getChromium(console.error)
  if (executablePath === undefined) throw new Error(CHROMIUM_HINT)
  await using opening = new AsyncDisposableStack()
  const portal = await startBenchPortal()
  opening.defer(() => portal.close())
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS })
  opening.defer(() => browser.close())
  const opened = opening.move()
  return {
    portal,
    browser,
    freshBrowser: async () => {
      const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce' })
      await context.addInitScript(PROBE)
      const answer = await context.request.post(`${portal.url}${signIn.path}`, {
        data: { email: BENCH_EMAIL, password: PASSWORD },
      })
      if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
      return context
    },
    close: () => opened.disposeAsync(),
  }
}

/** The page of charts of a unit. */
export function chartsOf(portal: BenchPortal, unit: string, search = ''): string {
  return `${portal.url}/dashboard/${unit}/time-series${search}`
}

/** Zooms by dragging over a part of the first chart, given in shares of its width. */
export async function dragOverChart(page: Page, [from, to]: readonly [from: number, to: number]): Promise<void> {
  const box = await page.locator('.u-over').first().boundingBox()
  if (box === null) throw new Error('there is no chart to zoom')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + (box.width * (from + to)) / 2, y)
  await page.mouse.move(box.x + box.width * to, y)
  await page.mouse.up()
}
