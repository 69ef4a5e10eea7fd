import type { Template } from '@fieldwatch/contract/templates'
import { getTemplate } from '@fieldwatch/contract/templates'
import { listUnits, type DataDocument } from '@fieldwatch/contract/units'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#api/call.ts'
import { useLiveDocuments } from '#live/live-context.ts'

/** The data document of one unit. */
export function unitQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['unit', dataId] as const,
    queryFn: async ({ signal }): Promise<DataDocument | undefined> => {
      const { details } = await api.call(listUnits, { query: { dataID: dataId } }, { signal })
      return Array.isArray(details) ? details[0] : details
    },
    meta: { kept: true },
  })
}

/** The template that a unit is shown by: its own copy if it has one; null when it has none at all. */
export function templateQuery(api: Api, id: string | null | undefined) {
  return queryOptions({
    queryKey: ['template', id ?? null] as const,
    queryFn: async ({ signal }): Promise<Template | null> =>
      id === null || id === undefined ? null : (await api.call(getTemplate, { params: { id } }, { signal })).details,
    enabled: id !== undefined,
    meta: { kept: true },
  })
}

/** Keeps the document of a unit as it is now, as long as its page is open. */
export function useLiveUnit(dataId: string): void {
  const client = useQueryClient()
  const queryKey = ['unit', dataId] as const
  useLiveDocuments(
    dataId,
    (document) => {
      if (document.dataID === dataId) client.setQueryData(queryKey, document)
    },
    () => void client.invalidateQueries({ queryKey }),
  )
}
