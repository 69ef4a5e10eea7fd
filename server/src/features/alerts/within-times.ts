import { createWindow } from '@fieldwatch/contract/alerts/alert-schedule'
import { satisfies } from '@fieldwatch/contract/calculations/conditions'
import { parkedReading } from '@fieldwatch/contract/places/place-conditions'
import type { Reading } from '#records/conditions/judge-reading.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'
import type { ClaimedState } from './alert-state-store.ts'
import { conditionOf } from './unit-state.ts'

/** A condition with the times at which it counts. */
export type Scheduled = Pick<
  ClaimedState,
  'schedule' | 'timeZone' | 'bound' | 'clearLimit' | 'forSeconds' | 'gapMs' | 'field'
>

/** Readings as they count: what is not within the times of the alert ends its condition. */
export function withinTimes(claimed: Scheduled): (reading: Reading) => Reading {
  const valueAt = valueWithin(claimed)
  return valueAt === undefined
    ? (reading) => reading
    : (reading) => ({ ...reading, value: valueAt(reading.at, reading.value) })
}

/** The same for numbers that are stored. */
export function blocksWithinTimes(claimed: Scheduled, blocks: AsyncIterable<NumberBlock>): AsyncIterable<NumberBlock> {
  const valueAt = valueWithin(claimed)
  return valueAt === undefined ? blocks : mapped(blocks, valueAt)
}

async function* mapped(
  blocks: AsyncIterable<NumberBlock>,
  valueAt: (at: number, value: number) => number,
): AsyncGenerator<NumberBlock> {
  for await (const { at, columns } of blocks)
    yield { at, columns: columns.map((column) => column.map((value, index) => valueAt(at[index] ?? 0, value))) }
}

function valueWithin(claimed: Scheduled): ((at: number, value: number) => number) | undefined {
  const { schedule, timeZone } = claimed
  if (schedule?.kind !== 'during') return undefined
  const isWithin = createWindow(schedule, timeZone)
  const { bound, clearBound, leavesParked } = conditionOf(claimed)
  // A unit that is parked in the place stays so; away from it, it is as if it had left by driving.
  if (leavesParked === true)
    return (at, value) =>
      Number.isNaN(value) || isWithin(at) || !satisfies(clearBound, value) ? value : parkedReading(-Infinity, 1)
  const ends = bound.operator.startsWith('>')
    ? Math.min(bound.constant, clearBound.constant) - 1
    : Math.max(bound.constant, clearBound.constant) + 1
  return (at, value) => (Number.isNaN(value) || isWithin(at) ? value : ends)
}
