import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { addNote, changeNote, listNotes, type Note, removeNote } from '@fieldwatch/contract/notes/notes'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'

/** The most notes that a page shows. */
export const MOST_SHOWN = 500

/** Of a fixed range, or of a time before now. */
export type NoteSpan = ({ readonly kind: 'fixed' } & TimeRange) | { readonly kind: 'live'; readonly lengthMs: number }

export interface ShownNotes {
  readonly notes: readonly Note[]
  /** There are older ones. */
  readonly isCut: boolean
}

/** The notes on a unit that concern a span, the newest first. */
export function notesQuery(api: Api, dataId: DataId, span: NoteSpan) {
  return queryOptions({
    queryKey: [...keyOf(dataId), span] as const,
    queryFn: async ({ signal }): Promise<ShownNotes> => {
      const range =
        span.kind === 'live'
          ? { from: new Date(Date.now() - span.lengthMs).toISOString() }
          : { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
      const query = { dataID: dataId, ...range, limit: MOST_SHOWN }
      const { notes, next } = (await api.call(listNotes, { query }, { signal })).details
      return { notes, isCut: next !== null }
    },
    placeholderData: keepPreviousData,
  })
}

interface WantedNotes {
  readonly text: string | undefined
  readonly dataId: DataId | undefined
  readonly range: PickedRange | undefined
}

const PAGE = 50

/** The notes of all viewing units, or of one, page by page; the newest first. */
export function foundNotesQuery(api: Api, { text, dataId, range }: WantedNotes) {
  return infiniteQueryOptions({
    queryKey: ['notes', 'found', { text, dataId, range }] as const,
    queryFn: async ({ pageParam, signal }) => {
      const span = range && spanOfPicked(range, Date.now())
      const query = {
        limit: PAGE,
        ...(text === undefined ? {} : { text }),
        ...(dataId === undefined ? {} : { dataID: dataId }),
        ...(span === undefined
          ? {}
          : { from: new Date(span.from).toISOString(), to: new Date(span.to + 1).toISOString() }),
        ...(pageParam === undefined ? {} : { after: pageParam }),
      }
      return (await api.call(listNotes, { query }, { signal })).details
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Reads notes again when others change them. */
export function useLiveNotes(dataId: DataId): void {
  const client = useQueryClient()
  const readAgain = (): void => void client.invalidateQueries({ queryKey: keyOf(dataId) })
  useLiveDocuments(dataId, {
    onNotes: ({ dataID }) => {
      if (dataID === dataId) readAgain()
    },
    onReopened: readAgain,
  })
}

export function useAddNote(dataId: DataId) {
  return useApiAction(
    (api, note: Omit<CallOf<typeof addNote>['body'], 'dataID'>) =>
      api.call(addNote, { body: { dataID: dataId, ...note } }),
    { once: true, rereads: [keyOf(dataId)] },
  )
}

export const useChangeNote = (dataId: DataId) => useCall(changeNote, { rereads: [keyOf(dataId)] })
export const useRemoveNote = (dataId: DataId) => useCall(removeNote, { rereads: [keyOf(dataId)] })

function keyOf(dataId: DataId) {
  return ['notes', dataId] as const
}
