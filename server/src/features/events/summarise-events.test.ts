import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getEventSummary, type EventSummary } from '@fieldwatch/contract/events/event-summary'
import { listEvents } from '@fieldwatch/contract/events/events'
import fc from 'fast-check'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { calendarPeriods } from '@fieldwatch/contract/events/calendar-periods'
import { createEventStore, EVENTS, type StoredEventTable } from './event-store.ts'
import { createFindingStore } from './finding-store.ts'
import type { Occurrence } from './occurrence.ts'
import { createOccurrenceRows } from './occurrence-rows.ts'

const database = await createTestDatabase()
const { db, call, clock, signInAs } = await createTestApp({ database })
const ada = await signInAs({ role: 'viewer' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = clock()
/** A change of the clocks of Berlin, Havana and Lord Howe lies in the weeks behind it. */
const START = Date.parse('2025-03-01T00:00:00Z')
const GAP = 60 * MINUTE

let units = 0

async function buildTable(startAt = START): Promise<StoredEventTable> {
  const { dataId } = await buildUnit(db, { entity: ada.entity })
  const rule = {
    source: sourceName('room'),
    field: 'temp',
    operator: '>',
    constant: 20,
    comparison: 'room.temp > 20',
    startAt,
    gapMs: GAP,
    values: [],
  } as const
  const store = createEventStore(db)
  await store.create({ dataId, name: `hot_${(units += 1)}`, title: 'hot', rule, now: 0 })
  const [table] = await store.list(dataId)
  assert.ok(table)
  // No one looks for occurrences here: these are put in by hand.
  await createFollowerStore(db).unfollow(EVENTS, String(table.id))
  return table
}

async function summaryOf(
  { dataId, name }: StoredEventTable,
  { from, to, timeZone }: { from?: number; to?: number; timeZone?: string } = {},
): Promise<EventSummary> {
  const { status, body, failure } = await call(getEventSummary, {
    as: ada,
    query: {
      dataID: dataId,
      name,
      ...(from === undefined ? {} : { startDate: from }),
      ...(to === undefined ? {} : { endDate: to }),
      ...(timeZone === undefined ? {} : { timeZone }),
    } as never,
  })
  assert.equal(status, 200, failure.message)
  return body.details
}

const occurrence = (startAt: number, endAt: number | undefined, lastAt = endAt ?? startAt): Occurrence => {
  return { startAt, endAt, lastAt, figures: [] }
}

/** All that begins from a moment on and before another is this. */
async function put({ id }: StoredEventTable, from: number, to: number, occurrences: Occurrence[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createFindingStore(tx)
    await store.claim(id)
    await store.clear(id, { from, to })
    const rows = createOccurrenceRows(id)
    for (const occurrence of occurrences) rows.add(occurrence)
    await store.insert(rows)
    await store.sumUp(id, { from, to })
  })
}

async function extend({ id }: StoredEventTable, occurrences: Occurrence[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const store = createFindingStore(tx)
    const table = await store.claim(id)
    assert.ok(table)
    await store.extend([{ table, occurrences }])
  })
}

/** As the words say it, occurrence by occurrence. */
function summariseNaively(occurrences: readonly Occurrence[], range: { from: number; to: number }, timeZone: string) {
  const { by, bounds } = calendarPeriods(range, timeZone)
  const within = (from: number, to: number) => {
    const parts = occurrences.flatMap(({ startAt, endAt, lastAt }) => {
      const end = endAt ?? lastAt
      const goesOn = endAt === undefined && lastAt + GAP >= NOW
      if (startAt >= to || (startAt < from && end <= from && !goesOn)) return []
      return [{ startAt, durationMs: Math.max(0, Math.min(end, to) - Math.max(startAt, from)) }]
    })
    return { count: parts.length, duration: parts.reduce((sum, { durationMs }) => sum + durationMs, 0), parts }
  }
  const { count, duration, parts } = within(range.from, range.to)
  const [longest] = parts.sort((one, other) => other.durationMs - one.durationMs || one.startAt - other.startAt)
  const time = (at: number): string => new Date(at).toISOString()
  return {
    startUTC: time(range.from),
    endUTC: time(range.to),
    count,
    duration,
    mean: count === 0 ? null : duration / count,
    longest: longest === undefined ? null : { startUTC: time(longest.startAt), duration: longest.durationMs },
    // The occurrences are put there without records.
    noData: range.to - range.from,
    share: null,
    by,
    periods: bounds.slice(1).map((end, place) => {
      const period = within(bounds[place] ?? 0, end)
      const begin = bounds[place] ?? 0
      const { count: ofPeriod, duration: lasted } = period
      return { startUTC: time(begin), endUTC: time(end), count: ofPeriod, duration: lasted, noData: end - begin }
    }),
  }
}

/** Occurrences one behind the other: a pause, then how long it lasts. */
const someOccurrences = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 * MINUTE }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 * DAY }) },
      { weight: 1, arbitrary: fc.constant(HOUR) },
    ),
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 * MINUTE }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * DAY }) },
      { weight: 1, arbitrary: fc.constant(HOUR) },
    ),
  ),
  { maxLength: 40 },
)

function follow(from: number, steps: readonly (readonly [number, number])[]): Occurrence[] {
  let at = from
  return steps.map(([pause, length]) => {
    const startAt = at + pause
    at = startAt + length
    return occurrence(startAt, at)
  })
}

const someZone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu')

