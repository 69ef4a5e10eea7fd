import type { User } from '@fieldwatch/contract/people/users'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createPhoneVerificationStore } from './phone-verification-store.ts'

/** Removes the caller's phone, switches their notifications by SMS off, and ends what was still to be verified. */
export async function removeOwnPhone({ db, clock }: { db: Db; clock: Clock }, caller: Caller): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const users = createUserStore(tx)
    await users.lock(caller.userId)
    await createPhoneVerificationStore(tx).cancelAllOf(caller.userId)
    const { phone, notifications } = await users.get(caller.userId)
    if (phone === '') return
    const silenced = withoutSms(notifications)
    const at = clock()
    await users.removePhone(caller.userId, silenced)
    await createVersionStore(tx).raise({ kind: 'user', id: caller.userId }, { by: caller.userId, at })
    await createAuditStore(tx).recordOwn(caller, {
      at,
      action: 'remove phone',
      before: { phone, notifications },
      after: { phone: '', notifications: silenced },
    })
  })
}

function withoutSms(notifications: User['notifications']): User['notifications'] {
  return Object.fromEntries(
    Object.entries(notifications).map(([category, channels]) => [category, { ...channels, smsEnable: false }]),
  )
}
