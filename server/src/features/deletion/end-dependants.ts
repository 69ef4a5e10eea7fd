import { kept } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { createAlertEndStore, type WatchingAlert } from '#features/alerts/alert-end-store.ts'
import type { EndSourceDependants } from '#features/calculations/change-calculations.ts'
import { createEventStore, type StoredEventTable } from '#features/events/event-store.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import { createScheduleEndStore, type RunningSchedule } from '#features/report-schedules/schedule-end-store.ts'
import { type MailingParts, mailPeople, type OwnedThing } from './mail-people.ts'
import { findSourceDependants } from './source-dependants.ts'

export interface EndingParts extends MailingParts {
  readonly bus: Bus
}

interface Dependants {
  readonly alerts: readonly WatchingAlert[]
  readonly tables?: readonly StoredEventTable[]
  readonly schedules?: readonly RunningSchedule[]
}

interface Ending {
  /** Undefined: the portal. */
  readonly userId: UserId | undefined
  readonly now: number
  /** Of the event tables, in the activity. */
  readonly entity?: EntityId | undefined
  /** Why. */
  readonly sentence: Sentence
  readonly subject: Sentence
  readonly advice: Sentence
}

/**
 * Ends alerts, event tables and scheduled reports of something that is deleted, keeps the reason with each and notifies the owners of alerts
 * and reports. Runs in the transaction of the deletion; returns what to publish once that is committed.
 */
export async function endDependants(
  { bus, ...parts }: EndingParts,
  tx: Db,
  { alerts, tables = [], schedules = [] }: Dependants,
  { userId, now, entity: entityId, sentence, ...letter }: Ending,
): Promise<() => void> {
  const reason = sentence(kept)
  const store = createAlertEndStore(tx)
  await store.end(alerts, { reason, now, by: userId })
  for (const table of tables) await createEventStore(tx).end(table, { reason, now })
  const reports = createScheduleEndStore(tx)
  const stopped = schedules.map(({ id }) => id)
  await reports.stop(stopped, reason)
  const common = { at: now, userId, after: { reason } }
  await createAuditStore(tx).recordAll([
    ...alerts.map(({ alertId, entity, name, dataId }): AuditEntry => {
      const subject = { subjectKind: 'alert', subjectId: alertId, after: { name, dataID: dataId, reason } }
      return { ...common, ...subject, entityId: entity, action: 'end alert' }
    }),
    ...tables.map(({ dataId, name }): AuditEntry => {
      const subject = { subjectKind: 'event table', subjectId: `${dataId}/${name}` }
      return { ...common, ...subject, entityId, action: 'end event table' }
    }),
    ...schedules.map(({ id, dataId, entity }): AuditEntry => {
      const subject = { subjectKind: 'report schedule', subjectId: `${dataId}/${id}` }
      return { ...common, ...subject, entityId: entity, action: 'pause report schedule' }
    }),
  ])
  const names = new Map(alerts.map(({ alertId, name }) => [alertId, name]))
  const titles = new Map(schedules.map(({ id, name }) => [id, name]))
  const owners = await store.listOwners([...names.keys()])
  const things = [
    ...owners.map((one): OwnedThing => {
      return { ...one, text: (t) => t('mails.alert-ended', { alert: names.get(one.alertId) ?? '' }) }
    }),
    ...(await reports.listConcerned(stopped)).map((one): OwnedThing => {
      return { ...one, text: (t) => t('mails.report-paused', { report: titles.get(one.id) ?? '' }) }
    }),
  ]
  await mailPeople(parts, tx, things, { ...letter, reason: sentence })
  return () => {
    for (const { alertId, dataId } of alerts) bus.publish('alert-changed', { alertId, dataId })
  }
}

/** Ends the alerts that follow an event table which is deleted. */
export function createEndTableFollowers(parts: EndingParts): TableFollowers['end'] {
  return async (tx, { dataId, name, title, unitName }, change) => {
    const alerts = await createAlertEndStore(tx).listOfTable(dataId, name)
    if (alerts.length === 0) return () => undefined
    return endDependants(
      parts,
      tx,
      { alerts },
      {
        ...change,
        sentence: (t) => t('mails.table-deleted', { table: title, unit: unitName }),
        subject: (t) => t('mails.table-deleted.subject'),
        advice: (t) => t('mails.table-deleted.act'),
      },
    )
  }
}

/** Ends the alerts, event tables and scheduled reports of a source that is deleted, or moves to another unit. */
export function createEndSourceDependants(parts: EndingParts): EndSourceDependants {
  return async (tx, asked, by) => {
    const found = await findSourceDependants(tx, asked)
    const { source, unitName: unit, movedTo: to } = asked
    const mail = to === undefined ? 'mails.source-deleted' : 'mails.source-moved'
    const publish = await endDependants(parts, tx, found, {
      ...by,
      entity: asked.unitEntities[0],
      sentence: (t) =>
        to === undefined ? t('mails.source-deleted', { source, unit }) : t('mails.source-moved', { source, unit, to }),
      subject: (t) => t(`${mail}.subject`),
      advice: (t) => t(`${mail}.act`),
    })
    return () => {
      publish()
      for (const { dataId, name } of found.tables) parts.bus.publish('occurrences-changed', { dataId, name })
    }
  }
}
