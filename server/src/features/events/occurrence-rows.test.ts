import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { copyRows } from '#platform/database/copy-rows.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import type { Occurrence, StartValue } from './occurrence.ts'
import { createOccurrenceRows, ROW_COLUMNS } from './occurrence-rows.ts'

const { db } = await createTestDatabase()

const TABLE = 2 ** 40
const COPY = `copy event_occurrence (${ROW_COLUMNS}) from stdin binary`

const PLAIN = { noNullPrototype: true } as const
const figure = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))
const someFigures = fc.oneof(
  fc.record(
    { start: figure, least: fc.double({ noNaN: true }), greatest: fc.constant(3), mean: fc.constant(0.1) },
    PLAIN,
  ),
  fc.constant({ start: null, least: null, greatest: null, mean: null }),
)
/** What records can hold. */
function isKept(value: StartValue): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))
}

const someOccurrence = fc.record(
  {
    startAt: fc.integer({ min: 0, max: 253_402_300_799_999 }),
    endAt: fc.option(fc.maxSafeInteger(), { nil: undefined }),
    lastAt: fc.maxSafeInteger(),
    figures: fc.array(someFigures, { maxLength: 3 }),
    starts: fc.option(
      fc
        .array(fc.option(fc.oneof(fc.boolean(), fc.string({ unit: 'grapheme' }))), { minLength: 1, maxLength: 3 })
        .filter((values) => values.some((value) => value !== null) && values.every(isKept)),
      { nil: undefined },
    ),
  },
  PLAIN,
)

async function stored(): Promise<Occurrence[]> {
  const { rows } = await sql<{
    startAt: number
    endAt: number | null
    lastAt: number
    figures: (number | null)[]
    starts: StartValue[] | null
  }>`
    select start_at as "startAt", end_at as "endAt", last_at as "lastAt", figures, starts
    from event_occurrence where event_table = ${TABLE} order by start_at`.execute(db)
  return rows.map(({ endAt, figures, starts, ...row }) => ({
    ...row,
    endAt: endAt ?? undefined,
    starts: starts ?? undefined,
    figures: Array.from({ length: figures.length / 4 }, (_, index) => {
      const [start = null, least = null, greatest = null, mean = null] = figures.slice(4 * index, 4 * index + 4)
      return { start, least, greatest, mean }
    }),
  }))
}

describe('rows of occurrences', () => {
  it('are stored number by number, however many were added before', async () => {
    const rows = createOccurrenceRows(TABLE)
    const some = fc.uniqueArray(someOccurrence, { minLength: 1, maxLength: 200, selector: ({ startAt }) => startAt })
    await fc.assert(
      fc.asyncProperty(some, async (occurrences) => {
        await sql`delete from event_occurrence`.execute(db)
        rows.clear()
        for (const occurrence of occurrences) rows.add(occurrence)

        await db.transaction().execute((tx) => copyRows(tx, COPY, rows.finish()))

        assert.equal(rows.count(), occurrences.length)
        const sorted = occurrences.toSorted((one, other) => one.startAt - other.startAt)
        assert.deepEqual(await stored(), sorted)
      }),
      { numRuns: 100 },
    )
  })

  it('are refused as a whole when one is there already, and the connection stays usable', async () => {
    await sql`delete from event_occurrence`.execute(db)
    const rows = createOccurrenceRows(TABLE)
    for (const startAt of [1, 2, 2]) rows.add({ startAt, endAt: undefined, lastAt: 3, figures: [] })

    await assert.rejects(
      db.transaction().execute((tx) => copyRows(tx, COPY, rows.finish())),
      { code: '23505' },
    )

    assert.deepEqual(await stored(), [])
    const after = await db.transaction().execute((tx) => sql`select 1 as one`.execute(tx))
    assert.deepEqual(after.rows, [{ one: 1 }])
  })
})
