import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { advanceFollower } from '#records/arrivals/advance-follower.ts'
import { createStepMemory } from '#records/arrivals/step-memory.ts'
import { createPlaceReadings } from '#records/places/place-readings.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createEventConsumer } from './event-consumer.ts'
import type { EventRule } from './event-rule.ts'
import { createEventStore, EVENTS } from './event-store.ts'
import type { EventMemory } from './scan-checkpoint.ts'
import type { Occurrence } from './occurrence.ts'
import { findNaively, type NaiveRecord } from './testing/naive-occurrences.ts'

const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const times = createCorrectionTimes()
const { app, db, features, metrics } = await createTestApp({ database, bus, correctForMs: times.correctForMs })
const { events } = features
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())

const START = Date.parse('2026-02-01T00:00:00.000Z')
const SECOND = 1000
/** As find-until-killed.ts calls itself. */
const KILLED_SERVER = 'a server that is killed'

const RULE: EventRule = {
  source: sourceName('room'),
  field: 'temp',
  operator: '>',
  constant: 20,
  comparison: 'room.temp > 20',
  startAt: START + 10 * SECOND,
  gapMs: 60 * SECOND,
  values: [
    { source: sourceName('room'), field: 'temp' },
    { source: sourceName('tank'), field: 'level' },
    { source: sourceName('room'), field: 'mode' },
    { source: sourceName('tank'), field: 'state' },
  ],
}

/** True and false read as 1 and 0; a text is no number. */
type SentValue = number | boolean | string

/** The values of each record by its time. */
type Sent = Record<'room' | 'tank', Map<number, Readonly<Record<string, SentValue>>>>

async function add(unit: BuiltUnit, heldBy?: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await createEventStore(tx).create({ dataId: unit.dataId, name: 'hot', title: 'hot', rule: RULE, now: 0 })
    if (heldBy === undefined) return
    await tx.updateTable('arrivalFollower').set({ heldBy }).where('dataId', '=', unit.dataId).execute()
  })
  if (heldBy === undefined) bus.publish('followers-changed', { consumer: EVENTS })
}

async function send(
  unit: BuiltUnit,
  sent: Sent,
  source: 'room' | 'tank',
  values: Readonly<Record<number, SentValue>>,
): Promise<void> {
  const field = source === 'room' ? 'temp' : 'level'
  const records = Object.entries(values).map(([second, value]) => ({
    at: START + Number(second) * SECOND,
    [field]: value,
    // Some records have no text.
    ...(value === 21 ? {} : { [source === 'room' ? 'mode' : 'state']: `text ${Number(second) % 3}` }),
  }))
  for (const { at, ...fields } of records) sent[source].set(at, fields)
  await sendRecords(
    app,
    unit,
    source,
    records.map(({ at, ...fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields })),
  )
}

function recordOf(at: number, fields: Readonly<Record<string, SentValue>>): NaiveRecord {
  const numbers = Object.entries(fields).filter(([, value]) => typeof value !== 'string')
  return { at, ...Object.fromEntries(numbers.map(([field, value]) => [field, Number(value)])) }
}

async function tableOf({ dataId }: BuiltUnit): Promise<number> {
  const { id } = await db.selectFrom('eventTable').select('id').where('dataId', '=', dataId).executeTakeFirstOrThrow()
  return id
}

async function storedOf(unit: BuiltUnit): Promise<(Occurrence & { tag: string | null })[]> {
  const rows = await db
    .selectFrom('eventOccurrence')
    .selectAll()
    .where('eventTable', '=', await tableOf(unit))
    .orderBy('startAt')
    .execute()
  return rows.map(({ startAt, endAt, lastAt, figures, starts, tag }) => ({
    startAt,
    endAt: endAt ?? undefined,
    lastAt,
    tag,
    starts: starts ?? RULE.values.map(() => null),
    figures: [0, 4, 8, 12].map((place) => {
      const [start = null, least = null, greatest = null, mean = null] = figures.slice(place, place + 4)
      return { start, least, greatest, mean }
    }),
  }))
}

function expected(sent: Sent): Occurrence[] {
  const byTime = (records: Sent['room']): NaiveRecord[] =>
    [...records].map(([at, fields]) => recordOf(at, fields)).sort((one, other) => one.at - other.at)
  const values = RULE.values.map(({ source, field }) => ({ own: source === RULE.source, field }))
  const rule = { bound: RULE, field: 'temp', gapMs: RULE.gapMs, values }
  const found = findNaively(
    rule,
    byTime(sent.room).filter(({ at }) => at >= RULE.startAt),
    byTime(sent.tank),
  )
  return found.map((occurrence) => ({ ...occurrence, starts: startsOf(sent, occurrence.startAt) }))
}

/** Texts and booleans at a start: of the own source in that record, of the other one the latest by then. */
function startsOf(sent: Sent, startAt: number): (string | boolean | null)[] {
  return RULE.values.map(({ source, field }) => {
    const value =
      source === RULE.source
        ? sent.room.get(startAt)?.[field]
        : [...sent.tank]
            .filter(([at, fields]) => at <= startAt && fields[field] !== undefined)
            .sort(([one], [other]) => one - other)
            .at(-1)?.[1][field]
    return typeof value === 'string' || typeof value === 'boolean' ? value : null
  })
}

