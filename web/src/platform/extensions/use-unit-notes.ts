import type { DataId } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { type NoteSpan, UNIT_NOTES, type UnitNote } from './unit-notes.ts'
import { installedUnitNotes } from './web-extension.ts'

const NONE: readonly UnitNote[] = []
const NEVER: NoteSpan = { kind: 'fixed', from: 0, to: 0 }

/** The notes on a unit that concern a span, the newest first, as they are now; none without a span, or where no extension keeps notes. */
export function useUnitNotes(dataId: DataId, span: NoteSpan = NEVER): readonly UnitNote[] {
  const api = useApi()
  const { isOn, readSpan } = installedUnitNotes(useMe())
  useLiveNotes(dataId)
  const { data } = useQuery({
    queryKey: [UNIT_NOTES, dataId, span] as const,
    queryFn: ({ signal }) => readSpan(api, dataId, span, signal),
    enabled: isOn && span !== NEVER,
    placeholderData: keepPreviousData,
  })
  return data?.notes ?? NONE
}

/** Reads notes again when others change them. */
function useLiveNotes(dataId: DataId): void {
  const client = useQueryClient()
  const readAgain = (): void => void client.invalidateQueries({ queryKey: [UNIT_NOTES, dataId] })
  useLiveDocuments(dataId, {
    things: ({ dataID, kind = 'note' }) => {
      if (dataID === dataId && kind === 'note') readAgain()
    },
    // What changed between the first reading and the opened stream.
    opened: readAgain,
  })
}
