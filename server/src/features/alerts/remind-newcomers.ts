import type { Db } from '#platform/database/database.ts'
import { createNewcomerStore } from './newcomer-store.ts'
import { createNotificationStore, type NewNotification } from './notification-store.ts'
import { listReaders, notificationsOf, type NotifyingParts } from './notify-people.ts'

const ALERTS_AT_ONCE = 20

/** Reminds people of what is still triggered who could not hear of it before, such as those of an entity that was disabled meanwhile. */
export async function remindNewcomers({ db, clock }: Pick<NotifyingParts, 'db' | 'clock'>): Promise<void> {
  const at = clock()
  // Page by page: alerts whose newcomers may not read them are found each time, and must not keep back those behind them.
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    after = await db.transaction().execute((tx) => remindPage(tx, at, from))
  }
}

/** Returns where the next page begins. */
async function remindPage(tx: Db, at: number, after: string): Promise<string | undefined> {
  const store = createNotificationStore(tx)
  const unheard = await createNewcomerStore(tx).claim(at, { after, limit: ALERTS_AT_ONCE })
  for (const { alert, units } of unheard) {
    const dataIds = units.map(({ dataId }) => dataId)
    const recipients = await listReaders(tx, alert, dataIds)
    const informed = new Map(await store.listInformed(alert.id, dataIds))
    const added: NewNotification[] = []
    for (const recipient of recipients) {
      const { userId } = recipient
      const told = units.filter(
        ({ dataId }) => recipient.units.has(dataId) && informed.get(dataId)?.includes(userId) === false,
      )
      if (told.length > 0) added.push(...notificationsOf(alert, recipient, { kind: 'reminder', told, at }))
      for (const { dataId } of told) informed.set(dataId, [...(informed.get(dataId) ?? []), userId])
    }
    await store.add(added)
    await store.setInformed(alert.id, informed)
  }
  return unheard.length < ALERTS_AT_ONCE ? undefined : unheard.at(-1)?.alert.id
}
