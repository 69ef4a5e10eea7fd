import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createCalculation, listCalculations } from '@fieldwatch/contract/calculations/calculations'
import fc from 'fast-check'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createCalculationStore } from './calculation-store.ts'
import { computePlainly, type PlainRecord } from './testing/compute-plainly.ts'
import { readResults } from './testing/read-results.ts'

const times = createCorrectionTimes()
const database = await createTestDatabase()
const { app, db, call, signInAs, features, metrics } = await createTestApp({
  database,
  correctForMs: times.correctForMs,
})
const { calculations } = features
const person = await signInAs()
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics, log: silentLog })

const START = Date.parse('2026-02-01T00:00:00.000Z')
const FROM = START + 5_000
/** As compute-until-killed.ts calls itself. */
const KILLED_SERVER = 'a server that is killed'

interface Rule {
  name: string
  equation: string
  values: { source: string; field: string }[]
}

const ratio: Rule = {
  name: 'ratio',
  equation: 'a.x / b.x + a.y',
  values: [
    { source: 'a', field: 'x' },
    { source: 'b', field: 'x' },
    { source: 'a', field: 'y' },
  ],
}
const chained: Rule = {
  name: 'chained',
  equation: 'ratio.value * 2 - b.x',
  values: [
    { source: 'ratio', field: 'value' },
    { source: 'b', field: 'x' },
  ],
}

async function add(unit: BuiltUnit, rule: Rule): Promise<void> {
  const body = { dataID: unit.dataId, unit: 'm', startDate: new Date(FROM).toISOString(), ...rule }
  const { status, failure } = await call(createCalculation, { as: person, body })
  assert.equal(status, 200, failure.message)
}

/** As `add`, without a word to the server here, which then leaves it to the other one. */
async function addHeldBy(server: string, { dataId }: BuiltUnit, { name, equation, values }: Rule): Promise<void> {
  const rule = {
    equation,
    unit: 'm',
    startAt: FROM,
    values: values.map(({ source, field }) => ({ source: sourceName(source), field })),
  }
  await db.transaction().execute(async (tx) => {
    await createCalculationStore(tx).create(dataId, sourceName(name), rule, 0)
    await tx.updateTable('arrivalFollower').set({ heldBy: server }).where('dataId', '=', dataId).execute()
  })
}

/** A unit whose inputs have numeric fields. */
async function build(): Promise<{ unit: BuiltUnit; sources: Record<'a' | 'b', Map<number, PlainRecord>> }> {
  const unit = await buildUnit(db, { entity: person.entity })
  const sources = { a: new Map<number, PlainRecord>(), b: new Map<number, PlainRecord>() }
  await send(unit, sources, 'a', [{ at: START, fields: { x: 1.5, y: 2.5 } }])
  await send(unit, sources, 'b', [{ at: START, fields: { x: 3.5 } }])
  return { unit, sources }
}

async function send(
  unit: BuiltUnit,
  sources: Record<'a' | 'b', Map<number, PlainRecord>>,
  name: 'a' | 'b',
  records: readonly PlainRecord[],
): Promise<void> {
  for (const record of records) sources[name].set(record.at, record)
  await sendRecords(
    app,
    unit,
    name,
    records.map(({ at, fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields })),
  )
}

async function compact(unit: BuiltUnit): Promise<void> {
  const keys = await db.selectFrom('source').select('sourceKey').where('dataId', '=', unit.dataId).execute()
  for (const { sourceKey } of keys) await compactSource({ db, workers }, sourceKey)
}

const someValue = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -4, max: 4 }).map((value) => value / 2) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, true, false, 'ERR') },
)
const someRecord = fc.record(
  {
    at: fc.integer({ min: 0, max: 200 }).map((second) => START + second * 1000),
    fields: fc.record({ x: someValue, y: someValue }, { requiredKeys: [], noNullPrototype: true }),
  },
  { noNullPrototype: true },
)
const someBatch = fc.record({
  source: fc.constantFrom('a' as const, 'b' as const),
  records: fc.uniqueArray(someRecord, { selector: ({ at }) => at, minLength: 1, maxLength: 12 }),
})
const someStep = fc.oneof(
  { weight: 5, arbitrary: someBatch },
  { weight: 3, arbitrary: fc.constant('compute' as const) },
  { weight: 1, arbitrary: fc.constant('compact' as const) },
  { weight: 1, arbitrary: fc.constant('add chained' as const) },
)

