import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { getActionRequest, postAction } from '@fieldwatch/contract/actions/actions'
import { listRejectedMessages } from '@fieldwatch/contract/units/units'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { TEST_START } from '@fieldwatch/server/testing/fake-clock'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { decodeOsmAnd, decodeTraccar } from './decode-osmand.ts'
import { decodeOwnTracks } from './decode-owntracks.ts'
import { createOsmAndListener } from './osmand-listener.ts'

const NOW = TEST_START
const context = { place: (at: number) => at, now: NOW }
const messageUTC = new Date(NOW).toISOString()

describe('a position of OsmAnd', () => {
  const TABLE: [string, string, unknown][] = [
    [
      'with a time in seconds and its speed in knots',
      'id=1&timestamp=1377177267&lat=60.0&lon=30.0&speed=10&bearing=45&altitude=12&batt=87',
      {
        location: [{ messageUTC: '2013-08-22T13:14:27.000Z', lat: 60, lon: 30, speed: 18.52, heading: 45, alt: 12 }],
        osmand: [{ messageUTC: '2013-08-22T13:14:27.000Z', battery_level: 87 }],
      },
    ],
    [
      'with a time in milliseconds',
      'id=1&timestamp=1377177267123&lat=1&lon=2',
      { location: [{ messageUTC: '2013-08-22T13:14:27.123Z', lat: 1, lon: 2 }] },
    ],
    [
      'with an ISO time and both coordinates together',
      'deviceid=1&timestamp=2013-08-22T13:14:27%2B02:00&location=-1.5,2.5&hdop=3',
      { location: [{ messageUTC: '2013-08-22T11:14:27.000Z', lat: -1.5, lon: 2.5, hdop: 3 }] },
    ],
    [
      'with a time in words',
      'id=1&timestamp=2013-08-22+13:14:27&lat=1&lon=2',
      { location: [{ messageUTC: '2013-08-22T13:14:27.000Z', lat: 1, lon: 2 }] },
    ],
    ['without a time', 'id=1&lat=1&lon=2&heading=9', { location: [{ messageUTC, lat: 1, lon: 2, heading: 9 }] }],
    [
      'with values of its own',
      'id=1&lat=1&lon=2&ignition=true&rpm=933&alarm=sos&1x=2&charge=false',
      {
        location: [{ messageUTC, lat: 1, lon: 2 }],
        osmand: [{ messageUTC, ignition: true, rpm: 933, alarm: 'sos', _1x: 2, charging: false }],
      },
    ],
    ['without a position', 'id=1&driverUniqueId=7', { osmand: [{ messageUTC, driverUniqueId: 7 }] }],
    ['that is not valid', 'id=1&lat=1&lon=2&valid=false', { osmand: [{ messageUTC, valid: false }] }],
    [
      'with many digits, exponents and identifiers',
      'id=1&lat=1&lon=2&bearing=7.19889788244&altitude=1e1&zip=01234&sum=12.3456789012&power=',
      {
        location: [{ messageUTC, lat: 1, lon: 2, heading: 7.198_897_882_44, alt: 10 }],
        osmand: [{ messageUTC, zip: '01234', sum: 12.345_678_901_2 }],
      },
    ],
    [
      'that does not know everything',
      'id=1&lat=1&lon=2&speed=-1&bearing=-1&accuracy=-1&hdop=-1&altitude=-3',
      { location: [{ messageUTC, lat: 1, lon: 2, alt: -3 }] },
    ],
    ['with a time that is none', 'id=1&timestamp=soon', { osmand: [{ messageUTC: 'soon' }] }],
  ]
  for (const [title, query, expected] of TABLE) {
    it(`is read: ${title}`, () => {
      const report: unknown = JSON.parse(JSON.stringify(decodeOsmAnd(new URLSearchParams(query), context).records))
      assert.deepEqual(report, expected)
    })
  }
})

