import { createNewcomerStore } from './newcomer-store.ts'
import { createNotificationStore, type NewNotification } from './notification-store.ts'
import { listReaders, notificationsOf, type NotifyingParts } from './notify-people.ts'

const ALERTS_AT_ONCE = 20

/** Reminds people of what is still triggered who could not hear of it before, such as those of an entity that was disabled meanwhile. */
export async function remindNewcomers({ db, clock }: Pick<NotifyingParts, 'db' | 'clock'>): Promise<void> {
  const at = clock()
  await db.transaction().execute(async (tx) => {
    const store = createNotificationStore(tx)
    for (const { alert, units } of await createNewcomerStore(tx).claim(at, ALERTS_AT_ONCE)) {
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
  })
}
