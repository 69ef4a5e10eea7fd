import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  type DataQuery,
  getCollections,
  getDataOptions,
  listSharedOptions,
  prepareData,
  queryData,
} from '@fieldwatch/contract/telemetry/data'
import type { z } from 'zod'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database })
const person = await signInAs()
const unit = await buildUnit(db, { entity: person.entity })
const foreign = await buildUnit(db)

const START = Date.parse('2026-02-01T00:00:00Z')
const NOW = new Date(clock()).toISOString()
const at = (second: number): string => new Date(START + second * 1000).toISOString()

await sendRecords(app, foreign, 'probe', { a: 1 })
await sendRecords(app, unit, 'probe', [
  { messageUTC: at(0), level: 3, name: 'b', on: true },
  { messageUTC: at(1), level: 1.5, name: 'a', on: false },
  { messageUTC: at(2), level: 3, name: "x'; drop table record; --" },
  { messageUTC: at(3), level: null, name: 'c' },
  { messageUTC: at(4), level: 10 },
])
await sendRecords(
  app,
  unit,
  'long',
  Array.from({ length: 2500 }, (_, index) => ({ messageUTC: at(index), n: index, group: index % 7 })),
)

type Body = z.input<typeof DataQuery>

const ask = (body: Partial<Body>) =>
  call(queryData, { as: person, body: { dataID: unit.dataId, subject: 'probe', ...body } })

const seconds = (records: readonly { messageUTC: string }[]) =>
  records.map(({ messageUTC }) => (Date.parse(messageUTC) - START) / 1000)

async function found(body: Partial<Body>): Promise<number[]> {
  const answer = await ask(body)
  assert.equal(answer.status, 200, answer.response.body)
  return seconds(answer.body.body.details.data)
}

/** Joins pages as the specification has clients do it. */
async function joined(body: Partial<Body>): Promise<{ sizes: number[]; records: { n: number; group: number }[] }> {
  const sizes: number[] = []
  const records: { n: number; group: number }[] = []
  let next: Partial<Body> = body
  while (true) {
    const { status, body: reply, response } = await ask(next)
    assert.equal(status, 200, response.body)
    const { data, pagination } = reply.body.details
    sizes.push(data.length)
    records.push(...(data as never[]))
    if (!pagination.hasNext) return { sizes, records }
    next = pagination
  }
}

