import { createTransport } from 'nodemailer'
import { fromKysely } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '#database/database.ts'
import type { JobQueue } from '#jobs/start-job-queue.ts'
import type { Clock } from '#time/clock.ts'
import { deliverMail, type Send } from './deliver-mail.ts'
import { createOutboxStore } from './outbox-store.ts'

const QUEUE = 'deliver-mail'
const FIRST_RETRY_SECONDS = 5
const LAST_RETRY_SECONDS = 3600
/** With the growing pauses, about 16 hours. */
const RETRIES = 24

/** What waited longer when we start is not sent any more: nobody wants yesterday's alert. */
const STILL_WANTED_MS = 24 * 60 * 60_000

export interface MailServer {
  /** Such as `smtp://user:password@mail.example:587`. */
  url: string
  /** The sender of our mails. */
  from: string
  /** How long to wait before the first retry; then it grows. */
  retrySeconds?: number
}

interface Parts {
  db: Db
  jobs: JobQueue
  clock: Clock
  log: Logger
  server: MailServer
}

export interface MailDelivery {
  /** Asks for the delivery of a message of the outbox, within the transaction that puts it there. */
  requestDelivery: (tx: Db, id: string) => Promise<void>
}

/** Delivers mails of the outbox by SMTP, again and again if the mail server is away; `jobs` ends it. */
export async function startMailDelivery({ db, jobs, clock, log, server }: Parts): Promise<MailDelivery> {
  const { boss } = jobs
  const retryDelay = server.retrySeconds ?? FIRST_RETRY_SECONDS
  const retry = { retryLimit: RETRIES, retryDelay, retryBackoff: true, retryDelayMax: LAST_RETRY_SECONDS }
  await boss.createQueue(QUEUE, { notify: true, ...retry })

  // The id of the job is that of the message, so that a message asked for twice is one job.
  const requestDelivery = async (tx: Db, id: string): Promise<void> => {
    await boss.send(QUEUE, { id }, { id, db: fromKysely(tx) })
  }
  for (const id of await createOutboxStore(db).listWaitingMails(clock() - STILL_WANTED_MS))
    await requestDelivery(db, id)

  const send = createSend(server)
  // New mails are notified; those whose time has come again are found by looking.
  const looking = { pollingIntervalSeconds: retryDelay, notifyPollingIntervalSeconds: retryDelay }
  await boss.work<{ id: string }>(QUEUE, { localConcurrency: 2, ...looking }, async (batch) => {
    for (const { data } of batch) await deliverMail({ db, clock, log, send }, data.id)
  })
  return { requestDelivery }
}

function createSend({ url, from }: MailServer): Send {
  const transport = createTransport(url)
  return async ({ id, recipient, subject, body }) => {
    await transport.sendMail({ from, to: recipient, subject, text: body, messageId: `<${id}@fieldwatch>` })
  }
}
