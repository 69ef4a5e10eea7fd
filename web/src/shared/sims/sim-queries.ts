import { listSims, type Sim } from '@fieldwatch/contract/units/sims'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

export const SIMS_KEY = ['sims'] as const

/** The SIM cards of the viewing entities; with a dataID those in that unit. */
export function simsQuery(api: Api, dataId?: string) {
  return queryOptions({
    queryKey: [...SIMS_KEY, dataId ?? 'viewing'] as const,
    queryFn: async ({ signal }): Promise<readonly Sim[]> => {
      const query = dataId === undefined ? {} : { dataID: dataId }
      return (await api.call(listSims, { query }, { signal })).details
    },
  })
}
