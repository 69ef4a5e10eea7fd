import { z } from 'zod'
import { Moment } from '../telemetry/data.ts'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { EventName, OccurrenceFilter } from './events.ts'
import { DataId, UtcTime } from '../api/ids.ts'
import { line } from '../text/text.ts'

/** What a range is divided into: the shortest of which there are not too many. Weeks begin on Monday. */
const SUMMARY_PERIODS = ['day', 'week', 'month', 'year'] as const
export type SummaryPeriod = (typeof SUMMARY_PERIODS)[number]

/** The most periods of a summary. */
export const MOST_SUMMARY_PERIODS = 400

/** What occurred in a period: an occurrence counts in each period that it touches, and with the time that it has in it. */
export const EventPeriod = z.object({
  startUTC: UtcTime,
  endUTC: UtcTime,
  count: z.number(),
  /** Milliseconds. */
  duration: z.number(),
  /** Milliseconds of it without data. */
  noData: z.number(),
})
export type EventPeriod = z.infer<typeof EventPeriod>

export const EventSummary = z.object({
  /** Excludes the time before the start date of the event table, and the future. */
  startUTC: UtcTime,
  endUTC: UtcTime,
  count: z.number(),
  /** Milliseconds within the range; an ongoing occurrence counts to its last record. */
  duration: z.number(),
  mean: z.number().nullable(),
  longest: z.object({ startUTC: UtcTime, duration: z.number() }).nullable(),
  /** Milliseconds of the range without data: no number in the field for longer than the gap of the table. */
  noData: z.number(),
  /** The part of the time with data, from 0 to 1, in which the condition held; null where there is no data. */
  share: z.number().nullable(),
  by: z.enum(SUMMARY_PERIODS),
  periods: z.array(EventPeriod),
})
export type EventSummary = z.infer<typeof EventSummary>

export const getEventSummary = defineEndpoint(`GET ${API_BASE}/events/summary`, {
  scope: 'read',
  tag: 'events',
  summary:
    'How often and how long occurrences of an event table were within a range, in all and by day, week, month or year',
  query: z.object({
    dataID: DataId,
    name: EventName,
    startDate: Moment.optional(),
    endDate: Moment.optional(),
    /** Only those that pass it are added up. */
    ...OccurrenceFilter.shape,
    /** The IANA time zone in which days begin. */
    timeZone: line(100).default('UTC'),
  }),
  reply: envelope(EventSummary),
})
