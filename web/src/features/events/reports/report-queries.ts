import { queryData } from '@fieldwatch/contract/telemetry/data'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import { coordinatesText, positionText } from '@fieldwatch/contract/reports/report-rows'
import { queryOptions } from '@tanstack/react-query'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { occurrencesQuery } from '../event-queries.ts'
import { NO_FILTER } from '../occurrence-filter.ts'
import type { EventSpan } from '../event-span.ts'

/** Rows of a preview. */
const FIRST = 5

/** Positions that a preview shows of one occurrence. */
const POSITIONS = 2

interface Asked {
  readonly dataId: DataId
  readonly name: string
  readonly span: EventSpan
}

/** The first occurrences of a report. */
export function firstOccurrencesQuery(api: Api, asked: Asked) {
  const sort = { column: 'startUTC', direction: 'asc' } as const
  return {
    ...occurrencesQuery(api, { ...asked, sort, filter: NO_FILTER, page: 1, pageSize: FIRST }),
    select: ({ occurrences }: { readonly occurrences: readonly EventOccurrence[] }) => occurrences,
  }
}

/** Where the unit was during some occurrences, each in short; null when it sends no positions. */
export function firstCoordinatesQuery(api: Api, dataId: DataId, occurrences: readonly EventOccurrence[]) {
  const periods = occurrences.map(({ startUTC, duration }) => ({ startUTC, duration }))
  return queryOptions({
    queryKey: ['report-coordinates', dataId, periods] as const,
    queryFn: async ({ signal }): Promise<readonly string[] | null> => {
      try {
        return await Promise.all(periods.map((period) => readPositions(api, dataId, period, signal)))
      } catch (error) {
        if (hasCode(error, 'data/not-found')) return null
        throw error
      }
    },
  })
}

type Period = Pick<EventOccurrence, 'startUTC' | 'duration'>

async function readPositions(
  api: Api,
  dataID: DataId,
  { startUTC, duration }: Period,
  signal: AbortSignal,
): Promise<string> {
  const last = new Date(Date.parse(startUTC) + duration).toISOString()
  const body = {
    dataID,
    subject: 'gpgga_Internal',
    filters: [
      { field: 'messageUTC', operator: '>=', value: startUTC } as const,
      { field: 'messageUTC', operator: '<=', value: last } as const,
    ],
    sort: { field: 'messageUTC', direction: 'asc' } as const,
    limit: POSITIONS + 1,
  }
  const { data } = (await api.call(queryData, { body }, { signal })).body.details
  const positions = data.flatMap(({ lat, lon }) =>
    typeof lat === 'number' && typeof lon === 'number' ? [positionText(lat, lon)] : [],
  )
  return positions.length > POSITIONS
    ? `${coordinatesText(positions.slice(0, POSITIONS))}; …`
    : coordinatesText(positions)
}
