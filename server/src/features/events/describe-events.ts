import { eventColumns } from '@fieldwatch/contract/events/event-columns'
import type { EventBands, EventOccurrence, EventTable } from '@fieldwatch/contract/events/events'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import type { Band } from '#records/conditions/bands.ts'
import type { StoredEventTable } from './event-store.ts'
import { FIGURES_A_VALUE, type StoredOccurrence } from './occurrence-store.ts'

/** An event table as people see it. */
export function describeTable(table: StoredEventTable): EventTable {
  const { name, title, comparison, startAt, values, gapMs, filledTo, fillDone, fillTotal, ended, version } = table
  const finished = filledTo === undefined
  return {
    name,
    title,
    comparison,
    startDate: formatTime(startAt),
    values: [...values],
    maxGapMinutes: gapMs / 60_000,
    columns: eventColumns(values),
    state: ended === undefined ? (finished ? 'ready' : 'refreshing') : 'ended',
    ended: ended ?? null,
    progress: { done: fillDone, total: fillTotal ?? 0, finished },
    version,
  }
}

/** What an occurrence has in each column of an event table, for callers that need many of them and not all of their columns. */
export function columnReaders({ values }: StoredEventTable): ReadonlyMap<string, ColumnReader> {
  const figures = eventColumns(values).slice(FIXED)
  return new Map<string, ColumnReader>([
    ['startUTC', ({ startAt }) => formatTime(startAt)],
    ['endUTC', ({ endAt }) => formatTimeOrNull(endAt)],
    ['duration', ({ durationMs }) => durationMs],
    ['tag', ({ tag }) => tag ?? null],
    ...figures.map((column, place): [string, ColumnReader] => [column, (one) => valueAt(one, place)]),
    ['ongoing', ({ endAt }) => endAt === undefined],
  ])
}

type ColumnReader = (occurrence: StoredOccurrence) => string | number | boolean | null

/** An occurrence with the columns of its table. */
export function describeOccurrence(table: StoredEventTable, occurrence: StoredOccurrence): EventOccurrence {
  const { startAt, endAt, durationMs, tag, noDataAfter } = occurrence
  const columns = eventColumns(table.values).slice(FIXED)
  return {
    startUTC: formatTime(startAt),
    endUTC: formatTimeOrNull(endAt),
    duration: durationMs,
    tag: tag ?? null,
    ...Object.fromEntries(columns.map((column, place) => [column, valueAt(occurrence, place)])),
    noDataAfter,
  }
}

/** What an occurrence has at the place of a figure: at the start a text or a boolean, or else a number. */
function valueAt({ figures, starts }: StoredOccurrence, place: number): string | number | boolean | null {
  const start = place % FIGURES_A_VALUE === 0 ? starts?.[place / FIGURES_A_VALUE] : undefined
  return start ?? figures[place] ?? null
}

export function describeBand({ from, to, count, ongoing = false }: Band): EventBands['bands'][number] {
  return { startUTC: formatTime(from), endUTC: formatTime(to), count, ongoing }
}

const FIXED = eventColumns([]).length
