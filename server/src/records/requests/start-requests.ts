import { startConsumer, type ConsumerParts, type RunningConsumer } from '#records/arrivals/start-consumer.ts'
import type { Db } from '#platform/database/database.ts'
import type { Turn, Work, Worker } from '#platform/work/worker.ts'
import { createUnitMessages } from '#records/ingest/unit-messages.ts'
import type { Roles } from '#platform/roles/roles.ts'
import { createBatchStore } from './batch-store.ts'
import { startDelivery } from './deliver-requests.ts'
import { endOverdueRequests } from './end-request.ts'
import { isRequestWorkDue } from './request-due-store.ts'
import { createRequestStore } from './request-store.ts'
import { createResultConsumer } from './result-consumer.ts'
import { advanceBatch } from './run-batches.ts'
import type { RequestParts } from './send-request.ts'
import { tellHistory } from './tell-history.ts'
import { createUnitPolls, type UnitPolls } from './unit-poll.ts'

export interface Requests {
  readonly polls: UnitPolls
  /** What closes requests. */
  readonly results: RunningConsumer
  /** Gives up what has expired, writes what is missing in the history, and takes batches further, now. */
  readonly tidy: Work['run']
}

interface Parts extends ConsumerParts, RequestParts {
  readonly worker: Worker
  /** Connections for what units wait for. */
  readonly unitDb: Db
  /** What this server does: units get their requests where they are connected, and workers do the rest. */
  readonly roles: Roles
}

/** Sends requests to units, hears their answers, and gives up what is not answered; all of it is closed by the stack. */
export async function startRequests(parts: Parts, stack: AsyncDisposableStack): Promise<Requests> {
  const { bus, unitDb, roles } = parts
  await createRequestStore(parts.db).raiseIds()
  if (roles.has('ingest')) {
    const delivery = startDelivery({ ...parts, db: unitDb, messages: createUnitMessages(bus) })
    stack.defer(() => delivery.close())
  }
  const polls = createUnitPolls({ ...parts, db: unitDb })
  stack.defer(() => polls.close())
  return { polls, ...(roles.has('worker') ? startWork(parts, stack) : IDLE) }
}

const IDLE: Omit<Requests, 'polls'> = {
  results: { run: async () => undefined, handOver: async () => undefined, close: async () => undefined },
  tidy: async () => undefined,
}

function startWork(parts: Parts, stack: AsyncDisposableStack): Omit<Requests, 'polls'> {
  const { bus, log } = parts
  const results = startConsumer(parts, createResultConsumer(parts))
  stack.defer(() => results.close())
  const batches = createBatchStore(parts.db)
  const advancing = new Set<Promise<void>>()
  const stop = bus.subscribe('requests-changed', ({ dataId }) => {
    const advance = advanceAll(() => batches.listRunningOf(dataId))
      .catch((error: unknown) => log.warn({ err: error, dataID: dataId }, 'a batch waits for the next look'))
      .finally(() => advancing.delete(advance))
    advancing.add(advance)
  })
  stack.defer(async () => {
    stop()
    await Promise.all(advancing)
  })
  const work = parts.worker.add({ name: 'requests', isDue: isRequestWorkDue, run: tidy })
  return { results, tidy: work.run }

  async function tidy({ signal }: Turn): Promise<void> {
    await endOverdueRequests(parts)
    while (!signal.aborted && (await tellHistory(parts)));
    await advanceAll(batches.listRunning)
  }

  async function advanceAll(list: () => Promise<number[]>): Promise<void> {
    for (const id of await list()) await advanceBatch(parts, id)
  }
}
