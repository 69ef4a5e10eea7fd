import { toGreeting } from '#delivery/mail/mail-name.ts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import { createWebhookStore, type StoredWebhook } from '#delivery/webhooks/webhook-store.ts'
import type { Db } from '#platform/database/database.ts'

interface Parts {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
}

/** Tells the admins of its entity that a webhook was given up, and why. */
export async function tellSwitchedOff(
  { db, queueMail, publicUrl }: Parts,
  { entity, name }: StoredWebhook,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { email, firstName } of await createWebhookStore(tx).listAdmins(entity)) {
      await queueMail(tx, {
        to: email,
        subject: `The webhook ${name} was switched off`,
        body: `${toGreeting(firstName)}

the webhook ${name} has taken nothing for three days, and was switched off. What went wrong last:

${reason}

Alerts are not told to it any more. Once it works again, switch it on in Settings and send a test:

${publicUrl()}/settings?tab=webhooks
`,
      })
    }
  })
}