describe('what of a position cannot be kept', () => {
  for (const [query, odd] of [
    ['lat=60,5&lon=1', { lat: '60,5', lon: 1 }],
    ['lat=abc&lon=1', { lat: 'abc', lon: 1 }],
    ['lat=Infinity&lon=1', { lat: 'Infinity', lon: 1 }],
    ['lat=999&lon=1', { lat: 999, lon: 1 }],
    ['lat=1&lon=-180.1', { lat: 1, lon: -180.1 }],
    ['lat=1', { lat: 1 }],
    ['location=1', { lat: 1 }],
    ['lat=1&lon=2&speed=fast', { speed: 'fast' }],
    ['lat=1&lon=2&altitude=true', { alt: true }],
  ] as const) {
    it(`is said: ${query}`, () => {
      const report = decodeOsmAnd(new URLSearchParams(`id=1&${query}&rpm=9`), context)

      assert.deepEqual(JSON.parse(JSON.stringify(report.odd)), odd)
      assert.equal(report.records['location'] === undefined, 'lat' in odd)
      assert.deepEqual(report.records['osmand'], [{ messageUTC, rpm: 9 }])
    })
  }

  it('is judged alike in JSON', () => {
    const [traccar] = decodeTraccar({ location: { coords: { latitude: 91, longitude: '2' } } }, context)
    const [ownTracks] = decodeOwnTracks({ _type: 'location', lat: 91, lon: '2', vel: -1, acc: -1, batt: -1 }, context)

    assert.deepEqual(
      [traccar?.odd, ownTracks?.odd],
      [
        { lat: 91, lon: '2' },
        { lat: 91, lon: '2' },
      ],
    )
    assert.deepEqual(ownTracks?.records, {})
  })
})

/** The example of Traccar Client. */
const TRACCAR = {
  device_id: '658765',
  location: {
    timestamp: '2025-05-09T04:11:30.579Z',
    coords: { latitude: 37.78, longitude: -122.4, accuracy: 5, speed: 10, heading: -1, altitude: 0 },
    is_moving: false,
    odometer: 0,
    event: 'motionchange',
    battery: { level: 0.79, is_charging: false },
    activity: { type: 'still' },
    extras: {},
  },
}
const TRACCAR_TIME = TRACCAR.location.timestamp

describe('a message in JSON', () => {
  it('of Traccar Client has its speed in metres a second, and -1 for what it does not know', () => {
    const reports: unknown = JSON.parse(JSON.stringify(decodeTraccar(TRACCAR, context).map(({ records }) => records)))

    assert.deepEqual(reports, [
      {
        location: [{ messageUTC: TRACCAR_TIME, lat: 37.78, lon: -122.4, accuracy: 5, speed: 36, alt: 0 }],
        osmand: [
          {
            messageUTC: TRACCAR_TIME,
            is_moving: false,
            odometer: 0,
            event: 'motionchange',
            battery_level: 79,
            charging: false,
            activity: 'still',
          },
        ],
      },
    ])
  })

  it('of OwnTracks is a position, or of another type', () => {
    const message = {
      _type: 'location',
      lat: 48.85,
      lon: 2.29,
      tst: 1_497_476_456,
      tid: 'JJ',
      vel: 50,
      inregions: ['a'],
    }

    const [report]: unknown[] = JSON.parse(
      JSON.stringify(decodeOwnTracks(message, context).map(({ records }) => records)),
    )

    const at = '2017-06-14T21:40:56.000Z'
    assert.deepEqual(report, {
      location: [{ messageUTC: at, lat: 48.85, lon: 2.29, speed: 50 }],
      owntracks: [{ messageUTC: at, tid: 'JJ' }],
    })
    assert.deepEqual(decodeOwnTracks({ _type: 'waypoint', lat: 1, lon: 2 }, context), [])
  })
})

