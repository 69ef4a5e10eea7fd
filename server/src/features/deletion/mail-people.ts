import type { Sentence } from '@fieldwatch/messages/server-texts'
import { type QueueMail, type Recipient, writeLetter } from '#delivery/mail/queue-mail.ts'
import type { Db } from '#platform/database/database.ts'

export interface MailingParts {
  readonly queueMail: QueueMail
  readonly publicUrl: () => string
}

/** What one person is notified of about one thing that they own. */
export interface OwnedThing extends Required<Recipient> {
  /** A sentence about it, such as `The alert “Too warm” ended.` */
  readonly text: Sentence
}

interface Notice {
  readonly subject: Sentence
  readonly reason: Sentence
  /** What they can do about it in Settings. */
  readonly advice: Sentence
}

/** Sends each owner one mail about everything of theirs that a deletion ended or changed. */
export async function mailPeople(
  { queueMail, publicUrl }: MailingParts,
  tx: Db,
  things: readonly OwnedThing[],
  { subject, reason, advice }: Notice,
): Promise<void> {
  const url = `${publicUrl()}/settings?tab=alerts`
  for (const owned of Map.groupBy(things, ({ email }) => email).values()) {
    const [recipient] = owned
    if (recipient === undefined) continue
    const letter = writeLetter(recipient, (t) => ({
      subject: subject(t),
      paragraphs: [reason(t), owned.map(({ text }) => `- ${text(t)}`).join('\n'), advice(t), url],
    }))
    await queueMail(tx, letter)
  }
}
