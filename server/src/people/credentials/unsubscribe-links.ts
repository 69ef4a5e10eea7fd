import { createHmac, timingSafeEqual } from 'node:crypto'
import { AlertId, UserId } from '@fieldwatch/contract/api/ids'
import { z } from 'zod'
import { oldestSecret, type SigningKeys } from './signing-keys.ts'

const REPORT = 'report'

/** Whose messages of which alert, or whose mails of which report, a link ends. */
const OfAlert = z.tuple([UserId, AlertId])
const OfReport = z.tuple([UserId, z.literal(REPORT), z.coerce.number<string>().int().min(1)])

export interface AlertSubscription {
  readonly userId: UserId
  readonly alertId: AlertId
}

interface ReportSubscription {
  readonly userId: UserId
  readonly reportId: number
}

export type Subscription = AlertSubscription | ReportSubscription

const SEAL_BYTES = 32

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

/** Links that end the messages of one alert, or one report, to one person without a sign-in; only we can write them, by our signing key. */
export function createUnsubscribeLinks(keys: SigningKeys) {
  const oldest = oldestSecret(keys)
  const sealOf = (text: Buffer): Buffer => createHmac('sha256', `unsubscribe ${oldest}`).update(text).digest()

  return {
    write: (subscription: Subscription): string => {
      const { userId } = subscription
      const what = 'alertId' in subscription ? subscription.alertId : `${REPORT} ${subscription.reportId}`
      const text = Buffer.from(`${userId} ${what}`)
      return Buffer.concat([sealOf(text), text]).toString('base64url')
    },
    /** Undefined for anything that we did not write. */
    read: (link: string): Subscription | undefined => {
      const bytes = Buffer.from(link, 'base64url')
      const [seal, text] = [bytes.subarray(0, SEAL_BYTES), bytes.subarray(SEAL_BYTES)]
      if (seal.length < SEAL_BYTES || !timingSafeEqual(seal, sealOf(text))) return undefined
      const parts = text.toString().split(' ')
      if (parts.length === 2) {
        const [userId, alertId] = OfAlert.parse(parts)
        return { userId, alertId }
      }
      const [userId, , reportId] = OfReport.parse(parts)
      return { userId, reportId }
    },
  }
}
