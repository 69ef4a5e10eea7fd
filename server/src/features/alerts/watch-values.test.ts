import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { type AlertCondition, boundOf } from '@fieldwatch/contract/alerts/alert-conditions'
import { listAlertHistory, snoozeAlert } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { advanceTogether } from '#records/arrivals/advance-together.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createPlaceReadings } from '#records/places/place-readings.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { createTestApp } from '#testing/test-app.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { followerOf } from './follower.ts'
import type { Condition } from '#records/conditions/judge-reading.ts'
import { judgeNaively } from '#records/conditions/testing/judge-naively.ts'
import { conditionOf } from './unit-state.ts'
import { createAlertWork } from './alert-work.ts'
import { createAlertCorrections } from './correct-alerts.ts'
import { createAlertConsumer } from './watch-values.ts'

const times = createCorrectionTimes()
const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({
  database,
  correctForMs: times.correctForMs,
})
let owner = await signInAs({ role: 'admin' })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })

/** As judge-until-killed.ts calls itself: what it holds no one else takes, as long as it is said to run. */
const OWN_SERVER = 'a server that is killed'
await db
  .insertInto('server')
  .values({ name: OWN_SERVER, expiresAt: new Date('2100-01-01') })
  .execute()

const MINUTE = 60_000
const above8: AlertCondition = { field: 'temp', operator: 'greater than', constant: 8 }

/** Tokens last for a quarter of an hour. */
async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  owner = await signInWith(owner.email)
}

interface Watched {
  unit: BuiltUnit
  id: AlertId
  follower: string
}

/** An alert on a new unit, which has sent nothing yet. `held`: by a server that takes no steps unless a test does. */
async function watch(given: object = {}, { held }: { held: boolean } = { held: false }): Promise<Watched> {
  const unit = await buildUnit(db, { entity: owner.entity })
  await db
    .insertInto('source')
    .values({
      dataId: unit.dataId,
      name: 'room' as never,
      fieldTypes: '{"temp":"float"}',
      lastReceivedAt: new Date(0),
    })
    .execute()
  const body = { name: 'Warm', devices: [unit.dataId], source: 'room', condition: above8, ...given }
  const id = (await call(createAlert, { as: owner, body })).body.details.alertID
  const follower = followerOf(id, unit.dataId)
  if (held) await hold([follower])
  return { unit, id, follower }
}

/** Values by minute. */
async function send(
  unit: BuiltUnit,
  values: readonly (readonly [minute: number, temp: number | boolean | null])[],
): Promise<void> {
  const at = (minute: number): string => new Date(Date.UTC(2026, 1, 1) + minute * MINUTE).toISOString()
  await sendRecords(
    app,
    unit,
    'room',
    values.map(([minute, temp]) => ({ messageUTC: at(minute), temp })),
  )
}

async function changesOf({ id }: Watched, start = Date.UTC(2026, 1, 1)): Promise<string[]> {
  const { history } = (await call(listAlertHistory, { as: owner, query: { alertID: id, limit: 500 } })).body.details
  return history
    .toReversed()
    .filter(({ happening }) => happening === 'high' || happening === 'ok')
    .map(({ happening, atUTC, value }) => `${happening} at ${(Date.parse(atUTC) - start) / MINUTE} with ${value}`)
}

async function stateOf({ id }: Watched) {
  return (await call(listAlerts, { as: owner, query: { alertID: id } })).body.details[0]?.states[0]
}

/** The mails to the owner. */
async function noticesOf({ id }: Watched): Promise<string[]> {
  await features.alertTimers.run()
  const rows = await db
    .selectFrom('alertNotification')
    .selectAll()
    .where('alertId', '=', id)
    .where('channel', '=', 'mail')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ kind, notified }) => notified.map(({ status, changes }) => `${kind} ${status} ${changes}`))
}