describe('the summary of an event table', () => {
  it('is the one of a naive count, whatever was found late and in whichever zone days begin', async () => {
    const correction = fc.record({
      from: fc.integer({ min: 0, max: 20 * DAY }),
      length: fc.integer({ min: 1, max: 3 * DAY }),
      steps: someOccurrences,
    })
    const ranges = fc.array(fc.tuple(fc.nat(25 * DAY), fc.integer({ min: 1, max: 25 * DAY }), someZone, fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(
        someOccurrences,
        fc.array(correction, { maxLength: 4 }),
        someOccurrences,
        fc.boolean(),
        ranges,
        async (first, corrections, later, isOpen, asked) => {
          const table = await buildTable()
          let known = follow(START, first)
          await put(table, START, Infinity, known)
          for (const { from, length, steps } of corrections) {
            // Nothing that began before reaches into it.
            const begin = known.findLast(({ startAt, endAt = 0 }) => startAt < START + from && endAt > START + from)
            const stretch = { from: begin?.startAt ?? START + from, to: START + from + length }
            const found = follow(stretch.from, steps).filter(({ endAt = 0 }) => endAt < stretch.to)
            const isKept = ({ startAt }: Occurrence): boolean => startAt < stretch.from || startAt >= stretch.to
            known = [...known.filter(isKept), ...found].sort((one, other) => one.startAt - other.startAt)
            await put(table, stretch.from, stretch.to, found)
          }
          const newest = known.at(-1)
          for (const one of follow(newest?.endAt ?? START, later)) {
            known.push(one)
            await extend(table, [one])
          }
          const last = known.pop()
          if (last !== undefined) {
            const end = isOpen ? occurrence(last.startAt, undefined, last.lastAt) : last
            known.push(end)
            await extend(table, [end])
          }

          for (const [from, length, timeZone, onTheHour] of asked) {
            const begin = START + (onTheHour ? from - (from % HOUR) : from)
            const range = { from: begin, to: Math.min(begin + length, NOW) }
            const summary = await summaryOf(table, { ...range, timeZone })
            assert.deepEqual(summary, summariseNaively(known, range, timeZone))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('shows an ongoing occurrence up to its last record, and counts it on every day until now', async () => {
    const begin = NOW - 2 * HOUR
    const table = await buildTable(begin)
    await put(table, begin, Infinity, [occurrence(begin, undefined, NOW - 30 * MINUTE)])

    const { count, duration, longest, periods } = await summaryOf(table)

    assert.deepEqual([count, duration], [1, 90 * MINUTE])
    assert.deepEqual(longest, { startUTC: new Date(begin).toISOString(), duration: 90 * MINUTE })
    assert.ok(periods.every((period) => period.count === 1))
  })

  it('counts as many as the table lists', async () => {
    const table = await buildTable()
    await put(
      table,
      START,
      Infinity,
      follow(START, [
        [MINUTE, 3 * HOUR],
        [MINUTE, 0],
        [90 * MINUTE, 5 * HOUR],
      ]),
    )
    for (const from of [START, START + HOUR, START + 3 * HOUR + MINUTE, START + 6 * HOUR]) {
      const to = from + 2 * HOUR
      const { body } = await call(listEvents, {
        as: ada,
        query: { dataID: table.dataId, name: table.name, startDate: from, endDate: to } as never,
      })
      assert.ok('pagination' in body.details)
      assert.equal(body.details.pagination.total, (await summaryOf(table, { from, to })).count)
    }
  })

  it('begins with the start date of the table, and ends now', async () => {
    const table = await buildTable()

    const whole = await summaryOf(table, { from: 0, to: NOW + DAY })
    const ahead = await summaryOf(table, { from: NOW + DAY, to: NOW + 2 * DAY })

    assert.deepEqual(
      [whole.startUTC, whole.endUTC],
      [START, NOW].map((at) => new Date(at).toISOString()),
    )
    assert.deepEqual([whole.count, whole.duration, whole.mean, whole.longest, whole.share], [0, 0, null, null, null])
    assert.deepEqual([ahead.count, ahead.periods], [0, []])
  })

  it('is refused for a time zone or a table that there is not', async () => {
    const { dataId, name } = await buildTable()
    const ask = (query: object) => call(getEventSummary, { as: ada, query: { dataID: dataId, name, ...query } })

    const zone = await ask({ timeZone: 'Mars/Olympus' })
    const table = await ask({ name: 'other' })

    assert.deepEqual([zone.status, zone.failure.message], [400, 'There is no such time zone.'])
    assert.deepEqual([table.status, table.failure.code], [404, 'event/not-found'])
  })
})

describe('what an event table found', () => {
  it('goes with it, and with its unit', async () => {
    const [table, other] = [await buildTable(), await buildTable()]
    for (const one of [table, other])
      await put(
        one,
        START,
        Infinity,
        follow(START, [
          [0, HOUR],
          [HOUR, HOUR],
          [DAY, HOUR],
        ]),
      )
    const left = async (): Promise<number> => {
      const ids = [table.id, other.id]
      const found = await db.selectFrom('eventOccurrence').select('startAt').where('eventTable', 'in', ids).execute()
      const hours = await db.selectFrom('eventHour').select('hour').where('eventTable', 'in', ids).execute()
      return found.length + hours.length
    }
    assert.equal(await left(), 10)

    await createEventStore(db).remove(table)
    assert.equal(await left(), 5)
    await db.deleteFrom('unit').where('dataId', '=', other.dataId).execute()
    assert.equal(await left(), 0)
  })
})