const database = await createTestDatabase()
const { app, db, call, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const OSMAND = '/api/v1/doors/osmand'
const OWNTRACKS = '/api/v1/doors/owntracks'

const sourcesOf = async (unit: BuiltUnit): Promise<[string, unknown][]> =>
  (await listRecords(db, unit)).map(({ name, fields }) => [name, fields])

/** A unit with a token of the form that the portal gives. */
const build = () => buildUnit(db, { entity: admin.entity })
const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

describe('the door of OsmAnd', () => {
  it('knows the unit by its token, or by its dataID beside the token', async () => {
    const unit = await build()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }

    const replies = [
      await app.inject({ url: `${OSMAND}?id=${unit.token}&lat=1&lon=2&timestamp=1700000000` }),
      await app.inject({ url: `${OSMAND}?id=${unit.dataId}&token=${unit.token}&lat=3&lon=4&timestamp=1700000001` }),
      await app.inject({
        method: 'POST',
        url: OSMAND,
        headers: form,
        payload: `id=${unit.token}&lat=5&lon=6&timestamp=1700000002`,
      }),
    ]

    assert.deepEqual(
      replies.map(({ statusCode, body }) => [statusCode, body]),
      [
        [200, ''],
        [200, ''],
        [200, ''],
      ],
    )
    assert.deepEqual(await sourcesOf(unit), [
      ['location', { lat: 1, lon: 2 }],
      ['location', { lat: 3, lon: 4 }],
      ['location', { lat: 5, lon: 6 }],
    ])
  })

  it('keeps why a position was refused, and stores the rest', async () => {
    const unit = await build()

    const { statusCode } = await app.inject({ url: `${OSMAND}?id=${unit.token}&lat=60,5&lon=2&rpm=9` })

    assert.equal(statusCode, 200)
    assert.deepEqual(await sourcesOf(unit), [['osmand', { rpm: 9 }]])
    const { body } = await call(listRejectedMessages, { as: admin, params: { dataID: unit.dataId } })
    assert.deepEqual(
      body.details.map(({ source, code, payload }) => [source, code, payload]),
      [['location', 'record/value-invalid', '{"lat":"60,5","lon":2}']],
    )
  })

  it('is at the root of a port of its own, where nothing else is', async () => {
    const unit = await build()
    await using stack = new AsyncDisposableStack()
    const listener = createOsmAndListener(stack)
    await app.ready()
    const port = await listener.listen({ host: '127.0.0.1', port: 0 }, { app, connectionsPerAddress: 10 })
    const url = `http://127.0.0.1:${port}`
    const close = { headers: { connection: 'close' } }

    const answers = [
      await fetch(`${url}/?id=${unit.token}&lat=1&lon=2&timestamp=1700000000`, close),
      await fetch(`${url}?id=${unit.token}&lat=3&lon=4&timestamp=1700000001`, { ...close, method: 'POST' }),
      await fetch(`${url}/?id=unknown&lat=1&lon=2`, close),
      await fetch(`${url}/healthz`, close),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 400, 404],
    )
    assert.deepEqual(await sourcesOf(unit), [
      ['location', { lat: 1, lon: 2 }],
      ['location', { lat: 3, lon: 4 }],
    ])
  })

  it('answers 400 for an id that no unit has, and 404 in JSON', async () => {
    const [unit, another] = [await build(), await build()]
    const json = { 'content-type': 'application/json' }

    const replies = [
      await app.inject({ url: `${OSMAND}?lat=1&lon=2` }),
      await app.inject({ url: `${OSMAND}?id=unknown&lat=1&lon=2` }),
      await app.inject({ url: `${OSMAND}?id=${another.dataId}&token=${unit.token}&lat=1&lon=2` }),
      await app.inject({ method: 'POST', url: OSMAND, headers: json, payload: JSON.stringify(TRACCAR) }),
      await app.inject({ method: 'POST', url: OSMAND, headers: json, payload: '{' }),
      await app.inject({ method: 'POST', url: OSMAND, headers: json, payload: '[]' }),
    ]

    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      [401, 400, 400, 404, 400, 400],
    )
    assert.deepEqual(await sourcesOf(another), [])
  })

  it('takes the JSON of Traccar Client, and keeps two records of one moment', async () => {
    const unit = await build()
    const send = (event: string) =>
      app.inject({
        method: 'POST',
        url: OSMAND,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ device_id: unit.token, location: { ...TRACCAR.location, event } }),
      })

    const replies = [await send('motionchange'), await send('heartbeat'), await send('motionchange')]

    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
    const events = (await sourcesOf(unit)).filter(([name]) => name === 'osmand')
    assert.deepEqual(
      events.map(([, fields]) => (fields as { event: string }).event),
      ['motionchange', 'heartbeat'],
    )
  })

  it('keeps them after a restart, too, while a device sends what it kept', async () => {
    const unit = await build()
    const before = Date.UTC(2026, 1, 1)
    const send = (at: typeof app, minute: number, event: string) =>
      at.inject({ url: `${OSMAND}?id=${unit.token}&lat=1&lon=2&timestamp=${before + minute * 60_000}&event=${event}` })
    for (const minute of [0, 1, 2, 3]) await send(app, minute, 'first')
    const restarted = await createTestApp({ database })

    for (const minute of [0, 1, 2, 3, 4]) await send(restarted.app, minute, minute === 2 ? 'second' : 'first')

    const rows = (await sourcesOf(unit)).filter(([name]) => name === 'osmand')
    assert.deepEqual(
      rows.map(([, fields]) => (fields as { event: string }).event),
      ['first', 'first', 'first', 'second', 'first', 'first'],
    )
  })

  it('answers with the text of a request that waits, once', async () => {
    const unit = await build()
    const body = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' } as const
    const { action_id } = (await call(postAction, { as: admin, body })).body.details
    const url = `${OSMAND}?id=${unit.token}&lat=1&lon=2`

    const texts = [(await app.inject({ url })).body, (await app.inject({ url })).body]
    const request = await call(getActionRequest, { as: admin, params: { action_id } })

    assert.deepEqual(texts, ['Reboot', ''])
    assert.deepEqual([request.body.details.state, request.body.details.channel], ['handed-over', 'osmand'])
  })
})

