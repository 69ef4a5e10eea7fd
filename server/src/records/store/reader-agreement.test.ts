import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createMetrics } from '#platform/metrics/metrics.ts'
import type { AsOf, LatestValue, NumberBlock, PageRequest, SeriesRequest, StoredRecord } from './record-reader.ts'
import { readLines } from './testing/read-lines.ts'
import { buildSource, createRecordWriter } from './testing/write-records.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from './compact-source.ts'
import { gatherRecords } from '#records/chunks/gather-records.ts'
import { writeLate } from './late-records-store.ts'
import { overwriteChunk } from './overwrite-chunk.ts'
import { createMergedReader } from './merged-reader.ts'
import { createRecordModel, type ModelRecord } from './testing/record-model.ts'

const database = await createTestDatabase()
const { db } = database
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })

/** Times are few, so that records replace each other and lie between others. */
const anyTime = fc.integer({ min: 0, max: 120 }).map((second) => second * 1000)
const someText = fc.constantFrom('', 'OK', 'fault', '\u{1F600}', '\uFFFD', 'Ä', '"quoted"\n')
const someNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.1, 0.30000000000000004, 1e21, 5e-324, 2 ** 53),
  fc.integer({ min: -5, max: 5 }),
)
const anyValue: fc.Arbitrary<FieldValue> = fc.oneof(someNumber, someText, fc.boolean(), fc.constant(null))
const anyFields = fc.dictionary(fc.constantFrom('level', 'flow', 'state', '__proto__', 'b'), anyValue, {
  noNullPrototype: true,
})
const anyRecord = fc.record({ at: anyTime, fields: anyFields }, { noNullPrototype: true })
const anyBatch = fc.uniqueArray(anyRecord, { selector: ({ at }) => at, minLength: 1, maxLength: 40 })

/** A batch arrives as rows, late, or in the place of what chunks hold; or the source is compacted: everything, or only one stretch. */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: anyBatch },
  { weight: 1, arbitrary: fc.constant('compact' as const) },
  { weight: 1, arbitrary: fc.constant('compact once' as const) },
  { weight: 1, arbitrary: fc.record({ over: anyBatch }) },
  { weight: 2, arbitrary: fc.record({ late: anyBatch }) },
)

