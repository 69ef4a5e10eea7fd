import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { languageFor } from '@fieldwatch/messages/server-texts'
import { type QueueMail, writeLetter } from '#delivery/mail/queue-mail.ts'
import type { StoredWebhook } from '#delivery/webhooks/webhook-store.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'

interface Parts {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
}

/** Mails the admins of its entity that a webhook was switched off, with the reason as a sentence. */
export async function notifyOfSwitchOff(
  { db, queueMail, publicUrl }: Parts,
  { entity, name: webhook }: StoredWebhook,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const admin of await createPersonStore(tx).listAdmins(entity)) {
      const letter = writeLetter(admin, (t) => ({
        subject: t('mails.webhook.subject', { webhook }),
        paragraphs: [
          t('mails.webhook.what', { webhook }),
          sentencesIn(languageFor(admin.language))(reason),
          t('mails.webhook.act'),
          `${publicUrl()}/settings?tab=webhooks`,
        ],
      }))
      await queueMail(tx, { ...letter, forUser: true })
    }
  })
}
