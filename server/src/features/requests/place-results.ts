import { ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { SourceRecord } from '#doors/ingest/decode-message.ts'
import type { IngestBatch } from '#doors/ingest/ingest-batch.ts'
import type { Recorder } from '#doors/ingest/record-batch.ts'
import type { Platform } from '#platform/floor.ts'
import { createRequestStore, type KnownAnswer } from './request-store.ts'

type Parts = Pick<Platform, 'db' | 'clock'>

/**
 * Keeps one result of each request in the history, however often its unit answers. The first answer takes a time that no other result of
 * the unit has. An answer that follows before the request has the first one writes the first one again, which may not be stored yet; later
 * ones are acknowledged and left out. Results of no request, and those in bodies that a thread decodes, are kept as they come.
 */
export function onceAResult(recorder: Recorder, parts: Parts): Recorder {
  return {
    ...recorder,
    recordBatch: async (batch) => {
      if (!batch.records.some(isResult)) return recorder.recordBatch(batch)
      const { records, leftOut } = await placeResults(parts, batch)
      return withStored(await recorder.recordBatch({ ...batch, records }), leftOut)
    },
    recordTogether: async (batches) => {
      const placed = await Promise.all(batches.map((batch) => placeResults(parts, batch)))
      const verdicts = await recorder.recordTogether(
        batches.map((batch, place) => ({ ...batch, records: placed[place]?.records ?? [] })),
      )
      return verdicts.map((verdict, place) => withStored(verdict, placed[place]?.leftOut ?? 0))
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
    const known = new Map((await store.listAnswers(dataId, ids)).map((result) => [result.id, result]))
    const placed = new Set<number>()
    const kept: SourceRecord[] = []
    for (const record of records) {
      const id = isResult(record) ? requestOfResult(record.fields) : undefined
      const result = id === undefined ? undefined : known.get(id)
      if (result === undefined || id === undefined) kept.push(record)
      else if (!result.isAnswered && !placed.has(id)) {
        placed.add(id)
        kept.push(firstAnswer(record, result) ?? (await keepFirst(id, record)))
      }
    }
    return { records: kept, leftOut: records.length - kept.length }

    async function keepFirst(id: number, record: SourceRecord): Promise<SourceRecord> {
      const at = await store.findFreeTime(dataId, record.at ?? now)
      await store.setFirstAnswer(id, { at, json: record.json })
      return { ...record, at }
    }
  })
}

function firstAnswer(record: SourceRecord, { at, json }: KnownAnswer): SourceRecord | undefined {
  if (at === null) return undefined
  // The server of the last release keeps no answers.
  if (json === null) return { ...record, at }
  return { ...record, at, json, fields: JSON.parse(json) as SourceRecord['fields'] }
}

function withStored(verdict: IngestVerdict, leftOut: number): IngestVerdict {
  if (leftOut === 0) return verdict
  const { stored } = verdict.details
  const status = verdict.details.refused.length === 0 ? 'success' : 'partial_success'
  return { status, details: { ...verdict.details, stored: stored + leftOut } }
}
