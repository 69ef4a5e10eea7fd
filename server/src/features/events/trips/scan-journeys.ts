import type { NumberBlock } from '#records/store/record-reader.ts'
import { needsBlock, nextBlock, type Reading, timeOf } from '#records/store/number-reading.ts'
import type { OtherRecords } from '../scan-occurrences.ts'
import { followJourney, noteOther } from './follow-journey.ts'
import { fixOf, type JourneyColumns } from './journey-columns.ts'
import type { Journey, JourneyState } from './journey-state.ts'

/** Records in the order of time, and what they make of a table of trips. */
export interface JourneyScan {
  readonly columns: JourneyColumns
  readonly state: JourneyState
  readonly others: readonly OtherRecords[]
  readonly found: (journey: Journey) => void
  /** No record that was taken is later. */
  readonly seen: { upTo: number }
}

/** Takes the record at a place of a block, once those of other sources until then passed. */
export function takeRecord(scan: JourneyScan, block: NumberBlock, index: number): void {
  const { columns, state, found, seen } = scan
  const at = block.at[index] ?? 0
  seen.upTo = Math.max(seen.upTo, at)
  const fix = fixOf(columns, block, index, state)
  if (fix === undefined) return
  followJourney(columns.rule, state, fix, (journey) => {
    if (journey.kind === columns.kind) found(journey)
  })
}

/** Lets the records of the other sources before a moment pass. */
export async function passOthers({ columns, state, others, seen }: JourneyScan, before: number): Promise<void> {
  for (const { places, reading } of others) {
    while (await hasBefore(reading, before)) {
      const at = timeOf(reading)
      seen.upTo = Math.max(seen.upTo, at)
      for (const [column, place] of places.entries()) {
        const value = reading.block.columns[column]?.[reading.index] ?? Number.NaN
        if (!Number.isNaN(value)) noteOther(columns.rule, state, { place, at, value })
      }
      reading.index += 1
    }
  }
}

async function hasBefore(reading: Reading, before: number): Promise<boolean> {
  if (needsBlock(reading)) await nextBlock(reading)
  return timeOf(reading) < before
}
