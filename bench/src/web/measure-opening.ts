import { percentile } from '../report/percentile.ts'
import type { Result, YardstickFigure } from '../report/result.ts'
import { firstPainting, paintingAfterRelease } from './probe.ts'
import { chartsOf, dragOverChart, type WebContext } from './web-context.ts'

interface Charts {
  /** What the charts show, in words. */
  readonly what: string
  readonly unit: string
  readonly search?: string
  /** Milliseconds. */
  readonly target: number
  readonly opening: readonly YardstickFigure[]
  readonly zoom: readonly YardstickFigure[]
  readonly repeats: number
}

const ZOOM_TARGET = 50

/** From the navigation to charts on the screen, and from letting go of the mouse to the zoomed picture. */
export async function measureOpening(context: WebContext, charts: Charts): Promise<Result[]> {
  const { what, target, repeats } = charts
  const cold: number[] = []
  const warm: number[] = []
  const zooms: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const times = await openOnce(context, charts)
    cold.push(times.cold)
    warm.push(times.warm)
    zooms.push(...times.zooms)
  }
  const row = { unit: 'ms', target } as const
  return [
    {
      ...row,
      work: `navigation to painted chart, ${what}, empty cache, p50`,
      measured: percentile(cold, 0.5),
      yardsticks: charts.opening,
      note: NOTE,
    },
    { ...row, work: `navigation to painted chart, ${what}, p50`, measured: percentile(warm, 0.5) },
    {
      unit: 'ms',
      target: ZOOM_TARGET,
      work: `zoom by dragging, ${what}, p50`,
      measured: percentile(zooms, 0.5),
      yardsticks: charts.zoom,
    },
  ]
}

const NOTE =
  'The portal signs in by its cookie, loads the app, the unit and its template, and asks the server for the series; a yardstick is a page with nothing but its script and the same records as one binary file.'

const ZOOMS = 3

async function openOnce({ portal, freshBrowser }: WebContext, { unit, search }: Charts) {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(chartsOf(portal, unit, search), { waitUntil: 'commit' })
    const cold = await firstPainting(page)
    await page.goto(chartsOf(portal, unit, search), { waitUntil: 'commit' })
    const warm = await firstPainting(page)
    const zooms: number[] = []
    for (let turn = 0; turn < ZOOMS; turn += 1) {
      await dragOverChart(page)
      zooms.push(await paintingAfterRelease(page))
      await page.locator('.u-over').first().dblclick()
    }
    return { cold, warm, zooms }
  } finally {
    await browser.close()
  }
}
