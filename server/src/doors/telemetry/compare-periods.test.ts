import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { Comparison } from '@fieldwatch/contract/comparisons/comparison-names'
import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import { sql } from 'kysely'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const clock = createFakeClock(Date.parse('2026-12-01T12:00:00Z'))
const { app, db, call, signInAs } = await createTestApp({ database, clock })
const person = await signInAs()
const admin = await signInAs({ role: 'admin', entity: person.entity })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const tank = sourceName('tank')

type Body = CallOf<typeof comparePeriods>['body']
type Series = Body['series'][number]

const compare = (body: Body, as = person) => call(comparePeriods, { as, body })

function about(unit: BuiltUnit, given: Partial<Series> = {}): Series {
  return { dataID: unit.dataId, source: tank, field: 'level', ...given }
}

interface Sent {
  readonly messageUTC: number
  readonly level: number | null | string
}

/** Five days of one record a minute around a moment, with gaps, nulls, words and repetitions, a part of which arrives late. */
async function sendDaysAround(unit: BuiltUnit, moment: number): Promise<Sent[]> {
  const start = moment - 2 * DAY
  const all = Array.from({ length: 5 * 1440 }, (_, minute): Sent => {
    const level = minute % 97 === 0 ? null : minute % 101 === 0 ? 'ERR' : ((minute * 7919) % 400) / 4
    return { messageUTC: start + minute * MINUTE + (minute % 7), level }
  }).filter((_, minute) => minute % 1440 < 300 || minute % 1440 > 390)
  const isLate = ({ messageUTC }: Sent): boolean => (messageUTC / MINUTE) % 13 < 1
  await sendRecords(
    app,
    unit,
    tank,
    all.filter((record) => !isLate(record)),
  )
  await sendRecords(app, unit, tank, all.filter(isLate))
  const corrected = all.flatMap((record, index) => (index % 211 === 3 ? [{ ...record, level: 99.75 }] : []))
  await sendRecords(app, unit, tank, corrected)
  const known = new Map([...all, ...corrected].map((record) => [record.messageUTC, record]))
  return [...known.values()]
}

interface Truth {
  readonly count: number
  readonly min: number | null
  readonly max: number | null
  readonly mean: number | null
  readonly above: number
}

/** What SQL makes of the same records, between two local times of a zone. */
async function figuresOfSql(
  records: readonly Sent[],
  { zone, from, to }: Record<'zone' | 'from' | 'to', string>,
): Promise<Truth> {
  const numbers = records.filter(({ level }) => typeof level === 'number')
  const { rows } = await sql<Truth>`
    with given as (
      select to_timestamp(at / 1000) as at, value
      from unnest(${numbers.map(({ messageUTC }) => messageUTC)}::float8[], ${numbers.map(({ level }) => Number(level))}::float8[]) as one (at, value)
    ), ends as (
      select ${from}::timestamp at time zone ${zone} as first, ${to}::timestamp at time zone ${zone} as last
    ), held as (
      select at, value, least(coalesce(lead(at) over (order by at), last), at + interval '10 minutes', last) as until, first, last
      from given, ends
    ), inside as (
      select value from given, ends where at >= first and at < last
    )
    select count(*)::int as count, min(value) as min, max(value) as max,
      (select sum(value * extract(epoch from until - greatest(at, first))) / sum(extract(epoch from until - greatest(at, first)))
        from held where until > first and at < last)::float8 as mean,
      (select coalesce(sum(extract(epoch from until - greatest(at, first))), 0)::float8 / 3600
        from held where value > 50 and until > first and at < last) as above
    from inside`.execute(db)
  const [row] = rows
  assert.ok(row)
  return row
}

function isClose(one: number | null | undefined, other: number | null): void {
  assert.ok(Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) < 1e-9, `${one} is ${other}`)
}

/** Nights on which clocks are changed somewhere; Kolkata never does. */
const NIGHTS = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Asia/Kolkata', '2026-03-29'],
  ['Asia/Kolkata', '2026-10-25'],
] as const

const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10)

async function startOfDay(day: number, zone: string): Promise<string> {
  const { rows } = await sql<{ at: Date }>`select ${dayText(day)}::timestamp at time zone ${zone} as at`.execute(db)
  return rows[0]?.at.toISOString() ?? ''
}

