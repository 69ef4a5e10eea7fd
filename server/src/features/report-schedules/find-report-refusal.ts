import { notSent } from '@fieldwatch/messages/server-sentences'
import { createPersonStore } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { sourcesOf as tableSources } from '#features/events/event-policy.ts'
import { createEventStore } from '#features/events/event-store.ts'
import { findChart } from './open-content.ts'
import { createRunStore } from './run-store.ts'
import { refusalOf } from './schedule-policy.ts'
import { createScheduleStore, type StoredSchedule } from './schedule-store.ts'

/** Why a mail with a report is not wanted any more; undefined for any other message, and as long as it is. */
export async function findReportRefusal(db: Db, outboxId: string, address: string): Promise<string | undefined> {
  const mail = await createRunStore(db).findMail(outboxId)
  if (mail === undefined) return undefined
  const schedule = await createScheduleStore(db).find(mail.scheduleId, [])
  const [person] = await createPersonStore(db).listAddressees([mail.userId])
  if (schedule === undefined || person === undefined) return notSent('not-sent.report-removed')
  if (!schedule.recipients.includes(mail.userId)) return notSent('not-sent.report-left')
  if (person.email !== address) return notSent('not-sent.address-changed')
  return refusalOf(person, { unitEntities: schedule.unitEntities, sources: await sourcesOf(db, schedule) })
}

async function sourcesOf(db: Db, { dataId, content, unitEntities: reach }: StoredSchedule): Promise<readonly string[]> {
  if (content.kind === 'events') {
    const table = (await createEventStore(db).list(dataId)).find(({ name }) => name === content.event)
    return table === undefined ? [] : tableSources(table)
  }
  try {
    return (await findChart(db, { dataId, reach, title: content.chart })).sources
  } catch (error) {
    // The mail says that the chart is gone.
    if (error instanceof DomainError) return []
    throw error
  }
}
