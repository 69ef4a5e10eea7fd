import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'

/** What someone wrote about a moment or a period of a unit. Times are epoch milliseconds. */
export interface UnitNote {
  readonly id: number
  /** Null: it is about the unit as a whole. */
  readonly source: SourceName | null
  readonly startAt: number
  /** Null: it is about a moment. */
  readonly endAt: number | null
  readonly text: string
  /** Null for an author out of reach or deleted. */
  readonly by: string | null
}

/** Which notes of a unit. */
export interface AskedNotes {
  readonly dataId: DataId
  /** The entities that the reader has in reach. */
  readonly reach: readonly EntityId[]
  readonly range: TimeRange
  /** Notes on other sources are left out, those on the unit as a whole are not. */
  readonly sources: readonly string[]
}

/** Reads a page of notes, the newest first unless asked otherwise. */
export type ReadUnitNotes = (
  asked: AskedNotes,
  page: { readonly isOldestFirst?: boolean; readonly after?: UnitNote | undefined; readonly limit: number },
) => Promise<readonly UnitNote[]>

/** Set by what keeps notes on units, once it has started. */
export interface UnitNotes {
  current: ReadUnitNotes | undefined
}
