import type { DataId } from '@fieldwatch/contract/api/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { ChartWindow } from '#shared/charts/chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { createDetailReader, type Detail, type DetailReader } from './detail-reader.ts'
import type { BasePicture } from './detail.ts'
import { detailQuery } from './series-queries.ts'
import type { FedChart } from './source-feed.tsx'

interface DetailRequest extends FedChart, BasePicture {
  dataId: DataId
  window: ChartWindow
  knownAt: number | undefined
}

/** Reads what a chart shows in more detail where the picture at hand was reduced. */
export function useDetail({ dataId, chart, store, window, knownAt, reduced, lengthMs }: DetailRequest): void {
  const api = useApi()
  const client = useQueryClient()
  const reader = useRef<DetailReader>(undefined)
  const currentWindow = useEffectEvent(() => window)

  useEffect(() => {
    async function read(span: TimeRange, signal: AbortSignal): Promise<Detail> {
      const query = detailQuery(api, { dataId, lines: chart.lines, span, knownAt })
      signal.addEventListener('abort', () => void client.cancelQueries({ queryKey: query.queryKey }))
      return client.fetchQuery(query)
    }
    // What was known before needs no detail where there is nothing to add to the picture.
    if (!reduced) store.dropDetail()
    const made = createDetailReader({
      store,
      base: { reduced, lengthMs },
      read,
      now: portalNow,
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms)
        return () => clearTimeout(timer)
      },
    })
    reader.current = made
    made.show(currentWindow())
    return made.close
  }, [api, client, dataId, chart, store, knownAt, reduced, lengthMs])

  useEffect(() => reader.current?.show(window), [window])
}
