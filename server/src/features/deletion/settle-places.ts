import { withoutParked } from '@fieldwatch/contract/places/place-conditions'
import { createAlertEndStore, type WatchingAlert } from '#features/alerts/alert-end-store.ts'
import { createEventStore, EVENTS, type StoredEventTable } from '#features/events/event-store.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import type { SettlePlaces } from '#fleet/places/settle-places.ts'
import type { Db } from '#platform/database/database.ts'
import { endDependants, type EndingParts } from './end-dependants.ts'

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

/** Ends tables whose place is gone, and the alerts that follow them. Returns what to publish after the commit. */
export async function endPlaceTables(
  parts: EndingParts,
  tx: Db,
  tables: readonly StoredEventTable[],
  ending: Omit<Parameters<typeof endDependants>[3], 'advice'>,
): Promise<() => void> {
  const alerts: WatchingAlert[] = []
  for (const { dataId, name } of tables) alerts.push(...(await createAlertEndStore(tx).listOfTable(dataId, name)))
  return endDependants(parts, tx, { alerts, tables }, { ...ending, advice: (t) => t('mails.place-deleted.act') })
}
