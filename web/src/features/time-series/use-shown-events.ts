import { type EventBands, listEventBands } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { ChartMarks } from '#shared/charts/chart-marks.ts'
import { eventTablesQuery, occurrencesKey } from '#shared/events/event-tables-query.ts'
import { useLiveOccurrences } from '#shared/events/use-live-occurrences.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { bandRequestOf, type BandRequest, bandsOf, noDataOf } from './event-marks.ts'
import type { ChartView } from './use-chart-view.ts'

/** What is shaded in the charts, and where. */
export interface ShownMarks {
  readonly bands: ChartMarks['bands']
  readonly noData?: ChartMarks['noData']
  /** The condition whose limit is drawn. */
  readonly comparison: string
  readonly count: number
}

/** The occurrences that are shaded in the charts of the page, and the choice among event tables. */
export interface ShownEvents {
  /** The event tables of the unit; none as long as they are not there. */
  readonly tables: readonly { readonly name: string; readonly title: string }[]
  /** The name of the one that is shown. */
  readonly name: string | undefined
  /** The page was opened for one of them. */
  readonly opened: boolean
  /** Undefined while nothing is shaded. */
  readonly shown: ShownMarks | undefined
  readonly failure: Error | null
  readonly choose: (name: string | undefined) => void
}

const WIDTH = 4_000

/** Which occurrences are shaded lives in the address. */
export function useShownEvents(view: ChartView): ShownEvents {
  const api = useApi()
  const { unit, template } = useUnit()
  const { events: name, at } = useSearch({ from: '/signed-in/dashboard/$dataID/time-series' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/time-series' })
  const tables = useQuery({
    ...eventTablesQuery(api, unit.dataID, template),
    enabled: name !== undefined || (template?.events ?? []).length > 0,
  })
  const request = bandRequestOf(view.window, view.extent)
  const bands = useQuery(bandsQuery(api, { dataId: unit.dataID, name, request }))
  useLiveOccurrences(unit.dataID)
  const { data } = bands
  const shown = useMemo(
    () =>
      data === undefined || name === undefined
        ? undefined
        : {
            bands: bandsOf(data, at),
            noData: noDataOf(data),
            comparison: data.comparison,
            count: data.bands.reduce((sum, { count }) => sum + count, 0),
          },
    [data, at, name],
  )
  return {
    tables: tables.data ?? [],
    name,
    opened: at !== undefined,
    shown,
    failure: bands.error ?? (name === undefined ? null : tables.error),
    choose: (next) =>
      void navigate({
        search: ({ events: _events, alert: _alert, at: _at, ...search }) =>
          next === undefined ? search : { ...search, events: next },
        replace: true,
        resetScroll: false,
      }),
  }
}

interface BandsRequest {
  readonly dataId: DataId
  readonly name: string | undefined
  readonly request: BandRequest
}

function bandsQuery(api: Api, { dataId, name, request }: BandsRequest) {
  return queryOptions({
    queryKey: [...occurrencesKey(dataId, name ?? ''), 'bands', request] as const,
    queryFn:
      name === undefined
        ? skipToken
        : async ({ signal }): Promise<EventBands> => {
            const now = portalNow()
            const { from, to } = request.kind === 'live' ? { from: now - request.lengthMs, to: now } : request
            const range = { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() }
            const query = { dataID: dataId, name, ...range, width: WIDTH }
            return (await api.call(listEventBands, { query }, { signal })).details
          },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
