import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { languageFor } from '@fieldwatch/messages/server-texts'
import { type QueueMail, writeLetter } from '@fieldwatch/server/delivery/mail/queue-mail'
import { say } from './say.ts'
import type { StoredWebhook } from './webhook-store.ts'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import type { Db } from '@fieldwatch/server/platform/database/database'

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
      const write = sentencesIn(languageFor(admin.language))
      const letter = writeLetter(admin, () => ({
        subject: write(say('webhooks.mail.subject', { webhook })),
        paragraphs: [
          write(say('webhooks.mail.what', { webhook })),
          write(reason),
          write(say('webhooks.mail.act')),
          `${publicUrl()}/settings?tab=webhooks`,
        ],
      }))
      await queueMail(tx, { ...letter, forUser: true })
    }
  })
}
