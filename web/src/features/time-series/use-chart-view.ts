import type { DataId } from '@fieldwatch/contract/api/ids'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { AUTOMATIC_WINDOW, type ChartWindow } from '#shared/charts/chart-window.ts'
import { type ChartRange, DEFAULT_CHART_RANGE, rangeLengthMs, rangeSince } from '#shared/time-range/chart-ranges.ts'
import { parsePickedRange, type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { fieldsBySource, type PlannedChart } from './chart-plan.ts'
import { writeCompared, writeShown, writeTimeSeriesSearch } from './time-series-search.ts'
import { useQuery, useQueryClient, useIsFetching } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import { useReplay } from '#shared/moment/replay-context.ts'
import { fetchEdge } from '#shared/charts/fetch-series.ts'
import { seriesQuery } from './series-queries.ts'

/** What all charts of the page show: they share one axis of time. */
export interface ChartView {
  /** The range that historical mode was asked for, or that is replayed; undefined in live mode. */
  readonly history: PickedRange | undefined
  /** The extent of the charts: the last 24 hours, or the chosen range. The same object as long as the mode is. */
  readonly extent: ChartWindow
  readonly window: ChartWindow
  /** What was chosen, zooms aside: the period that is compared with another one. */
  readonly period: ChartWindow
  /** The chosen range button; undefined after a zoom, and for all of a chosen range. */
  readonly range: ChartRange | undefined
  readonly zoom: (window: ChartWindow) => void
  readonly chooseRange: (range: ChartRange) => void
  readonly viewHistory: (range: PickedRange) => void
  readonly backToLive: () => void
  /** Charts have what had arrived by this moment, epoch milliseconds; undefined: all that is known now. */
  readonly knownAt: number | undefined
}

interface Shown {
  dataId: DataId
  charts: readonly PlannedChart[]
}

/** Mode and range of the page are in the address; a zoom lasts until the next choice. */
export function useChartView({ dataId, charts }: Shown): ChartView {
  const search = useSearch({ from: '/signed-in/dashboard/$dataID/time-series' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/time-series' })
  const replay = useReplay()
  const chosenPast = useMemo(
    () => (search.history === undefined ? undefined : parsePickedRange(search.history)),
    [search.history],
  )
  const replayed = useMemo<PickedRange | undefined>(
    () => (replay === undefined ? undefined : { kind: 'fixed', ...replay.playback().range }),
    [replay],
  )
  const history = replayed ?? chosenPast
  const knownAt = useKnownAt(dataId)
  const extent = useMemo(() => extentOf(history), [history])
  const [zoomed, setZoomed] = useState<{ extent: ChartWindow; window: ChartWindow }>()
  const [isChosen, setChosen] = useState(false)
  const isFree = search.range === undefined && history === undefined && !isChosen
  const first = useFirstRange({ dataId, charts, enabled: isFree })
  const range = search.range ?? (isFree ? first : history === undefined ? DEFAULT_CHART_RANGE : undefined)
  const chosen = useMemo(() => windowOf(extent, range), [extent, range])
  const zoom = zoomed?.extent === extent ? zoomed.window : undefined

  function go(choice: { range?: ChartRange; history?: PickedRange | undefined }, { replace }: { replace: boolean }) {
    setZoomed(undefined)
    setChosen(true)
    const next = writeTimeSeriesSearch({ range: choice.range, history: choice.history })
    // Another range is not about the event any more for which the page was opened.
    const at = choice.history === chosenPast ? search.at : undefined
    void navigate({
      search: { ...next, ...writeShown({ ...search, at }), ...writeCompared(search) },
      replace,
      resetScroll: false,
    })
  }

  return {
    history,
    extent,
    window: zoom ?? chosen,
    period: chosen,
    range: zoom === undefined ? range : undefined,
    zoom: (window) => {
      if (window === extent) go({ history: chosenPast }, { replace: true })
      else setZoomed({ extent, window })
    },
    chooseRange: (next) => go({ range: next, history: chosenPast }, { replace: true }),
    viewHistory: (picked) => go({ history: picked }, { replace: false }),
    backToLive: () => go({}, { replace: false }),
    knownAt,
  }
}

/** A relative range is resolved when it is opened, and fixed from then on. */
function extentOf(history: PickedRange | undefined): ChartWindow {
  return history === undefined ? AUTOMATIC_WINDOW : { kind: 'custom', ...spanOfPicked(history, portalNow()) }
}

interface Setting {
  dataId: DataId
  charts: readonly PlannedChart[]
  /** Whether no range was chosen. */
  enabled: boolean
}

/** The live range that the data of a new unit fill: the narrowest one since its first record. Others have the default. */
function useFirstRange({ dataId, charts, enabled }: Setting): ChartRange {
  const api = useApi()
  const client = useQueryClient()
  const sources = [...fieldsBySource(charts)]
  const { data = DEFAULT_CHART_RANGE } = useQuery({
    queryKey: ['first-range', dataId, sources] as const,
    queryFn: async ({ signal }) => {
      const now = portalNow()
      const firsts = await Promise.all(
        sources.map(async ([source, fields]) => {
          const series = await client.fetchQuery(seriesQuery(api, { dataId, source, fields, history: undefined }))
          const [seen] = series.data.x
          if (seen === undefined || rangeSince(seen, now) === DEFAULT_CHART_RANGE) return seen ?? Infinity
          // It may have sent before the last day, and been silent since.
          const first = await fetchEdge(api, { dataId, source }, { edge: 'first', signal })
          return first === undefined ? seen : Date.parse(first.record.messageUTC)
        }),
      )
      const earliest = Math.min(...firsts)
      return earliest === Infinity ? DEFAULT_CHART_RANGE : rangeSince(earliest, now)
    },
    enabled: enabled && sources.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return data
}

/** The window for a range button: the last part of the extent, or all of it without a range or with a longer one. */
export function windowOf(extent: ChartWindow, range: ChartRange | undefined): ChartWindow {
  if (range === undefined) return extent
  const lengthMs = rangeLengthMs(range)
  if (extent.kind === 'rolling') return lengthMs === extent.lengthMs ? extent : { kind: 'rolling', lengthMs }
  const from = extent.to - lengthMs
  return from <= extent.from ? extent : { kind: 'custom', from, to: extent.to }
}

/** What charts read again for each moment that is known. */
const READS: ReadonlySet<unknown> = new Set(['series', 'series-detail', 'compared-series', 'period-figures'])

const NEVER = (): (() => void) => () => undefined

/**
 * The moment by which what the charts of a unit show had arrived, epoch milliseconds; undefined while they show all that is known now. It follows
 * the moment that the page shows, but only once the charts have the one before: so they move on while they are played.
 */
function useKnownAt(dataId: DataId): number | undefined {
  const replay = useReplay()
  const isThen = replay?.known === 'then'
  const first = useMemo(() => (isThen ? Math.round(replay.playback().at) : undefined), [replay, isThen])
  const wanted = useSyncExternalStore(replay?.onShown ?? NEVER, () =>
    isThen ? (replay.shown().snapshot?.at ?? first) : undefined,
  )
  const reading = useIsFetching({ predicate: ({ queryKey: [name, unit] }) => unit === dataId && READS.has(name) })
  const [asked, setAsked] = useState(wanted)
  const follows = wanted !== asked && (reading === 0 || wanted === undefined || asked === undefined)
  if (follows) setAsked(wanted)
  return follows ? wanted : asked
}
