import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useMemo } from 'react'
import type { UnitNote } from '#platform/extensions/unit-notes.ts'
import { useUnitNotes } from '#platform/extensions/use-unit-notes.ts'

type Row = Pick<EventOccurrence, 'startUTC' | 'endUTC' | 'duration'>

/** From the start of an occurrence to its end; one that is ongoing is known up to its last record. */
export function spanOfRow({ startUTC, endUTC, duration }: Row): TimeRange {
  const from = Date.parse(startUTC)
  return { from, to: endUTC === null ? from + duration : Date.parse(endUTC) }
}

/** How many notes concern an occurrence. */
export function countNotes(notes: readonly Pick<UnitNote, 'startUTC' | 'endUTC'>[], row: Row): number {
  const { from, to } = spanOfRow(row)
  return notes.filter(({ startUTC, endUTC }) => Date.parse(startUTC) <= to && Date.parse(endUTC ?? startUTC) >= from)
    .length
}

/** The notes on the unit that concern the occurrences of a page. */
export function useNotesOfRows(dataId: DataId, rows: readonly Row[] | undefined): readonly UnitNote[] {
  const span = useMemo(() => {
    const spans = (rows ?? []).map(spanOfRow)
    const [from, to] = [Math.min(...spans.map((one) => one.from)), Math.max(...spans.map((one) => one.to))]
    return from > to ? undefined : ({ kind: 'fixed', from, to: to + 1 } as const)
  }, [rows])
  return useUnitNotes(dataId, span)
}
