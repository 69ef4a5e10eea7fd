import type { AlertId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createRecipientStore } from './recipient-store.ts'
import { recordNotifications } from './record-notifications.ts'

const ALERTS_AT_ONCE = 20

/** Reminds people of what is still triggered who could not hear of it before, such as those of an entity that was disabled in the meantime. */
export async function remindNewcomers({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock()
  // Page by page: alerts whose newcomers may not read them are found each time, and must not keep back those behind them.
  let after: AlertId | '' | undefined = ''
  while (after !== undefined) after = await remindPage(db, now, after)
}

/** Returns behind which alert the next page begins. */
function remindPage(db: Db, now: number, after: string): Promise<AlertId | undefined> {
  return db.transaction().execute(async (tx) => {
    const { reminders, last } = await createRecipientStore(tx).claimUnheard(now, { after, limit: ALERTS_AT_ONCE })
    await recordNotifications(tx, reminders, { now, to: 'newcomers' })
    return last
  })
}