describe('POST data/', () => {
  it('asks for a sign-in', async () => {
    const answer = await call(queryData, { body: { dataID: unit.dataId, subject: 'probe' } })

    assert.equal(answer.status, 401)
    assert.equal(answer.failure.code, 'auth/missing-token')
  })

  it("answers for another entity's unit as for one that is not there", async () => {
    const theirs = await ask({ dataID: foreign.dataId })
    const missing = await ask({ dataID: 'unknown' })

    assert.equal(theirs.status, 404)
    assert.equal(theirs.failure.code, 'unit/not-found')
    assert.equal(theirs.response.body, missing.response.body)
  })

  for (const [what, body] of [
    ['an unknown operator', { filters: [{ field: 'a', operator: '=~', value: 1 }] }],
    ['a value that is an object', { filters: [{ field: 'a', operator: '==', value: {} }] }],
    ['a time that is none', { filters: [{ field: 'messageUTC', operator: '>', value: 'yesterday' }] }],
    ['a time before 1970', { filters: [{ field: 'messageUTC', operator: '>', value: '1969-12-31T23:59:59Z' }] }],
    ['a time behind 9999', { filters: [{ field: 'recieveUTC', operator: '<', value: '9999-12-31T23:59:59-12:00' }] }],
    ['a number that is a time behind 9999', { filters: [{ field: 'messageUTC', operator: '<', value: 3e14 }] }],
    ['no field of that name', { filters: [{ field: "a' or 1=1 --", operator: '==', value: 1 }] }],
    ['a NUL in a value', { filters: [{ field: 'a', operator: '==', value: 'x\0' }] }],
    ['a direction that is none', { sort: { field: 'a', direction: 'sideways' } }],
    ['a field to sort by that cannot be', { sort: { field: 'a"b', direction: 'asc' } }],
    ['a limit of 0', { limit: 0 }],
    ['a source name that cannot be', { subject: '../etc' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const answer = await ask(body as never)

      assert.equal(answer.status, 400)
      assert.equal(answer.failure.code, 'request/invalid')
    })
  }

  for (const cursor of ['nonsense', 'bnVsbA', Buffer.from('[1,"level","asc","{",0]').toString('base64url')]) {
    it(`refuses the cursor ${cursor}`, async () => {
      const answer = await ask({ cursor })

      assert.equal(answer.status, 400)
      assert.equal(answer.failure.code, 'data/cursor-invalid')
    })
  }

  it('refuses a cursor of another order', async () => {
    const { body } = await ask({ subject: 'long', sort: { field: 'n', direction: 'asc' } })
    const { cursor } = body.body.details.pagination

    const answer = await ask({ subject: 'long', sort: { field: 'n', direction: 'desc' }, cursor })

    assert.equal(answer.failure.code, 'data/cursor-invalid')
  })

  it('says that a source is not there', async () => {
    const answer = await ask({ subject: 'nothing' })

    assert.equal(answer.status, 404)
    assert.equal(answer.failure.code, 'data/not-found')
    assert.equal(answer.failure.message, 'Data could not be found')
    assert.equal(answer.failure.statusCode, 404)
  })

  // spec 1-3-45, 1-7-18, 1-7-20, 1-7-23, 2-7-02, 2-7-05
  it('answers records by time in the envelope of the Data API', async () => {
    const { status, body } = await ask({ limit: 2 })

    assert.equal(status, 200)
    assert.deepEqual(body, {
      statusCode: 200,
      body: {
        status: 'success',
        details: {
          data: [
            { messageUTC: at(0), recieveUTC: NOW, level: 3, name: 'b', on: true },
            { messageUTC: at(1), recieveUTC: NOW, level: 1.5, name: 'a', on: false },
          ],
          pagination: { dataID: unit.dataId, subject: 'probe', limit: 2, hasNext: false },
        },
      },
    })
  })

  for (const [what, filters, expected] of [
    ['a number that is equal', [['level', '==', 3]], [0, 2]],
    ['a number that is not equal, records without it included', [['level', '!=', 3]], [1, 3, 4]],
    ['a number that is greater', [['level', '>', 3]], [4]],
    ['a number that is at least', [['level', '>=', 3]], [0, 2, 4]],
    ['a number that is less', [['level', '<', 3]], [1]],
    ['a number that is at most', [['level', '<=', 3]], [0, 1, 2]],
    ['null, which an absent field counts as', [['on', '==', null]], [2, 3, 4]],
    ['anything but null', [['level', '!=', null]], [0, 1, 2, 4]],
    ['more than null, which nothing is', [['level', '>', null]], []],
    ['true', [['on', '==', true]], [0]],
    ['a text that is equal', [['name', '==', "x'; drop table record; --"]], [2]],
    ['a text in order', [['name', '>', 'b']], [2, 3]],
    ['a text that looks like the number, which is not equal', [['level', '==', '3']], []],
    ['a field that is not there', [['nope', '==', 1]], []],
    [
      'all of several',
      [
        ['level', '>', 1],
        ['level', '<', 5],
        ['name', '!=', 'b'],
      ],
      [1, 2],
    ],
    [
      'a range of time',
      [
        ['messageUTC', '>=', at(1)],
        ['messageUTC', '<', at(3)],
      ],
      [1, 2],
    ],
    ['a time in epoch milliseconds', [['messageUTC', '==', START + 4000]], [4]],
    ['a time in epoch seconds', [['messageUTC', '>', START / 1000 + 3]], [4]],
    ['a time of arrival', [['recieveUTC', '>', NOW]], []],
    ['the first time that can be', [['messageUTC', '>=', '1970-01-01T00:00:00Z']], [0, 1, 2, 3, 4]],
    ['the last time that can be', [['messageUTC', '<=', '9999-12-31T23:59:59.999Z']], [0, 1, 2, 3, 4]],
  ] as const) {
    // spec 1-7-20, 1-7-21, 2-7-04
    it(`filters by ${what}`, async () => {
      const list = filters.map(([field, operator, value]) => ({ field, operator, value }))

      assert.deepEqual(await found({ filters: list }), expected)
    })
  }

  it('accepts one filter without a list', async () => {
    assert.deepEqual(await found({ filters: { field: 'level', operator: '==', value: 10 } }), [4])
  })

  // spec 1-7-20, 1-7-22, 2-7-04
  it('sorts by a field, equal ones by time in the same direction, absent ones as null', async () => {
    assert.deepEqual(await found({ sort: { field: 'level', direction: 'asc' } }), [3, 1, 0, 2, 4])
    assert.deepEqual(await found({ sort: { field: 'level', direction: 'Descending' } }), [4, 2, 0, 1, 3])
  })

  it('finds the latest record with limit 1 and no next page', async () => {
    const { body } = await ask({ limit: 1, sort: { field: 'messageUTC', direction: 'desc' } })

    assert.deepEqual(seconds(body.body.details.data), [4])
    assert.equal(body.body.details.pagination.hasNext, false)
  })

  // spec 1-7-23, 2-7-05
  it('gives pages of 1,000 until hasNext is false, each asked for with the pagination of the one before', async () => {
    const { sizes, records } = await joined({ subject: 'long' })

    assert.deepEqual(sizes, [1000, 1000, 500])
    assert.deepEqual(
      records.map(({ n }) => n),
      Array.from({ length: 2500 }, (_, index) => index),
    )
  })

  for (const [limit, sizes] of [
    [1000, [1000]],
    [1001, [1000, 1]],
    [2000, [1000, 1000]],
    [5000, [1000, 1000, 500]],
  ] as const) {
    // spec 1-7-20, 2-7-04
    it(`caps the whole answer at ${limit} over all pages`, async () => {
      assert.deepEqual((await joined({ subject: 'long', limit })).sizes, sizes)
    })
  }

  for (const field of ['group', 'nope', 'recieveUTC', 'messageUTC'] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      it(`loses and repeats nothing in pages sorted by ${field}, ${direction}`, async () => {
        const filters = [{ field: 'n', operator: '>=' as const, value: 100 }]

        const { records } = await joined({ subject: 'long', filters, sort: { field, direction } })

        const sign = direction === 'asc' ? 1 : -1
        const expected = Array.from({ length: 2400 }, (_, index) => index + 100).sort(
          (one, other) => sign * ((field === 'group' ? (one % 7) - (other % 7) : 0) || one - other),
        )
        assert.deepEqual(
          records.map(({ n }) => n),
          expected,
        )
      })
    }
  }
})

