import { percentile } from '../report/percentile.ts'
import type { Result, YardstickFigure } from '../report/result.ts'
import { measureZooms, type Zoom } from './measure-zoom.ts'
import { firstPainting } from './probe.ts'
import { chartsOf, type WebContext } from './web-context.ts'

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
  const openings: Opening[] = []
  for (let turn = 0; turn < repeats; turn += 1) openings.push(await openOnce(context, charts))
  const zooms = openings.flatMap((turn) => turn.zooms)
  const half = (values: readonly number[]): number => percentile(values, 0.5)
  return [
    {
      work: `navigation to painted chart, ${what}, empty cache, p50`,
      unit: 'ms',
      target,
      measured: half(openings.map(({ cold }) => cold)),
      yardsticks: charts.opening,
      note: OPENING_NOTE,
    },
    {
      work: `navigation to painted chart, ${what}, p50`,
      unit: 'ms',
      target,
      measured: half(openings.map(({ warm }) => warm)),
    },
    {
      work: `zoom by dragging, ${what}, p50`,
      unit: 'ms',
      target: ZOOM_TARGET,
      measured: half(zooms.map(({ range }) => range)),
      yardsticks: charts.zoom,
      note: ZOOM_NOTE,
    },
    {
      work: `the same until its detail is there, ${what}, p50`,
      unit: 'ms',
      measured: half(zooms.map(({ detail }) => detail)),
      note: DETAIL_NOTE,
    },
  ]
}

const OPENING_NOTE =
  'From the first request until the lines are on the screen. The portal signs in by its cookie, loads the app, the unit and its template, and asks the server for the series; a yardstick is a page with nothing but its script and the same records as one binary file.'
const ZOOM_NOTE =
  'From letting go of the mouse until another range is on the screen, drawn from what the page has; for a yardstick, from calling its zoom until it has drawn. The page has the first, least, greatest and last value of each pixel column of the whole range, a yardstick all the records.'
const DETAIL_NOTE =
  'The page asks the server for the part that is shown: until the picture with that answer is on the screen.'

interface Opening {
  readonly cold: number
  readonly warm: number
  readonly zooms: readonly Zoom[]
}

async function openOnce({ portal, freshBrowser }: WebContext, { unit, search }: Charts): Promise<Opening> {
  const browser = await freshBrowser()
  try {
    const page = await browser.newPage()
    const open = async (): Promise<number> => {
      await page.goto(chartsOf(portal, unit, search), { waitUntil: 'commit' })
      return firstPainting(page)
    }
    return { cold: await open(), warm: await open(), zooms: await measureZooms(page) }
  } finally {
    await browser.close()
  }
}
