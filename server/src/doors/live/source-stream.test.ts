import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import { signIn, signOut } from '@fieldwatch/contract/people/auth'
import { buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { readEvents, type EventReader, type ReadEvent } from '#testing/read-events.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, bus, call, clock, features, metrics, signInAs, close } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })
const person = await signInAs()
const foreign = await buildUnit(db)
await sendRecords(app, foreign, 'probe', { a: 1 })

const HOUR = 3_600_000

const open = (
  unit: BuiltUnit,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) => readEvents(app, `stream/data/${unit.dataId}/probe${query}`, { as: person, headers })

const ownUnit = () => buildUnit(db, { entity: person.entity })

/** Records of consecutive seconds, beginning an hour ago. */
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ messageUTC: clock() - HOUR + (from + index) * 1000, n: from + index }))

const numbers = (event: ReadEvent | undefined): number[] =>
  ((event?.data ?? []) as (DataRecord & { n: number })[]).map(({ n }) => n)

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

/** Reads batches until one is shorter than 500. */
async function initialLoad(reader: EventReader): Promise<{ sizes: number[]; records: number[]; id: string }> {
  const sizes: number[] = []
  const records: number[] = []
  while (true) {
    const event = await reader.next()
    assert.equal(event?.event, 'added')
    sizes.push(numbers(event).length)
    records.push(...numbers(event))
    if (numbers(event).length < 500) return { sizes, records, id: event.id ?? '' }
  }
}

const openStreams = async (): Promise<number> => {
  const { values } = await metrics.openStreams.get()
  return values.find(({ labels }) => labels.stream === 'source')?.value ?? 0
}

