import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { ConditionState } from '#records/conditions/judge-reading.ts'
import type { Occurrence } from './occurrence.ts'

/** A correction whose time was over before all was found. Nothing of it is stored yet: who reads sees the table before it or after it. */
export interface OpenCorrection {
  /** The revision of the event table for which it was made. */
  readonly revision: number
  readonly types: string
  /** In which records were late. */
  readonly range: TimeRange
  /** What is found replaces all that begins from then on. */
  readonly replacesFrom: number
  /** Where it continues. */
  readonly at: number
  /** How it continues there. */
  readonly state: { readonly condition: ConditionState } | { readonly journeys: string }
  readonly found: readonly Occurrence[]
  /** Only for a table of trips or stops: the states by their moments. */
  readonly checkpoints: ReadonlyMap<number, string>
}

/** More occurrences are not held: a correction of so many takes as long as it needs. */
const MOST_HELD = 20_000

/** How far one step goes. */
export interface FindingPiece {
  readonly range: TimeRange
  /** When its time is over. */
  readonly end: number
  /** Undefined: a table is filled, and what is found is stored at once. */
  readonly correction: { readonly open: OpenCorrection | undefined } | undefined
}

/** What a step holds of a correction; undefined while a table is filled. */
export function heldBy({ correction }: FindingPiece): Occurrence[] | undefined {
  return correction && [...(correction.open?.found ?? [])]
}

/** Whether the time of a piece is over. */
export function isOver({ end }: FindingPiece, held: readonly Occurrence[] | undefined): boolean {
  return performance.now() > end && (held?.length ?? 0) < MOST_HELD
}

/** Whether an open correction can continue: nothing that it has passed is different now. */
export function mayContinue(
  { range, replacesFrom, at }: OpenCorrection,
  ranges: readonly TimeRange[],
  late: readonly TimeRange[],
): boolean {
  return (
    ranges.some(({ from, to }) => from === range.from && to === range.to) &&
    !late.some(({ from, to }) => from < at && to > replacesFrom)
  )
}
