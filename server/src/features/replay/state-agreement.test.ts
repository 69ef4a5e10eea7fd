import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { getState } from '@fieldwatch/contract/replay/state'
import { compactSource } from '#records/store/compact-source.ts'
import { writeLate } from '#records/store/late-records-store.ts'
import { createRecordWriter } from '#records/store/testing/write-records.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/**
 * One record a second, of which three in ten arrive late, in batches. FIELDWATCH_STATE_TEST=full is 100 units over 24 hours and 200
 * moments, takes minutes, and prints how long the answers took.
 */
const isFull = process.env['FIELDWATCH_STATE_TEST'] === 'full'
const SIZE = isFull ? { units: 100, seconds: 86_400, moments: 200 } : { units: 6, seconds: 3_000, moments: 60 }

const START = Date.UTC(2026, 1, 1)
const BATCH = 300
const LATE_BY_MS = 1_200_000

const database = await createTestDatabase()
// Nothing is compacted but what the test compacts.
const { call, db, signInAs } = await createTestApp({ database, roles: new Set(['http']) })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const person = await signInAs()

/** A number of a unit and a second that looks random and is the same in every run. */
function mix(unit: number, second: number): number {
  let value = Math.imul(unit + 1, 0x9e3779b1) ^ Math.imul(second + 7, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3ce1)
  return ((value ^ (value >>> 13)) >>> 0) / 2 ** 32
}

const isLate = (unit: number, second: number): boolean => mix(unit, second) < 0.3
/** Some late records were sent on time too, with another value, and replace it. */
const isSentTwice = (unit: number, second: number): boolean => mix(unit, second) < 0.03
const timeOf = (second: number): number => START + second * 1000

function receivedAt(unit: number, second: number): number {
  return isLate(unit, second)
    ? timeOf((Math.floor(second / BATCH) + 1) * BATCH) + LATE_BY_MS
    : timeOf(second) + 150 + (second % 7)
}

function fieldsOf(unit: number, second: number): Record<string, FieldValue> {
  const level = Math.round(mix(unit + 500, second) * 1000) / 10
  return {
    ...(second % 11 === 0 ? {} : { level }),
    state: second % 3 === 0 ? 'on' : 'off',
    ...(second % 50 === 0 ? { alarm: null } : { alarm: second % 2 === 0 }),
  }
}

/** What the portal has to answer: the last second up to a moment whose record had arrived. */
function expectedAt(unit: number, at: number, knownAt: number): Record<string, unknown>[] {
  for (let second = Math.min(SIZE.seconds - 1, Math.floor((at - START) / 1000)); second >= 0; second -= 1) {
    const received = receivedAt(unit, second)
    if (received > knownAt) continue
    const times = { messageUTC: new Date(timeOf(second)).toISOString(), recieveUTC: new Date(received).toISOString() }
    return [{ ...times, ...fieldsOf(unit, second) }]
  }
  return []
}

interface Built {
  readonly dataId: DataId
  readonly sourceKey: number
}

async function buildSource(): Promise<Built> {
  const { dataId } = await buildUnit(db, { entity: person.entity })
  const { sourceKey } = await db
    .insertInto('source')
    .values({ dataId, name: sourceName('tank'), fieldTypes: '{}', lastReceivedAt: new Date(0) })
    .returning('sourceKey')
    .executeTakeFirstOrThrow()
  return { dataId, sourceKey }
}

/** Sends the records batch by batch as they arrived. Sources differ in what is compacted before what. */
async function send(unit: number, { sourceKey }: Built): Promise<void> {
  const write = createRecordWriter(db, sourceKey)
  const batches = SIZE.seconds / BATCH
  const delay = LATE_BY_MS / 1000 / BATCH
  for (let batch = 0; batch < batches + delay + 1; batch += 1) {
    await sendLate(unit, sourceKey, batch - delay - 1)
    const seconds = secondsOf(batch).filter((second) => !isLate(unit, second) || isSentTwice(unit, second))
    await write(
      seconds.map((second) => {
        const fields = isLate(unit, second) ? { level: -1 } : fieldsOf(unit, second)
        return { at: timeOf(second), receivedAt: timeOf(second) + 150, fields, ...onTime(unit, second) }
      }),
    )
    // The last ones of most sources stay rows and late records.
    const isEnd = unit % 3 !== 0 && batch > batches - 3
    if (batch % (12 + 5 * (unit % 4)) === 3 && !isEnd) await compactSource({ db, workers }, sourceKey)
  }
  if (unit % 3 === 0) await compactSource({ db, workers }, sourceKey)
}

