import {
  type Calculation,
  createCalculation,
  listCalculations,
  removeCalculation,
  updateCalculation,
} from '@fieldwatch/contract/calculations/calculations'
import { type LatestRecord, listLatest } from '@fieldwatch/contract/telemetry/data'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import type { Api } from '#platform/api/call.ts'
import { type CalculationForm, draftOf } from './calculation-form.ts'

const FILLING_MS = 1_000
const PREVIEW_MS = 5_000

/** The calculated sources of a unit; asked for again and again while one is still filled. */
export function calculationsQuery(api: Api, dataId: DataId) {
  return detailsQuery(api, listCalculations, {
    queryKey: ['calculations', dataId],
    query: { dataID: dataId },
    refetchInterval: ({ state }) =>
      state.data?.some(({ progress }) => !progress.finished) === true ? FILLING_MS : false,
  })
}

/** The newest record of every source of a unit, every few seconds. */
export function newestQuery(api: Api, dataId: DataId) {
  return queryOptions({
    queryKey: ['newest-of-unit', dataId] as const,
    queryFn: async ({ signal }): Promise<LatestRecord[]> =>
      (await api.call(listLatest, { body: { dataIDs: [dataId] } }, { signal })).body.details,
    refetchInterval: PREVIEW_MS,
  })
}

/** A calculated source as it is now on the server; undefined when it is not there any more, so that saving makes it again. */
export async function fetchCalculation(
  client: QueryClient,
  api: Api,
  { dataId, name }: { dataId: DataId; name: SourceName | undefined },
): Promise<Calculation | undefined> {
  const all = await client.fetchQuery({ ...calculationsQuery(api, dataId), staleTime: 0 })
  return all.find((calculation) => calculation.name === name)
}

/** Makes a calculated source, or changes one as it was seen. */
export function useSaveCalculation(dataId: DataId) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: ({ form, base }: { form: CalculationForm; base: Calculation | undefined }) =>
      base === undefined
        ? api.call(createCalculation, { body: { dataID: dataId, ...draftOf(form) } })
        : api.call(updateCalculation, { body: { dataID: dataId, ...draftOf(form), version: base.version } }),
    onSuccess: () => askAgain(client, dataId),
  })
}

export function useRemoveCalculation(dataId: DataId) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: (name: SourceName) => api.call(removeCalculation, { body: { dataID: dataId, name } }),
    onSuccess: () => askAgain(client, dataId),
  })
}

/** Invalidates the unit's data and the records of a source that is computed again. */
async function askAgain(client: QueryClient, dataId: DataId): Promise<void> {
  for (const key of ['data-options', 'series', 'latest']) void client.invalidateQueries({ queryKey: [key, dataId] })
  await client.invalidateQueries({ queryKey: ['calculations', dataId] })
}
