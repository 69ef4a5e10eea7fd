import { kept } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createAlertEndStore } from '#features/alerts/alert-end-store.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import type { EndingParts } from './end-source-dependants.ts'
import { mailPeople } from './mail-people.ts'

/** Ends the alerts that follow an event table which is deleted, keeps the reason with each and notifies their owners. */
export function createEndTableFollowers({ bus, queueMail, publicUrl }: EndingParts): TableFollowers['end'] {
  return async (tx, { dataId, name, title, unitName }, { userId, now }) => {
    const store = createAlertEndStore(tx)
    const alerts = await store.listOfTable(dataId, name)
    if (alerts.length === 0) return () => undefined
    const sentence: Sentence = (t) => t('mails.table-deleted', { table: title, unit: unitName })
    const reason = sentence(kept)
    await store.end(alerts, { reason, now, by: userId })
    await createAuditStore(tx).recordAll(
      alerts.map((alert) => ({
        at: now,
        userId,
        action: 'end alert',
        subjectKind: 'alert',
        subjectId: alert.alertId,
        entityId: alert.entity,
        after: { name: alert.name, dataID: dataId, reason },
      })),
    )
    const names = new Map(alerts.map((alert) => [alert.alertId, alert.name]))
    const owners = await store.listOwners([...names.keys()])
    await mailPeople(
      tx,
      queueMail,
      owners.map((owner) => ({
        ...owner,
        text: (t) => t('mails.alert-ended', { alert: names.get(owner.alertId) ?? '' }),
      })),
      {
        subject: (t) => t('mails.table-deleted.subject'),
        reason: sentence,
        advice: (t) => t('mails.table-deleted.act'),
        url: `${publicUrl()}/settings?tab=alerts`,
      },
    )
    return () => {
      for (const { alertId } of alerts) bus.publish('alert-changed', { alertId, dataId })
    }
  }
}
