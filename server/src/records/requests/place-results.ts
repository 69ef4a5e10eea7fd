import { ACTION_RESULT } from '@fieldwatch/contract/action-messages'
import type { FieldValue } from '@fieldwatch/contract/data'
import type { IngestVerdict } from '@fieldwatch/contract/ingest'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { SourceRecord } from '#records/ingest/decode-message.ts'
import type { IngestBatch } from '#records/ingest/ingest-batch.ts'
import type { Recorder } from '#records/ingest/record-batch.ts'
import { createRequestStore } from './request-store.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Has each request one result in the history, however often its unit answers: the first answer takes a time, which no other result of
 * the unit has, and an answer that comes again before the first is stored has the same one. What comes later is acknowledged and left
 * out. Results of no request, and those in bodies of many kilobytes, are kept as they come.
 */
export function onceAResult(recorder: Recorder, parts: Parts): Recorder {
  return {
    ...recorder,
    recordBatch: async (batch) => {
      if (!batch.records.some(isResult)) return recorder.recordBatch(batch)
      const { records, leftOut } = await placeResults(parts, batch)
      return withStored(await recorder.recordBatch({ ...batch, records }), leftOut)
    },
  }
}

/** The request that a result is of, as its unit names it; undefined when that is no id. */
export function requestOfResult(fields: Readonly<Record<string, FieldValue>>): number | undefined {
  const named = fields['action_id']
  const id = typeof named === 'string' && /^\d{1,15}$/.test(named) ? Number(named) : named
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function isResult({ source }: SourceRecord): boolean {
  return source === ACTION_RESULT
}

async function placeResults(
  { db, clock }: Parts,
  { dataId, records }: IngestBatch,
): Promise<{ records: SourceRecord[]; leftOut: number }> {
  const ids = records.filter(isResult).flatMap(({ fields }) => requestOfResult(fields) ?? [])
  if (ids.length === 0) return { records: [...records], leftOut: 0 }
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const store = createRequestStore(tx)
    await store.lockUnit(dataId)
    const known = new Map((await store.listResultTimes(dataId, ids)).map((result) => [result.id, result]))
    const times = new Map<number, number>()
    const kept: SourceRecord[] = []
    for (const record of records) {
      const id = isResult(record) ? requestOfResult(record.fields) : undefined
      const result = id === undefined ? undefined : known.get(id)
      if (result === undefined || id === undefined) kept.push(record)
      else if (!result.isAnswered && !times.has(id)) {
        const at = result.at ?? (await store.findFreeTime(dataId, record.at ?? now))
        if (result.at === null) await store.setResultTime(id, at)
        times.set(id, at)
        kept.push({ ...record, at })
      }
    }
    return { records: kept, leftOut: records.length - kept.length }
  })
}

function withStored(verdict: IngestVerdict, leftOut: number): IngestVerdict {
  if (leftOut === 0) return verdict
  const { stored } = verdict.details
  const status = verdict.details.refused.length === 0 ? 'success' : 'partial_success'
  return { status, details: { ...verdict.details, stored: stored + leftOut } }
}
