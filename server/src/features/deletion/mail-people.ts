import { toGreeting } from '#delivery/mail/mail-name.ts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { Db } from '#platform/database/database.ts'

/** What one person is told of one thing that they own. */
export interface OwnedThing {
  readonly email: string
  readonly firstName: string
  /** A sentence about it, such as `The alert “Too warm” ended.` */
  readonly text: string
}

interface Letter {
  readonly subject: string
  readonly reason: string
  /** What they can do about it, and where. */
  readonly advice: string
  readonly url: string
}

/** Sends each owner one mail about everything of theirs that a deletion ended or changed. */
export async function mailPeople(
  tx: Db,
  queueMail: QueueMail,
  things: readonly OwnedThing[],
  { subject, reason, advice, url }: Letter,
): Promise<void> {
  for (const [email, owned] of Map.groupBy(things, (thing) => thing.email)) {
    const firstName = owned[0]?.firstName ?? ''
    await queueMail(tx, {
      to: email,
      subject,
      body: `${toGreeting(firstName)}

${reason}

${owned.map(({ text }) => `- ${text}`).join('\n')}

${advice}

${url}
`,
    })
  }
}
