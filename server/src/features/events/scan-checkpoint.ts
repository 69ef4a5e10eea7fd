import type { NumberBlock } from '#records/store/record-reader.ts'
import type { OpenCorrection } from './open-correction.ts'
import type { ScanState } from './scan-occurrences.ts'
import type { JourneyMemory } from './trips/journey-state.ts'

/** How an event table continues with records that are later than all that were looked at. */
export interface ScanCheckpoint {
  /** The revision of the event table for which it was made. */
  readonly revision: number
  /** Types of the values by which it was made: with others other columns are read. */
  readonly types: string
  /** No record that was looked at is later. */
  readonly upTo: number
  /** Only for a condition on values or places. */
  readonly state?: ScanState
  /** Only for a table of trips or stops. */
  readonly journeys?: JourneyMemory
  /** The records of each other source behind the last one of the own source. They count once the own source has a further one. */
  readonly pending: readonly (readonly NumberBlock[])[]
}

/** What is remembered of an event table between two steps. */
export interface EventMemory {
  /** Undefined: the next records are looked for from the stored ones on. */
  readonly tail: ScanCheckpoint | undefined
  readonly correction?: OpenCorrection | undefined
}
