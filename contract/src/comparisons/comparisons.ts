import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'
import { isTimeZone } from '../time/time-zone.ts'
import { ZonedTime } from '../time/times.ts'
import { line } from '../text/text.ts'
import { COMPARISONS, isComparedDay } from './comparison-names.ts'
import { DAY_MS } from '../time/durations.ts'

/** How many series one comparison has. */
export const MOST_COMPARED_SERIES = 50
/** The longest period that is compared. */
export const LONGEST_COMPARED_DAYS = 3_660

interface Ends {
  readonly from: string
  readonly to: string
}

function isPeriod({ from, to }: Ends): boolean {
  const length = Date.parse(to) - Date.parse(from)
  return !(length <= 0 || length > LONGEST_COMPARED_DAYS * DAY_MS)
}

const NO_PERIOD = { path: ['to'], message: 'fields.period-length' }

const ends = { from: ZonedTime, to: ZonedTime }

/** What the values of a field in a period come to. */
export const PeriodFigures = z.object({
  /** Records that have a number. */
  count: z.number().int(),
  /** By time: each value counts for as long as it holds. Null where there is no record. */
  mean: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Null without a threshold. */
  hoursAbove: z.number().nullable(),
})
export type PeriodFigures = z.infer<typeof PeriodFigures>

const ComparedSeries = z.object({
  dataID: DataId,
  source: SourceName,
  field: z.string(),
  /** Null for a text, a truth value, and a field that the unit never sent. */
  shown: PeriodFigures.nullable(),
  compared: PeriodFigures.nullable(),
})

const Period = z.object({ fromUTC: UtcTime, toUTC: UtcTime })

export const comparePeriods = defineEndpoint(`POST ${API_BASE}/comparisons`, {
  scope: 'read',
  tag: 'data',
  summary:
    'Mean by time, least and greatest value, number of readings and the hours above a threshold of some fields, in a period and in the one that it is compared with',
  body: z
    .strictObject({
      series: z
        .array(
          z.strictObject({
            dataID: DataId,
            source: SourceName,
            field: z.string().max(200),
            /** The threshold of `hoursAbove`. */
            above: z.number().optional(),
            /** A value holds until the next one, at most for this long; 60 by default. */
            maxGapMinutes: z.number().positive().max(525_600).optional(),
          }),
        )
        .min(1)
        .max(MOST_COMPARED_SERIES),
      ...ends,
      /** A period of the same calendar, the day on which it begins, or its ends. */
      compareWith: z.union([
        z.enum(COMPARISONS),
        z.string().refine(isComparedDay, 'fields.day-format'),
        z.strictObject(ends).refine(isPeriod, NO_PERIOD),
      ]),
      /** Whose days and months count; UTC by default. */
      timeZone: line(100).refine(isTimeZone, 'fields.no-time-zone').default('UTC'),
      /** Records that arrived later are left out of both periods, for what was known then. */
      asKnownAt: ZonedTime.optional(),
    })
    .refine(isPeriod, NO_PERIOD),
  reply: envelope(z.object({ shown: Period, compared: Period, series: z.array(ComparedSeries) })),
})
