import { kept, notSent } from '@fieldwatch/messages/server-sentences'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import type { Applied, Made, Notice } from '#delivery/consequences/declaration.ts'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { listEntitiesBelow } from '#platform/database/entities-below.ts'
import { createAlertEndStore, type WatchingAlert } from './alert-end-store.ts'
import { createNotificationReachStore } from './recipient-store.ts'
import { notifyOfEnd } from './save-judged.ts'

/** Where alerts publish that they changed. */
export interface Publishing {
  readonly bus: Pick<Bus, 'publish'>
}

/** Publishes that alerts changed. */
export const tell =
  ({ bus }: Publishing, alerts: readonly { readonly alertId: AlertId; readonly dataId?: DataId }[]) =>
  (): void => {
    for (const { alertId, dataId } of alerts)
      bus.publish('alert-changed', dataId === undefined ? { alertId } : { alertId, dataId })
  }

/** Ends alerts on units, keeps the reason with each, and tells their owners. */
export async function endAlerts(
  parts: Publishing,
  tx: Db,
  alerts: readonly WatchingAlert[],
  { reason: sentence, caller: { userId }, now }: Made<ChangeKind>,
): Promise<Applied> {
  const reason = sentence(kept)
  const store = createAlertEndStore(tx)
  await store.end(alerts, { reason, now, by: userId })
  await createAuditStore(tx).recordAll(
    alerts.map(({ alertId, entity, name, dataId }) => {
      const subject = { subjectKind: 'alert', subjectId: alertId, after: { name, dataID: dataId, reason } }
      return { at: now, userId, ...subject, entityId: entity, action: 'end alert' }
    }),
  )
  const names = new Map(alerts.map(({ alertId, name }) => [alertId, name]))
  const owners = await store.listOwners([...names.keys()])
  const notices = owners.map(({ alertId, ...owner }) => ended(owner, names.get(alertId)))
  return { notices, publish: tell(parts, alerts) }
}

/** An alert continues for the other units that it watches. */
export async function leaveUnits(parts: Publishing, tx: Db, made: Made<'unit-deleted'>): Promise<Applied> {
  const reason = made.reason(kept)
  const alerts = []
  for (const dataId of made.change.dataIDs)
    alerts.push(...(await createAlertEndStore(tx).leaveUnit(dataId, reason, made.now)))
  const byId = new Map(alerts.map((alert) => [alert.alertId, alert]))
  const owners = await createAlertEndStore(tx).listOwners([...byId.keys()])
  const notices = owners.map(({ alertId, ...owner }): Notice => {
    const { name: alert = '', ends = false } = byId.get(alertId) ?? {}
    if (ends) return ended(owner, alert)
    return { ...owner, about: 'ended', text: (t) => t('mails.alert-continues', { alert }) }
  })
  return { notices, publish: tell(parts, alerts) }
}

/** An alert is about to be deleted: everyone who was told that it is triggered is told, otherwise its other owners. */
export async function loseAlert(tx: Db, { change, reason, caller, now }: Made<'alert-deleted'>): Promise<Applied> {
  const id = change.alertID
  const store = createAlertEndStore(tx)
  const why = { at: now, reason: notSent('not-sent.alert-deleted'), ended: reason(kept) }
  await createNotificationReachStore(tx).withdrawAlert(id, why)
  const watching = await store.listOfAlert(id)
  if (await notifyOfEnd(tx, watching, { reason: reason(kept), now })) return {}
  const owners = (await store.listOwners([id])).filter(({ userId }) => userId !== caller.userId)
  return { notices: owners.map((owner) => ended(owner, watching[0]?.name)) }
}

/** Those who lose alerts of an entity that is deleted are told. */
export async function loseOfEntity(tx: Db, { change }: Made<'entity-deleted'>): Promise<Applied> {
  const losing = await createAlertEndStore(tx).listLosing(await listEntitiesBelow(tx, change.entityID))
  return { notices: losing.map(({ name, ...person }) => ended(person, name)) }
}

const ended = (person: Required<Recipient>, alert = ''): Notice => ({
  ...person,
  about: 'ended',
  text: (t) => t('mails.alert-ended', { alert }),
})
