import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Api } from '#platform/api/call.ts'

/** What someone wrote about a moment or a period of a unit. */
export interface UnitNote {
  readonly noteID: number
  readonly dataID: DataId
  /** Null: it is about the unit as a whole. */
  readonly source: SourceName | null
  readonly startUTC: string
  /** Null: it is about a moment. */
  readonly endUTC: string | null
  readonly text: string
  readonly by: string | null
  readonly createdUTC: string
}

/** A fixed range, or a length of time before now. */
export type NoteSpan = ({ readonly kind: 'fixed' } & TimeRange) | { readonly kind: 'live'; readonly lengthMs: number }

/** The newest notes of a span. */
export interface NotesOfSpan {
  readonly notes: readonly UnitNote[]
  /** There are older ones. */
  readonly isCut: boolean
}

/** What charts, events, replays and files show of the notes on units. */
export interface UnitNotes {
  /** The notes that concern a span, the newest first. */
  readonly readSpan: (api: Api, dataId: DataId, span: NoteSpan, signal: AbortSignal) => Promise<NotesOfSpan>
  /** The notes that concern a range, on one unit or on all viewing units, the oldest first. */
  readonly read: (
    api: Api,
    dataId: DataId | undefined,
    range: TimeRange,
    options?: { readonly signal: AbortSignal },
  ) => Promise<readonly UnitNote[]>
}

/** Keys of queries about notes begin with it, then the unit and the span: a change of a note reads them again. */
export const UNIT_NOTES = 'notes'
