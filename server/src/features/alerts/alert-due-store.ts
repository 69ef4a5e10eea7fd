import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import { HAS_CORRECTION, isStateDue } from './alert-state-store.ts'

/** Which work that alerts do by the clock is due. */
interface DueAlertWork {
  /** Conditions, reminders, summaries and ends of snoozes. */
  readonly states: boolean
  /** Notifications that are due to people and receivers. */
  readonly messages: boolean
}

/** Asks by one statement what is due, as nearly always nothing is. */
export async function findDueAlertWork(db: Db, now: number): Promise<DueAlertWork> {
  const { rows } = await sql<DueAlertWork>`${prepared('alerts-due')}
    select ${areStatesDue(now)} as states, ${areMessagesDue(now)} as messages`.execute(db)
  return rows[0] ?? { states: true, messages: true }
}

/** Whether anything of it is due, or it is time to look for silences. */
export function isAlertWorkDue(now: number, isTimeForSilences: boolean): RawBuilder<unknown> {
  return sql`${isTimeForSilences}::boolean or ${areStatesDue(now)} or ${areMessagesDue(now)}`
}

/** Whether late records are not judged again yet. */
export function isCorrectionDue(): RawBuilder<unknown> {
  return sql`exists (select from alert_unit state where ${HAS_CORRECTION})`
}

function areStatesDue(now: number): RawBuilder<unknown> {
  return sql`exists (
    select from alert_unit state join alert on alert.id = alert_id join unit on unit.data_id = state.data_id
    where ${isStateDue(now, { silences: false })}
  )`
}

function areMessagesDue(now: number): RawBuilder<unknown> {
  return sql`exists (
    select from alert_notification
    where state = 'due' and (not_before is null or not_before <= ${now})
  )`
}
