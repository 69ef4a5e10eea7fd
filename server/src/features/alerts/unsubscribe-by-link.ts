import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Platform } from '#platform/floor.ts'
import { createSubscriptionStore } from './subscription-store.ts'
import type { AlertSubscription } from '#people/credentials/unsubscribe-links.ts'

type Parts = Pick<Platform, 'db' | 'bus' | 'clock'>

/** Ends the messages of an alert to one person, who may subscribe again in the portal. Done again it changes nothing. */
export async function unsubscribeByLink({ db, bus, clock }: Parts, subscription: AlertSubscription): Promise<void> {
  const { userId, alertId } = subscription
  const wasSubscribed = await db.transaction().execute(async (tx) => {
    const entity = await createSubscriptionStore(tx).end(subscription)
    if (entity === undefined) return false
    await createAuditStore(tx).recordChange(
      { userId },
      { kind: 'alert', id: alertId, entity },
      { at: clock(), action: 'unsubscribe from alert', after: { by: 'link in a mail' } },
    )
    return true
  })
  if (wasSubscribed) bus.publish('alert-changed', { alertId })
}
