import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { type ClaimedJob, createJobStore } from '../job-store.ts'

export const COUNTING = 'count'

/** How many steps each job has. */
export const STEPS = 4

/** Where each step writes down its number. */
export async function createStepTable(db: Db): Promise<void> {
  await sql`create table step_done (job bigint, step integer, server text)`.execute(db)
}

/** Writes down the next number, and ends the job with the last one. */
export function numberSteps(db: Db, server: string) {
  return (job: ClaimedJob): Promise<void> =>
    db.transaction().execute(async (tx) => {
      if (!(await createJobStore(tx).hold(job, server))) return
      const { rows } = await sql<{ step: number }>`
        insert into step_done select ${job.id}, count(*) + 1, ${server} from step_done where job = ${job.id}
        returning step`.execute(tx)
      if (rows[0]?.step === STEPS) await createJobStore(tx).remove(job.id)
    })
}
