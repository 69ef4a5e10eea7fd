import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'

const { db } = await createTestDatabase()

const arrives = async (texts: readonly (string | null)[]) => {
  const { rows } = await sql<{ texts: unknown }>`select ${texts}::text[] as texts`.execute(db)
  assert.deepEqual(rows[0]?.texts, texts)
}

describe('a list of texts', () => {
  for (const texts of [
    [],
    ['north'],
    ['north', 'south'],
    [null],
    ['NULL', 'null', ''],
    ['a,b', '{}', '"', '\\', ' ', "it's"],
  ]) {
    it(`arrives as ${JSON.stringify(texts)}`, () => arrives(texts))
  }

  it('arrives as it was, whatever it holds', async () => {
    const text = fc.oneof(fc.constantFrom('NULL', '', '{', ','), fc.string(), fc.string({ unit: 'grapheme' }))
    const storable = text.filter((one) => !one.includes('\0'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(storable), { maxLength: 8 }), async (texts) => arrives(texts)),
      { numRuns: 200 },
    )
  })

  it('may have further dimensions, or begin elsewhere', async () => {
    const { rows } = await sql`select '{{a,b},{c,d}}'::text[] as square, '[0:1]={a,b}'::text[] as late`.execute(db)

    assert.deepEqual(rows[0], {
      square: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      late: ['a', 'b'],
    })
  })
})
