import type { CDPSession } from '@playwright/test'
import type { Result } from '../report/result.ts'
import type { SensorSource } from '../stretches.ts'
import { firstPainting } from './probe.ts'
import { sendSteadily } from './send-steadily.ts'
import { chartsOf, type WebContext } from './web-context.ts'

/** The page's clock runs this many times faster than ours. */
export const SPEED = 240
/** A record every so many seconds of the page: few enough that a day is drawn without being reduced. */
export const EVERY_SECONDS = 20
const HOUR = 3_600_000
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
    const begin = Date.now() - hours * HOUR
    await page.addInitScript(`(() => {
      const real = Date.now
      const opened = real()
      Date.now = () => ${begin} + (real() - opened) * ${SPEED}
    })()`)
    const session = await page.context().newCDPSession(page)
    await page.goto(chartsOf(portal, source.unit), { waitUntil: 'commit' })
    await firstPainting(page)
    await page.waitForTimeout(1000)
    const opened = await page.evaluate<number>('Date.now()')
    const heaps: number[] = []
    for (let hour = 0; hour < hours; hour += 1) {
      await sendSteadily(portal, source, {
        perSecond: SPEED / EVERY_SECONDS,
        seconds: HOUR / 1000 / SPEED,
        timeOf: (number) => Math.round(opened + hour * HOUR + number * EVERY_SECONDS * 1000),
      })
      heaps.push(await usedMegabytes(session))
    }
    const [first = Number.NaN] = heaps
    return {
      work: `growth of a page with ten charts in ${hours - 1} hours of live data`,
      unit: 'MB',
      target: GROWTH_MB,
      measured: Math.max(0, (heaps.at(-1) ?? Number.NaN) - first),
      note: `Heap and typed arrays after a forced collection, at the end of each hour: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB. The page's clock and the records run ${SPEED} times faster.`,
    }
  } finally {
    await browser.close()
  }
}

async function usedMegabytes(session: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1_000_000
}
