import { kept } from '@fieldwatch/messages/server-sentences'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import { withoutParked } from '@fieldwatch/contract/places/place-conditions'
import { createAlertEndStore, type WatchingAlert } from '#features/alerts/alert-end-store.ts'
import { createEventStore, EVENTS, type StoredEventTable } from '#features/events/event-store.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import type { SettlePlaces } from '#fleet/places/settle-places.ts'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { EndingParts } from './end-source-dependants.ts'
import { mailPeople } from './mail-people.ts'

interface Parts extends EndingParts {
  readonly tableFollowers: TableFollowers
}

/**
 * Has the event tables on places that changed found again, and the alerts that follow them; those of a place that is deleted end with the
 * reason. Runs in the transaction of the change; returns what to publish once that is committed.
 */
export function createSettlePlaces(parts: Parts): SettlePlaces {
  const { bus, tableFollowers } = parts
  return async (tx, { entity, fields, names, gone }, change) => {
    const store = createEventStore(tx)
    const tables = await store.listOnPlaces(entity, fields, names)
    const publishes: (() => void)[] = []
    const isEnding = ({ field }: StoredEventTable): boolean => withoutParked(field) === gone?.field
    const ended = tables.filter(isEnding)
    const others = tables.filter((table) => !isEnding(table))
    // Of the tables of a large fleet few have alerts.
    const followed = await createAlertEndStore(tx).listFollowed(tables)
    for (const table of followed) await tableFollowers.lock(tx, table)
    if (others.length > 0) await store.restartAll(others)
    for (const table of followed) if (!isEnding(table)) publishes.push(await tableFollowers.restart(tx, table, change))
    if (gone !== undefined && ended.length > 0)
      publishes.push(
        await endPlaceTables(parts, tx, ended, {
          ...change,
          sentence: (t) => t('mails.place-deleted', { place: gone.name }),
          subject: (t) => t('mails.place-deleted.subject'),
        }),
      )
    return () => {
      for (const publish of publishes) publish()
      for (const { dataId, name } of tables) bus.publish('occurrences-changed', { dataId, name })
      bus.publish('followers-changed', { consumer: EVENTS })
    }
  }
}

interface Ending {
  /** Undefined: the portal. */
  readonly userId: UserId | undefined
  readonly now: number
  /** Why. */
  readonly sentence: Sentence
  readonly subject: Sentence
}

/** Ends tables whose place is gone, and the alerts that follow them. Returns what to publish after the commit. */
export async function endPlaceTables(
  { bus, queueMail, publicUrl }: Pick<Parts, 'bus' | 'queueMail' | 'publicUrl'>,
  tx: Db,
  tables: readonly StoredEventTable[],
  { userId, now, sentence, subject }: Ending,
): Promise<() => void> {
  const reason = sentence(kept)
  const store = createAlertEndStore(tx)
  const alerts: WatchingAlert[] = []
  for (const { dataId, name } of tables) alerts.push(...(await store.listOfTable(dataId, name)))
  await store.end(alerts, { reason, now, by: userId })
  for (const table of tables) await createEventStore(tx).end(table, { reason, now })
  const common = { at: now, userId, after: { reason } }
  await createAuditStore(tx).recordAll([
    ...alerts.map(({ alertId, entity, name, dataId }): AuditEntry => {
      const subject = { subjectKind: 'alert', subjectId: alertId, after: { name, dataID: dataId, reason } }
      return { ...common, ...subject, entityId: entity, action: 'end alert' }
    }),
    ...tables.map(({ dataId, name }): AuditEntry => {
      const subject = { subjectKind: 'event table', subjectId: `${dataId}/${name}` }
      return { ...common, ...subject, entityId: undefined, action: 'end event table' }
    }),
  ])
  const names = new Map(alerts.map(({ alertId, name }) => [alertId, name]))
  const owners = await store.listOwners([...names.keys()])
  const text =
    (alertId: string): Sentence =>
    (t) =>
      t('mails.alert-ended', { alert: names.get(alertId as never) ?? '' })
  await mailPeople(
    tx,
    queueMail,
    owners.map((one) => ({ ...one, text: text(one.alertId) })),
    {
      subject,
      reason: sentence,
      advice: (t) => t('mails.place-deleted.act'),
      url: `${publicUrl()}/settings?tab=alerts`,
    },
  )
  return () => {
    for (const { alertId, dataId } of alerts) bus.publish('alert-changed', { alertId, dataId })
  }
}
