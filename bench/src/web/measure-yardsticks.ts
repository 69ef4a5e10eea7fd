import { percentile } from '../report/percentile.ts'
import type { YardstickFigure } from '../report/result.ts'
import { recordOf, type SensorSource } from '../stretches.ts'
import { hasReading } from '../sensor-records.ts'
import { numberWhenThere } from './probe.ts'
import { VIEWPORT, type WebContext } from './web-context.ts'
import { serveYardsticks, YARDSTICK_PAGES } from './yardstick-pages.ts'

const ZOOMS = 3

export interface YardstickTimes {
  readonly opening: YardstickFigure[]
  readonly zoom: YardstickFigure[]
}

/** The same records drawn by other libraries in the same browser. */
export async function measureYardsticks(
  { browser }: Pick<WebContext, 'browser'>,
  source: SensorSource,
  { repeats }: { repeats: number },
): Promise<YardstickTimes> {
  const server = await serveYardsticks(rawData(source))
  try {
    const opening: YardstickFigure[] = []
    const zoom: YardstickFigure[] = []
    for (const { name } of YARDSTICK_PAGES) {
      const openings: number[] = []
      const zooms: number[] = []
      for (let turn = 0; turn < repeats; turn += 1) {
        const context = await browser.newContext({ viewport: VIEWPORT })
        const page = await context.newPage()
        await page.goto(server.url(name), { waitUntil: 'commit' })
        openings.push(await numberWhenThere(page, 'window.opened'))
        for (let again = 0; again < ZOOMS; again += 1) zooms.push(await page.evaluate<number>('measureZoom()'))
        await context.close()
      }
      opening.push({ name, figure: percentile(openings, 0.5) })
      zoom.push({ name, figure: percentile(zooms, 0.5) })
    }
    return { opening, zoom }
  } finally {
    await server.close()
  }
}

/** The number of rows, their times, and each field, as doubles one after the other. */
function rawData(source: SensorSource): Buffer {
  const indexes = Array.from({ length: source.readings }, (_, index) => index).filter((index) =>
    hasReading(source.sensor, index),
  )
  const records = indexes.map((index) => recordOf(source, index))
  const doubles = new Float64Array(1 + records.length * (1 + source.fields.length))
  doubles[0] = records.length
  for (const [row, { at, values }] of records.entries()) {
    doubles[1 + row] = at
    for (const [field, value] of values.entries()) doubles[1 + (field + 1) * records.length + row] = value
  }
  return Buffer.from(doubles.buffer)
}
