import { createOutboxStore } from '@fieldwatch/server/delivery/outbox/outbox-store'
import { catchUpReceivers } from '@fieldwatch/server/features/alerts/receiver-catch-up-store'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { WorkKind } from '@fieldwatch/server/platform/work/worker'
import { createLeftOutStore, isAnyLeftOut } from './left-out-store.ts'
import { say } from './say.ts'

type Parts = Pick<Platform, 'db' | 'clock'>

/** The portal runs without webhooks: none gets messages, and what waits for them is given up. */
export async function leaveOut({ db, clock }: Parts): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createLeftOutStore(tx)
    await store.leaveAllOut()
    const reason = say('webhooks.not-sent.left-out')
    await createOutboxStore(tx).giveUpWaiting(await store.listWaiting(), { at: clock(), reason })
  })
}

/** Once the portal runs with webhooks again, they get what began and ended in the meantime. */
export function createCatchUpWork({ db, clock }: Parts): WorkKind {
  return {
    name: 'webhooks that were left out',
    isDue: isAnyLeftOut,
    run: async ({ again }) => {
      const taken = await db.transaction().execute(async (tx) => {
        const webhook = await createLeftOutStore(tx).takeNextBack()
        if (webhook === undefined) return false
        await catchUpReceivers(tx, { entity: webhook.entity, receiver: webhook.id, now: clock() })
        return true
      })
      if (taken) again()
    },
  }
}
