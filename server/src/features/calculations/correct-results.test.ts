import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { advanceFollower, type StepOutcome } from '#records/arrivals/advance-follower.ts'
import { createStepMemory, type StepMemory } from '#records/arrivals/step-memory.ts'
import { type BusEvents, createInProcessBus } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { decodeSourceMessage } from '#doors/ingest/decode-message.ts'
import { createRecorder } from '#doors/ingest/record-batch.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { recordsJson } from '#doors/telemetry/record-json.ts'
import type { StoredRecord } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock } from '#platform/time/clock.ts'
import { type ComputingParts, createCalculationConsumer } from './calculation-consumer.ts'
import { createCalculationStore } from './calculation-store.ts'
import type { LatestValues } from './follow-calculation.ts'
import { computePlainly, type PlainRecord } from './testing/compute-plainly.ts'
import { readResults } from './testing/read-results.ts'

const database = await createTestDatabase()
const { db, pool } = database
const metrics = createMetrics()
const workers = createThreadPool({ size: 1 })
const bus = createInProcessBus(silentLog)
const recorder = createRecorder({
  pool,
  workers,
  bus,
  clock: systemClock,
  metrics,
  random: systemRandom,
  log: silentLog,
})
database.defer(() => workers.close())
database.defer(() => recorder.close())
const reader = createMergedReader({ db, workers, metrics, log: silentLog })
const EQUATION = 'fast.x * slow.x'
const START = Date.parse('2026-02-01T00:00:00.000Z')

type Sources = Record<'fast' | 'slow', Map<number, PlainRecord>>

/** Each step does one piece. */
function partsOf(pieceMoments: number, fewestForChunk = 1_000): Computing {
  const correctionStep = { pieceMoments, forMs: 0, fewestForChunk }
  const memory = createStepMemory<LatestValues>()
  return { db, workers, bus, reader, recorder, memory, clock: systemClock, metrics, correctionStep }
}

interface Computing extends ComputingParts {
  readonly memory: StepMemory<LatestValues>
}

function advanceCalculation(parts: Computing, id: number): Promise<StepOutcome> {
  return advanceFollower({ ...parts, server: 'server' }, createCalculationConsumer(parts), String(id))
}

async function send(unit: BuiltUnit, sources: Sources, name: 'fast' | 'slow', values: readonly [number, number][]) {
  const records = values.map(([second, x]) => ({ at: START + second * 1000, fields: { x } }))
  for (const record of records) sources[name].set(record.at, record)
  const body = records.map(({ at, fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields }))
  const message = decodeSourceMessage(name, Buffer.from(JSON.stringify(body)), systemClock())
  const { dataId } = unit
  await recorder.recordBatch({
    ...message,
    dataId,
    channel: 'http',
    arrivedAt: systemClock(),
    pausedData: new Set(),
    calculatedSources: new Set(),
  })
}

/** A source that is computed and filled from so many seconds of a fast input, and one value of a slow one. */
async function build(count: number): Promise<{ id: number; unit: BuiltUnit; sources: Sources }> {
  const unit = await buildUnit(db)
  const sources = { fast: new Map<number, PlainRecord>(), slow: new Map<number, PlainRecord>() }
  await send(unit, sources, 'slow', [[0, 3]])
  await send(unit, sources, 'fast', secondsOf(1, count))
  const values = (['fast', 'slow'] as SourceName[]).map((source) => ({ source, field: 'x' }))
  const rule = { equation: EQUATION, unit: 'm', startAt: START, values }
  await db.transaction().execute((tx) => createCalculationStore(tx).create(unit.dataId, sourceName('product'), rule, 0))
  const { id } = await db
    .selectFrom('calculation')
    .select('id')
    .where('dataId', '=', unit.dataId)
    .executeTakeFirstOrThrow()
  await computeAll(partsOf(5_000), id)
  return { id, unit, sources }
}

function secondsOf(from: number, to: number): [number, number][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, ((from + index) % 50) + 0.5])
}

async function computeAll(parts: Computing, id: number): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  do outcomes.push(await advanceCalculation(parts, id))
  while (outcomes.at(-1) === 'more')
  return outcomes
}

async function compact(unit: BuiltUnit): Promise<void> {
  const keys = await db.selectFrom('source').select('sourceKey').where('dataId', '=', unit.dataId).execute()
  for (const { sourceKey } of keys) await compactSource({ db, workers }, sourceKey)
}

async function countRows({ dataId }: BuiltUnit): Promise<number> {
  const { count } = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dataId', '=', dataId)
    .where('name', '=', sourceName('product'))
    .executeTakeFirstOrThrow()
  return count
}

async function assertRight({ unit, sources }: { unit: BuiltUnit; sources: Sources }): Promise<void> {
  const plain = { fast: [...sources.fast.values()], slow: [...sources.slow.values()] }
  const results = await readResults({ db, reader }, unit.dataId, 'product')
  assert.deepEqual(results, computePlainly(EQUATION, plain, START))
}

