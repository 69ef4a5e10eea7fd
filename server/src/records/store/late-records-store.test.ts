import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type pg from 'pg'
import { TEST_START } from '#testing/fake-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { writeLate } from './late-records-store.ts'
import { buildSource } from './testing/write-records.ts'

const database = await createTestDatabase()
const { db } = database

describe('late records of a large body', () => {
  it('are written by several statements, none of which has all of them', async () => {
    const sourceKey = await buildSource(db)
    const late = Array.from({ length: 5 }, (_, index) => {
      const at = TEST_START + index
      const json = JSON.stringify({ note: 'x'.repeat(900_000), index })
      return { startAt: at, endAt: at, count: 1, times: String(at), json }
    })
    let longest = 0
    const query = (statement: pg.QueryConfig, values: unknown[]) => {
      longest = Math.max(longest, JSON.stringify(values).length)
      return database.pool.query(statement, values)
    }

    await writeLate({ query } as Pick<pg.ClientBase, 'query'>, { sourceKey, receivedAt: TEST_START, late })

    const stored = await db
      .selectFrom('recordLate')
      .select(['lines', 'times'])
      .where('sourceKey', '=', sourceKey)
      .orderBy('firstAt')
      .execute()
    assert.deepEqual(
      stored.map(({ lines, times }) => [lines, times]),
      late.map(({ json, times }) => [json, times]),
    )
    assert.ok(longest < 3_000_000, `a statement of ${longest} characters`)
  })
})
