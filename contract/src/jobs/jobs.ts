import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { UtcTime } from '../api/ids.ts'

/** Work that outlives its request. */
export const Job = z.object({
  jobID: z.number().int(),
  /** As the activity names its beginning, such as `delete unit`. */
  kind: z.string(),
  /** What it is about, as it was called when the job began; null: many things. */
  name: z.string().nullable(),
  createdUTC: UtcTime,
  /** Null: no one in reach. */
  createdBy: z.string().nullable(),
  done: z.number().int(),
  /** Null: it is not known how much there is to do. */
  total: z.number().int().nullable(),
  /** How often its next step failed; it is tried again. */
  failures: z.number().int(),
  /** Whether a user can stop it. */
  mayStop: z.boolean(),
})
export type Job = z.infer<typeof Job>

/** The most that are listed. */
export const JOBS_LISTED = 100

export const listJobs = endpointsWith({ scope: 'read', tag: 'activity' })(`GET ${API_BASE}/jobs`, {
  summary:
    'The work under way that the caller began, or that was begun in an entity in reach, the newest first (admin)',
  reply: envelope(z.array(Job)),
})