const operators = ['==', '!=', '>', '>=', '<', '<='] as const
const anyOperator = fc.constantFrom(...operators)
const anyCondition: fc.Arbitrary<PageRequest['conditions'][number]> = fc.oneof(
  fc.record({
    kind: fc.constant('time' as const),
    of: fc.constantFrom('messageUTC' as const, 'recieveUTC' as const),
    operator: anyOperator,
    at: anyTime,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    name: fc.constantFrom('level', 'state', 'b', 'nothing'),
    operator: anyOperator,
    value: anyValue,
  }),
  fc.record({ kind: fc.constant('number' as const), name: fc.constantFrom('level', 'state', 'nothing') }),
)
const anyPage = fc.record({
  conditions: fc.array(anyCondition, { maxLength: 2 }),
  order: fc.record({
    field: fc.constantFrom('messageUTC', 'recieveUTC', 'level', 'state'),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  limit: fc.integer({ min: 1, max: 12 }),
})
const anyAsk = fc.record({
  from: anyTime,
  to: anyTime,
  second: fc.integer({ min: 0, max: 12 }),
  at: fc.option(anyTime, { nil: undefined }),
  limit: fc.integer({ min: 1, max: 20 }),
  width: fc.constantFrom(2, 5, 30),
})

describe('a reader of rows and chunks', () => {
  it('answers as if every record were in one plain list, whatever was compacted when', async () => {
    const steps = fc.array(anyStep, { minLength: 1, maxLength: 9 })
    const pages = fc.array(anyPage, { minLength: 6, maxLength: 6 })
    const asks = fc.array(anyAsk, { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(steps, pages, asks, async (given, wantedPages, wantedAsks) => {
        const sourceKey = await buildSource(db)
        const stored = await play(sourceKey, given)
        const model = createRecordModel(stored)

        assert.deepEqual(await collect(reader.readRange(sourceKey, ALL)), model.range(ALL))
        const latest = (await reader.readLatest([sourceKey, -1])).get(sourceKey)
        assert.deepEqual(latest === undefined ? [] : parse([latest]), model.range(ALL).slice(-1))
        for (const page of wantedPages) await expectSamePages(sourceKey, model, page)
        for (const { from, to, second, at, limit, width } of wantedAsks) {
          const receivedAt = RECEIVED + second * 1000
          const range = { from, to }
          const arrived = { from, after: at, arrivedBy: receivedAt, limit }
          const arrivals = { receivedAfter: receivedAt, at, limit }
          const latestValues = { fields: [...FIELDS], until: to }
          const series = { from, to, width, fields: ['level', 'b', '__proto__'] }

          for (const arrivedBy of [undefined, receivedAt]) await expectSameAsOf(sourceKey, model, { at: to, arrivedBy })
          assert.deepEqual(await collect(reader.readRange(sourceKey, range)), model.range(range))
          assert.deepEqual(parse(await reader.readArrivedBy(sourceKey, arrived)), model.arrived(arrived))
          assert.deepEqual(parse(await reader.readArrivals(sourceKey, arrivals)), model.arrivals(arrivals))
          assert.deepEqual(
            (await reader.readLatestValues(sourceKey, latestValues)).toSorted(byField),
            model.latestValues(latestValues).toSorted(byField),
          )
          const { at: times, receivedAt: received } = await reader.readArrivalTimes(sourceKey, arrivals)
          const pairs = Array.from(times, (time, index) => [time, received[index]])
          assert.deepEqual(
            pairs,
            model.arrivals(arrivals).map((record) => [record.at, record.receivedAt]),
          )
          assert.deepEqual(await readLines(reader, sourceKey, series), model.series(series))
          await expectSameArrived(sourceKey, model, { ...series, arrivedBy: receivedAt })
          const known = { ...series, arrivedBy: RECEIVED + 1_000_000 }
          assert.deepEqual(await readLines(reader, sourceKey, known), model.series(series), 'known now')
          const numbers = { ...range, fields: ['level', 'b'] }
          assert.deepEqual(await collectNumbers(reader.readNumbers(sourceKey, numbers)), model.numbers(numbers))
          const candidates = {
            ...numbers,
            isCandidate: (least: number, greatest: number) => least <= 2 && greatest >= 0,
          }
          const found = await collectNumbers(reader.readCandidates(sourceKey, candidates))
          assert.deepEqual(
            found.filter(([, first = Number.NaN]) => first >= 0 && first <= 2),
            model.drawnBetween(numbers, 0, 2),
          )
        }
      }),
      { numRuns: 20 },
    )
  })

  it('reads one record of a chunk that has no candidate, and all of one that may have', async () => {
    const sourceKey = await buildSource(db)
    const records = Array.from({ length: 1_000 }, (_, index) => ({
      at: index * 1000,
      fields: { level: index % 10, b: index },
    }))
    await play(sourceKey, [records, 'compact'])
    // The newest few stay rows.
    const asked = { from: 0, to: 990_000, fields: ['level', 'b'] }

    const none = { ...asked, isCandidate: (_least: number, greatest: number) => greatest > 9 }
    const some = { ...asked, isCandidate: (_least: number, greatest: number) => greatest > 8 }

    assert.deepEqual(await collectNumbers(reader.readCandidates(sourceKey, none)), [[0, 0, Number.NaN]])
    assert.equal((await collectNumbers(reader.readCandidates(sourceKey, some))).length, 990)
  })

  it('returns the numbers of a field as they are stored in chunks and rows', async () => {
    const sourceKey = await buildSource(db)
    const level = (index: number): number | null => (index % 50 === 3 ? null : (index % 97) / 100)
    const batch = (from: number, most: number) =>
      Array.from({ length: most }, (_, index) => ({
        at: (from + index) * 1000,
        fields: { level: level(from + index), b: 1 },
      }))
    // Much larger neighbours are not rewritten, and the newest ten records stay rows.
    await play(sourceKey, [batch(0, 6_000), 'compact', batch(6_000, 1_400), 'compact', batch(7_400, 310), 'compact'])
    const all = Array.from({ length: 7_710 }, (_, index) => level(index))

    for (const [from, to] of [
      [0, 8_000],
      [500, 7_500],
      [1_200, 1_300],
    ] as const) {
      const found: [number, number][] = []
      for await (const block of reader.readKnownNumbers(sourceKey, {
        from: from * 1000,
        to: to * 1000,
        field: 'level',
      }))
        for (const [row, value] of (block.columns[0] ?? []).entries())
          if (!Number.isNaN(value)) found.push([block.at[row] ?? Number.NaN, value])

      const expected = all.flatMap((value, index) =>
        value === null || index < from || index >= to ? [] : [[index * 1000, value]],
      )
      assert.deepEqual(found, expected, `${from} to ${to}`)
    }
  })

  it('releases what was looked through once the next block is asked for, and nothing that others read', async () => {
    const sourceKey = await buildSource(db)
    const records = Array.from({ length: 1_000 }, (_, index) => ({ at: index * 1000, fields: { level: index % 10 } }))
    await play(sourceKey, [records, 'compact'])
    const asked = { from: 0, to: 1_000_000, fields: ['level'] }
    const before = await collectNumbers(reader.readNumbers(sourceKey, asked))
    const lengths: number[] = []
    const blocks: NumberBlock[] = []

    for await (const block of reader.readCandidates(sourceKey, { ...asked, isCandidate: () => true })) {
      lengths.push(block.at.length)
      blocks.push(block)
    }

    assert.deepEqual(lengths, [990, 10])
    // Rows are few, and go their own way.
    assert.deepEqual(
      blocks.map(({ at, columns }) => [at.length, columns[0]?.length]),
      [
        [0, 0],
        [10, 10],
      ],
    )
    assert.deepEqual(await collectNumbers(reader.readNumbers(sourceKey, asked)), before)
  })

  it('answers the same from rows alone, and from chunks alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 4 }), anyPage, async (batches, page) => {
        const sourceKey = await buildSource(db)
        const model = createRecordModel(await play(sourceKey, batches))

        await expectSamePages(sourceKey, model, page)
        await compactAll(sourceKey)
        assert.equal(await countRows(sourceKey), 0)
        await expectSamePages(sourceKey, model, page)
        assert.deepEqual(await collect(reader.readRange(sourceKey, ALL)), model.range(ALL))
      }),
      { numRuns: 15 },
    )
  })
})

