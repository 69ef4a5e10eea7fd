import type { Db } from '#platform/database/database.ts'
import { WAITING } from './build-things.ts'
import type { Topic } from './naive-step.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly body: string
}

/** Sends the mails to people, and returns those that tell what follows from changes. */
export async function sendMails(db: Db, people: readonly string[]): Promise<Mail[]> {
  const mails = await db
    .updateTable('outbox')
    .set({ sentAt: new Date(0) })
    .where('subject', '<>', WAITING)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .returning(['id', 'kind', 'recipient', 'subject', 'body', 'createdAt'])
    .execute()
  const ofAlerts = await db
    .selectFrom('alertNotification')
    .select('outboxId')
    .where('outboxId', 'is not', null)
    .execute()
  const told = mails.filter(
    ({ id, kind, recipient }) =>
      kind === 'mail' &&
      people.some((one) => recipient.startsWith(`${one}@`)) &&
      !ofAlerts.some(({ outboxId }) => outboxId === id),
  )
  return told.map(({ recipient, subject, body }) => ({ to: recipient.replace(/@.*/, ''), subject, body }))
}

/** Where a mail about other things than alerts leads. */
const TABS: readonly (readonly [string, Topic])[] = [
  ['reports', 'report'],
  ['shares', 'link'],
  ['boards', 'wallboard'],
]

/** What mails tell about: the alerts by their names, the others by the tabs that they lead to. */
export function topicsOf(mails: readonly Mail[]): Topic[] {
  const topics = mails.flatMap(({ body }): Topic[] => {
    const alerts = body.includes('/settings?tab=alerts') ? [...body.matchAll(/alert “(?<name>[^”]*)”/gv)] : []
    return [
      ...TABS.filter(([tab]) => body.includes(`/settings?tab=${tab}`)).map(([, topic]) => topic),
      ...alerts.map(({ groups }): Topic => `alert ${groups?.['name'] ?? ''}`),
    ]
  })
  return [...new Set(topics)].toSorted()
}
