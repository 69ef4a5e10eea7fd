import type { DataId } from '@fieldwatch/contract/api/ids'
import { listNotes, type Note } from '@fieldwatch/contract/notes/notes'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'

/** The most notes of a range that are read. */
const MOST_NOTES = 500

const NONE: readonly Note[] = []

/** The notes of a range: on one unit, or on all viewing units. */
export function useReplayNotes(dataIds: readonly DataId[], { from, to }: TimeRange): readonly Note[] {
  const api = useApi()
  const [dataID] = dataIds.length === 1 ? dataIds : []
  const { data } = useQuery({
    // Below the key of the notes on the unit, which changes of them refresh.
    queryKey: ['notes', dataID ?? 'viewing', 'replay', from, to] as const,
    queryFn: async ({ signal }) => {
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const query = { ...range, limit: MOST_NOTES, ...(dataID === undefined ? {} : { dataID }) }
      return (await api.call(listNotes, { query }, { signal })).details.notes
    },
    enabled: dataIds.length > 0,
    staleTime: 60_000,
  })
  return data ?? NONE
}
