import { randomUUID } from 'node:crypto'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import type { ModelRecord } from './record-model.ts'

/** A source of a unit, by default a new one. Returns its key. */
export async function buildSource(db: Db, given?: DataId): Promise<number> {
  const dataId = given ?? (await buildUnit(db)).dataId
  const { sourceKey } = await db
    .insertInto('source')
    .values({
      dataId,
      name: sourceName(`s${randomUUID().slice(0, 8)}`),
      fieldTypes: '{}',
      lastReceivedAt: new Date(0),
    })
    .returning('sourceKey')
    .executeTakeFirstOrThrow()
  return sourceKey
}

/** Writes records as rows, as a commit of the recorder does. */
export function createRecordWriter(db: Db, sourceKey: number): (records: readonly ModelRecord[]) => Promise<void> {
  return async (records) => {
    await sql`
      insert into record (source_key, at, received_at, fields)
      select ${sourceKey}, to_timestamp(at / 1000), to_timestamp(received_at / 1000), fields::json
      from unnest(
        ${records.map(({ at }) => at)}::float8[],
        ${records.map(({ receivedAt }) => receivedAt)}::float8[],
        ${records.map(({ fields }) => JSON.stringify(fields))}::text[]
      ) given (at, received_at, fields)
      on conflict (source_key, at) do update set received_at = excluded.received_at, fields = excluded.fields`.execute(
      db,
    )
  }
}
