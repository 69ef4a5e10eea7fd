import { type AlertBands, listAlertBands } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { ALERTS_KEY } from '#shared/alerts/alert-keys.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { bandRequestOf, type BandRequest, bandsOf, noDataOf } from './event-marks.ts'
import type { ChartView } from './use-chart-view.ts'
import type { ShownMarks } from './use-shown-events.ts'

/** The alert whose limit is drawn, and when it was triggered. */
export interface ShownAlert {
  readonly id: AlertId | undefined
  readonly name: string | undefined
  /** Undefined while nothing is shaded. */
  readonly shown: ShownMarks | undefined
  readonly failure: Error | null
}

const WIDTH = 4_000

/** Which alert is drawn lives in the address. */
export function useShownAlert(view: ChartView): ShownAlert {
  const api = useApi()
  const { dataID: dataId } = useUnit().unit
  const { alert, at } = useSearch({ from: '/signed-in/dashboard/$dataID/time-series' })
  // The server says whether there is such an alert.
  const id = alert as AlertId | undefined
  const { data, error } = useQuery(
    alertBandsQuery(api, { id, dataId, request: bandRequestOf(view.window, view.extent) }),
  )
  const shown = useMemo(
    () =>
      data === undefined
        ? undefined
        : {
            bands: bandsOf(data, at),
            // Of a silence all that is shaded is without data.
            noData: noDataOf({ noData: data.comparison === null ? data.bands : data.noData }),
            comparison: data.comparison ?? '',
            count: data.bands.reduce((sum, { count }) => sum + count, 0),
          },
    [data, at],
  )
  return { id, name: data?.name, shown: id === undefined ? undefined : shown, failure: id === undefined ? null : error }
}

interface BandsOfAlert {
  readonly id: AlertId | undefined
  readonly dataId: DataId
  readonly request: BandRequest
}

function alertBandsQuery(api: Api, { id, dataId, request }: BandsOfAlert) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'bands', id, dataId, request] as const,
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }): Promise<AlertBands> => {
            const now = portalNow()
            const { from, to } = request.kind === 'live' ? { from: now - request.lengthMs, to: now } : request
            const range = { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() }
            const query = { alertID: id, dataID: dataId, ...range, width: WIDTH }
            return (await api.call(listAlertBands, { query }, { signal })).details
          },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