/** `inPieces`: what is late is judged again moment by moment, each in its own transaction. */
async function step(watched: readonly Watched[], { inPieces } = { inPieces: false }): Promise<void> {
  const bus = createInProcessBus(silentLog)
  const consumer = createAlertConsumer({
    reader,
    places: createPlaceReadings({ db, reader }),
    bus,
    clock,
    correctForMs: inPieces ? () => -1 : times.correctForMs,
  })
  const ids = watched.map(({ follower }) => follower)
  // A process that was killed holds what it had until the database has noticed, and the server of the tests may have taken its share.
  for (let left = ids; left.length > 0;) {
    await hold(left)
    const outcomes = await advanceTogether({ db, reader, server: OWN_SERVER }, consumer, left)
    left = left.filter((id) => !outcomes.has(id))
  }
  await createAlertCorrections({ db, reader, bus, clock, correctForMs: inPieces ? () => -1 : times.correctForMs }).run(
    ONE_TURN,
  )
  // The server of the tests may have taken one of them in the meantime.
  await features.alertCorrections.run()
}

async function hold(followers: readonly string[], by: string | null = OWN_SERVER): Promise<void> {
  await db.updateTable('arrivalFollower').set({ heldBy: by }).where('id', 'in', followers).execute()
}

/** As if what arrived was judged, and changed nothing. */
async function skipArrivals({ unit, id, follower }: Watched, lastAt: number): Promise<void> {
  await sql`
    update arrival_cursor set received_at = null,
      received_after = (select (extract(epoch from last_received_at) * 1000)::bigint from source where data_id = ${unit.dataId})
    where follower = ${follower}`.execute(db)
  await db.updateTable('alertUnit').set({ lastAt }).where('alertId', '=', id).execute()
}

/** Anyone who holds much more than another server has to give it some. */
async function release(watched: readonly Watched[]): Promise<void> {
  await hold(
    watched.map(({ follower }) => follower),
    null,
  )
}

