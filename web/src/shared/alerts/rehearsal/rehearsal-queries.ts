import { MOST_REHEARSED_UNITS, type Rehearsal, rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { fetchSeries } from '#shared/charts/fetch-series.ts'

/** What is tried out. */
export type AskedRehearsal = CallOf<typeof rehearseAlert>['body']

/** What came of what was asked. */
export interface Rehearsed {
  readonly asked: AskedRehearsal
  readonly rehearsal: Rehearsal
}

/** How long after the last input the preview is read. */
const PAUSE_MS = 500
/** Pixel columns: more than the chart is wide. */
const WIDTH = 1_200

/** What a condition would have done; undefined: the form is not complete. */
function rehearsalQuery(api: Api, asked: AskedRehearsal | undefined) {
  return queryOptions({
    queryKey: ['rehearsal', asked ?? null] as const,
    queryFn: async ({ signal }): Promise<Rehearsed> => {
      if (asked === undefined) throw new Error('Nothing is asked')
      return { asked, rehearsal: (await api.call(rehearseAlert, { body: asked }, { signal })).details }
    },
    enabled: asked !== undefined,
    staleTime: 60_000,
  })
}

/**
 * Tries out what is entered, a moment after the last change. What is asked no more is called off, and the answer before stays until the
 * next one is there.
 */
export function useRehearsal(asked: AskedRehearsal | undefined) {
  const text = asked === undefined ? '' : JSON.stringify(withFewDevices(asked))
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  // The text is one of this function's own.
  const settledAsk = useMemo(() => (settled === '' ? undefined : (JSON.parse(settled) as AskedRehearsal)), [settled])
  const rehearsal = useQuery({
    ...rehearsalQuery(useApi(), settledAsk),
    placeholderData: (before) => (settledAsk === undefined ? undefined : before),
  })
  return { ...rehearsal, isOld: text !== settled || rehearsal.isPlaceholderData }
}

/** The first of many devices are tried out. */
function withFewDevices(asked: AskedRehearsal): AskedRehearsal {
  return { ...asked, devices: asked.devices.slice(0, MOST_REHEARSED_UNITS) }
}

interface ValueOfUnit extends TimeRange {
  dataId: DataId
  /** Undefined: there is nothing to draw. */
  value: { source: SourceName; field: string } | undefined
}

/** The value that was tried out, over that time. */
export function rehearsedSeriesQuery(api: Api, { dataId, value, from, to }: ValueOfUnit) {
  return queryOptions({
    queryKey: ['rehearsed-series', dataId, value, from, to] as const,
    queryFn:
      value === undefined
        ? skipToken
        : async ({ signal }) => {
            const { source, field } = value
            return (await fetchSeries(api, { dataId, source, fields: [field], from, to, width: WIDTH }, signal)).data
          },
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  })
}