const FIELDS = ['level', 'state', '__proto__', 'b', 'nothing'] as const

function byField(one: LatestValue, other: LatestValue): number {
  return one.field < other.field ? -1 : 1
}

const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const RECEIVED = 1_000_000

type Given = readonly Pick<ModelRecord, 'at' | 'fields'>[]

async function play(
  sourceKey: number,
  steps: readonly (Given | { readonly over: Given } | { readonly late: Given } | 'compact' | 'compact once')[],
): Promise<ModelRecord[]> {
  const write = createRecordWriter(db, sourceKey)
  const stored: ModelRecord[] = []
  for (const [index, step] of steps.entries()) {
    if (step === 'compact') await compactSource({ db, workers }, sourceKey)
    else if (step === 'compact once') {
      let turns = 0
      await compactSource({ db, workers }, sourceKey, () => (turns += 1) === 1)
    } else {
      const given = 'over' in step ? step.over : 'late' in step ? step.late : step
      const records = given.map((record) => ({ ...record, receivedAt: RECEIVED + index * 1000 }))
      if ('late' in step) await writeAsLate(sourceKey, records)
      else await write('over' in step ? await overwrite(sourceKey, records) : records)
      stored.push(...records)
    }
  }
  return stored
}

/** Late records as a commit of the recorder writes them, in two parts. */
async function writeAsLate(sourceKey: number, records: readonly ModelRecord[]): Promise<void> {
  const sorted = records.toSorted((one, other) => one.at - other.at)
  const parts = [sorted.slice(0, 5), sorted.slice(5)].filter(({ length }) => length > 0)
  const late = parts.map((part) => ({
    startAt: part[0]?.at ?? 0,
    endAt: part.at(-1)?.at ?? 0,
    count: part.length,
    times: part.map(({ at }) => at).join(','),
    json: part.map(({ fields }) => JSON.stringify(fields)).join('\n'),
  }))
  await writeLate(database.pool, { sourceKey, receivedAt: records[0]?.receivedAt ?? 0, late })
}