function onTime(unit: number, second: number): { receivedAt: number } | undefined {
  return isLate(unit, second) ? undefined : { receivedAt: receivedAt(unit, second) }
}

function secondsOf(batch: number): number[] {
  if (batch < 0 || batch * BATCH >= SIZE.seconds) return []
  return Array.from({ length: BATCH }, (_, index) => batch * BATCH + index)
}

/** As rows, or as one text that waits for compaction. */
async function sendLate(unit: number, sourceKey: number, batch: number): Promise<void> {
  const seconds = secondsOf(batch).filter((second) => isLate(unit, second))
  const [first] = seconds
  if (first === undefined) return
  const received = receivedAt(unit, first)
  if (batch % 4 === 3) {
    const records = seconds.map((second) => ({
      at: timeOf(second),
      receivedAt: received,
      fields: fieldsOf(unit, second),
    }))
    return createRecordWriter(db, sourceKey)(records)
  }
  const part = {
    startAt: timeOf(first),
    endAt: timeOf(seconds.at(-1) ?? first),
    count: seconds.length,
    times: seconds.map(timeOf).join(','),
    json: seconds.map((second) => JSON.stringify(fieldsOf(unit, second))).join('\n'),
  }
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from source where source_key = $1 for update', [sourceKey])
    await writeLate(client, { sourceKey, receivedAt: received, late: [part] })
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function recordsAt(dataIDs: DataId[], at: number, knownAt: number | undefined) {
  const asked = knownAt === undefined ? {} : { asKnownAt: new Date(knownAt).toISOString() }
  const begun = performance.now()
  const { body } = await call(getState, { as: person, body: { dataIDs, at: new Date(at).toISOString(), ...asked } })
  const milliseconds = performance.now() - begun
  const byId = new Map(body.details.units.map(({ dataID, records }) => [dataID, records.map(({ record }) => record)]))
  return { records: dataIDs.map((dataID) => byId.get(dataID)), milliseconds }
}

describe('the state at random moments', () => {
  it('is what the last records say, as known now and as known then, wherever they are stored', async (test) => {
    const built = await Promise.all(Array.from({ length: SIZE.units }, buildSource))
    const waiting = built.entries()
    const lanes = Array.from({ length: 4 }, async () => {
      for (const [unit, source] of waiting) await send(unit, source)
    })
    await Promise.all(lanes)
    const dataIds = built.map(({ dataId }) => dataId)
    const took = { asKnownNow: [] as number[], asKnownThen: [] as number[] }

    for (let place = 0; place < SIZE.moments; place += 1) {
      const at = START + Math.floor(mix(9_000, place) * (SIZE.seconds + 600) * 1000) - 60_000
      const knownAt = at + Math.floor(mix(9_001, place) * 1.5 * LATE_BY_MS) - LATE_BY_MS / 10
      for (const known of [undefined, knownAt, at]) {
        const { records, milliseconds } = await recordsAt(dataIds, at, known)
        took[known === undefined ? 'asKnownNow' : 'asKnownThen'].push(milliseconds)
        assert.deepEqual(
          records,
          dataIds.map((_, unit) => expectedAt(unit, at, known ?? Infinity)),
          `at ${new Date(at).toISOString()}, known at ${String(known)}`,
        )
      }
    }
    for (const [mode, times] of Object.entries(took)) test.diagnostic(`${mode}: ${summaryOf(times)}`)
  })
})

function summaryOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): string => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`
  return `${sorted.length} answers for ${SIZE.units} units, median ${at(0.5)}, 95 % ${at(0.95)}, slowest ${at(1)}`
}