describe('a calculated source', () => {
  times.it(
    'holds what a plain computation over all records gives, however late, often or out of order they come',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(someStep, { minLength: 1, maxLength: 14 }), async (steps) => {
          const { unit, sources } = await build()
          await add(unit, ratio)
          let isChained = false
          for (const step of steps) {
            if (step === 'compute') await calculations.run()
            else if (step === 'compact') await compact(unit)
            else if (step === 'add chained') {
              if (!isChained) await add(unit, chained)
              isChained = true
            } else await send(unit, sources, step.source, step.records)
          }
          await calculations.run()

          const plain = { a: [...sources.a.values()], b: [...sources.b.values()] }
          const expected = computePlainly(ratio.equation, plain, FROM)
          assert.deepEqual(await readResults({ db, reader }, unit.dataId, 'ratio'), expected)
          if (isChained) {
            const inputs = { ...plain, ratio: expected.map(([at, value]) => ({ at, fields: { value } })) }
            const results = computePlainly(chained.equation, inputs, FROM)
            assert.deepEqual(await readResults({ db, reader }, unit.dataId, 'chained'), results)
          }
        }),
        { numRuns: someRuns(25) },
      )
    },
  )

  it('is filled from chunks in steps, as chunks, and says how far it is', async () => {
    const { unit, sources } = await build()
    const count = 120_000
    for (let start = 0; start < count; start += 30_000) {
      const records = Array.from({ length: 30_000 }, (_, index) => ({
        at: START + (start + index + 1) * 1000,
        fields: { x: ((start + index) % 500) + 0.5, y: 1 },
      }))
      await send(unit, sources, 'a', records)
    }
    await add(unit, ratio)

    await calculations.run()

    const results = await readResults({ db, reader }, unit.dataId, 'ratio')
    assert.equal(results.length, count - 4)
    assert.deepEqual(results[1000], [FROM + 1_000_000, ((1004 % 500) + 0.5) / 3.5 + 1])
    const rows = await db
      .selectFrom('record')
      .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('dataId', '=', unit.dataId)
      .where('name', '=', 'ratio' as never)
      .executeTakeFirstOrThrow()
    assert.ok(rows.count < 100, `${rows.count} results are rows`)
    const { body } = await call(listCalculations, { as: person, query: { dataID: unit.dataId } })
    const progress = body.details[0]?.progress
    assert.ok(progress?.finished)
    assert.ok(progress.total >= count && progress.done === progress.total)
  })

  it('loses and repeats nothing when the process is killed on the way', async () => {
    const script = join(import.meta.dirname, 'testing/compute-until-killed.ts')
    const compute = async (unit: BuiltUnit, last: number) => {
      const { id } = await db
        .selectFrom('calculation')
        .select('id')
        .where('dataId', '=', unit.dataId)
        .executeTakeFirstOrThrow()
      return runUntilKilled(database, script, [id, last])
    }
    const prepare = async () => {
      const { unit, sources } = await build()
      const records = Array.from({ length: 400 }, (_, index) => ({
        at: START + (index + 1) * 1000,
        fields: { x: index, y: index % 7 },
      }))
      await send(unit, sources, 'a', records)
      await addHeldBy(KILLED_SERVER, unit, ratio)
      return { unit, sources }
    }
    await createLeaseStore(db).begin(KILLED_SERVER, 3_600_000)
    const { statements } = await compute((await prepare()).unit, Infinity)

    for (const share of [0.2, 0.5, 0.8, 1]) {
      await createLeaseStore(db).begin(KILLED_SERVER, 3_600_000)
      const { unit, sources } = await prepare()
      const { signal } = await compute(unit, Math.floor(statements * share))
      await createLeaseStore(db).end(KILLED_SERVER)
      await send(unit, sources, 'b', [{ at: START + 100_000, fields: { x: 2 } }])
      await calculations.run()

      assert.equal(signal, 'SIGKILL')
      const plain = { a: [...sources.a.values()], b: [...sources.b.values()] }
      const results = await readResults({ db, reader }, unit.dataId, 'ratio')
      assert.deepEqual(results, computePlainly(ratio.equation, plain, FROM))
    }
  })

  it('carries on after a failure, and counts it', async () => {
    const { unit } = await build()
    await add(unit, ratio)
    await db.updateTable('calculation').set({ equation: 'broken (' }).where('dataId', '=', unit.dataId).execute()

    await calculations.run()

    const written = await metrics.registry.metrics()
    assert.match(written, /fieldwatch_calculation_failures_total 1/)
  })
})
