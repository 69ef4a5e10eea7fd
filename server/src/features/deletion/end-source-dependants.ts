import { kept } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { EndSourceDependants } from '#features/calculations/change-calculations.ts'
import { createAlertEndStore } from '#features/alerts/alert-end-store.ts'
import { createEventStore } from '#features/events/event-store.ts'
import { createScheduleEndStore } from '#features/report-schedules/schedule-end-store.ts'
import { mailPeople, type OwnedThing } from './mail-people.ts'
import { findSourceDependants, type SourceDependants, type UnitSource } from './source-dependants.ts'

export interface EndingParts {
  readonly bus: Bus
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
}

/**
 * Ends the alerts, event tables and scheduled reports of a source that is deleted, keeps the reason with each and notifies their owners.
 * Runs in the transaction of the deletion; returns what to publish once that is committed.
 */
export function createEndSourceDependants({ bus, queueMail, publicUrl }: EndingParts): EndSourceDependants {
  return async (tx, asked, by) => {
    const found = await findSourceDependants(tx, asked)
    const { alerts, tables, schedules } = found
    const { source, unitName: unit, movedTo: to } = asked
    const sentence: Sentence = (t) =>
      to === undefined ? t('mails.source-deleted', { source, unit }) : t('mails.source-moved', { source, unit, to })
    const reason = sentence(kept)
    await createAlertEndStore(tx).end(alerts, { reason, now: by.now, by: by.userId })
    for (const table of tables) await createEventStore(tx).end(table, { reason, now: by.now })
    const ended = schedules.map(({ id }) => id)
    await createScheduleEndStore(tx).stop(ended, reason)
    await createAuditStore(tx).recordAll(entriesOf(found, asked, { reason, by }))
    await notifyOwners(tx, found, sentence, to === undefined ? 'mails.source-deleted' : 'mails.source-moved')
    return () => {
      for (const { alertId, dataId } of alerts) bus.publish('alert-changed', { alertId, dataId })
      for (const { dataId, name } of tables) bus.publish('occurrences-changed', { dataId, name })
    }
  }

  async function notifyOwners(
    tx: Db,
    { alerts, schedules }: SourceDependants,
    reason: Sentence,
    mail: 'mails.source-deleted' | 'mails.source-moved',
  ): Promise<void> {
    const names = new Map(alerts.map(({ alertId, name }) => [alertId, name]))
    const titles = new Map(schedules.map(({ id, name }) => [id, name]))
    const owners = await createAlertEndStore(tx).listOwners([...names.keys()])
    const concerned = await createScheduleEndStore(tx).listConcerned([...titles.keys()])
    const things: OwnedThing[] = [
      ...owners.map((one): OwnedThing => ({
        ...one,
        text: (t) => t('mails.alert-ended', { alert: names.get(one.alertId) ?? '' }),
      })),
      ...concerned.map((one): OwnedThing => ({
        ...one,
        text: (t) => t('mails.report-paused', { report: titles.get(one.id) ?? '' }),
      })),
    ]
    await mailPeople(tx, queueMail, things, {
      subject: (t) => t(`${mail}.subject`),
      reason,
      advice: (t) => t(`${mail}.act`),
      url: `${publicUrl()}/settings?tab=alerts`,
    })
  }
}

function entriesOf(
  { alerts, tables, schedules }: SourceDependants,
  { dataId, unitEntities: [first] }: UnitSource,
  { reason, by: { now: at, userId } }: { readonly reason: string; readonly by: Parameters<EndSourceDependants>[2] },
): AuditEntry[] {
  const common = { at, userId, after: { reason } }
  return [
    ...alerts.map(({ alertId, entity, name }) => {
      const subject = { subjectKind: 'alert', subjectId: alertId, after: { name, dataID: dataId, reason } }
      return { ...common, ...subject, entityId: entity, action: 'end alert' as const }
    }),
    ...tables.map(({ name }) => {
      const subject = { subjectKind: 'event table', subjectId: `${dataId}/${name}` }
      return { ...common, ...subject, entityId: first, action: 'end event table' as const }
    }),
    ...schedules.map(({ id, entity }) => {
      const subject = { subjectKind: 'report schedule', subjectId: `${dataId}/${id}` }
      return { ...common, ...subject, entityId: entity, action: 'pause report schedule' as const }
    }),
  ]
}