describe('an alert on a unit', () => {
  // spec 2-4-21
  it('is triggered as records arrive, and OK again', async () => {
    const watched = await watch()
    await send(watched.unit, [
      [0, 5],
      [1, 9],
    ])
    await features.alerts.run()
    const before = await stateOf(watched)
    await send(watched.unit, [[2, 4]])
    await features.alerts.run()

    assert.deepEqual([before?.status, before?.value, before?.lastValue], ['high', 9, 9])
    assert.equal((await stateOf(watched))?.status, 'ok')
    assert.deepEqual(await changesOf(watched), ['high at 1 with 9', 'ok at 2 with 4'])
    assert.deepEqual(await noticesOf(watched), ['alarm high 1'])
  })

  it('judges the newest value at once, and nothing else from before it was made', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    const now = clock()
    const at = (minutes: number): string => new Date(now + minutes * MINUTE).toISOString()
    await sendRecords(app, unit, 'room', [{ messageUTC: at(0), temp: 12 }])
    const body = { name: 'Warm', devices: [unit.dataId], source: 'room', condition: above8 }
    const id = (await call(createAlert, { as: owner, body })).body.details.alertID
    const watched = { unit, id, follower: followerOf(id, unit.dataId) }

    await sendRecords(app, unit, 'room', [
      { messageUTC: at(-30), temp: 3 },
      { messageUTC: at(-61), temp: 20 },
    ])
    await features.alerts.run()

    const state = await stateOf(watched)
    assert.deepEqual(await changesOf(watched, now), ['high at 0 with 12'])
    assert.deepEqual([state?.status, state?.lastValue, state?.lastUTC], ['high', 12, at(0)])
  })

  it('has its history corrected by a late record, without a notification', async () => {
    const watched = await watch()
    await send(watched.unit, [
      [0, 5],
      [10, 6],
    ])
    await features.alerts.run()

    await send(watched.unit, [
      [4, 9],
      [6, 2],
    ])
    await features.alerts.run()

    assert.deepEqual(await changesOf(watched), ['high at 4 with 9', 'ok at 6 with 2'])
    assert.deepEqual(await noticesOf(watched), [])
    const { history } = (await call(listAlertHistory, { as: owner, query: { alertID: watched.id } })).body.details
    assert.ok(history.every(({ late }) => late))
  })

  it('is OK again when the record that triggered it is replaced, and people are notified', async () => {
    const watched = await watch()
    await send(watched.unit, [
      [0, 5],
      [1, 9],
    ])
    await features.alerts.run()
    await pass(2 * MINUTE)

    await send(watched.unit, [[1, 7]])
    await features.alerts.run()

    assert.deepEqual(await changesOf(watched), [])
    assert.equal((await stateOf(watched))?.status, 'ok')
    assert.deepEqual(await noticesOf(watched), ['alarm high 1', 'all-clear ok 1'])
  })

  it('judges the backlog that arrives in the same step as a newer record', async () => {
    const watched = await watch({}, { held: true })
    await send(watched.unit, [[10, 5]])
    await send(watched.unit, [
      [4, 9],
      [6, 2],
    ])
    await step([watched])

    assert.deepEqual(await changesOf(watched), ['high at 4 with 9', 'ok at 6 with 2'])
    assert.equal((await stateOf(watched))?.status, 'ok')
    assert.deepEqual(await noticesOf(watched), [])
    await release([watched])
  })

  it('did not last for long enough when the backlog in the same step shows an interruption', async () => {
    const watched = await watch({ forSeconds: 300 }, { held: true })
    await send(watched.unit, [[1, 9]])
    await step([watched])
    await send(watched.unit, [[10, 9]])
    await send(watched.unit, [[3, 5]])
    await step([watched])

    assert.deepEqual(await changesOf(watched), [])
    assert.equal((await stateOf(watched))?.status, 'ok')
    assert.deepEqual(await noticesOf(watched), [])
    await release([watched])
  })

  it('is over, and people are notified, when the backlog in the same step went below the second limit', async () => {
    const watched = await watch({ clearLimit: 4 }, { held: true })
    await send(watched.unit, [[1, 9]])
    await step([watched])
    await noticesOf(watched)
    await pass(2 * MINUTE)
    await send(watched.unit, [[10, 6]])
    await send(watched.unit, [[5, 2]])
    await step([watched])

    assert.deepEqual(await changesOf(watched), ['high at 1 with 9', 'ok at 5 with 2'])
    assert.equal((await stateOf(watched))?.status, 'ok')
    assert.deepEqual(await noticesOf(watched), ['alarm high 1', 'all-clear ok 1'])
    await release([watched])
  })

  it('is over when a late record shows it, however many records came after that', async () => {
    const watched = await watch({ clearLimit: 4 }, { held: true })
    await send(watched.unit, [[0, 9]])
    await step([watched])
    for (let part = 0; part < 11; part += 1) {
      const from = Date.UTC(2026, 1, 1) + MINUTE + part * 100_000_000
      const records = Array.from({ length: 100_000 }, (_, index) => ({ messageUTC: from + index * 1_000, temp: 6 }))
      await sendRecords(app, watched.unit, 'room', records)
    }
    await skipArrivals(watched, Date.UTC(2026, 1, 1) + MINUTE + 1_099_999_000)
    await pass(2 * MINUTE)

    await send(watched.unit, [[0.5, 2]])
    await step([watched])

    assert.equal((await stateOf(watched))?.status, 'ok')
    assert.deepEqual(await changesOf(watched), ['high at 0 with 9', 'ok at 0.5 with 2'])
    await release([watched])
  })

  it('continues to judge after a record with a future time, which counts from its arrival on', async () => {
    const watched = await watch()
    const from = clock()
    const sendAt = (ahead: number, temp: number) =>
      sendRecords(app, watched.unit, 'room', { messageUTC: new Date(clock() + ahead).toISOString(), temp })
    await sendAt(20 * 60 * MINUTE, 5)
    await features.alerts.run()
    await pass(MINUTE)
    await sendAt(0, 9)
    await features.alerts.run()
    const warm = (await stateOf(watched))?.status
    await pass(2 * MINUTE)
    await sendAt(-MINUTE, 3)
    await features.alerts.run()

    assert.equal(warm, 'high')
    const { history } = (await call(listAlertHistory, { as: owner, query: { alertID: watched.id } })).body.details
    assert.deepEqual(
      history.map(({ happening, atUTC }) => [happening, (Date.parse(atUTC) - from) / MINUTE]),
      [
        ['ok', 2],
        ['high', 1],
      ],
    )
    assert.deepEqual(await noticesOf(watched), ['alarm high 1', 'all-clear ok 1'])
  })

  it('that is made after a record that is stamped ahead judges what comes next', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    const at = (minutes: number): string => new Date(clock() + minutes * MINUTE).toISOString()
    await sendRecords(app, unit, 'room', { messageUTC: at(20 * 60), temp: 5 })
    const body = { name: 'Warm', devices: [unit.dataId], source: 'room', condition: above8 }
    const id = (await call(createAlert, { as: owner, body })).body.details.alertID
    await pass(MINUTE)
    await sendRecords(app, unit, 'room', { messageUTC: at(0), temp: 9 })
    await features.alerts.run()

    assert.equal((await stateOf({ unit, id, follower: '' }))?.status, 'high')
  })

  it('takes a record without a number for none, and true and false for 1 and 0', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    await sendRecords(app, unit, 'door', [{ messageUTC: '2026-01-01T00:00:00Z', open: false }])
    const condition = { field: 'open', operator: 'equal', constant: 1 } as const
    const body = { name: 'Open', devices: [unit.dataId], source: 'door', condition }
    const id = (await call(createAlert, { as: owner, body })).body.details.alertID
    const now = new Date(clock() + 1_000).toISOString()

    await sendRecords(app, unit, 'door', [{ messageUTC: now, open: true }])
    await features.alerts.run()

    assert.equal((await stateOf({ unit, id, follower: '' }))?.status, 'high')
  })

  it('that has to last is triggered by the clock when no other record comes, and notifies again each interval', async () => {
    const watched = await watch({ forSeconds: 300, interval: 3_600 })
    await send(watched.unit, [
      [0, 5],
      [1, 9],
    ])
    await features.alerts.run()
    await pass(299_000)
    await features.alertTimers.run()
    const early = (await stateOf(watched))?.status

    await pass(2_000)
    await features.alertTimers.run()
    await pass(3_600_000)
    await features.alertTimers.run()

    assert.deepEqual([early, (await stateOf(watched))?.status], ['ok', 'high'])
    assert.deepEqual(await changesOf(watched), ['high at 6 with 9'])
    assert.deepEqual(await noticesOf(watched), ['alarm high 1', 'reminder high 1'])
  })

  it('that did not last after all, as a late record shows, is OK again', async () => {
    const watched = await watch({ forSeconds: 300 })
    await send(watched.unit, [
      [0, 5],
      [1, 9],
    ])
    await features.alerts.run()
    await pass(301_000)
    await features.alertTimers.run()

    await send(watched.unit, [[3, 5]])
    await features.alerts.run()

    assert.deepEqual(await changesOf(watched), [])
    assert.equal((await stateOf(watched))?.status, 'ok')
  })

  it('that is triggered by the clock stays so when a late record from before is no reason to end', async () => {
    const watched = await watch({ forSeconds: 300 })
    await send(watched.unit, [
      [0, 5],
      [1, 9],
    ])
    await features.alerts.run()
    await pass(301_000)
    await features.alertTimers.run()

    await send(watched.unit, [[0.5, 4]])
    await features.alerts.run()

    assert.deepEqual(await changesOf(watched), ['high at 6 with 9'])
    assert.equal((await stateOf(watched))?.status, 'high')
    assert.deepEqual(await noticesOf(watched), ['alarm high 1'])
  })

  it('that is snoozed notifies no one until then, and of what is still triggered afterwards', async () => {
    const watched = await watch()
    const until = new Date(clock() + 30 * MINUTE).toISOString()
    await call(snoozeAlert, { as: owner, body: { alertID: watched.id, until } })
    await send(watched.unit, [[0, 9]])
    await features.alerts.run()
    const inBetween = await noticesOf(watched)

    await pass(31 * MINUTE)
    await features.alertTimers.run()

    assert.deepEqual([inBetween, await noticesOf(watched)], [[], ['alarm high 1']])
  })

  it('of a unit in maintenance notifies no one', async () => {
    const watched = await watch()
    const now = clock()
    const window = { fromAt: now - 1, toAt: now + 30 * MINUTE, comment: '', createdBy: null }
    await db
      .insertInto('unitMaintenance')
      .values({ dataId: watched.unit.dataId, ...window })
      .execute()
    await send(watched.unit, [
      [0, 9],
      [1, 3],
    ])
    await features.alerts.run()
    const inBetween = await noticesOf(watched)

    await pass(31 * MINUTE)
    await features.alertTimers.run()

    assert.deepEqual([inBetween, await noticesOf(watched)], [[], ['summary ok 2']])
  })
})

