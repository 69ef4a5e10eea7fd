import type { NotificationChannel } from '@fieldwatch/contract/alerts/alert-history'
import type { Db } from '#platform/database/database.ts'
import type { DueNotification } from './notification-store.ts'

/**
 * A channel of an extension, by which receivers get the messages about the alerts of their entity. The view `alert_receiver` lists those
 * that get them now. Those that got the message of a beginning get that of the end; `catchUpReceivers` sends what they missed.
 */
export interface AlertChannel {
  /** Its name, and the kind of its messages in the outbox. Who adds a delivery of this kind sends them. */
  readonly channel: NotificationChannel
  /** Messages to one receiver within an hour; what comes then is put together. */
  readonly mostAnHour: number
  /** Until when a receiver that fails is left alone, and what is due to it is put together; undefined: it does not fail. */
  readonly findRetry: (tx: Db, receiver: string) => Promise<number | undefined>
  /** Writes the body of one message of all that is due to a receiver. */
  readonly write: (due: readonly DueNotification[], publicUrl: string) => string
}