async function assertFound(unit: BuiltUnit, sent: Sent): Promise<void> {
  const found = (await storedOf(unit)).map(({ tag: _tag, ...occurrence }) => occurrence)
  assert.deepEqual(rounded(found), rounded(expected(sent)))
}

/** Sums in another order differ in their last digits. */
function rounded(occurrences: readonly Occurrence[]): object[] {
  return occurrences.map(({ figures, ...occurrence }) => ({
    ...occurrence,
    figures: figures.map(({ mean, ...rest }) => ({
      ...rest,
      mean: mean === null ? null : Number(mean.toPrecision(12)),
    })),
  }))
}

async function build(): Promise<{ unit: BuiltUnit; sent: Sent }> {
  return { unit: await buildUnit(db), sent: { room: new Map(), tank: new Map() } }
}

async function compact(unit: BuiltUnit): Promise<void> {
  const keys = await db.selectFrom('source').select('sourceKey').where('dataId', '=', unit.dataId).execute()
  for (const { sourceKey } of keys) await compactSource({ db, workers }, sourceKey)
}

async function setTag(unit: BuiltUnit, startAt: number, tag: string): Promise<void> {
  await db
    .insertInto('eventTag')
    .values({ eventTable: await tableOf(unit), startAt, tag, setAt: new Date(0) })
    .execute()
  await db.updateTable('eventOccurrence').set({ tag }).where('startAt', '=', startAt).execute()
}

const someValue = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 18, max: 22 }) },
  { weight: 1, arbitrary: fc.constantFrom(true, false, 'ERR') },
)

/** A noisy stretch around the limit. */
const someBatch = fc.record({
  source: fc.constantFrom('room' as const, 'room' as const, 'tank' as const),
  from: fc.integer({ min: 0, max: 120 }),
  steps: fc.array(fc.tuple(fc.constantFrom(1, 1, 5, 59, 61), someValue), {
    minLength: 1,
    maxLength: 25,
  }),
})
type Batch = typeof someBatch extends fc.Arbitrary<infer T> ? T : never

function secondsOf({ from, steps }: Batch): Record<number, SentValue> {
  let second = from
  return Object.fromEntries(steps.map(([after, value]) => [(second += after), value]))
}