describe('the door of OwnTracks', () => {
  it('knows the unit by its dataID and token, and answers an empty list', async () => {
    const unit = await build()
    const post = (headers: Record<string, string>, message: unknown) =>
      app.inject({ method: 'POST', url: OWNTRACKS, headers, payload: JSON.stringify(message) })
    const headers = { 'content-type': 'application/json', authorization: basic(unit.dataId, unit.token) }

    const replies = [
      await post(headers, { _type: 'location', lat: 48.85, lon: 2.29, tst: 1_497_476_456, acc: 12 }),
      await post(headers, { _type: 'waypoint', desc: 'Home' }),
      await post(headers, { _type: 'encrypted', data: 'x' }),
      await post({ ...headers, authorization: basic(unit.dataId, 'wrong') }, { _type: 'location' }),
      await post({ ...headers, authorization: basic('another', unit.token) }, { _type: 'location' }),
    ]

    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      [200, 200, 200, 401, 401],
    )
    assert.equal(replies[0]?.body, '[]')
    assert.deepEqual(await sourcesOf(unit), [['location', { accuracy: 12, lat: 48.85, lon: 2.29 }]])
    const rejected = await call(listRejectedMessages, { as: admin, params: { dataID: unit.dataId } })
    assert.deepEqual(
      rejected.body.details.map(({ channel, code }) => [channel, code]),
      [['owntracks', 'record/packet-invalid']],
    )
  })
})

describe('a position that repeats the token of its unit', () => {
  const EXTRAS = { plain: 'fw_version_of_the_firmware' }
  const SENT: Readonly<Record<string, (unit: BuiltUnit) => InjectOptions>> = {
    OsmAnd: ({ token }) => ({
      url: `/api/v1/doors/osmand?id=${token}&lat=1&lon=2&note=${token}&plain=${EXTRAS.plain}`,
    }),
    'Traccar Client': ({ token }) => ({
      method: 'POST',
      url: '/api/v1/doors/osmand',
      payload: {
        device_id: token,
        location: { coords: { latitude: 1, longitude: 2 }, _: `&id=${token}&lat=1`, extras: EXTRAS },
      },
    }),
  }
  for (const [what, write] of Object.entries(SENT)) {
    it(`is stored without it: ${what}`, async () => {
      const unit = await build()
      await app.inject(write(unit))

      const kept = JSON.stringify(await sourcesOf(unit))
      assert.match(kept, /fw_version_of_the_firmware/)
      assert.equal(kept.includes(unit.token), false, kept)
    })
  }
})