describe('PUT data/', () => {
  const put = (dataID: string, subject: string, as: typeof person | undefined = person) =>
    call(prepareData, { ...(as === undefined ? {} : { as }), body: { dataID, subject } })

  it('says when the source last grew, and what is missing', async () => {
    assert.equal((await call(prepareData, { body: { dataID: unit.dataId, subject: 'probe' } })).status, 401)
    assert.equal((await put(foreign.dataId, 'probe')).failure.code, 'unit/not-found')
    assert.equal((await put(unit.dataId, 'a b')).failure.code, 'request/invalid')
    assert.equal((await put(unit.dataId, 'nothing')).failure.code, 'data/not-found')
    const { status, body } = await put(unit.dataId, 'probe')
    assert.equal(status, 200)
    assert.deepEqual(body, { statusCode: 200, body: { status: 'success', details: { lastUpdateUTC: NOW } } })
  })
})

describe('GET data/options and GET data', () => {
  it('ask for a sign-in, and know nothing of the units of others', async () => {
    assert.equal((await call(getDataOptions, { params: { id: unit.dataId } })).status, 401)
    assert.equal((await call(getCollections, { params: { dataID: unit.dataId } })).status, 401)
    for (const id of [foreign.dataId, 'unknown']) {
      const options = await call(getDataOptions, { as: person, params: { id } })
      const collections = await call(getCollections, { as: person, params: { dataID: id } })
      assert.deepEqual([options.status, options.failure.code], [404, 'unit/not-found'])
      assert.deepEqual([collections.status, collections.failure.code], [404, 'unit/not-found'])
    }
  })

  // spec 1-7-19, 2-7-03
  it('answer field types per source', async () => {
    const { body } = await call(getDataOptions, { as: person, params: { id: unit.dataId } })

    assert.deepEqual(body.body.details, {
      long: { n: 'int', group: 'int' },
      probe: { level: 'float', name: 'string', on: 'bool' },
    })
  })

  // spec 2-3-21, 2-7-16
  it('answer the collections in body.details', async () => {
    const { body } = await call(getCollections, { as: person, params: { dataID: unit.dataId } })

    assert.deepEqual(body.body.details, [
      { name: 'long', type: { n: 'int', group: 'int' }, lastUpdateUTC: NOW },
      { name: 'probe', type: { level: 'float', name: 'string', on: 'bool' }, lastUpdateUTC: NOW },
    ])
  })

  it('tell a field of numbers and a word as a string, and as a float to who draws numbers', async () => {
    const mixed = await buildUnit(db, { entity: person.entity })
    const temps = ['ERR', 20.5, 21].map((temp, index) => ({ messageUTC: index + 1, temp, note: 'fine' }))
    // A word after numbers, and numbers after a word.
    await sendRecords(app, mixed, 'tank', temps)
    await sendRecords(app, mixed, 'pump', temps.toReversed())
    const ask = (query: CallOf<typeof getDataOptions>['query']) =>
      call(getDataOptions, { as: person, params: { id: mixed.dataId }, query })

    const promised = { temp: 'string', note: 'string' }
    assert.deepEqual((await ask({})).body.body.details, { pump: promised, tank: promised })
    const drawn = { temp: 'float', note: 'string' }
    assert.deepEqual((await ask({ mixed: 'float' })).body.body.details, { pump: drawn, tank: drawn })
    assert.equal((await ask({ mixed: 'int' as never })).status, 400)
    const collections = await call(getCollections, { as: person, params: { dataID: mixed.dataId } })
    assert.deepEqual(
      collections.body.body.details.map(({ type }) => type),
      [promised, promised],
    )
  })

  it('tell of several units which sources and fields they have, and how many of them', async () => {
    const [one, two, silent] = await Promise.all([1, 2, 3].map(() => buildUnit(db, { entity: person.entity })))
    assert.ok(one !== undefined && two !== undefined && silent !== undefined)
    await sendRecords(app, one, 'tank', { messageUTC: 1, level: 1, note: 'fine' })
    await sendRecords(app, two, 'tank', { messageUTC: 1, level: 1.5, temp: 'ERR' })
    await sendRecords(app, two, 'tank', { messageUTC: 2, temp: 4 })
    await sendRecords(app, two, 'pump', { messageUTC: 1, on: true })
    await sendRecords(app, foreign, 'tank', { messageUTC: 1, hidden: 1 })
    const ask = (dataIDs: string[]) => call(listSharedOptions, { as: person, body: { dataIDs } })

    const { body } = await ask([one.dataId, two.dataId, two.dataId, silent.dataId, foreign.dataId, 'unknown'])

    assert.deepEqual(body.body.details, [
      { source: 'pump', units: 1, fields: [{ name: 'on', type: 'bool', units: 1 }] },
      {
        source: 'tank',
        units: 2,
        fields: [
          { name: 'level', type: 'float', units: 2 },
          { name: 'note', type: 'string', units: 1 },
          { name: 'temp', type: 'float', units: 1 },
        ],
      },
    ])
    assert.deepEqual((await ask([foreign.dataId])).body.body.details, [])
    assert.equal((await ask([])).failure.code, 'request/invalid')
    assert.equal((await call(listSharedOptions, { body: { dataIDs: [one.dataId] } })).status, 401)
  })

  it('answer nothing for a unit that never spoke', async () => {
    const silent = await buildUnit(db, { entity: person.entity })

    assert.deepEqual((await call(getDataOptions, { as: person, params: { id: silent.dataId } })).body.body.details, {})
  })

  it('answer for sub-entities to those who reach them', async () => {
    const below = await buildUnit(db, { entity: await buildEntity(db, { parentId: person.entity }) })
    const admin = await signInAs({ role: 'admin', entity: person.entity })

    assert.equal((await call(getDataOptions, { as: admin, params: { id: below.dataId } })).status, 200)
    assert.equal((await call(getDataOptions, { as: person, params: { id: below.dataId } })).status, 404)
  })
})
