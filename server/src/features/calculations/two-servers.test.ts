import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { it } from 'node:test'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createCalculationStore } from './calculation-store.ts'
import { computePlainly, type PlainRecord } from './testing/compute-plainly.ts'
import { readResults } from './testing/read-results.ts'

const database = await createTestDatabase()
const { app, db, metrics } = await createTestApp({ database })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics, log: silentLog })

const START = Date.parse('2026-02-01T00:00:00.000Z')
const EQUATION = 'a.x * 2'
/** Long enough for any busy machine. */
const LEASE_MS = 60_000

async function holderOf({ dataId }: BuiltUnit): Promise<string | null> {
  const row = await db
    .selectFrom('arrivalFollower')
    .select('heldBy')
    .where('dataId', '=', dataId)
    .executeTakeFirstOrThrow()
  return row.heldBy
}

/** Resolves once the calculated source has so many records. */
async function untilComputed({ dataId }: BuiltUnit, count: number): Promise<[number, number][]> {
  for (;;) {
    const results = await readResults({ db, reader }, dataId, 'double')
    if (results.length >= count) return results
  }
}

it('A calculated source is handed over when the server is killed that computes it', async () => {
  const unit = await buildUnit(db)
  const sent: PlainRecord[] = []
  const send = async (from: number, to: number) => {
    const seconds = Array.from({ length: to - from }, (_, index) => from + index)
    const records = seconds.map((second) => ({ at: START + second * 1000, fields: { x: second } }))
    sent.push(...records)
    const body = records.map(({ at, fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields }))
    await sendRecords(app, unit, 'a', body)
  }
  const script = join(import.meta.dirname, 'testing/compute-as-server.ts')
  const other = spawn(process.execPath, [script, database.connectionString, String(LEASE_MS)])
  const [name] = (await once(other.stdout, 'data')) as [Buffer]
  const rule = {
    equation: EQUATION,
    unit: 'm',
    startAt: START,
    values: [{ source: sourceName('a'), field: 'x' }],
  }
  await send(0, 50)
  await db.transaction().execute(async (tx) => {
    await createCalculationStore(tx).create(unit.dataId, sourceName('double'), rule, 0)
    await tx.updateTable('arrivalFollower').set({ heldBy: name.toString() }).execute()
  })
  await untilComputed(unit, 50)
  await send(50, 60)
  await untilComputed(unit, 60)
  const before = await holderOf(unit)
  // Some of these may be half computed when it dies.
  await send(60, 70)
  other.kill('SIGKILL')
  await once(other, 'exit')
  await db
    .updateTable('server')
    .set({ expiresAt: new Date(0) })
    .where('name', '=', name.toString())
    .execute()
  await send(70, 80)

  const results = await untilComputed(unit, 80)
  let after = before
  while (after === before) after = await holderOf(unit)

  assert.equal(before, name.toString())
  assert.deepEqual(results, computePlainly(EQUATION, { a: sent }, START))
})
