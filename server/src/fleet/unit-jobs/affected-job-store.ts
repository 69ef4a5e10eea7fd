import { sql } from 'kysely'
import {
  findWhere,
  isBy,
  isOneOf,
  type KindOfPeople,
  type KindWithUnits,
} from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

const JOB = { table: 'unit_job', name: sql`'#' || id` }

export const runningJobsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...JOB,
  where: sql`ended_at is null and exists (
    select from unit_job_item item
    where item.job_id = unit_job.id and item.result is null and ${isOneOf('item.data_id', dataIDs)}
  )`,
}))

export const runningJobsOfPeople: Find<KindOfPeople> = findWhere((change) => ({
  ...JOB,
  where: sql`ended_at is null and ${isBy(change)}`,
}))