const minute = fc.integer({ min: 0, max: 40 })
/** True and false in a field of numbers read as 1 and 0. */
const temp = fc.option(
  fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }) }, { weight: 1, arbitrary: fc.boolean() }),
  { freq: 12 },
)
const uploads = fc.array(fc.array(fc.tuple(minute, temp), { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 7,
})
const rules = fc.record({
  constant: fc.integer({ min: 5, max: 9 }),
  clearLimit: fc.option(fc.integer({ min: 2, max: 5 }), { nil: null }),
  forMinutes: fc.constantFrom(0, 0, 2, 5),
})

const mixedUploads = fc.array(
  fc.record({
    records: fc.array(fc.tuple(fc.integer({ min: -20, max: 20 }), temp), { minLength: 1, maxLength: 8 }),
    isStep: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
)

interface GivenRule {
  readonly constant: number
  readonly clearLimit: number | null
  readonly forMinutes: number
}

type Uploads = readonly (readonly (readonly [number, number | boolean | null])[])[]

/** What is known of it once all has arrived. */
function expected(sent: Uploads, rule: GivenRule): string[] {
  const byMinute = new Map(sent.flat().map(([at, value]) => [at, value]))
  const readings = [...byMinute]
    .filter(([, value]) => value !== null)
    .toSorted(([one], [other]) => one - other)
    .map(([at, value]) => ({ at: at * MINUTE, value: Number(value) }))
  return namesOf(rule, readings)
}

function namesOf(rule: GivenRule, readings: readonly { at: number; value: number }[]): string[] {
  return judgeNaively(ruleOf(rule), readings).map(
    ({ kind, at, value }) => `${kind === 'began' ? 'high' : 'ok'} at ${at / MINUTE} with ${value}`,
  )
}

function ruleOf({ constant, clearLimit, forMinutes }: GivenRule): Condition {
  const forSeconds = forMinutes * 60
  return conditionOf({ bound: boundOf({ ...above8, constant }), clearLimit: clearLimit ?? undefined, forSeconds })
}

describe('the history of alerts', () => {
  times.it('is that of all values in the order of time, however late, often and compacted they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(uploads, rules, fc.boolean(), fc.boolean(), async (sent, rule, isCompacted, inPieces) => {
        const { constant, clearLimit, forMinutes } = rule
        const condition = { ...above8, constant }
        const watched = await watch({ condition, clearLimit, forSeconds: forMinutes * 60 }, { held: true })
        for (const upload of sent) {
          await send(watched.unit, upload)
          if (isCompacted) await compact(watched.unit)
          await step([watched], { inPieces })
        }

        const changes = expected(sent, rule)
        assert.deepEqual(await changesOf(watched), changes)
        const status = changes.at(-1)?.startsWith('high') === true ? 'high' : 'ok'
        assert.equal((await stateOf(watched))?.status, status)
        await release([watched])
      }),
      // To look for a smaller example takes longer than the test may.
      { numRuns: 10, endOnFailure: true },
    )
  })

  times.it(
    'is that of all values from when on they count, however many uploads arrive in a step and however far ahead',
    async () => {
      await fc.assert(
        fc.asyncProperty(mixedUploads, rules, async (sent, rule) => {
          const { constant, clearLimit, forMinutes } = rule
          const condition = { ...above8, constant }
          owner = await signInWith(owner.email)
          const watched = await watch({ condition, clearLimit, forSeconds: forMinutes * 60 }, { held: true })
          const start = clock()
          const stored = new Map<number, { at: number; value: number | boolean | null }>()
          for (const { records, isStep } of sent) {
            clock.advance(MINUTE)
            const fresh = records
              .map(([minute, value]) => ({ sentAt: clock() + minute * MINUTE, value }))
              .filter(({ sentAt }) => (stored.get(sentAt)?.at ?? sentAt) === sentAt)
            for (const { sentAt, value } of fresh) stored.set(sentAt, { at: Math.min(sentAt, clock()), value })
            await sendRecords(
              app,
              watched.unit,
              'room',
              fresh.map(({ sentAt, value }) => ({ messageUTC: new Date(sentAt).toISOString(), temp: value })),
            )
            if (isStep) await step([watched])
          }
          await step([watched])

          const readings = [...stored]
            .map(([sentAt, { at, value }]) => ({ sentAt, at: at - start, value }))
            .flatMap(({ value, ...times }) => (value === null ? [] : [{ ...times, value: Number(value) }]))
            .toSorted((one, other) => one.at - other.at || one.sentAt - other.sentAt)
          const changes = namesOf(rule, readings)
          assert.deepEqual((await changesOf(watched, start)).toSorted(), changes.toSorted())
          const status = changes.at(-1)?.startsWith('high') === true ? 'high' : 'ok'
          assert.equal((await stateOf(watched))?.status, status)
          await release([watched])
          owner = await signInWith(owner.email)
        }),
        // To look for a smaller example takes longer than the test may.
        { numRuns: 10, endOnFailure: true },
      )
    },
  )

  it('is the same for many units in one step, and in as many steps', async () => {
    const together = [await watch({}, { held: true }), await watch({}, { held: true }), await watch({}, { held: true })]
    const [first] = together
    assert.ok(first)
    for (const { unit } of together)
      await send(unit, [
        [0, 9],
        [1, 2],
        [2, 10],
      ])

    await step(together)

    for (const watched of together) {
      assert.deepEqual(await changesOf(watched), ['high at 0 with 9', 'ok at 1 with 2', 'high at 2 with 10'])
    }
    await release(together)
  })
})

