import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { describeSchema, ROOT } from '#testing/describe-schema.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()

it('the types of rows are those of the schema that the migrations make', async () => {
  for (const [path, source] of await describeSchema(database.connectionString))
    assert.equal(
      source,
      await readFile(join(ROOT, path), 'utf8'),
      'A migration changed the schema: run `npm run tables`.',
    )
})