describe('occurrences', () => {
  times.it('are those of a naive scan in any order of arrival, from rows and from chunks', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: someBatch },
      { weight: 2, arbitrary: fc.constant('find' as const) },
      { weight: 1, arbitrary: fc.constant('compact' as const) },
      { weight: 1, arbitrary: fc.constant('refresh' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), fc.nat(8), async (steps, made) => {
        const { unit, sent } = await build()
        for (const [index, what] of steps.entries()) {
          if (index === Math.min(made, steps.length - 1)) await add(unit)
          if (what === 'find') await events.run()
          else if (what === 'compact') await compact(unit)
          else if (what === 'refresh') {
            if (index < made) continue
            const store = createEventStore(db)
            for (const table of await store.list(unit.dataId)) await store.restart(table)
          } else await send(unit, sent, what.source, secondsOf(what))
        }
        await events.run()
        await assertFound(unit, sent)
      }),
      { numRuns: someRuns(20) },
    )
  })

  times.it('are all found when several late records of one step end an ongoing one', async () => {
    const { unit, sent } = await build()
    await add(unit)
    await send(unit, sent, 'room', { 20: 30, 60: 30, 70: 1 })
    await events.run()
    await send(unit, sent, 'room', { 30: 1, 40: 1 })
    await events.run()

    await assertFound(unit, sent)
    assert.equal((await storedOf(unit)).length, 2)
  })

  it('continue with each record that arrives, and are published', async () => {
    const { unit, sent } = await build()
    await add(unit)
    const published: string[] = []
    const stop = bus.subscribe('occurrences-changed', ({ dataId }) => {
      if (dataId === unit.dataId) published.push(dataId)
    })
    for (const [second, value] of [20, 21, 22, 23, 19, 25, 18].entries()) {
      await send(unit, sent, 'room', { [second + 20]: value })
      await send(unit, sent, 'tank', { [second + 20]: second })
      await events.run()
      await assertFound(unit, sent)
    }
    stop()

    assert.equal((await storedOf(unit)).length, 2)
    assert.ok(published.length >= 7)
  })

  it('are not published while records arrive that do not satisfy', async () => {
    const { unit, sent } = await build()
    await add(unit)
    // Each is later than all before it: another step may run between any two.
    for (const second of [19, 20]) {
      await send(unit, sent, 'room', { [second]: 1 })
      await send(unit, sent, 'tank', { [second + 0.5]: 1 })
      await events.run()
    }
    const published: string[] = []
    const stop = bus.subscribe('occurrences-changed', ({ dataId }) => published.push(dataId))
    for (const second of [21, 22, 23]) {
      await send(unit, sent, 'room', { [second]: 1 })
      await send(unit, sent, 'tank', { [second + 0.5]: second })
      await events.run()
    }
    assert.deepEqual(published, [])
    await send(unit, sent, 'room', { 24: 25 })
    await events.run()
    stop()

    assert.deepEqual(published, [unit.dataId])
  })

  it('have the values of another source that arrive behind a later record of it without a number', async () => {
    const { unit, sent } = await build()
    await add(unit)
    await send(unit, sent, 'tank', { 10: 1 })
    await send(unit, sent, 'room', { 20: 21 })
    await events.run()
    await send(unit, sent, 'tank', { 60: 'ERR' })
    // Has the ongoing occurrence found again.
    await send(unit, sent, 'room', { 15: 22 })
    await events.run()

    await send(unit, sent, 'tank', { 30: 7 })
    await send(unit, sent, 'room', { 40: 23 })
    await events.run()
    await assertFound(unit, sent)
  })

  it('have a text whose field comes for the first time while a step is under way', async () => {
    const { unit, sent } = await build()
    await createLeaseStore(db).begin(KILLED_SERVER, 3_600_000)
    await add(unit, KILLED_SERVER)
    const reader = createMergedReader({ db, workers, metrics, log: silentLog })
    const memory = createStepMemory<EventMemory>()
    const find = async (by: typeof reader): Promise<void> => {
      const consumer = createEventConsumer({ reader: by, places: createPlaceReadings({ db, reader: by }), bus })
      const id = String(await tableOf(unit))
      while ((await advanceFollower({ db, reader: by, server: KILLED_SERVER, memory }, consumer, id)) !== 'idle')
        continue
    }
    await send(unit, sent, 'room', { 20: 21 })
    await find(reader)

    let next: Promise<void> | undefined
    const readArrivals: typeof reader.readArrivals = async (...asked) => {
      await (next ??= send(unit, sent, 'room', { 120: 22 }))
      return reader.readArrivals(...asked)
    }
    await find({ ...reader, readArrivals })
    await createLeaseStore(db).end(KILLED_SERVER)

    await assertFound(unit, sent)
  })

  times.it(
    'keep their tag when late records change what they cover, and give it back when they come back',
    async () => {
      const { unit, sent } = await build()
      await send(unit, sent, 'room', { 20: 21, 21: 22, 22: 23, 23: 19 })
      await add(unit)
      await events.run()
      await setTag(unit, START + 20 * SECOND, 'door open')

      await send(unit, sent, 'room', { 19: 25 })
      await events.run()
      assert.deepEqual(
        (await storedOf(unit)).map(({ startAt, tag }) => [(startAt - START) / SECOND, tag]),
        [[19, 'door open']],
      )

      await send(unit, sent, 'room', { 19: 1, 20: 1 })
      await events.run()
      assert.deepEqual(
        (await storedOf(unit)).map(({ startAt, tag }) => [(startAt - START) / SECOND, tag]),
        [[21, null]],
      )

      await send(unit, sent, 'room', { 20: 30 })
      await events.run()
      assert.deepEqual(
        (await storedOf(unit)).map(({ startAt, tag }) => [(startAt - START) / SECOND, tag]),
        [[20, 'door open']],
      )
      await assertFound(unit, sent)
    },
  )

  it('are neither lost nor doubled when the process is killed between any two statements, and no tag is', async () => {
    const script = join(import.meta.dirname, 'testing/find-until-killed.ts')
    const find = async (unit: BuiltUnit, last: number) => runUntilKilled(database, script, [await tableOf(unit), last])
    const prepare = async () => {
      const { unit, sent } = await build()
      const noise = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [index + 11, 19 + ((index * 7) % 4)]))
      await send(unit, sent, 'room', noise)
      await add(unit)
      await events.run()
      for (const { startAt } of (await storedOf(unit)).slice(0, 20)) await setTag(unit, startAt, `tag ${startAt}`)
      // The server here must not find it waiting before the other one holds it.
      await db.transaction().execute(async (tx) => {
        const store = createEventStore(tx)
        await store.restart(await store.get(unit.dataId, 'hot'))
        await tx
          .updateTable('arrivalFollower')
          .set({ heldBy: KILLED_SERVER })
          .where('dataId', '=', unit.dataId)
          .execute()
      })
      return { unit, sent }
    }
    await createLeaseStore(db).begin(KILLED_SERVER, 3_600_000)
    const { statements } = await find((await prepare()).unit, Infinity)
    assert.ok(statements > 1_000, `${statements} statements`)

    for (const share of [0.2, 0.5, 0.8, 1]) {
      await createLeaseStore(db).begin(KILLED_SERVER, 3_600_000)
      const { unit, sent } = await prepare()
      const { signal } = await find(unit, Math.floor(statements * share))
      await createLeaseStore(db).end(KILLED_SERVER)
      await events.run()

      assert.equal(signal, 'SIGKILL')
      await assertFound(unit, sent)
      const tags = (await storedOf(unit)).flatMap(({ startAt, tag }) => (tag === null ? [] : [[tag, startAt]]))
      assert.equal(tags.length, 20)
      for (const [tag, startAt] of tags) assert.equal(tag, `tag ${startAt}`)
    }
  })
})