describe('a stream of records', () => {
  // spec 1-7-26
  it('asks for a sign-in before the first byte', async () => {
    const unit = await ownUnit()

    const reader = await readEvents(app, `stream/data/${unit.dataId}/probe`)

    assert.equal(reader.status, 401)
    assert.equal(JSON.parse(await reader.text()).code, 'auth/missing-token')
  })

  // spec 1-7-28, 2-7-10
  it("answers for another entity's unit as for one that is not there, in words in a header", async () => {
    const theirs = await open(foreign)
    const missing = await open({ ...foreign, dataId: 'unknown' as never })

    assert.equal(theirs.status, 404)
    assert.equal(theirs.headers.get('x-error-details'), 'Device not found')
    const body = await theirs.text()
    assert.equal(JSON.parse(body).message, 'Device not found')
    assert.equal(await missing.text(), body)
  })

  // spec 1-7-28, 2-7-10
  it('says that the data could not be found', async () => {
    const reader = await open(await ownUnit())

    assert.equal(reader.status, 404)
    assert.equal(reader.headers.get('x-error-details'), 'Data could not be found')
    assert.equal(JSON.parse(await reader.text()).code, 'data/not-found')
  })

  it('refuses a moment that is none', async () => {
    const reader = await open(await ownUnit(), { query: '?since=yesterday' })

    assert.equal(reader.status, 400)
  })

  it('has the headers of a stream that nothing keeps or holds back', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', { n: 1 })

    const reader = await open(unit)

    assert.equal(reader.status, 200)
    assert.match(reader.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(reader.headers.get('cache-control'), 'no-store')
    assert.equal(reader.headers.get('x-accel-buffering'), 'no')
    assert.equal(reader.headers.get('x-content-type-options'), 'nosniff')
    reader.close()
  })

  for (const [count, sizes] of [
    [3, [3]],
    [499, [499]],
    [500, [500, 0]],
    [1200, [500, 500, 200]],
  ] as const) {
    // spec 1-7-26, 1-9-19, 2-7-08, 2-9-26
    it(`replays ${count} records in batches of 500, the last one shorter`, async () => {
      const unit = await ownUnit()
      await sendRecords(app, unit, 'probe', many(count))
      const reader = await open(unit)

      const load = await initialLoad(reader)

      assert.deepEqual(load.sizes, sizes)
      assert.deepEqual(load.records, range(0, count))
      reader.close()
    })
  }

  it('replays everything to each of 64 streams that one person opens at once', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1200))

    const readers = await Promise.all(Array.from({ length: 64 }, () => open(unit)))
    const loads = await Promise.all(readers.map(initialLoad))

    for (const { sizes } of loads) assert.deepEqual(sizes, [500, 500, 200])
    for (const reader of readers) reader.close()
  })

  it('replays the last 24 hours by default', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', [
      { messageUTC: clock() - 25 * HOUR, n: 1 },
      { messageUTC: clock() - 23 * HOUR, n: 2 },
    ])

    const day = await open(unit)
    const all = await open(unit, { query: `?since=${clock() - 26 * HOUR}` })
    const none = await open(unit, { query: `?since=${new Date(clock()).toISOString()}` })

    assert.deepEqual((await initialLoad(day)).records, [2])
    assert.deepEqual((await initialLoad(all)).records, [1, 2])
    assert.deepEqual((await initialLoad(none)).records, [])
    for (const reader of [day, all, none]) reader.close()
  })

  // spec 1-7-27, 2-7-09
  it('sends new records as they arrive, late ones too', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1))
    const reader = await open(unit)
    await initialLoad(reader)

    await sendRecords(app, unit, 'probe', { messageUTC: clock(), n: 100 })
    const first = await reader.next()
    await sendRecords(app, unit, 'probe', { messageUTC: clock() - 30 * HOUR, n: 101 })
    const second = await reader.next()

    assert.equal(first?.event, 'added')
    assert.deepEqual(Object.keys((first.data as object[])[0] ?? {}), ['messageUTC', 'recieveUTC', 'n'])
    assert.deepEqual([numbers(first), numbers(second)], [[100], [101]])
    reader.close()
  })

  it('does not send a record again that a unit sends again as it was, as one does that lost its acknowledgement', async () => {
    const unit = await ownUnit()
    const [first, second] = many(2)
    await sendRecords(app, unit, 'probe', [first])
    const reader = await open(unit)
    await initialLoad(reader)

    clock.advance(1_000)
    await sendRecords(app, unit, 'probe', [first])
    clock.advance(1_000)
    await sendRecords(app, unit, 'probe', [first, second])
    const again = await open(unit)

    assert.deepEqual(numbers(await reader.next()), [1])
    assert.deepEqual((await initialLoad(again)).records, [0, 1])
    for (const one of [reader, again]) one.close()
  })

  it('sends many records of one message in batches of 500', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1))
    const reader = await open(unit)
    await initialLoad(reader)

    await sendRecords(app, unit, 'probe', many(1100, 10))

    const batches = [await reader.next(), await reader.next(), await reader.next()].map(numbers)
    assert.deepEqual(
      batches.map(({ length }) => length),
      [500, 500, 100],
    )
    assert.deepEqual(batches.flat(), range(10, 1110))
    reader.close()
  })

  it('resumes after every event without a gap and without repeating one', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1200))
    const reader = await open(unit)
    const ids: { id: string; seen: number[] }[] = []
    const seen: number[] = []
    const read = async (): Promise<void> => {
      const event = await reader.next()
      seen.push(...numbers(event))
      ids.push({ id: event?.id ?? '', seen: [...seen] })
    }
    for (let batch = 0; batch < 3; batch += 1) await read()
    await sendRecords(app, unit, 'probe', many(1100, 1200))
    for (let batch = 0; batch < 3; batch += 1) await read()
    await sendRecords(app, unit, 'probe', many(5, 2300))
    await read()
    reader.close()

    assert.equal(ids.length, 7)
    for (const { id, seen: before } of ids) {
      const resumed = await open(unit, { headers: { 'last-event-id': id } })
      const rest: number[] = []
      while (rest.length + before.length < 2305) rest.push(...numbers(await resumed.next()))
      assert.deepEqual([...before, ...rest], range(0, 2305), id)
      resumed.close()
    }
  })

  it('resumes where nothing is new with an empty batch', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(3))
    const reader = await open(unit)
    const { id } = await initialLoad(reader)
    reader.close()

    const resumed = await open(unit, { headers: { 'last-event-id': id } })

    assert.deepEqual((await initialLoad(resumed)).sizes, [0])
    resumed.close()
  })

  it('sends a record that was replaced during the replay in its newest form, once', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(600))
    const reader = await open(unit)
    const first = await reader.next()
    reader.close()
    const [, replaced] = many(600).slice(550)
    clock.advance(1)
    await sendRecords(app, unit, 'probe', { ...replaced, n: 9999 })

    const resumed = await open(unit, { headers: { 'last-event-id': first?.id ?? '' } })
    const replay = numbers(await resumed.next())
    const arrived = numbers(await resumed.next())

    assert.deepEqual(
      [...replay, ...arrived].toSorted((one, other) => one - other),
      [...range(500, 600).filter((n) => n !== 551), 9999],
    )
    resumed.close()
  })

  it('refuses an id that is none, instead of beginning again', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(3))

    const reader = await open(unit, { headers: { 'last-event-id': "1'; drop table record" } })

    assert.equal(reader.status, 400)
    assert.match(reader.headers.get('x-error-details') ?? '', /^Last-Event-ID is not the id of an event/)
    assert.equal(JSON.parse(await reader.text()).code, 'data/cursor-invalid')
  })

  it('loses nothing that arrives while it replays', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(2000))
    const reader = await open(unit)
    const sending = (async () => {
      for (let index = 0; index < 40; index += 1) await sendRecords(app, unit, 'probe', many(10, 2000 + index * 10))
    })()

    const received: number[] = []
    while (received.length < 2400) received.push(...numbers(await reader.next()))
    await sending

    assert.deepEqual(received, range(0, 2400))
    reader.close()
  })

  it('says that it is alive', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1))
    const reader = await open(unit)
    await initialLoad(reader)

    features.live.beat()

    assert.equal(await reader.nextBlock(), ': alive')
    reader.close()
  })

  it('reads what it missed from the store when its reader falls behind, and keeps nothing for it in the meantime', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1))
    const reader = await open(unit)
    const text = 'x'.repeat(10_000)
    const first = await initialLoad(reader)

    // Far more than fits into the buffers of two sockets; the reader reads none of it before all is stored.
    for (let index = 0; index < 60; index += 1) {
      const batch = many(50, 1 + index * 50).map((record) => ({ ...record, text }))
      await sendRecords(app, unit, 'probe', batch)
    }
    const received = [...first.records]
    while (received.length < 3001) received.push(...numbers(await reader.next()))

    assert.deepEqual(received, range(0, 3001))
    reader.close()
  })

  it('ends for a reader that takes nothing for four beats, which then resumes without a gap', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1))
    const before = await openStreams()
    const reader = await open(unit)
    const first = await initialLoad(reader)
    const text = 'x'.repeat(10_000)
    for (let index = 0; index < 60; index += 1) {
      const batch = many(50, 1 + index * 50).map((record) => ({ ...record, text }))
      await sendRecords(app, unit, 'probe', batch)
    }

    while ((await openStreams()) > before) {
      features.live.beat()
      await setImmediate()
    }
    reader.close()

    const resumed = await open(unit, { headers: { 'last-event-id': first.id } })
    const rest: number[] = []
    while (rest.length < 3000) rest.push(...numbers(await resumed.next()))
    assert.deepEqual(rest, range(1, 3001))
    resumed.close()
  })

  it('is counted as long as it is open', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', many(1))
    const before = await openStreams()
    const reader = await open(unit)
    await initialLoad(reader)

    assert.equal(await openStreams(), before + 1)
  })
})

