import { createHmac, timingSafeEqual } from 'node:crypto'
import { AlertId, UserId } from '@fieldwatch/contract/ids'
import { z } from 'zod'
import type { SigningKeys } from '#people/credentials/signing-keys.ts'

/** Whose messages of which alert a link ends. */
const Subscription = z.tuple([UserId, AlertId])

export interface Subscription {
  readonly userId: UserId
  readonly alertId: AlertId
}

export interface UnsubscribeLinks {
  readonly write: (subscription: Subscription) => string
  /** Undefined for anything that we did not write. */
  readonly read: (link: string) => Subscription | undefined
}

const SEAL_BYTES = 32

/** Links that end the messages of one alert to one person without a sign-in; only we can write them, by our signing key. */
export function createUnsubscribeLinks(keys: SigningKeys): UnsubscribeLinks {
  const oldest = keys.at(-1)?.privateKey.d
  if (oldest === undefined) throw new Error('a signing key has no private part')
  const sealOf = (text: Buffer): Buffer => createHmac('sha256', `unsubscribe ${oldest}`).update(text).digest()

  return {
    write: ({ userId, alertId }) => {
      const text = Buffer.from(`${userId} ${alertId}`)
      return Buffer.concat([sealOf(text), text]).toString('base64url')
    },
    read: (link) => {
      const bytes = Buffer.from(link, 'base64url')
      const [seal, text] = [bytes.subarray(0, SEAL_BYTES), bytes.subarray(SEAL_BYTES)]
      if (seal.length < SEAL_BYTES || !timingSafeEqual(seal, sealOf(text))) return undefined
      const [userId, alertId] = Subscription.parse(text.toString().split(' '))
      return { userId, alertId }
    },
  }
}
