import { spanOf, type ChartWindow } from '#shared/charts/chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { ChartStore, SourceSeries } from './chart-store.ts'
import { type BasePicture, detailToRead, type LoadedDetail } from './detail.ts'

export interface Detail {
  readonly series: readonly SourceSeries[]
  /** There are still more records than points. */
  readonly reduced: boolean
}

interface DetailReaderOptions {
  store: Pick<ChartStore, 'show' | 'expectDetail' | 'abandonDetail' | 'loadDetail'>
  base: BasePicture
  read: (span: TimeRange, signal: AbortSignal) => Promise<Detail>
  now: () => number
  after: (ms: number, callback: () => void) => () => void
}

/** Brings the detail of what a chart shows into its store. */
export interface DetailReader {
  show: (window: ChartWindow) => void
  close: () => void
}

/** While zooming, the first change is read at once and the next when the window rests this long. */
const REST_MS = 200
/** How often a rolling window is looked at again. */
const ROLL_MS = 1000

/** Loads details. The current picture stays until a finer one has arrived, and for good when none can be had. */
export function createDetailReader({ store, base, read, now, after }: DetailReaderOptions): DetailReader {
  let window: ChartWindow | undefined
  let loaded: LoadedDetail | undefined
  let reading: AbortController | undefined
  let changed = Number.NEGATIVE_INFINITY
  let cancelRest = (): void => undefined
  let cancelRoll = (): void => undefined

  function showNow(): void {
    if (window === undefined) return
    store.show(spanOf(window, now()))
    cancelRoll()
    if (window.kind === 'rolling') cancelRoll = after(ROLL_MS, showNow)
  }

  function spanToRead(): TimeRange | undefined {
    return window === undefined ? undefined : detailToRead(spanOf(window, now()), base, loaded)
  }

  async function readDetail(): Promise<void> {
    const span = spanToRead()
    if (span === undefined) return
    // A detail that reaches the present is continued by live records.
    const covered = { from: span.from, to: span.to >= now() ? Infinity : span.to }
    const life = new AbortController()
    reading?.abort()
    reading = life
    store.expectDetail()
    try {
      const detail = await read(span, life.signal)
      if (life.signal.aborted) return
      loaded = { span: covered, reduced: detail.reduced }
      store.loadDetail(covered, detail.series)
    } catch {
      // The coarser picture stays; the next change of the window tries again.
      if (!life.signal.aborted) store.abandonDetail()
    }
  }

  return {
    show: (next) => {
      window = next
      showNow()
      cancelRest()
      if (spanToRead() === undefined) return
      const moves = now() - changed < REST_MS
      changed = now()
      if (moves) cancelRest = after(REST_MS, () => void readDetail())
      else void readDetail()
    },
    close: () => {
      reading?.abort()
      cancelRest()
      cancelRoll()
    },
  }
}
