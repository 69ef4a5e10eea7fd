import type { EventSummary } from '@fieldwatch/contract/events/event-summary'
import type { EventOccurrence, EventPage, EventTable } from '@fieldwatch/contract/events/events'
import { eventColumns } from '@fieldwatch/contract/events/event-columns'
import type { SourceName } from '@fieldwatch/contract/api/ids'

const VALUES = [{ source: 'room' as SourceName, field: 'temp' }]

/** An event table that found all there is to find, but for what the test mentions. */
export function buildEventTable(parts: Partial<EventTable> = {}): EventTable {
  return {
    name: 'Too_warm',
    title: 'Too warm',
    comparison: 'room.temp > 20',
    startDate: '2026-06-01T00:00:00.000Z',
    values: VALUES,
    maxGapMinutes: 60,
    columns: eventColumns(VALUES),
    state: 'ready',
    ended: null,
    progress: { done: 0, total: 0, finished: true },
    version: 1,
    ...parts,
  }
}

/** One minute from a minute of 1 June 2026 on. */
export function buildOccurrence(minute: number, parts: Partial<EventOccurrence> = {}): EventOccurrence {
  const start = Date.UTC(2026, 5, 1, 0, minute)
  return {
    startUTC: new Date(start).toISOString(),
    endUTC: new Date(start + 60_000).toISOString(),
    duration: 60_000,
    tag: null,
    noDataAfter: false,
    'room.temp': 21.5,
    'room.temp.least': 20.5,
    'room.temp.greatest': 22,
    'room.temp.mean': 21.25,
    ...parts,
  }
}

/** A page of occurrences as the server answers with it. */
export function buildEventPage(occurrences: readonly EventOccurrence[], parts: Partial<EventPage> = {}): EventPage {
  const { comparison, startDate, columns, state, ended, progress } = buildEventTable()
  return {
    occurrences: [...occurrences],
    comparison,
    startDate,
    columns,
    state,
    ended,
    progress,
    pagination: { page: 1, pageSize: 10, total: occurrences.length, hasNext: false },
    ...parts,
  }
}

const DAY_MS = 86_400_000

/** The summary of the days from 1 June 2026 on; given is for how many minutes the condition held on each day, once. */
export function buildEventSummary(minutes: readonly number[] = [], parts: Partial<EventSummary> = {}): EventSummary {
  const begin = Date.UTC(2026, 5, 1)
  const time = (at: number): string => new Date(at).toISOString()
  const count = minutes.filter((one) => one > 0).length
  const duration = minutes.reduce((sum, one) => sum + one * 60_000, 0)
  const longest = Math.max(0, ...minutes)
  return {
    startUTC: time(begin),
    endUTC: time(begin + minutes.length * DAY_MS),
    count,
    duration,
    mean: count === 0 ? null : duration / count,
    longest:
      count === 0 ? null : { startUTC: time(begin + minutes.indexOf(longest) * DAY_MS), duration: longest * 60_000 },
    noData: 0,
    share: minutes.length === 0 ? 0 : duration / (minutes.length * DAY_MS),
    by: 'day',
    periods: minutes.map((one, day) => ({
      startUTC: time(begin + day * DAY_MS),
      endUTC: time(begin + (day + 1) * DAY_MS),
      count: one > 0 ? 1 : 0,
      duration: one * 60_000,
      noData: 0,
    })),
    ...parts,
  }
}
