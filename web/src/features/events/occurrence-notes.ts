import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Note } from '@fieldwatch/contract/notes/notes'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { notesQuery, useLiveNotes } from '#shared/notes/note-queries.ts'

type Row = Pick<EventOccurrence, 'startUTC' | 'endUTC' | 'duration'>

/** From the start of an occurrence to its end; one that is ongoing is known up to its last record. */
export function spanOfRow({ startUTC, endUTC, duration }: Row): TimeRange {
  const from = Date.parse(startUTC)
  return { from, to: endUTC === null ? from + duration : Date.parse(endUTC) }
}

/** How many notes concern an occurrence. */
export function countNotes(notes: readonly Pick<Note, 'startUTC' | 'endUTC'>[], row: Row): number {
  const { from, to } = spanOfRow(row)
  return notes.filter(({ startUTC, endUTC }) => Date.parse(startUTC) <= to && Date.parse(endUTC ?? startUTC) >= from)
    .length
}

const NO_NOTES: readonly Note[] = []

/** The notes on the unit that concern the occurrences of a page. */
export function useNotesOfRows(dataId: DataId, rows: readonly Row[] | undefined): readonly Note[] {
  const span = useMemo(() => {
    const spans = (rows ?? []).map(spanOfRow)
    const [from, to] = [Math.min(...spans.map((one) => one.from)), Math.max(...spans.map((one) => one.to))]
    return { kind: 'fixed', from, to: to + 1 } as const
  }, [rows])
  useLiveNotes(dataId)
  const { data } = useQuery({ ...notesQuery(useApi(), dataId, span), enabled: span.from <= span.to })
  return data?.notes ?? NO_NOTES
}
