import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createRecorder, recordMessage } from './record-batch.ts'
import { startLossyProxy } from './testing/lossy-proxy.ts'

const database = await createTestDatabase()
const { db } = database
const proxy = await startLossyProxy(database.connectionString)
const throughProxy = openDatabase(proxy.connection, silentLog)
const clock = createFakeClock()
const workers = createThreadPool({ size: 1 })
const bus = createInProcessBus(silentLog)
const recorder = createRecorder({
  pool: throughProxy.ingest.pool,
  workers,
  bus,
  clock,
  metrics: createMetrics(),
  random: systemRandom,
  log: silentLog,
})
database.defer(async () => {
  await recorder.close()
  await workers.close()
  await throughProxy.close()
  await proxy.close()
})

interface Sent {
  readonly what: string
  /** What the message of a source holds. */
  readonly records: readonly unknown[]
  readonly stored: number
  readonly refused: number
}

const untimed = (count: number) => Array.from({ length: count }, (_, value) => ({ value }))
const timed = (count: number) => untimed(count).map((record, at) => ({ ...record, messageUTC: 1_700_000_000 + at }))

/** Refused as records. */
const BAD = [{ list: [1] }, 'a\0b']

const MESSAGES: readonly Sent[] = [
  { what: 'a record without a time', records: untimed(1), stored: 1, refused: 0 },
  { what: 'records with and without a time', records: [...timed(2), ...untimed(2)], stored: 4, refused: 0 },
  { what: 'records of which some are refused', records: [...timed(2), ...BAD], stored: 2, refused: 2 },
  { what: 'nothing that can be stored', records: BAD, stored: 0, refused: 2 },
  { what: 'many records, which become a chunk', records: [...timed(6_000), ...BAD], stored: 6_000, refused: 2 },
  { what: 'many records without a time', records: [...untimed(6_000), ...BAD], stored: 6_000, refused: 2 },
]

/** A large body is decoded in a thread, and many records in it become chunks. */
const send = ({ dataId }: BuiltUnit, records: readonly unknown[]) =>
  recordMessage({ recorder, clock }, { dataId, pausedData: new Set(), calculatedSources: new Set() } as never, {
    channel: 'mqtt',
    topic: 'a/topic',
    body: Buffer.from(JSON.stringify(records)),
    source: 'probe',
  })

async function countOf({ dataId }: BuiltUnit): Promise<{ stored: number; refused: number }> {
  const { rows } = await sql<{ stored: number; refused: number }>`
    with own as (select source_key from source where data_id = ${dataId})
    select (select count(*) from record join own using (source_key))
        + (select coalesce(sum(count), 0) from record_chunk join own using (source_key)) as stored,
      (select count(*) from rejected_message where data_id = ${dataId}) as refused`.execute(db)
  return { stored: Number(rows[0]?.stored), refused: Number(rows[0]?.refused) }
}

describe('when the answer of the database gets lost', () => {
  for (const { what, records, stored, refused } of MESSAGES) {
    it(`stores ${what} once, whichever answer it was`, async () => {
      let kept = 0
      for (let passing = 0; ; passing += 1) {
        const unit = await buildUnit(db)
        await send(unit, [{ messageUTC: 1_600_000_000, value: 0 }])
        proxy.loseAfter(passing)

        const outcome = await send(unit, records).then(
          (verdict) => verdict,
          () => undefined,
        )
        const hasLost = proxy.hasLost()
        proxy.loseAfter(Infinity)

        if (outcome !== undefined) kept += 1
        assert.deepEqual(
          await countOf(unit),
          outcome === undefined ? { stored: 1, refused: 0 } : { stored: stored + 1, refused },
          `answer ${passing}`,
        )
        if (!hasLost) break
      }
      assert.ok(kept >= 2, 'one answer got lost that was no obstacle')
    })
  }

  it('tells of the records that it stored', async () => {
    const unit = await buildUnit(db)
    await send(unit, [{ value: 0 }])
    const events: { count: number; isAhead: boolean }[] = []
    const stop = bus.subscribe('records', ({ count, previousReceivedAt, receivedAt }) =>
      events.push({ count, isAhead: receivedAt > previousReceivedAt }),
    )
    proxy.loseAfter(0)

    await send(unit, [{ value: 1 }, { value: 2 }])
    stop()

    assert.deepEqual(events, [{ count: 2, isAhead: true }])
  })
})
