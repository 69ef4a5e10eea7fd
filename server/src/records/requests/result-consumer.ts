import { isDeepStrictEqual } from 'node:util'
import { type ActionPayload, OK } from '@fieldwatch/contract/action-messages'
import { READ } from '@fieldwatch/contract/action-options'
import type { FieldValue } from '@fieldwatch/contract/data'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Consumer } from '#records/arrivals/consumer.ts'
import { isConfigured, reportedBy } from './configuration.ts'
import { createConfigurationStore } from './configuration-store.ts'
import { requestOfResult } from './place-results.ts'
import { createRequestStore, type StoredRequest } from './request-store.ts'
import { REQUESTS } from './send-request.ts'

const LANES = 2
/** In place of a status that a unit left out. */
const NO_STATUS = 'UNKNOWN'
const LONGEST_STATUS = 200

/** Closes requests when their results have arrived, and keeps the configurations that these tell of. */
export function createResultConsumer({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }): Consumer {
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
  const { id, data_id: dataId, action_class: actionClass, action, result, status, answered_at: answeredAt } = request
  if (status !== OK || !isConfigured(actionClass)) return
  const payload = JSON.parse(request.payload) as ActionPayload
  const configuration = reportedBy({ actionClass, action, payload, result: result ?? undefined })
  if (configuration === undefined) return
  const store = createConfigurationStore(tx)
  const last = await store.findLast({ dataId, actionClass }, [])
  if (action === READ && last !== undefined && isDeepStrictEqual(last.configuration, configuration)) return
  await store.add({ dataId, actionClass }, { version: id, at: answeredAt ?? now, configuration })
}
