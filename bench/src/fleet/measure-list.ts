import type { Page } from '@playwright/test'

/** What a person waits for at the list of the units, in milliseconds. */
export interface ListTimes {
  readonly firstPaint: number
  readonly list: number
  readonly map: number
  readonly key: number
  readonly label: number
  readonly longestFrame: number
  /** How long the page was busy for more than 50 ms at a time, in the first seconds with the list. */
  readonly busy: number
  /** The slowest key in these seconds. */
  readonly slowestKey: number
}

/** How long a page that has its list is watched. */
const SETTLING_MS = 3_000

/** Opens the list once more in a browser that has the app, and uses it as a person does. */
export async function measureList(page: Page): Promise<ListTimes> {
  await page.reload({ waitUntil: 'commit' })
  await page.locator('ul[aria-label="Units"] li').first().waitFor()
  await page.locator('canvas').first().waitFor()
  const opening = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    list: performance.getEntriesByName('fleet-list')[0]?.startTime ?? 0,
    map: performance.getEntriesByName('fleet-map')[0]?.startTime ?? 0,
  }))
  await page.waitForTimeout(SETTLING_MS)
  const busy = await page.evaluate<number>(BUSY)
  const keys: number[] = []
  for (const typed of ['P', 'Pu', 'Pump', 'Pump 7', 'Pump 77', '']) keys.push(await typeSearch(page, typed))
  const longestFrame = await scrollList(page)
  const address = new URL(page.url())
  address.searchParams.set('labels', JSON.stringify(['label-2', 'label-3']))
  await page.goto(address.href, { waitUntil: 'commit' })
  await page.locator('ul[aria-label="Units"] li').first().waitFor()
  const label = await page.evaluate(() => performance.getEntriesByName('fleet-list')[0]?.startTime ?? 0)
  return { ...opening, key: median(keys), label, longestFrame, busy, slowestKey: await typeAtOnce(page) }
}

/** Runs in the page before itself: it marks when the first row of the list and the map are there. */
export const MARK_PARTS = `
  const mark = (name, selector) => {
    if (performance.getEntriesByName(name).length === 0 && document.querySelector(selector) !== null) performance.mark(name)
  }
  window.longTasks = []
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  new MutationObserver(() => {
    mark('fleet-list', 'ul[aria-label="Units"] li')
    mark('fleet-map', 'canvas')
  }).observe(document, { childList: true, subtree: true })`

/** The time of long tasks that began after the first row of the list. */
const BUSY = `window.longTasks
  .filter(({ startTime }) => startTime > performance.getEntriesByName('fleet-list')[0].startTime)
  .reduce((sum, { duration }) => sum + duration, 0)`

/** Opens the list once more and searches from its first row on. */
async function typeAtOnce(page: Page): Promise<number> {
  const address = new URL(page.url())
  address.search = ''
  await page.goto(address.href, { waitUntil: 'commit' })
  await page.locator('ul[aria-label="Units"] li').first().waitFor()
  const started = performance.now()
  const keys: number[] = []
  while (performance.now() - started < SETTLING_MS)
    keys.push(await typeSearch(page, keys.length % 2 === 0 ? 'Pump 7' : 'Pump'))
  return Math.max(...keys)
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** From a key to the frame that shows what it finds. */
function typeSearch(page: Page, text: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const input = document.querySelector('input[aria-label="Search Units"]')
    const at = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return performance.now() - at
  })()`)
}

function scrollList(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const scroller = document.querySelector('ul[aria-label="Units"]').parentElement
    let longest = 0
    let before = performance.now()
    for (let frame = 0; frame < 60; frame += 1) {
      scroller.scrollBy(0, 600)
      const now = await new Promise((done) => requestAnimationFrame(done))
      if (frame > 0) longest = Math.max(longest, now - before)
      before = now
    }
    return longest
  })()`)
}