describe('compared periods', () => {
  for (const [zone, night] of NIGHTS)
    it(`around the night of ${night} in ${zone} have the figures of SQL`, async () => {
      const unit = await buildUnit(db, { entity: person.entity })
      const middle = Date.parse(`${night}T00:00:00Z`)
      const records = await sendDaysAround(unit, middle)

      for (const shown of [middle, middle + DAY]) {
        const { body } = await compare({
          series: [about(unit, { above: 50, maxGapMinutes: 10 })],
          from: await startOfDay(shown, zone),
          to: await startOfDay(shown + DAY, zone),
          compareWith: 'previous',
          timeZone: zone,
        })

        const [figures] = body.details.series
        for (const [period, day] of [
          ['shown', shown],
          ['compared', shown - DAY],
        ] as const) {
          const truth = await figuresOfSql(records, { zone, from: dayText(day), to: dayText(day + DAY) })
          const found = figures?.[period]
          assert.ok(found && truth.count > 1000)
          assert.deepEqual([found.count, found.min, found.max], [truth.count, truth.min, truth.max])
          isClose(found.mean, truth.mean)
          isClose(found.hoursAbove, truth.above)
        }
      }
    })

  it('are the same ones by name, by day and by their ends', async () => {
    const unit = await buildUnit(db, { entity: person.entity })
    await sendRecords(app, unit, tank, [
      { messageUTC: '2026-03-22T10:00:00Z', level: 1 },
      { messageUTC: '2026-03-29T10:00:00Z', level: 3 },
    ])
    const range = { from: '2026-03-28T23:00:00Z', to: '2026-03-29T22:00:00Z', timeZone: 'Europe/Berlin' }
    const ask = async (compareWith: Body['compareWith']) =>
      (await compare({ series: [about(unit)], ...range, compareWith })).body.details

    const [named, day, ends] = [
      await ask('last-week' satisfies Comparison),
      await ask('2026-03-22'),
      await ask({ from: '2026-03-22T00:00:00+01:00', to: '2026-03-23T00:00:00+01:00' }),
    ]

    assert.deepEqual(named.compared, { fromUTC: '2026-03-21T23:00:00.000Z', toUTC: '2026-03-22T23:00:00.000Z' })
    assert.deepEqual([day, ends], [named, named])
    assert.deepEqual(
      named.series.map(({ shown, compared }) => [shown?.mean, compared?.mean]),
      [[3, 1]],
    )
  })

  it('have no figures of texts, truth values and what the unit never sent', async () => {
    const unit = await buildUnit(db, { entity: person.entity })
    await sendRecords(app, unit, tank, {
      messageUTC: '2026-03-29T10:00:00Z',
      level: 3,
      on: true,
      word: 'x',
      empty: null,
    })
    const fields = ['on', 'word', 'empty', 'never', 'constructor']

    const { body } = await compare({
      series: [...fields.map((field) => about(unit, { field })), about(unit, { source: sourceName('never') })],
      from: '2026-03-29T00:00:00Z',
      to: '2026-03-30T00:00:00Z',
      compareWith: 'previous',
    })

    for (const { shown, compared } of body.details.series) assert.deepEqual([shown, compared], [null, null])
  })

  it('count the hours of a value from before the period on, up to now', async () => {
    const unit = await buildUnit(db, { entity: person.entity })
    const now = clock()
    await sendRecords(app, unit, tank, [
      { messageUTC: now - 5 * HOUR, level: 60 },
      { messageUTC: now - 2 * HOUR, level: 10 },
      { messageUTC: now - HOUR, level: 60 },
    ])

    const { body } = await compare({
      series: [about(unit, { above: 50, maxGapMinutes: 180 }), about(unit, { above: 60 })],
      from: new Date(now - 4 * HOUR).toISOString(),
      to: new Date(now + DAY).toISOString(),
      compareWith: { from: new Date(now - 2 * DAY).toISOString(), to: new Date(now - DAY).toISOString() },
    })

    const [held, never] = body.details.series
    assert.deepEqual([held?.shown?.hoursAbove, held?.shown?.count, never?.shown?.hoursAbove], [3, 2, 0])
    assert.deepEqual(held?.compared, { count: 0, mean: null, min: null, max: null, hoursAbove: 0 })
  })

  it('leave out what had not arrived by a moment, and hold no value beyond it', async () => {
    const unit = await buildUnit(db, { entity: person.entity })
    const start = clock()
    const at = (minutes: number): string => new Date(start + minutes * MINUTE).toISOString()
    await sendRecords(app, unit, tank, [
      { messageUTC: start - 90 * MINUTE, level: 1 },
      { messageUTC: start, level: 9 },
    ])
    clock.advance(10 * MINUTE)
    await sendRecords(app, unit, tank, [
      { messageUTC: start - 60 * MINUTE, level: 50 },
      { messageUTC: start + 1 * MINUTE, level: 20 },
    ])
    const body: Body = { series: [about(unit, { above: 5 })], from: at(0), to: at(60), compareWith: 'previous' }

    const now = (await compare(body)).body.details.series[0]
    const then = (await compare({ ...body, from: at(-1), asKnownAt: at(6) })).body.details.series[0]

    assert.deepEqual([now?.shown?.mean, now?.compared?.mean], [18.9, 50])
    assert.deepEqual([then?.shown?.mean, then?.shown?.hoursAbove], [9, 0.1])
    assert.equal(then?.compared?.count, 0)
  })

  it('are within the years that the portal knows', async () => {
    const unit = await buildUnit(db, { entity: person.entity })
    const ends = async (from: string, to: string, compareWith: Body['compareWith']) => {
      const { body } = await compare({ series: [about(unit)], from, to, compareWith, timeZone: 'Pacific/Kiritimati' })
      return body.details.compared
    }

    const [first, last] = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
    assert.deepEqual(await ends(first, '1970-01-03T00:00:00Z', 'last-year'), { fromUTC: first, toUTC: first })
    assert.equal((await ends('2026-01-01T00:00:00Z', '2026-01-09T00:00:00Z', '9999-12-31')).toUTC, last)
  })

  it('of numbers that add up to more than a number holds have a mean', async () => {
    const unit = await buildUnit(db, { entity: person.entity })
    const levels = [-1e308, 1e308, 1e308]
    await sendRecords(
      app,
      unit,
      tank,
      levels.map((level, minute) => ({ messageUTC: clock() - minute * MINUTE, level })),
    )
    const range = { from: new Date(clock() - HOUR).toISOString(), to: new Date(clock() + 1).toISOString() }

    const { body } = await compare({ series: [about(unit)], ...range, compareWith: 'previous' })

    const { shown } = body.details.series[0] ?? {}
    assert.deepEqual({ ...shown, mean: 0 }, { count: 3, mean: 0, min: -1e308, max: 1e308, hoursAbove: null })
    assert.ok(Math.abs((shown?.mean ?? 0) - 1e308) < 1e294, `${shown?.mean}`)
  })

  it('are refused without a sign-in, out of reach, for sources of admins, and where there is no period', async () => {
    const [unit, foreign] = [await buildUnit(db, { entity: person.entity }), await buildUnit(db)]
    const range = { from: '2026-03-29T00:00:00Z', to: '2026-03-30T00:00:00Z', compareWith: 'previous' } as const
    const codes = async (series: Series, given: Partial<Body> = {}, as = person) =>
      (await compare({ series: [series], ...range, ...given }, as)).failure?.code

    assert.equal(
      (await call(comparePeriods, { body: { series: [about(unit)], ...range } })).failure.code,
      'auth/missing-token',
    )
    assert.equal(await codes(about(foreign)), 'unit/not-found')
    assert.equal(await codes({ ...about(unit), dataID: 'nothing' }), 'unit/not-found')
    assert.equal(await codes(about(unit, { source: 'action_request' })), 'access/forbidden')
    assert.equal(await codes(about(unit, { source: 'action_request' }), {}, admin), undefined)
    for (const given of [
      { to: range.from },
      { from: '2000-01-01T00:00:00Z' },
      { timeZone: 'Mars/Olympus' },
      { compareWith: 'yesterday' as never },
      { compareWith: '2026-02-30' },
      { compareWith: { from: range.to, to: range.from } },
    ])
      assert.equal(await codes(about(unit), given), 'request/invalid', JSON.stringify(given))
  })
})
