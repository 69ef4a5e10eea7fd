import {
  ACTION_REQUEST,
  ACTION_RESULT,
  CANCELLED,
  NOT_SENT,
  TIMEOUT,
} from '@fieldwatch/contract/actions/action-messages'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { createColumnGatherer, putInto } from '#doors/ingest/gather-columns.ts'
import type { Recorder } from '#doors/ingest/record-batch.ts'
import type { SourceColumns } from '#doors/ingest/source-columns.ts'
import { payloadText } from './describe-request.ts'
import { createRequestStore, type StoredRequest } from './request-store.ts'

export interface HistoryParts {
  readonly db: Db
  readonly recorder: Pick<Recorder, 'recordResults'>
}

const AT_ONCE = 500

/**
 * Writes the records of the history that are missing: of each request one in `action_request`, and of one that was given up another in
 * `action_result`. They have fixed times, so that writing them again changes nothing. Returns whether there may be more.
 */
export async function recordHistory({ db, recorder }: HistoryParts, dataId?: DataId): Promise<boolean> {
  const store = createRequestStore(db)
  const unrecorded = await store.listUnrecorded(dataId, AT_ONCE)
  for (const [unit, requests] of Map.groupBy(unrecorded, (request) => request.dataId)) {
    const asked = requests.filter((request) => !request.requestRecorded)
    const ended = requests.filter((request) => !request.endRecorded)
    await write(recorder, unit, { source: ACTION_REQUEST, records: asked.map(requestRecord) })
    await store.markRecorded(idsOf(asked), 'request_recorded')
    await write(recorder, unit, { source: ACTION_RESULT, records: ended.map(endRecord) })
    await store.markRecorded(idsOf(ended), 'end_recorded')
  }
  return unrecorded.length === AT_ONCE
}

function idsOf(requests: readonly StoredRequest[]): number[] {
  return requests.map(({ id }) => id)
}

interface HistoryRecord {
  readonly at: number
  readonly fields: Readonly<Record<string, FieldValue>>
}

function requestRecord(request: StoredRequest): HistoryRecord {
  const { id, actionClass, method, action, payload } = request
  return {
    at: request.createdAt,
    fields: { action_id: id, actionClass, method, action, payload: payloadText(payload) },
  }
}

function endRecord(request: StoredRequest): HistoryRecord {
  const { id, actionClass, action, createdAt, endedAt } = request
  const about = { action_id: id, actionClass, action }
  return { at: endedAt ?? createdAt, fields: { ...about, ...howItEnded(request) } }
}

function howItEnded(request: StoredRequest): HistoryRecord['fields'] {
  const { cancelledAt, notSentAt, notSentReason: reason } = request
  if (notSentAt !== null) return { status: NOT_SENT, payload: reason }
  return { status: cancelledAt === null ? TIMEOUT : CANCELLED }
}

async function write(
  recorder: HistoryParts['recorder'],
  dataId: DataId,
  { source, records }: { source: string; records: readonly HistoryRecord[] },
): Promise<void> {
  if (records.length > 0) await recorder.recordResults(dataId, columnsOf(source, records))
}

/** Records of the history as columns, in the order of time. */
export function columnsOf(source: string, records: readonly HistoryRecord[]): SourceColumns {
  const inOrder = records.toSorted((one, other) => one.at - other.at)
  const gatherer = createColumnGatherer(inOrder.length)
  for (const [index, { fields }] of inOrder.entries()) {
    for (const [name, value] of Object.entries(fields)) putInto(gatherer.columnOf(name), index, value)
  }
  const at = Float64Array.from(inOrder, (record) => record.at)
  return { source, count: inOrder.length, at, ...gatherer.finish(inOrder.length) }
}
