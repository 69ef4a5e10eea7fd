import { type Job, PgBoss, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionOf } from '#platform/database/connection-of.ts'
import type { Database } from '#platform/database/database.ts'

/** How often jobs are looked for whose server was killed. */
const SUPERVISE_SECONDS = 30
/** Less than the 10 s within which the whole server stops. */
const STOP_MS = 3_000

export interface JobQueue {
  readonly boss: PgBoss
  /** Closes something that uses the queue before it ends. */
  readonly defer: (close: () => Promise<void>) => void
  /** Works on the jobs of a queue as they come. */
  readonly work: <Data>(
    queue: string,
    options: WorkOptions,
    handle: (batch: Job<Data>[]) => Promise<void>,
  ) => Promise<void>
  /** Takes no more jobs: they are left to other servers. Those that are running go on. */
  readonly handOver: () => Promise<void>
  /** Lets running jobs finish. */
  readonly close: () => Promise<void>
}

/** Jobs that survive a restart and are shared by all servers, in a schema of their own of our database. */
export async function startJobQueue({ pool }: Pick<Database, 'pool'>, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    ...connectionOf(pool),
    application_name: 'fieldwatch-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has a problem'))
  await boss.start()
  const users = new AsyncDisposableStack()
  users.defer(() => boss.stop({ graceful: true, timeout: STOP_MS }))
  const queues: string[] = []
  return {
    boss,
    work: async (queue, options, handle) => {
      queues.push(queue)
      await boss.work(queue, options, handle)
    },
    handOver: async () => {
      await Promise.all(queues.map((queue) => boss.offWork(queue, { wait: false })))
    },
    defer: (close) => users.defer(close),
    close: () => users.disposeAsync(),
  }
}
