import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { parsePickedRange } from '#shared/time-range/picked-range.ts'
import { prefetchUnit } from '#shared/units/unit-queries.ts'
import { sentMeasures } from '@fieldwatch/contract/measures/measure'
import { fieldsBySource, planCharts } from './chart-plan.ts'
import { seriesQuery } from './series-queries.ts'
import type { TimeSeriesSearch } from './time-series-search.ts'

interface ChartsRequest {
  api: Api
  client: QueryClient
  dataId: string
  search: TimeSeriesSearch
}

/** Reads what the charts of a unit draw while their page still loads. */
export async function prefetchCharts({ api, client, dataId, search }: ChartsRequest): Promise<void> {
  const picked = search.history === undefined ? undefined : parsePickedRange(search.history)
  // A relative range depends on the moment at which the page opens.
  if (picked?.kind === 'shortcut') return
  const open = await prefetchUnit(client, api, dataId)
  const charts = planCharts(open?.template?.timeSeries?.charts ?? [], sentMeasures)
  if (open === undefined) return
  await Promise.all(
    [...fieldsBySource(charts)].map(([source, fields]) =>
      client.prefetchQuery(seriesQuery(api, { dataId: open.unit.dataID, source, fields, history: picked })),
    ),
  )
}
