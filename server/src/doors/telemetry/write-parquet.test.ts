import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { exportData, exportParquet, PARQUET_TYPE } from '@fieldwatch/contract/telemetry/data'
import type { StoredRecord } from '#records/store/record-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import type { ParquetField } from './parquet-group.ts'
import { writeParquet } from './write-parquet.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const person = await signInAs({ entity: await buildEntity(db) })
const workers = createThreadPool({ size: 1 })
after(() => workers.close())

const AT = Date.parse('2026-03-01T12:00:00.250Z')
const SOURCE = 'tank' as SourceName

const fileOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

async function readRows(bytes: Buffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({
    file: fileOf(bytes),
    compressors: { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) },
  })
}

async function addUnit(records: readonly object[], entity: EntityId = person.entity): Promise<DataId> {
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, SOURCE, records)
  return unit.dataId
}

const ask = (dataID: DataId, query: object = {}, subject = SOURCE) =>
  call(exportParquet, { as: person, params: { dataID, subject }, query })

describe('an export as Parquet', () => {
  it('asks for a sign-in, and refuses what cannot be', async () => {
    const own = await addUnit([{ level: 1 }])
    const foreign = await addUnit([{ level: 1 }], await buildEntity(db))
    const anonymous = await call(exportParquet, { params: { dataID: own, subject: SOURCE } })

    assert.equal(anonymous.failure.code, 'auth/missing-token')
    assert.equal((await ask(foreign)).failure.code, 'unit/not-found')
    assert.equal((await ask(own, { fields: 'nope' })).failure.code, 'data/field-not-found')
    assert.equal((await ask(own, {}, 'nothing' as SourceName)).failure.code, 'data/not-found')
    assert.equal((await ask(own, { from: 'yesterday' })).failure.code, 'request/invalid')
  })

  it('has the values of the CSV, each column of one type', async () => {
    const dataID = await addUnit([
      { messageUTC: AT, level: 1.25, count: 3, on: true, note: '=1+1', mixed: 5 },
      { messageUTC: AT + 1, level: -0.1, count: -7, on: false, note: 'ä ✓\n"x"', mixed: 'word' },
      { messageUTC: AT + 2, level: null },
    ])

    const { status, response } = await ask(dataID)
    const rows = await readRows(response.rawPayload)
    const csv = await call(exportData, { as: person, params: { dataID, file: 'tank.csv' }, query: {} })

    assert.equal(status, 200)
    assert.equal(response.headers['content-type'], PARQUET_TYPE)
    assert.equal(response.headers['content-disposition'], `attachment; filename="${dataID}-tank.parquet"`)
    assert.deepEqual(
      rows.map(({ recieveUTC: _received, ...row }) => row),
      [
        { messageUTC: new Date(AT), count: 3, level: 1.25, mixed: '5', note: '=1+1', on: true },
        { messageUTC: new Date(AT + 1), count: -7, level: -0.1, mixed: 'word', note: 'ä ✓\n"x"', on: false },
        { messageUTC: new Date(AT + 2), count: null, level: null, mixed: null, note: null, on: null },
      ],
    )
    const [headings, first] = csv.response.body.split('\r\n')
    assert.deepEqual(headings?.split(','), Object.keys(rows[0] ?? {}))
    assert.equal(Date.parse(first?.split(',')[1] ?? ''), Number(rows[0]?.['recieveUTC']))
  })

  it('has the fields and the range that are asked for, and may have no row', async () => {
    const dataID = await addUnit([
      { messageUTC: AT, level: 1, other: 2 },
      { messageUTC: AT + 1000, level: 3 },
    ])

    const part = await ask(dataID, { fields: 'level', from: String(AT + 1), to: String(AT + 2000) })
    const none = await ask(dataID, { from: '2027-01-01' })

    const [row, ...rest] = await readRows(part.response.rawPayload)
    assert.deepEqual([Object.keys(row ?? {}), row?.['level'], rest], [['messageUTC', 'recieveUTC', 'level'], 3, []])
    assert.deepEqual(await readRows(none.response.rawPayload), [])
  })
})

describe('a file of Parquet', () => {
  const fields: readonly ParquetField[] = [
    { name: 'value', kind: 'number' },
    { name: 'word', kind: 'text' },
  ]

  async function* blocksOf(count: number): AsyncGenerator<StoredRecord[]> {
    for (let start = 0; start < count; start += 1_000) {
      yield Array.from({ length: Math.min(1_000, count - start) }, (_, index) => {
        const value = start + index
        return {
          at: AT + value,
          receivedAt: AT,
          fields: JSON.stringify({ value, word: `w${value % 7}` }),
        }
      })
    }
  }

  it('has all rows in order, in groups that bound its memory, and what is known beside them', async () => {
    const file = await buffer(
      writeParquet({ fields, blocks: blocksOf(120_001), notes: { 'unit of value': 'm' }, workers }),
    )

    const { row_groups: groups, key_value_metadata: notes } = parquetMetadata(fileOf(file))
    assert.deepEqual(
      groups.map(({ num_rows: rows }) => Number(rows)),
      [...Array.from({ length: 7 }, () => 16_384), 5_313],
    )
    assert.deepEqual(notes, [{ key: 'unit of value', value: 'm' }])
    const rows = await readRows(file)
    assert.equal(rows.length, 120_001)
    const wrong = rows.findIndex(
      (row, index) =>
        row['value'] !== index || row['word'] !== `w${index % 7}` || Number(row['messageUTC']) !== AT + index,
    )
    assert.equal(wrong, -1)
  })

  it('ends with the failure of its rows', async () => {
    async function* failing(): AsyncGenerator<StoredRecord[]> {
      yield* blocksOf(10)
      throw new Error('the rows broke')
    }

    await assert.rejects(buffer(writeParquet({ fields, blocks: failing(), notes: {}, workers })), /the rows broke/)
  })
})
