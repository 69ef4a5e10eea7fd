import type { EventSummary } from '@fieldwatch/contract/events/event-summary'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Db } from '#platform/database/database.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { addUpPeriods, endOfSums, type PeriodTotals } from './add-up-periods.ts'
import { calendarPeriods } from '@fieldwatch/contract/events/calendar-periods'
import { createEventHourStore } from './event-hour-store.ts'
import type { StoredEventTable } from './event-store.ts'
import { findGaps, timeInGaps } from '#records/conditions/find-gaps.ts'

interface AskedSummary {
  /** Undefined: from the start date of the event table on. */
  readonly from: number | undefined
  /** Undefined: until now. */
  readonly to: number | undefined
  readonly timeZone: string
  readonly now: number
  /** Only those that pass it; undefined: all. */
  readonly filter?: OccurrenceFilter | undefined
}

/**
 * How often and how long occurrences of an event table were within a range.
 * @throws RangeError for a time zone that is not known
 */
export async function summariseEvents(
  { reads, reader }: { readonly reads: Db; readonly reader: RecordReader },
  table: StoredEventTable,
  asked: AskedSummary,
): Promise<EventSummary> {
  const { now, timeZone, filter } = asked
  const from = Math.max(asked.from ?? 0, table.startAt)
  const to = Math.max(from, Math.min(asked.to ?? now, now))
  const { by, bounds } = calendarPeriods({ from, to }, timeZone)
  const { count, durationMs, longest, periods } =
    to === from
      ? NOTHING
      : await inSnapshot({ db: reads, control: reads, signal: undefined }, (snapshot) =>
          addUp(snapshot, table, { bounds, now, filter }),
        )
  const gaps = await findGapsOf({ reads, reader }, table, { from, to, now })
  const noData = timeInGaps(gaps, bounds)
  const noDataMs = noData.reduce((sum, ms) => sum + ms, 0)
  return {
    startUTC: formatTime(from),
    endUTC: formatTime(to),
    count,
    duration: durationMs,
    mean: count === 0 ? null : durationMs / count,
    longest: longest === undefined ? null : { startUTC: formatTime(longest.startAt), duration: longest.durationMs },
    noData: noDataMs,
    // Occurrences that were found before retention removed their records lie in no data.
    share: to - from > noDataMs ? Math.min(1, durationMs / (to - from - noDataMs)) : null,
    by,
    periods: periods.map((period, place) => ({
      startUTC: formatTime(bounds[place] ?? from),
      endUTC: formatTime(bounds[place + 1] ?? to),
      count: period.count,
      duration: period.durationMs,
      noData: noData[place] ?? 0,
    })),
  }
}

/** When the value that an event table compares had no data within a range. */
export async function findGapsOf(
  { reads, reader }: { readonly reads: Db; readonly reader: RecordReader },
  { dataId, source, field, gapMs }: StoredEventTable,
  range: TimeRange & { readonly now: number },
): Promise<TimeRange[]> {
  const found = await createSourceStore(reads).find(dataId, source)
  return findGaps(reader, found?.key, { ...range, gapMs, field })
}

const NOTHING: PeriodTotals = { count: 0, durationMs: 0, longest: undefined, periods: [] }

/** Use it in a snapshot: what is found in the meantime is then counted as a whole or not at all. */
export async function addUp(
  snapshot: Db,
  table: StoredEventTable,
  { bounds, now, filter }: Pick<AskedSummary, 'now' | 'filter'> & { bounds: readonly number[] },
): Promise<PeriodTotals> {
  const hours = createEventHourStore(snapshot)
  const across = await hours.listAcross(table, bounds, { now, filter })
  const sums = await hours.listSums(table, bounds, { before: endOfSums(across, bounds.at(-1) ?? 0), filter })
  return addUpPeriods(bounds, sums, across)
}
