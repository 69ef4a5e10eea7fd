import { z } from 'zod'
import { UtcTime } from '../api/ids.ts'

/** What a chart or an event table shows to visitors: the time up to now, or a period that stays as it is. */
export const SharedRange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('last'), minutes: z.number().int() }),
  z.object({ kind: z.literal('between'), fromUTC: UtcTime, toUTC: UtcTime }),
])
export type SharedRange = z.infer<typeof SharedRange>
