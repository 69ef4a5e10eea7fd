import type { ReportRhythm } from '@fieldwatch/contract/reports/report-schedules'
import { nextDue, periodBefore } from '@fieldwatch/contract/reports/schedule-times'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createRunStore } from './run-store.ts'
import { createScheduleStore } from './schedule-store.ts'

/** Planned in one transaction. */
const AT_ONCE = 50
/** More than that no one counts. */
const MOST_MISSED = 10_000

/** Writes down what is due by now. Of several times that were missed only the last one is sent. Returns for how many reports. */
export async function planRuns({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const schedules = createScheduleStore(tx)
    const due = await schedules.claimDue(now, AT_ONCE)
    for (const { id, rhythm, dueAt } of due) {
      const { last, next, missed } = dueTimes(rhythm, dueAt, now)
      const range = periodBefore(rhythm, last)
      await createRunStore(tx).create({ scheduleId: id, at: last, asked: false, range, missed })
      await schedules.update(id, { dueAt: next })
    }
    return due.length
  })
}

/** The last time that is due by now, how many were before it, and the one after it. */
function dueTimes(rhythm: ReportRhythm, dueAt: number, now: number): { last: number; next: number; missed: number } {
  let [last, missed] = [dueAt, 0]
  let next = nextDue(rhythm, last)
  while (next <= now && missed < MOST_MISSED) {
    last = next
    next = nextDue(rhythm, last)
    missed += 1
  }
  return { last, next, missed }
}
