import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const clock = createFakeClock()
const { app, db } = await createTestApp({ database, clock })
const { app: otherApp } = await createTestApp({ database, clock })

async function valuesOf({ dataId }: BuiltUnit): Promise<number[]> {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select('fields')
    .where('dataId', '=', dataId)
    .orderBy('at')
    .execute()
  const inChunks = await db
    .selectFrom('recordChunk')
    .innerJoin('source', 'source.sourceKey', 'recordChunk.sourceKey')
    .select('count')
    .where('dataId', '=', dataId)
    .execute()
  assert.deepEqual(inChunks, [])
  return rows.map(({ fields }) => fields['value'] as number)
}

async function countOf({ dataId }: BuiltUnit): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with own as (select source_key from source where data_id = ${dataId})
    select (select count(*) from record join own using (source_key))
      + (select coalesce(sum(count), 0) from record_chunk join own using (source_key)) as count`.execute(db)
  return Number(rows[0]?.count)
}

const some = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ value: from + index }))

describe('a time in place of a missing messageUTC', () => {
  it('is given once, by whatever server, in one millisecond', async () => {
    const unit = await buildUnit(db)

    await sendRecords(app, unit, 'probe', some(0, 3))
    await sendRecords(otherApp, unit, 'probe', some(3, 5))
    await sendRecords(app, unit, 'probe', some(5, 6))
    await sendRecords(otherApp, unit, 'probe', some(6, 9))

    assert.deepEqual(await valuesOf(unit), [0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is given once by two servers at the same moment', async () => {
    const unit = await buildUnit(db)

    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendRecords(index % 2 === 0 ? app : otherApp, unit, 'probe', some(3 * index, 3 * index + 3)),
      ),
    )

    assert.equal((await valuesOf(unit)).length, 60)
  })

  it('is given once by a server that starts again in the same millisecond', async () => {
    const unit = await buildUnit(db)
    const first = await createTestApp({ database, clock })
    await sendRecords(first.app, unit, 'probe', some(0, 10))
    await first.close()

    const second = await createTestApp({ database, clock })
    await sendRecords(second.app, unit, 'probe', some(10, 20))

    assert.deepEqual(
      await valuesOf(unit),
      some(0, 20).map(({ value }) => value),
    )
  })

  it('is given once too where many records come at once and become a chunk', async () => {
    const unit = await buildUnit(db)

    await Promise.all([
      sendRecords(app, unit, 'probe', some(0, 6_000)),
      sendRecords(otherApp, unit, 'probe', some(6_000, 12_000)),
      sendRecords(app, unit, 'probe', some(12_000, 12_003)),
    ])

    assert.equal(await countOf(unit), 12_003)
  })

  it('keeps out of the way of records with a time in the same message', async () => {
    const unit = await buildUnit(db)
    await sendRecords(otherApp, unit, 'probe', some(0, 3))
    const timed = [3, 4].map((later) => ({ messageUTC: new Date(clock() + later).toISOString(), value: 90 + later }))

    await sendRecords(app, unit, 'probe', [...timed, ...some(3, 6)])

    assert.deepEqual(
      (await valuesOf(unit)).sort((one, other) => one - other),
      [0, 1, 2, 3, 4, 5, 93, 94],
    )
  })

  it('is the time of arrival where nothing came before', async () => {
    const unit = await buildUnit(db)
    await sendRecords(app, unit, 'probe', some(0, 1))

    const { at } = await db
      .selectFrom('record')
      .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
      .select('at')
      .where('dataId', '=', unit.dataId)
      .executeTakeFirstOrThrow()

    assert.equal(at.getTime(), clock())
  })
})
