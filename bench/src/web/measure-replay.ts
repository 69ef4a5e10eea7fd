import type { Page } from '@playwright/test'
import { usedMegabytes } from './measure-memory.ts'
import type { Result } from '../report/result.ts'
import { chartsOf, type WebContext } from './web-context.ts'
import { fillSparsely, giveCharts, sourceUntil } from './web-data.ts'

const DAY = 86_400_000
const CHARTS = 8
const UNITS = 100
const EVERY_SECONDS = 10
/** Positions of each unit of the map: one in five minutes of a day. */
const POSITIONS = 288
const SETTLE_MS = 5_000

/** The longest frame of nineteen in twenty, while the past is played and while its line is dragged, as known now and as known then. */
export async function measureReplay(context: WebContext, { seconds }: { seconds: number }): Promise<Result[]> {
  const results: Result[] = []
  for (const { what, url } of await addReplayed(context)) {
    results.push(...(await measurePage(context, { what, url, seconds })))
    const then = { what: `${what}, as known then`, url: `${url}&known=then` }
    results.push(...(await measurePage(context, { ...then, seconds })))
  }
  return results
}

/** Memory of both pages while a day of the past is played again and again. They are open at the same time. */
export async function measureReplayMemory(context: WebContext, { minutes }: { minutes: number }): Promise<Result[]> {
  const pages = await addReplayed(context)
  return Promise.all(pages.map((page) => measureGrowth(context, { ...page, minutes })))
}

interface ReplayedPage {
  readonly what: string
  readonly url: string
}

/** A unit with charts, and units on the map, with a day that can be replayed; both once. */
let replayed: Promise<readonly ReplayedPage[]> | undefined

export function addReplayed(context: WebContext): Promise<readonly ReplayedPage[]> {
  replayed ??= (async () => {
    const now = Date.now()
    const range = `?replay=${new Date(now - DAY).toISOString()}~${new Date(now).toISOString()}`
    const unit = await addUnit(context, now)
    await addFleet(context, now)
    return [
      { what: `${CHARTS} charts`, url: chartsOf(context.portal, unit, range) },
      { what: `${UNITS} units on the map`, url: `${context.portal.url}/dashboard${range}&search=replay-unit` },
    ]
  })()
  return replayed
}

async function addUnit({ portal }: WebContext, now: number): Promise<string> {
  const source = sourceUntil('web-replay', now, { days: 1 })
  await portal.addUnits([source.unit])
  await fillSparsely(portal, source, EVERY_SECONDS)
  await giveCharts(portal, source.unit, CHARTS)
  return source.unit
}

/** Units that drive in circles of their own. */
async function addFleet({ portal }: WebContext, now: number): Promise<void> {
  const names = Array.from({ length: UNITS }, (_, place) => `replay-unit-${place}`)
  await portal.addUnits(names)
  for (const [place, unit] of names.entries()) {
    const records = Array.from({ length: POSITIONS }, (_, turn) => {
      const angle = (turn / POSITIONS) * 2 * Math.PI
      const values = [50 + (place % 10) + Math.sin(angle) / 4, Math.floor(place / 10) + Math.cos(angle) / 4]
      return { at: now - DAY + turn * (DAY / POSITIONS), values }
    })
    await portal.store.prepare([{ unit, source: 'location', fields: ['lat', 'lon'], records }])()
  }
}

interface Measured extends ReplayedPage {
  readonly seconds: number
}

async function measurePage({ freshBrowser }: WebContext, { what, url, seconds }: Measured): Promise<Result[]> {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    await openAtStart(page, url)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const played = await framesOf(page, () => page.waitForTimeout(seconds * 1000))
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const dragged = await framesOf(page, () => drag(page, seconds))
    return [
      frameResult(`replay at 1,000×, ${what}: p95 of frames`, played),
      frameResult(`drag through a day, ${what}: p95 of frames`, dragged),
    ]
  } finally {
    await browser.close()
  }
}

export async function openAtStart(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('slider', { name: 'Moment' }).press('Home')
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1000')
  await page.locator('main canvas').first().waitFor()
  // The other charts and the tracks come in the meantime.
  await page.waitForTimeout(SETTLE_MS)
}

const GROWTH_MB = 10
const LOOK_EVERY_MS = 2_000

/** Heap and typed arrays after each minute of playing. */
async function measureGrowth(
  { freshBrowser }: WebContext,
  { what, url, minutes }: ReplayedPage & { minutes: number },
): Promise<Result> {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await openAtStart(page, url)
    const heaps: number[] = []
    const begun = Date.now()
    let plays = 0
    while (heaps.length < minutes) {
      // At the end of the day it stops.
      const play = page.getByRole('button', { name: 'Play', exact: true })
      if (await play.isVisible()) {
        await page.getByRole('slider', { name: 'Moment' }).press('Home')
        await play.click()
        plays += 1
      }
      await page.waitForTimeout(LOOK_EVERY_MS)
      if (Date.now() - begun >= (heaps.length + 1) * 60_000) heaps.push(await usedMegabytes(session))
    }
    return {
      work: `growth of a page in ${minutes - 1} min of replay at 1,000×, ${what}`,
      unit: 'MB',
      target: GROWTH_MB,
      measured: Math.max(0, (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN)),
      note: `Heap and typed arrays after a forced collection, at the end of each minute: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB. The day was played ${plays} times.`,
    }
  } finally {
    await browser.close()
  }
}

/** Drags the line there and back with the mouse. */
export async function drag(page: Page, seconds: number): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Moment' }).boundingBox()
  if (box === null) throw new Error('there is nothing to drag')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 10, y)
  await page.mouse.down()
  const until = Date.now() + seconds * 1000
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.move(box.x + box.width * (0.5 + 0.4 * Math.sin(step / 30)), y)
  }
  await page.mouse.up()
}

/** Milliseconds between the frames of the page while something is done. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`{
    const frames = (globalThis.frames_ = [])
    let before
    const note = (now) => {
      if (globalThis.frames_ !== frames) return
      if (before !== undefined) frames.push(now - before)
      before = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  }`)
  await work()
  const frames = await page.evaluate<number[]>('globalThis.frames_')
  await page.evaluate('globalThis.frames_ = undefined')
  return frames
}

function frameResult(work: string, frames: readonly number[]): Result {
  const sorted = frames.toSorted((one, other) => one - other)
  const p95 = sorted[Math.floor(sorted.length * 0.95)]
  const slow = frames.filter((frame) => frame > 50).length
  return {
    work,
    unit: 'ms',
    target: 50,
    measured: p95 === undefined ? 'no frame was drawn' : Math.round(p95 * 10) / 10,
    note: `${slow} of ${frames.length} frames took longer than 50 ms`,
  }
}
