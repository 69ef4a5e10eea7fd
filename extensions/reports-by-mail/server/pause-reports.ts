import { kept } from '@fieldwatch/messages/server-sentences'
import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { nextDue } from '../contract/schedule-times.ts'
import type { AboutAdded, Applied, Made, Notice } from '@fieldwatch/server/delivery/consequences/declaration'
import type { Recipient } from '@fieldwatch/server/delivery/mail/queue-mail'
import { findChangedRights, type RightsChange } from '@fieldwatch/server/people/access/changed-rights'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { listEntitiesBelow } from '@fieldwatch/server/platform/database/entities-below'
import { createScheduleEndStore, type RunningSchedule, type UnitsAfter } from './schedule-end-store.ts'
import { say } from './say.ts'

const PAUSED: AboutAdded = {
  subject: say('mails.paused-reports.subject'),
  advice: say('mails.paused-reports.act'),
  tab: 'reports',
  isEnd: true,
}
const NO_RECIPIENTS: AboutAdded = {
  subject: say('mails.no-recipients.subject'),
  advice: say('mails.no-recipients.act'),
  tab: 'reports',
}

/** Pauses reports that have nothing to send: who gets or made them is told. */
export async function pauseReports(
  tx: Db,
  schedules: readonly RunningSchedule[],
  made: Made<ChangeKind>,
): Promise<Applied> {
  const store = createScheduleEndStore(tx)
  const ids = schedules.map(({ id }) => id)
  await store.stop(ids, made.reason(kept))
  await record(tx, schedules, made, 'pause report schedule')
  const names = new Map(schedules.map(({ id, name }) => [id, name]))
  const notices = (await store.listConcerned(ids)).map(({ id, ...person }): Notice => {
    const text = say('mails.report-paused', { report: names.get(id) ?? '' })
    return { ...person, about: PAUSED, text }
  })
  return { notices }
}

/** Deletes those of units that are deleted: who gets them is told. */
export async function removeWithUnits(tx: Db, { change }: Made<'unit-deleted'>): Promise<Applied> {
  const notices: Notice[] = []
  for (const dataId of change.dataIDs) {
    notices.push(...(await createScheduleEndStore(tx).removeOfUnit(dataId)).map(toDeletedNotice))
  }
  return { notices }
}

/** Those who lose reports of an entity that is deleted are told. */
export async function loseOfEntity(tx: Db, { change }: Made<'entity-deleted'>): Promise<Applied> {
  const losing = await createScheduleEndStore(tx).listLosing(await listEntitiesBelow(tx, change.entityID))
  return { notices: losing.map(toDeletedNotice) }
}

function toDeletedNotice({ name: report, ...person }: Required<Recipient> & { readonly name: string }): Notice {
  return { ...person, about: PAUSED, text: say('mails.report-deleted', { report }) }
}

/** After a change of people. */
export async function settlePeople(tx: Db, made: Made<RightsChange['kind']>): Promise<Applied> {
  const { people } = await findChangedRights(tx, made.change)
  return settleRecipients(tx, people, made, { leaving: made.change.kind === 'person-deleted' ? people : [] })
}

/** After units belong to other entities. */
export async function settleUnits(tx: Db, made: Made<'unit-moved' | 'unit-shared'>): Promise<Applied> {
  const people = await createScheduleEndStore(tx).listRecipients(made.change.dataIDs)
  return settleRecipients(tx, people, made, { units: made.change })
}

/** Reports without recipients pause, and resume once someone can get them again. */
async function settleRecipients(
  tx: Db,
  people: readonly UserId[],
  made: Made<ChangeKind>,
  { leaving = [], units }: { readonly leaving?: readonly UserId[]; readonly units?: UnitsAfter },
): Promise<Applied> {
  const store = createScheduleEndStore(tx)
  const schedules = await store.listOrphaned(people, { leaving, units })
  const why = `${made.reason(kept)}\n${say('mails.no-recipients')}`
  await store.stop(
    schedules.map(({ id }) => id),
    why,
    { awaitsRecipients: true },
  )
  await record(tx, schedules, made, 'pause report schedule')
  const notices: Notice[] = []
  for (const schedule of schedules) {
    const text = say('mails.report-paused', { report: schedule.name })
    for (const admin of await createPersonStore(tx).listNearestAdmins(schedule.entity, leaving))
      notices.push({ ...admin, about: NO_RECIPIENTS, text })
  }
  const staying = people.filter((person) => !leaving.includes(person))
  const regained = await store.listRegained(staying, { units })
  for (const schedule of regained) await store.resume(schedule.id, nextDue(schedule.rhythm, made.now))
  await record(tx, regained, made, 'resume report schedule')
  return { notices }
}

async function record(
  tx: Db,
  schedules: readonly RunningSchedule[],
  { reason, caller: { userId }, now: at }: Made<ChangeKind>,
  action: ActivityAction,
): Promise<void> {
  await createAuditStore(tx).recordAll(
    schedules.map(({ id, dataId, entity: entityId, name }) => {
      const subject = { subjectKind: 'report schedule', subjectId: `${dataId}/${id}` }
      return { at, userId, action, ...subject, entityId, after: { name, reason: reason(kept) } }
    }),
  )
}
