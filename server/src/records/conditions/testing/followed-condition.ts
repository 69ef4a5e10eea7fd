import { countsFrom } from '@fieldwatch/contract/time/future-times'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { NumberBlock, StoredRecord } from '#records/store/record-reader.ts'
import { correct, type OpenCorrection } from '../correct-transitions.ts'
import { type Condition, type ConditionState, dueOf, elapse, judgeAll, OFF, type Transition } from '../judge-reading.ts'
import { readReadings, sortReadings } from '../read-readings.ts'

export type SentValue = number | boolean | string | null

/** A condition that follows records that are kept in memory, late ones included. */
export function followCondition(condition: Condition, beginsAt: number) {
  const stored = new Map<number, StoredRecord>()
  let transitions: readonly Transition[] = []
  let state: ConditionState = OFF
  let [lastAt, aheadUntil]: (number | undefined)[] = []
  let open: OpenCorrection | undefined

  const settle = async (pieces: () => boolean): Promise<void> => {
    while (open !== undefined && lastAt !== undefined && open.from <= lastAt) {
      const { added, removed, state: found, rest } = await correct(history(lastAt), open, pieces)
      const kept = transitions.filter((one) => !removed.includes(one))
      transitions = [...kept, ...added].toSorted((one, other) => one.at - other.at)
      state = found ?? state
      open = rest ?? (open.to > lastAt ? { from: lastAt + 1, to: open.to } : undefined)
    }
  }

  const history = (until: number) => ({
    condition,
    beginsAt,
    lastAt: until,
    read: (range: TimeRange) =>
      readReadings(readerOf(stored), { ...range, key: 1, field: 'value', aheadUntil, condition }),
    findBefore: async (at: number) => transitions.findLast((one) => one.at < at),
    listFrom: async (at: number) => transitions.filter((one) => one.at >= at),
  })

  return {
    transitions: () => transitions,

    isOn: () => state.status === 'on',

    /** `isOver`: whether a piece of a correction ends, asked at each block. */
    take: async (
      records: readonly { at: number; value: SentValue }[],
      { now, isImported, isOver }: { now: number; isImported: boolean; isOver: () => boolean },
    ): Promise<void> => {
      const arrived = records
        .map(({ at, value }) => ({ at, receivedAt: now, fields: JSON.stringify({ value }) }))
        .toSorted((one, other) => one.at - other.at)
      for (const record of arrived) stored.set(record.at, record)
      const sorted = sortReadings(
        { field: 'value', beginsAt, lastAt, aheadUntil },
        arrived.map((record) => ({ ...record, isImported })),
      )
      const judged = judgeAll(condition, state, sorted.inOrder)
      state = judged.state
      transitions = [...transitions, ...judged.transitions].toSorted((one, other) => one.at - other.at)
      lastAt = sorted.inOrder.at(-1)?.at ?? lastAt
      aheadUntil = sorted.aheadUntil
      const times = [...sorted.late.map(({ at }) => at), ...sorted.waiting]
      if (times.length > 0)
        open = {
          from: Math.min(open?.from ?? Infinity, ...times),
          to: Math.max(open?.to ?? -Infinity, ...times),
        }
      await settle(isOver)
    },

    /** Lets the clock begin what is due. */
    tick: (now: number): void => {
      const due = dueOf(condition, state)
      if (due === undefined || due > now || state.status !== 'pending') return
      const at = state.since + condition.forMs
      const elapsed = elapse(condition, state, at)
      state = elapsed.state
      if (elapsed.transition !== undefined) transitions = [...transitions, elapsed.transition]
      lastAt = Math.max(lastAt ?? at, at)
    },

    /** The stored numbers, in the order in which they count. */
    readings: () =>
      [...stored.values()]
        .map(({ at, receivedAt, fields }) => ({ sentAt: at, at: countsFrom(at, receivedAt), ...parsed(fields) }))
        .filter(({ at, value }) => at >= beginsAt && !Number.isNaN(value))
        .toSorted((one, other) => one.at - other.at || one.sentAt - other.sentAt),

    lastAt: () => lastAt ?? -Infinity,
  }
}

function parsed(fields: string): { value: number } {
  const { value } = JSON.parse(fields) as { value: SentValue }
  return { value: typeof value === 'boolean' ? (value ? 1 : 0) : typeof value === 'number' ? value : Number.NaN }
}

/** Few records a block, so that pieces end in the middle. */
const BLOCK = 3

function readerOf(stored: ReadonlyMap<number, StoredRecord>) {
  const within = ({ from, to }: TimeRange): StoredRecord[][] => {
    const found = [...stored.values()]
      .filter(({ at }) => at >= from && at < to)
      .toSorted((one, other) => one.at - other.at)
    return Array.from({ length: Math.ceil(found.length / BLOCK) }, (_, index) =>
      found.slice(index * BLOCK, (index + 1) * BLOCK),
    )
  }
  return {
    async *readRange(_key: number, range: TimeRange) {
      yield* within(range)
    },
    async *readCandidates(_key: number, range: TimeRange): AsyncGenerator<NumberBlock> {
      for (const block of within(range)) {
        yield {
          at: Float64Array.from(block, ({ at }) => at),
          columns: [Float64Array.from(block, ({ fields }) => parsed(fields).value)],
        }
      }
    },
  }
}
