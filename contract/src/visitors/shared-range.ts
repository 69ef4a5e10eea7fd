import { z } from 'zod'
import { UtcTime } from '../api/ids.ts'

/** The longest range of a live chart or event table. */
export const LONGEST_SHARED_MINUTES = 366 * 24 * 60

/** What a chart or an event table shows to visitors: the time up to now, or a period that stays as it is. */
export const SharedRange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('last'), minutes: z.number().int() }),
  z.object({ kind: z.literal('between'), fromUTC: UtcTime, toUTC: UtcTime }),
])
export type SharedRange = z.infer<typeof SharedRange>
