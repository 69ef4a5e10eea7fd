import { type ConsumerParts, type RunningConsumer, startConsumer } from '#records/arrivals/start-consumer.ts'
import type { Db } from '#platform/database/database.ts'
import type { RunContext, Work, Worker } from '#platform/work/worker.ts'
import type { Roles } from '#platform/roles/roles.ts'
import { createBatchStore } from './batch-store.ts'
import { startDelivery } from './deliver-requests.ts'
import { endOverdueRequests } from './end-request.ts'
import { createHandOut, type HandOut } from './hand-out.ts'
import { isRequestWorkDue } from './request-due-store.ts'
import { createRequestStore, type StoredRequest } from './request-store.ts'
import { advanceBatch } from './run-batches.ts'
import { type RequestParts, REQUESTS } from './send-request.ts'
import { recordHistory } from './record-history.ts'
import { createUnitPolls, type UnitPolls } from './unit-poll.ts'
import { isDeepStrictEqual } from 'node:util'
import { type ActionPayload, OK } from '@fieldwatch/contract/actions/action-messages'
import { READ } from '@fieldwatch/contract/actions/action-options'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { Bus } from '#platform/bus/bus.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Consumer } from '#records/arrivals/consumer.ts'
import { isConfigured, reportedBy } from './configuration.ts'
import { createConfigurationStore } from './configuration-store.ts'
import { requestOfResult } from './place-results.ts'

export interface Requests {
  readonly polls: UnitPolls
  /** For what carries requests to units in the background. */
  readonly handOut: HandOut
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
  const { unitDb, roles } = parts
  await createRequestStore(parts.db).raiseIds()
  const queue = createHandOut({ ...parts, db: unitDb })
  if (roles.has('ingest')) {
    const delivery = startDelivery({ ...parts, db: unitDb, queue })
    stack.defer(() => delivery.close())
  }
  const polls = createUnitPolls({ ...parts, db: unitDb, queue })
  stack.defer(() => polls.close())
  return { polls, handOut: createHandOut(parts), ...(roles.has('worker') ? startWork(parts, stack) : IDLE) }
}

const IDLE: Omit<Requests, 'polls' | 'handOut'> = {
  results: { run: async () => undefined, handOver: async () => undefined, close: async () => undefined },
  tidy: async () => undefined,
}

function startWork(parts: Parts, stack: AsyncDisposableStack): Omit<Requests, 'polls' | 'handOut'> {
  const { bus, clock, log } = parts
  const results = startConsumer(parts, createResultConsumer(parts))
  stack.defer(() => results.close())
  const batches = createBatchStore(parts.db)
  const work = parts.worker.add({ name: 'requests', isDue: isRequestWorkDue, run: tidy })
  const stops = [
    bus.subscribe('requests-changed', work.wake),
    bus.subscribe('rights-changed', () => {
      batches.makeDue(clock()).then(work.wake, (error: unknown) => log.warn({ err: error }, 'batches postponed'))
    }),
  ]
  stack.defer(async () => {
    for (const stop of stops) stop()
  })
  return { results, tidy: work.run }

  async function tidy({ signal }: RunContext): Promise<void> {
    await endOverdueRequests(parts)
    while (!signal.aborted && (await recordHistory(parts)));
    for (const id of await batches.listDue(clock())) await advanceBatch(parts, id)
  }
}

const LANES = 2
/** In place of a status that a unit left out. */
const NO_STATUS = 'UNKNOWN'
const LONGEST_STATUS = 200

/** Closes requests when their results have arrived, and keeps the configurations that these tell of. */
function createResultConsumer({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }): Consumer {
  return {
    name: REQUESTS,
    lanes: LANES,
    take: async (step) => {
      const store = createRequestStore(step.tx)
      let closed = 0
      for (const { records } of await step.read()) {
        for (const { at, fields: json, receivedAt } of records) {
          const fields = JSON.parse(json) as Readonly<Record<string, FieldValue>>
          const id = requestOfResult(fields)
          if (id === undefined) continue
          const answer = { status: statusOf(fields), result: resultOf(fields), now: receivedAt }
          const request = await store.answer({ dataId: step.dataId, id, at }, answer)
          if (request === undefined) continue
          closed += 1
          await keepConfiguration(step.tx, request, clock())
        }
      }
      if (closed > 0) step.afterCommit(() => bus.publish('requests-changed', { dataId: step.dataId }))
      return 'nothing'
    },
  }
}

function statusOf({ status }: Readonly<Record<string, FieldValue>>): string {
  return typeof status === 'string' && status !== '' ? status.slice(0, LONGEST_STATUS) : NO_STATUS
}

function resultOf({ payload }: Readonly<Record<string, FieldValue>>): string | undefined {
  return payload === undefined || payload === null ? undefined : String(payload)
}

/** A configuration that was changed is a version, and one that was read if it is another one than before. */
async function keepConfiguration(tx: Db, request: StoredRequest, now: number): Promise<void> {
  const { id, dataId, actionClass, action, result, status, answeredAt } = request
  if (status !== OK || !isConfigured(actionClass)) return
  const payload = JSON.parse(request.payload) as ActionPayload
  const configuration = reportedBy({ actionClass, action, payload, result: result ?? undefined })
  if (configuration === undefined) return
  const store = createConfigurationStore(tx)
  const last = await store.findLast({ dataId, actionClass }, [])
  if (action === READ && last !== undefined && isDeepStrictEqual(last.configuration, configuration)) return
  await store.add({ dataId, actionClass }, { version: id, at: answeredAt ?? now, configuration })
}
