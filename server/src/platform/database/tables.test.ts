import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { describeSchema, SCHEMA_FILE } from '#testing/describe-schema.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()

it('the types of rows are those of the schema that the migrations make', async () => {
  const schema = await describeSchema(database.connectionString)

  assert.equal(schema, await readFile(SCHEMA_FILE, 'utf8'), 'A migration changed the schema: run `npm run tables`.')
})
