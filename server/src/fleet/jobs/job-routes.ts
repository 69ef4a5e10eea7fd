import { JOBS_LISTED, listJobs } from '@fieldwatch/contract/jobs/jobs'
import type { FastifyInstance } from 'fastify'
import { UNIT_JOBS } from '#fleet/unit-jobs/unit-job-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Platform } from '#platform/floor.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { createJobStore } from '#platform/jobs/job-store.ts'
import { formatTime } from '#platform/time/format-time.ts'

const STOPPED_BY_PEOPLE: ReadonlySet<string> = new Set(Object.values(UNIT_JOBS))

/** What is under way. */
export function registerJobRoutes(app: FastifyInstance, { db }: Pick<Platform, 'db'>): void {
  addRoute(app, listJobs, async ({ caller }) => {
    requireAdmin(caller)
    const jobs = await createJobStore(db).listOpen(caller, JOBS_LISTED)
    return success(
      jobs.map(({ id, createdAt, tries, ...job }) => ({
        ...job,
        jobID: id,
        createdUTC: formatTime(createdAt),
        failures: tries,
        mayStop: STOPPED_BY_PEOPLE.has(job.kind),
      })),
    )
  })
}
