import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'
import { float8Array, int8Array } from './packed-arrays.ts'

const { db } = await createTestDatabase()

describe('packed arrays', () => {
  it('arrive number by number, nulls among them', async () => {
    const whole = fc.array(fc.option(fc.maxSafeInteger()), { maxLength: 50 })
    const any = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(whole, any, async (integers, doubles) => {
        const { rows } = await sql<{ integers: (number | null)[]; doubles: (number | null)[] }>`
          select to_jsonb(${int8Array(integers)}::bigint[]) as integers, ${float8Array(doubles)}::float8[] as doubles`.execute(
          db,
        )
        assert.deepEqual(rows[0], { integers, doubles })
      }),
      { numRuns: 100 },
    )
  })
})
