import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { MOST_REHEARSED_EVENTS, type Rehearsal, REHEARSED_DAYS } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { RecordReader } from '#records/store/record-reader.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { PastEvent } from './count-messages.ts'
import { findSilences } from './past-silences.ts'
import { describeUnit, type RehearsedUnit, summariseUnits } from './rehearsed-unit.ts'
import type { ListenedUnit } from './silence-store.ts'
import { usualGapOf } from './watch-silence.ts'

interface AskedSilenceRehearsal {
  readonly units: readonly ListenedUnit[]
  /** Undefined: as long as is usual for each unit, and the grace time. */
  readonly silentMs: number | undefined
  readonly graceMs: number
  readonly intervalMs: number
  readonly now: number
  readonly signal: AbortSignal
}

/** When a silence would have been triggered over the last days, by when records arrived. What is usual is what is learned now. */
export async function rehearseSilence(reader: RecordReader, asked: AskedSilenceRehearsal): Promise<Rehearsal> {
  const range = { from: asked.now - REHEARSED_DAYS * DAY_MS, to: asked.now }
  const units: RehearsedUnit[] = []
  for (const unit of asked.units) units.push(await rehearseUnit(reader, unit, range, asked))
  return summariseUnits(units, range)
}

async function rehearseUnit(
  reader: RecordReader,
  { dataId, createdAt, sources }: ListenedUnit,
  range: TimeRange,
  { silentMs, graceMs, intervalMs, signal }: AskedSilenceRehearsal,
): Promise<RehearsedUnit> {
  const allowedMs = silentMs ?? (await usualGapOf(reader, sources)) + graceMs
  const keys = sources.map(({ key }) => key)
  const { silences, until } = await findSilences(reader, keys, { ...range, allowedMs, createdAt, signal })
  const end = until ?? range.to
  const events = silences.map(({ from, to }): PastEvent => ({
    startAt: from + allowedMs,
    endAt: to === end ? undefined : to,
    value: undefined,
  }))
  return {
    ...describeUnit({ dataId, events, end, isCut: until !== undefined, intervalMs }),
    comparison: null,
    unitOfMeasure: null,
    silentSeconds: Math.round(allowedMs / 1_000),
    noData: silences.slice(-MOST_REHEARSED_EVENTS).map(({ from, to }) => ({
      startUTC: formatTime(Math.max(from, range.from)),
      endUTC: formatTime(to),
    })),
  }
}