describe('a server that is killed while it judges', () => {
  it('leaves every change found once and notified once, wherever it was', async () => {
    const probe = [await prepare(), await prepare()]
    const statements = Number(await judge(probe))
    await release(probe)
    assert.ok(statements > 8)

    for (let statement = 1; statement <= statements; statement += 1) {
      const watched = [await prepare(), await prepare()]
      await judge(watched, statement)
      await step(watched)

      for (const one of watched) {
        assert.deepEqual(await changesOf(one), ['high at 1 with 9', 'ok at 2 with 4', 'high at 3 with 10'])
        assert.deepEqual(await noticesOf(one), ['summary high 3'])
      }
      await release(watched)
    }
  })

  async function prepare(): Promise<Watched> {
    const watched = await watch({}, { held: true })
    await send(watched.unit, [
      [0, 5],
      [1, 9],
      [2, 4],
      [3, 10],
    ])
    return watched
  }

  async function judge(watched: readonly Watched[], last?: number): Promise<string> {
    const program = join(import.meta.dirname, 'testing/judge-until-killed.ts')
    const ids = watched.map(({ follower }) => follower).join(',')
    const child = spawn(
      process.execPath,
      [program, database.connectionString, ids, ...(last === undefined ? [] : [String(last)])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return output
  }
})

async function compact(unit: BuiltUnit): Promise<void> {
  const { sourceKey: key } = await db
    .selectFrom('source')
    .select('sourceKey')
    .where('dataId', '=', unit.dataId)
    .executeTakeFirstOrThrow()
  await compactSource({ db, workers }, key)
}

describe('what alerts do by the clock', () => {
  it('makes one statement when nothing is due', async () => {
    let statements = 0
    const counting = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const refuse = () => Promise.reject(new Error('no notification is due'))
    const timers = createAlertWork({
      db: counting,
      reader,
      bus: createInProcessBus(silentLog),
      // Before anything in the database is due.
      clock: () => 0,
      log: silentLog,
      queueMail: refuse,
      queueSms: refuse,
      alertChannels: [],
      random: systemRandom,
      publicUrl: () => 'https://fieldwatch.example',
      unsubscribeLinks: { write: () => '', read: () => undefined },
      smsPerDay: 1,
    })
    await database.db.deleteFrom('alertNotification').execute()
    await timers.run(ONE_TURN)
    statements = 0

    await timers.run(ONE_TURN)

    assert.equal(statements, 1)
  })
})
