import { notSent } from '@fieldwatch/messages/server-sentences'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { sourcesOf as tableSources } from '@fieldwatch/server/features/events/event-policy'
import { createEventStore } from '@fieldwatch/server/features/events/event-store'
import { findChart } from './open-content.ts'
import { createRunStore } from './run-store.ts'
import { refusalOf } from './schedule-policy.ts'
import { createScheduleStore, type StoredSchedule } from './schedule-store.ts'
import { say } from './say.ts'

/** Why a mail with a report is not wanted any more; undefined for any other message, and as long as it is. */
export async function findReportRefusal(db: Db, outboxId: string, address: string): Promise<string | undefined> {
  const mail = await createRunStore(db).findMail(outboxId)
  if (mail === undefined) return undefined
  const schedule = await createScheduleStore(db).find(mail.scheduleId, [])
  const [person] = await createPersonStore(db).listAddressees([mail.userId])
  if (schedule === undefined || person === undefined) return say('not-sent.report-removed')
  if (!schedule.recipients.includes(mail.userId)) return say('not-sent.report-left')
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
