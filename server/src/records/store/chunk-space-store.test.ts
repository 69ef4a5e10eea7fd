import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'
import { createChunkSpaceStore } from './chunk-space-store.ts'

const { db } = await createTestDatabase()

const BLOCK_BYTES = 600_000

async function writeBlock(startAt: number): Promise<void> {
  await sql`insert into record_column (source_key, field, start_at, data)
    values (1, 'level', ${startAt}, ${randomBytes(BLOCK_BYTES)})`.execute(db)
}

async function replaceBlock(startAt: number): Promise<void> {
  await sql`delete from record_column where start_at = ${startAt}`.execute(db)
  await writeBlock(startAt)
}

async function columnBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_table_size('record_column') as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

/** Without reuse, the nine blocks that are written take nine times the space of one. */
describe('space of replaced chunks', () => {
  it('is reused by the chunks that are written next, so that tables keep the size of their data', async () => {
    const space = createChunkSpaceStore(db)
    for (const startAt of [1, 2, 3]) await writeBlock(startAt)

    for (let round = 0; round < 6; round += 1) {
      await replaceBlock(1 + (round % 3))
      await space.free(BLOCK_BYTES)
    }

    assert.ok((await columnBytes()) < 6 * BLOCK_BYTES)
  })
})
