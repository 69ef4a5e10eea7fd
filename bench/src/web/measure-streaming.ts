import type { Result } from '../report/result.ts'
import type { SensorSource } from '../stretches.ts'
import { firstPainting, longestTask } from './probe.ts'
import { sendSteadily } from './send-steadily.ts'
import { chartsOf, type WebContext } from './web-context.ts'

const PER_SECOND = 10
const LONGEST = 100

/** The longest task of the page while records stream into its chart. */
export async function measureStreaming(
  { portal, freshBrowser }: WebContext,
  source: SensorSource,
  { seconds }: { seconds: number },
): Promise<Result> {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(chartsOf(portal, source.unit), { waitUntil: 'commit' })
    await firstPainting(page)
    // The stream opens, and what it brings first is loaded.
    await page.waitForTimeout(2000)
    const from = await page.evaluate<number>('performance.now()')
    const before = await page.evaluate<number>('probe.paintings.length')
    await sendSteadily(portal, source, { perSecond: PER_SECOND, seconds, timeOf: () => Date.now() })
    const frames = (await page.evaluate<number>('probe.paintings.length')) - before
    return {
      work: `longest task while ${PER_SECOND} records/s stream in`,
      unit: 'ms',
      target: LONGEST,
      measured: await longestTask(page, from),
      note: `Over ${seconds} s, in which the chart was painted ${frames} times. Tasks under 50 ms count as 0: the browser does not tell of them.`,
    }
  } finally {
    await browser.close()
  }
}
