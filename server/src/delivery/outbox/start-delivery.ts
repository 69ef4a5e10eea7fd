import { fromKysely } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import type { JobQueue } from '#platform/jobs/start-job-queue.ts'
import { createOutboxStore } from './outbox-store.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { type MessageSender, deliverMessage, type RefusalOf } from './deliver-message.ts'

const FIRST_RETRY_SECONDS = 5
/** What waits is tried so soon after a mail server or provider is back. */
const LAST_RETRY_SECONDS = 300
/** With the growing pauses more than a day, after which nothing is wanted any more. */
const RETRIES = 300
/** A server that has not said for so long that it is at it hangs: another try is due. */
const HEARTBEAT_SECONDS = 30
/** How often is looked for what servers were at that died. */
const LOOK_EVERY_MS = 2_000
/** A job that was begun so long ago by no server that runs is of one that died: as long as its lease. */
const ABANDONED_MS = 5_000

/** Messages that are older than this at the start are not sent any more: nobody wants yesterday's alert. */
const STILL_WANTED_MS = 24 * 60 * 60_000

/** Asks for the delivery of a message of the outbox, within the transaction that puts it there. */
export type RequestDelivery = (tx: Db, id: string) => Promise<void>

interface Parts {
  db: Db
  /** The name of this server. */
  server: string
  jobs: JobQueue
  clock: Clock
  log: Logger
  sender: MessageSender
  metrics: Pick<Metrics, 'deliveries'>
  /** As in `deliverMessage`. */
  refusalOf?: RefusalOf | undefined
  /** Whether this server hands messages over itself, as it does when this is left out, or leaves that to others. */
  sends?: boolean
  /** How long to wait before the first retry; then it grows. */
  retrySeconds?: number | undefined
  /** Messages that one server hands over at the same time; two unless told. */
  atOnce?: number | undefined
}

/** Delivers messages of the outbox, or asks other servers to, and retries while the mail server or provider is away; `jobs` ends it. */
export async function startDelivery({
  jobs,
  retrySeconds,
  atOnce = 2,
  sends = true,
  ...parts
}: Parts): Promise<RequestDelivery> {
  const { boss } = jobs
  const { db, server, clock, log, sender } = parts
  const queue = `deliver-${sender.kind}`
  const retryDelay = retrySeconds ?? FIRST_RETRY_SECONDS
  const retry = { retryLimit: RETRIES, retryDelay, retryBackoff: true, retryDelayMax: LAST_RETRY_SECONDS }
  const settings = { notify: true, heartbeatSeconds: HEARTBEAT_SECONDS, ...retry }
  await boss.createQueue(queue, settings)
  // One that was there before keeps what it was made with.
  await boss.updateQueue(queue, settings)

  // Job and message share one id, so that asking twice makes one job.
  const requestDelivery: RequestDelivery = async (tx, id) => {
    await boss.send(queue, { id }, { id, db: fromKysely(tx) })
  }
  if (!sends) return requestDelivery
  for (const id of await createOutboxStore(db).listWaitingIds(sender.kind, clock() - STILL_WANTED_MS))
    await requestDelivery(db, id)

  const atHand = new Set<string>()
  // New messages arrive by notification; polling only finds retries that are due.
  const polling = { pollingIntervalSeconds: retryDelay, notifyPollingIntervalSeconds: retryDelay }
  await jobs.work<{ id: string }>(queue, { localConcurrency: atOnce, ...polling }, async (batch) => {
    for (const { data } of batch) {
      atHand.add(data.id)
      await deliverMessage(parts, data.id).finally(() => atHand.delete(data.id))
    }
  })
  const looking = every(LOOK_EVERY_MS, takeUpAbandoned, log)
  jobs.defer(() => looking.close())
  return requestDelivery

  /** What a server was at when it or the database died may have arrived: whoever gets it twice can tell by its id. */
  async function takeUpAbandoned(): Promise<void> {
    const asked = { queue, begunBeforeMs: ABANDONED_MS, server, atHand }
    // Outside of a transaction it only looks.
    if ((await createOutboxStore(db).claimAbandoned(asked)).length === 0) return
    const ids = await db.transaction().execute(async (tx) => {
      const abandoned = await createOutboxStore(tx).claimAbandoned(asked)
      if (abandoned.length > 0) await boss.deleteJob(queue, abandoned, { db: fromKysely(tx) })
      for (const id of abandoned) await requestDelivery(tx, id)
      return abandoned
    })
    if (ids.length === 0) return
    log.warn(
      { messageIds: ids, kind: sender.kind },
      'a server or the database died while messages were handed over; they are tried again',
    )
  }
}
