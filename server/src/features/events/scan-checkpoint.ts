import type { NumberBlock } from '#records/store/record-reader.ts'
import type { OpenCorrection } from './open-correction.ts'
import type { ScanState } from './scan-occurrences.ts'
import type { JourneyMemory } from './trips/journey-state.ts'

/** How an event table continues with records that are later than all that were looked at. */
export interface ScanCheckpoint {
  /** Of the event table from which it is. */
  readonly revision: number
  /** Types of the values by which it was made: with others other columns are read. */
  readonly types: string
  /** No record that was looked at is later. */
  readonly upTo: number
  /** Of a condition on values or places. */
  readonly state?: ScanState
  /** Of a table of trips. */
  readonly journeys?: JourneyMemory
  /** Of each other source what lies behind the last record of the own one, and counts when that has a further one. */
  readonly pending: readonly (readonly NumberBlock[])[]
}

/** What is remembered of an event table between two steps. */
export interface EventMemory {
  /** Undefined: the next records are looked for from the stored ones on. */
  readonly tail: ScanCheckpoint | undefined
  readonly correction?: OpenCorrection | undefined
}
