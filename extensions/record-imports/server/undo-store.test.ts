import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createRetentionStore } from '@fieldwatch/server/records/store/retention-store'
import { buildSource, createRecordWriter } from '@fieldwatch/server/records/store/testing/write-records'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createUndoStore } from './undo-store.ts'

const database = await createTestDatabase()
const { db } = database.background
const COUNT = 20_000
const START = Date.UTC(2026, 0, 1)
const ARRIVED = Date.UTC(2026, 2, 1)
/** Comparing each with each takes longer than this. */
const LONGEST_MS = 6000

/** As PostgreSQL may believe after compaction, or after the first look at new tables, until it looks at them again. */
async function believeEmpty(...tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db)
    await sql`analyze ${sql.table(table)}`.execute(db)
    await sql`delete from pg_statistic where starelid = ${table}::regclass`.execute(db)
    await sql`update pg_class set reltuples = 0, relpages = 1 where oid = ${table}::regclass`.execute(db)
  }
}

async function bounded<Result>(run: (tx: typeof db) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(LONGEST_MS)}`.execute(tx)
    return run(tx)
  })
}

const times = Array.from({ length: COUNT }, (_, index) => START + index * 1000)
const END = START + COUNT * 1000

describe('where PostgreSQL believes that a table is empty', () => {
  it('the rows of an import are removed without comparing each with each', async () => {
    const sourceKey = await buildSource(db)
    await createRecordWriter(db, sourceKey)(times.map((at) => ({ at, receivedAt: ARRIVED, fields: { level: 1 } })))
    await believeEmpty('record')
    const imported = { sourceKey, arrivals: new Set([ARRIVED]), start: START, end: END }

    assert.equal(await bounded((tx) => createUndoStore(tx).removeRows(imported)), COUNT)
  })

  it('what later imports replaced is handed over without comparing each with each', async () => {
    const sourceKey = await buildSource(db)
    const { dataId } = await db
      .selectFrom('source')
      .select('dataId')
      .where('sourceKey', '=', sourceKey)
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (const receivedAt of [ARRIVED, ARRIVED + 1]) {
      const { rows } = await sql<{ id: number }>`
        insert into record_import (data_id, file_name, file_bytes, state, created_at, source_key, counts)
        values (${dataId}, 'logger.csv', 1, 'done', ${new Date(ARRIVED)}, ${sourceKey}, '{}') returning id`.execute(db)
      const [{ id } = { id: 0 }] = rows
      ids.push(id)
      await sql`
        insert into record_import_commit (source_key, received_at, import_id, start_at, end_at)
        values (${sourceKey}, ${receivedAt}, ${id}, ${START}, ${END})`.execute(db)
      await sql`
        insert into record_import_replaced (import_id, at, received_at, fields)
        select ${id}, at, ${receivedAt - 1}, '{}' from unnest(${times}::bigint[]) given (at)`.execute(db)
    }
    await believeEmpty('record_import_replaced', 'record_import_commit')
    const imported = { sourceKey, arrivals: new Set([ARRIVED]), start: START, end: END }

    await bounded((tx) => createUndoStore(tx).handOverReplaced(ids[0] ?? 0, imported))

    const { rows } = await sql<{ receivedAt: number; count: number }>`
      select received_at, count(*) as count from record_import_replaced where import_id = ${ids[1] ?? 0} group by 1`.execute(
      db,
    )
    assert.deepEqual(rows, [{ receivedAt: ARRIVED - 1, count: COUNT }])
  })

  it('the columns of old chunks are removed without comparing each with each', async () => {
    const sourceKey = await buildSource(db)
    await sql`
      insert into record_chunk (source_key, start_at, end_at, count, first_received_at, last_received_at, levels, times)
      select ${sourceKey}, at, at + 500, 1, at, at, '{}', '' from unnest(${times}::bigint[]) given (at)`.execute(db)
    await sql`
      insert into record_column (source_key, field, start_at, data)
      select ${sourceKey}, field, at, '' from unnest(${times}::bigint[]) given (at), unnest('{a,b,c}'::text[]) field`.execute(
      db,
    )
    await believeEmpty('record_chunk', 'record_column')

    const kept = 10
    const before = END - kept * 1000
    const removed = await bounded((tx) => createRetentionStore(tx).removeRecords(sourceKey, before))
    assert.equal(removed.chunks, COUNT - kept)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from record_column where source_key = ${sourceKey}`.execute(db)
    assert.deepEqual(rows, [{ count: kept * 3 }])
    assert.equal(await bounded((tx) => createRetentionStore(tx).removeChunks(sourceKey, before)), COUNT - kept)
  })
})
