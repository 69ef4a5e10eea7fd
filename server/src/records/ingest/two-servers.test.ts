import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db } = await createTestApp({ database })
const { app: otherApp } = await createTestApp({ database })

const at = (second: number): string => new Date(Date.UTC(2026, 1, 1, 0, 0, second)).toISOString()

it('A record that another server stored is replaced, although it is newer than all that this one knows of', async () => {
  const unit = await buildUnit(db)
  await sendRecords(app, unit, 'probe', { messageUTC: at(1), level: 1 })
  await sendRecords(otherApp, unit, 'probe', { messageUTC: at(5), level: 2 })

  await sendRecords(app, unit, 'probe', [
    { messageUTC: at(5), level: 3 },
    { messageUTC: at(6), level: 4 },
  ])

  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.source_key', 'record.source_key')
    .select(['at', 'fields'])
    .where('data_id', '=', unit.dataId)
    .orderBy('at')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.at.toISOString(), row.fields]),
    [
      [at(1), { level: 1 }],
      [at(5), { level: 3 }],
      [at(6), { level: 4 }],
    ],
  )
})
