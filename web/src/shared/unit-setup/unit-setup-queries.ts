import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import { listLatest, type DataRecord } from '@fieldwatch/contract/telemetry/data'
import { listTemplates, putTemplate } from '@fieldwatch/contract/templates/templates'
import { createUnit } from '@fieldwatch/contract/units/units'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { chartOf } from './chart-of.ts'

/** Where units connect to. */
export function connectionQuery(api: Api) {
  return detailsQuery(api, getConnectionSettings, { queryKey: ['connection'] })
}

/** The templates that a unit can share with others. */
export function templatesQuery(api: Api) {
  return detailsQuery(api, listTemplates, { queryKey: ['templates'] })
}

export interface ArrivedRecord {
  readonly source: string
  readonly record: DataRecord
}

/** The newest record of a source, read again each time that one arrived. */
export function arrivedQuery(api: Api, dataId: string, arrival: { source: string; at: string } | undefined) {
  return queryOptions({
    queryKey: ['arrived', dataId, arrival] as const,
    queryFn: async ({ signal }): Promise<ArrivedRecord | null> => {
      const body = { dataIDs: [dataId], subject: arrival?.source }
      const [latest] = (await api.call(listLatest, { body }, { signal })).body.details
      return latest === undefined ? null : { source: latest.subject, record: latest.record }
    },
    enabled: arrival !== undefined,
    placeholderData: (before) => before,
  })
}

export const useCreateUnit = () => useCall(createUnit, { once: true, rereads: [['units'], ['unit-names']] })

/** Gives a unit without a template a first chart. */
export function useFirstChart(dataId: string) {
  return useApiAction(
    (api, arrived: ArrivedRecord) => api.call(putTemplate, { body: { dataID: dataId, template: chartOf(arrived) } }),
    { once: true, rereads: [['unit', dataId]] },
  )
}
