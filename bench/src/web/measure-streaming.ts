import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { SensorSource } from '../stretches.ts'
import { firstPainting, longestTask, type Painting, paintingsSince, waitForMark } from './probe.ts'
import { sendRecord, sendSteadily, type SentRecord } from './send-steadily.ts'
import { chartsOf, type WebContext } from './web-context.ts'

const PER_SECOND = 10
const LONGEST = 100
const LATEST = 1000

/** How a page fares while records stream into its chart: its longest task, and when they were on the screen. */
export async function measureStreaming(
  { portal, freshBrowser }: WebContext,
  source: SensorSource,
  { seconds }: { seconds: number },
): Promise<Result[]> {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(chartsOf(portal, source.unit), { waitUntil: 'commit' })
    await firstPainting(page)
    // A first record shows that the stream is open.
    await sendRecord(portal, source, { number: 0, at: Date.now() })
    await waitForMark(page, 0)
    const from = await page.evaluate<number>('performance.now()')
    const sent = await sendSteadily(portal, source, {
      first: 1,
      count: PER_SECOND * seconds,
      perSecond: PER_SECOND,
      timeOf: () => Date.now(),
    })
    await waitForMark(page, sent.length)
    const paintings = await paintingsSince(page, from)
    const delays = delaysOf(sent, paintings, await page.evaluate<number>('performance.timeOrigin'))
    const stream = `${PER_SECOND} records/s stream in`
    return [
      {
        work: `longest task while ${stream}`,
        unit: 'ms',
        target: LONGEST,
        measured: await longestTask(page, from),
        note: `Over ${seconds} s, in which ${sent.length} records came and the chart was painted ${paintings.length} times; the last one is on the chart. Tasks under 50 ms count as 0: the browser does not report them.`,
      },
      {
        work: `from sending to its picture while ${stream}, p99`,
        unit: 'ms',
        target: LATEST,
        measured: percentile(delays, 0.99),
        note: `From handing a record to the network until a picture that has it is on the screen; p50 ${percentile(delays, 0.5).toFixed(0)} ms.`,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Milliseconds from sending each record to the first picture with it. Throws for a record that is in none. */
function delaysOf(sent: readonly SentRecord[], paintings: readonly Painting[], origin: number): number[] {
  return sent.map((record) => {
    const picture = paintings.find(({ mark }) => mark >= record.number)
    if (picture === undefined) throw new Error(`record ${record.number} was never on the chart`)
    return origin + picture.at - record.sent
  })
}
