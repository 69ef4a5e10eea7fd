import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

/** Mails with reports, as far as the outbox and links in mails know of them. Each report has a number. */
export interface ReportMails {
  /** Why a mail that waits is not wanted any more; undefined: it is, or it has no report. */
  readonly findRefusal: (db: Db, outboxId: string, address: string) => Promise<string | undefined>
  /** Undefined: the person is gone. Without a name the report is, or it is not sent to them. */
  readonly findSubscription: (db: Db, subscription: ReportSubscription) => Promise<SubscribedReport | undefined>
  /** Done again it changes nothing. */
  readonly endSubscription: (db: Db, subscription: ReportSubscription, now: number) => Promise<void>
}

export interface ReportSubscription {
  readonly userId: UserId
  readonly reportId: number
}

interface SubscribedReport {
  readonly name: string | undefined
  readonly subscribed: boolean
}
