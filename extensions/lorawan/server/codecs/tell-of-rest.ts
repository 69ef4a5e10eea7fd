import { type QueueMail, writeLetter } from '@fieldwatch/server/delivery/mail/queue-mail'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Codec } from './codec-rests.ts'
import { createCodecStore } from './codec-store.ts'

interface Parts extends Pick<Platform, 'db' | 'clock'> {
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
}

/** Mails the admins of its entity that a codec rests, at most once a day. */
export async function tellOfRest({ db, clock, queueMail, publicUrl }: Parts, codec: Codec): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const template = await createCodecStore(tx).claimTold(codec.owner, clock())
    if (template === undefined) return
    for (const admin of await createPersonStore(tx).listAdmins(codec.entity)) {
      const letter = writeLetter(admin, (t) => ({
        subject: t('mails.codec.subject', { template }),
        paragraphs: [
          t('mails.codec.what', { template }),
          t('mails.codec.act'),
          `${publicUrl()}/settings?tab=templates`,
        ],
      }))
      await queueMail(tx, { ...letter, forUser: true })
    }
  })
}