describe('a correction', () => {
  it('that is longer than a piece is done in several steps', async () => {
    const { id, unit, sources } = await build(1000)
    await send(unit, sources, 'slow', [[1, 2]])

    const outcomes = await computeAll(partsOf(100), id)

    assert.ok(outcomes.length >= 10, `${outcomes.length} steps`)
    await assertRight({ unit, sources })
  })

  it('of most of a chunk replaces the chunk, and publishes it', async () => {
    const { id, unit, sources } = await build(1_200)
    const published: BusEvents['records'][] = []
    const stop = bus.subscribe('records', (event) => published.push(event))
    await send(unit, sources, 'slow', [[1, 2]])

    await computeAll(partsOf(5_000), id)

    stop()
    const events = published.filter(({ source }) => source === 'product')
    const { key = 0 } = (await createSourceStore(db).find(unit.dataId, sourceName('product'))) ?? {}
    const records: StoredRecord[] = []
    for (const { previousReceivedAt, count } of events) {
      records.push(
        ...(await reader.readArrivals(key, { receivedAfter: previousReceivedAt, at: undefined, limit: count })),
      )
    }
    assert.ok((await countRows(unit)) < 5, `${await countRows(unit)} results are rows`)
    assert.equal(records.length, 1_200)
    const [first] = JSON.parse(recordsJson(records)) as unknown[]
    assert.deepEqual(first, {
      messageUTC: new Date(START + 1000).toISOString(),
      recieveUTC: new Date(events[0]?.receivedAt ?? 0).toISOString(),
      value: 1.5 * 2,
      unit: 'm',
    })
    await assertRight({ unit, sources })
  })

  it('that takes results back does so in chunks too', async () => {
    const { id, unit, sources } = await build(1_200)
    await send(unit, sources, 'slow', [[1, 0]])
    await computeAll(partsOf(5_000, 3), id)
    await assertRight({ unit, sources })
  })

  it('does not keep newer records waiting', async () => {
    const { id, unit, sources } = await build(1000)
    const parts = partsOf(100)
    await send(unit, sources, 'slow', [[1, 2]])
    await advanceCalculation(parts, id)
    await send(unit, sources, 'fast', [[1001, 7]])

    const outcome = await advanceCalculation(parts, id)

    const results = await readResults({ db, reader }, unit.dataId, 'product')
    assert.equal(outcome, 'more')
    assert.deepEqual(results.at(-1), [START + 1_001_000, 14])
    assert.deepEqual(results.at(-2), [START + 1_000_000, 0.5 * 3])
    await computeAll(parts, id)
    await assertRight({ unit, sources })
  })

  it('does not begin a step while a person changes calculated sources of the unit', async () => {
    const { id, unit, sources } = await build(300)
    const parts = partsOf(100)
    await send(unit, sources, 'slow', [[1, 2]])
    await advanceCalculation(parts, id)

    const outcome = await db.transaction().execute(async (tx) => {
      await createCalculationStore(tx).lockUnit(unit.dataId)
      return advanceCalculation(parts, id)
    })

    assert.equal(outcome, 'idle')
    await computeAll(parts, id)
    await assertRight({ unit, sources })
  })

  it('is right in the end, whatever comes between its steps and whichever server takes them', async () => {
    const someSlow = fc.record({ slow: fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 9 })) })
    const someFast = fc.record({ fast: fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 9 })) })
    const someStep = fc.oneof(
      { weight: 3, arbitrary: someSlow },
      { weight: 3, arbitrary: someFast },
      { weight: 3, arbitrary: fc.constant('step' as const) },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
      { weight: 2, arbitrary: fc.constant('compact' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { id, unit, sources } = await build(60)
        let parts = partsOf(7, 3)
        for (const step of steps) {
          if (step === 'step') await advanceCalculation(parts, id)
          else if (step === 'compact') await compact(unit)
          else if (step === 'restart') parts = partsOf(7, 3)
          else if ('slow' in step) await send(unit, sources, 'slow', [step.slow])
          else await send(unit, sources, 'fast', [step.fast])
        }

        await computeAll(parts, id)

        await assertRight({ unit, sources })
      }),
      { numRuns: someRuns(15) },
    )
  })

  it('is carried on after the process was killed in the middle of it', async () => {
    const script = join(import.meta.dirname, 'testing/compute-until-killed.ts')
    const compute = (id: number, last: number) => runUntilKilled(database, script, [id, last, 75])
    const prepare = async () => {
      const built = await build(600)
      await send(built.unit, built.sources, 'slow', [[1, 2]])
      return built
    }
    const { statements } = await compute((await prepare()).id, Infinity)

    for (const share of [0.3, 0.6, 0.9]) {
      const { id, unit, sources } = await prepare()
      const { signal } = await compute(id, Math.floor(statements * share))
      const outcomes = await computeAll(partsOf(75), id)

      assert.equal(signal, 'SIGKILL')
      assert.ok(outcomes.length < 9, `${outcomes.length} steps are left of 9`)
      await assertRight({ unit, sources })
    }
  })
})
