import type { CDPSession } from '@playwright/test'
import type { Result } from '../report/result.ts'
import type { SensorSource } from '../stretches.ts'
import { firstPainting, waitForMark } from './probe.ts'
import { sendRecord, sendSteadily } from './send-steadily.ts'
import { chartsOf, type WebContext } from './web-context.ts'

/** The page's clock runs this many times faster than ours. */
export const SPEED = 240
/** A record every so many seconds of the page: few enough that a day is drawn without being reduced. */
export const EVERY_SECONDS = 20
const HOUR = 3_600_000
const RECORDS_AN_HOUR = HOUR / 1000 / EVERY_SECONDS
const GROWTH_MB = 1

/**
 * Memory of a page with ten charts while hours of live data go by. The page's clock begins so many hours ago and runs 240
 * times faster; the records of those hours come at the same pace, so that one drops out of the 24 hours for each that comes.
 */
export async function measureMemory(
  { portal, freshBrowser }: WebContext,
  source: SensorSource,
  { hours }: { hours: number },
): Promise<Result> {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    await page.addInitScript(fastClock(Date.now() - hours * HOUR))
    const session = await page.context().newCDPSession(page)
    await page.goto(chartsOf(portal, source.unit), { waitUntil: 'commit' })
    await firstPainting(page)
    const opened = await page.evaluate<number>('Date.now()')
    // A first record shows that the stream is open.
    await sendRecord(portal, source, { number: 0, at: Math.round(opened) })
    await waitForMark(page, 0)
    const heaps: number[] = []
    for (let hour = 0; hour < hours; hour += 1) {
      const sent = await sendSteadily(portal, source, {
        first: 1 + hour * RECORDS_AN_HOUR,
        count: RECORDS_AN_HOUR,
        perSecond: SPEED / EVERY_SECONDS,
        timeOf: (number) => Math.round(opened + number * EVERY_SECONDS * 1000),
      })
      await waitForMark(page, hour * RECORDS_AN_HOUR + sent.length)
      // Drops the probe's own notes, which are not the page's memory.
      await page.evaluate('probe.paintings.length = 0')
      heaps.push(await usedMegabytes(session))
    }
    return growthOf(heaps)
  } finally {
    await browser.close()
  }
}

/** Leaves out the first hour, in which the page still loads its parts. */
function growthOf(heaps: readonly number[]): Result {
  const [first = Number.NaN, ...later] = heaps
  return {
    work: `growth of a page with ten charts in ${later.length} h of live data`,
    unit: 'MB',
    target: GROWTH_MB,
    measured: Math.max(0, (later.at(-1) ?? Number.NaN) - first),
    note: `Heap and typed arrays after a forced collection, at the end of each hour, when the last record of it is on all charts: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB. The page's clock and the records run ${SPEED} times faster.`,
  }
}

/** A clock of the page that begins at a moment, in epoch milliseconds. */
function fastClock(begin: number): string {
  return `(() => {
    const real = Date.now
    const opened = real()
    Date.now = () => ${begin} + (real() - opened) * ${SPEED}
  })()`
}

/** Heap and typed arrays of a page, after a forced collection. */
export async function usedMegabytes(session: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1_000_000
}