describe('a stream ends', () => {
  async function opened(as = person) {
    const unit = await buildUnit(db, { entity: as.entity })
    await sendRecords(app, unit, 'probe', many(1))
    const reader = await readEvents(app, `stream/data/${unit.dataId}/probe`, { as })
    await initialLoad(reader)
    return { unit, reader }
  }

  const sessionOf = async (as: typeof person): Promise<SessionId> =>
    (await db.selectFrom('session').select('id').where('userId', '=', as.userId).executeTakeFirstOrThrow()).id

  it('at once when its session ends', async () => {
    const leaving = await signInAs()
    const { reader } = await opened(leaving)

    bus.publish('sessions-ended', { sessionIds: [await sessionOf(leaving)] })

    assert.equal(await reader.next(), undefined)
  })

  it('when its person signs out', async () => {
    const { email, entity } = await buildUser(db)
    const { body, response } = await call(signIn, { body: { email, password: TEST_PASSWORD } })
    const [cookie] = response.cookies
    const { reader } = await opened({ ...person, entity, bearer: `Bearer ${body.details.idToken}` })

    await call(signOut, { cookies: { [cookie?.name ?? '']: cookie?.value ?? '' } })

    assert.equal(await reader.next(), undefined)
  })

  it('when another process ended the session', async () => {
    const leaving = await signInAs()
    const { reader } = await opened(leaving)

    await db
      .updateTable('session')
      .set({ endedAt: new Date(clock()) })
      .where('userId', '=', leaving.userId)
      .execute()
    await features.live.check()

    assert.equal(await reader.next(), undefined)
  })

  it('when its person is disabled', async () => {
    const leaving = await signInAs()
    const { reader } = await opened(leaving)

    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', leaving.userId).execute()
    await features.live.check()

    assert.equal(await reader.next(), undefined)
  })

  it('when the unit goes to another entity', async () => {
    const { unit, reader } = await opened()

    await db.updateTable('unitEntity').set({ entityId: foreign.entity }).where('dataId', '=', unit.dataId).execute()
    await features.live.check()

    assert.equal(await reader.next(), undefined)
  })

  it('not when nothing has changed', async () => {
    const { unit, reader } = await opened()

    await features.live.check()
    await sendRecords(app, unit, 'probe', many(1, 7))

    assert.deepEqual(numbers(await reader.next()), [7])
    reader.close()
  })

  it('when the server stops, which does not wait for it', async () => {
    const { reader } = await opened()

    await close()

    assert.equal(await reader.next(), undefined)
  })
})
