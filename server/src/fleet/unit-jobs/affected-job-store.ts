import { sql } from 'kysely'
import {
  finderOf,
  isBy,
  isOneOf,
  type KindOfPeople,
  type KindWithUnits,
} from '#delivery/consequences/affected-store.ts'
import { IS_UNIT_JOB } from './unit-job-store.ts'

const jobs = finderOf({ table: 'job', name: sql`'#' || id` })

export const runningJobsOfUnits = jobs<KindWithUnits>(
  ({ dataIDs }) => sql`${IS_UNIT_JOB} and ended_at is null and exists (
    select from unit_job_item item
    where item.job_id = job.id and item.result is null and ${isOneOf('item.data_id', dataIDs)}
  )`,
)

export const runningJobsOfPeople = jobs<KindOfPeople>(
  (change) => sql`${IS_UNIT_JOB} and ended_at is null and ${isBy(change)}`,
)