/** Puts records in the place of what chunks hold, and returns those that lie in no chunk. */
async function overwrite(sourceKey: number, records: readonly ModelRecord[]): Promise<ModelRecord[]> {
  const sorted = records.toSorted((one, other) => one.at - other.at)
  const arrive = async () => records[0]?.receivedAt ?? 0
  const outside: ModelRecord[] = []
  for (;;) {
    const given = gatherRecords(sorted)
    const found = await db
      .transaction()
      .execute((tx) => overwriteChunk({ tx, workers, sourceKey }, given, { fewest: 1, arrive }))
    if (found === undefined) return [...outside, ...sorted]
    outside.push(...sorted.splice(0, found.to).slice(0, found.from))
  }
}

/** Rows that are kept are older than a row that comes and goes at the end of time. */
async function compactAll(sourceKey: number): Promise<void> {
  const write = createRecordWriter(db, sourceKey)
  const last = Array.from({ length: 10 }, (_, index) => ({ at: 1e9 + index, receivedAt: 9e9, fields: {} }))
  await write(last)
  await compactSource({ db, workers }, sourceKey)
  await sql`delete from record where source_key = ${sourceKey} and at >= to_timestamp(1e6)`.execute(db)
}

async function countRows(sourceKey: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from record where source_key = ${sourceKey}`.execute(db)
  return rows[0]?.count ?? -1
}

async function expectSamePages(
  sourceKey: number,
  model: ReturnType<typeof createRecordModel>,
  asked: Omit<PageRequest, 'after'>,
): Promise<void> {
  const first = { ...asked, after: undefined }
  const page = await reader.readPage(sourceKey, first)
  assert.deepEqual(parse(page), model.page(first))
  const last = page.at(-1)
  if (last === undefined) return
  const second = { ...asked, after: { value: last.value, at: last.at } }
  assert.deepEqual(parse(await reader.readPage(sourceKey, second)), model.page(second))
}

/** Records that were replaced count where it is decided whether every record is drawn. */
async function expectSameArrived(
  sourceKey: number,
  model: ReturnType<typeof createRecordModel>,
  request: SeriesRequest,
): Promise<void> {
  const found = await readLines(reader, sourceKey, request)
  assert.deepEqual(found, model.series(request, { mayBeComplete: found.complete }), JSON.stringify(request))
}

async function expectSameAsOf(
  sourceKey: number,
  model: ReturnType<typeof createRecordModel>,
  asOf: AsOf,
): Promise<void> {
  const record = (await reader.readAsOf([sourceKey, -1], asOf)).get(sourceKey)
  const expected = model
    .range(ALL)
    .filter(({ at, receivedAt }) => at <= asOf.at && receivedAt <= (asOf.arrivedBy ?? Infinity))
  assert.deepEqual(record === undefined ? [] : parse([record]), expected.slice(-1))
}

function parse(records: readonly StoredRecord[]): ModelRecord[] {
  return records.map(({ at, receivedAt, fields }) => ({
    at,
    receivedAt,
    fields: JSON.parse(fields) as ModelRecord['fields'],
  }))
}

async function collectNumbers(blocks: AsyncIterable<NumberBlock>): Promise<[number, ...number[]][]> {
  const points: [number, ...number[]][] = []
  for await (const { at, columns } of blocks) {
    for (const [index, time] of at.entries()) points.push([time, ...columns.map((column) => column[index] ?? Infinity)])
  }
  return points
}

async function collect(blocks: AsyncIterable<readonly StoredRecord[]>): Promise<ModelRecord[]> {
  const records: ModelRecord[] = []
  for await (const block of blocks) records.push(...parse(block))
  return records
}
