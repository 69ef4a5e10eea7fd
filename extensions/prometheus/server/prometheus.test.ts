import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { packSeries, RECORDED_METADATA } from './testing/write-request.ts'

const database = await createTestDatabase()
const { app, db, clock } = await createTestApp({ database })

const FORMAT = {
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
}

async function write(payload: Buffer, authorization?: string, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/doors/prometheus/write',
    payload,
    headers: { ...FORMAT, ...headers, ...(authorization === undefined ? {} : { authorization }) },
  })
  const code: unknown = response.body === '' ? undefined : JSON.parse(response.body).code
  return { status: response.statusCode, code }
}

const stored = async (unit: BuiltUnit) =>
  (await listRecords(db, unit)).map(({ name, at, fields }) => [name, at - clock(), fields])

const rejected = ({ dataId }: BuiltUnit) =>
  db.selectFrom('rejectedMessage').select(['channel', 'code', 'payload']).where('dataId', '=', dataId).execute()

const level = (value: number, at = clock(), labels: Record<string, string> = {}) =>
  packSeries({ labels: { __name__: 'level', ...labels }, samples: [[value, at]] })

describe('the door for Prometheus', () => {
  it('stores samples before it answers, each once however often they are sent', async () => {
    const unit = await buildUnit(db)

    assert.equal((await write(level(71.4, clock(), { tank: 'north' }), unit.bearer)).status, 204)
    assert.equal((await write(level(71.4, clock(), { tank: 'north' }), unit.bearer)).status, 204)
    assert.equal((await write(level(70, clock() - 60_000, { tank: 'north' }), unit.bearer)).status, 204)

    assert.deepEqual(await stored(unit), [
      ['level-tank-north', -60_000, { value: 70 }],
      ['level-tank-north', 0, { value: 71.4 }],
    ])
    const row = await db.selectFrom('unit').select('lastDoor').where('dataId', '=', unit.dataId).executeTakeFirst()
    assert.equal(row?.lastDoor, 'prometheus')
  })

  it('refuses a stranger, another unit, and a unit that is not active', async () => {
    const inactive = await buildUnit(db, { active: false })
    const unit = await buildUnit(db)
    const other = await buildUnit(db)

    assert.equal((await write(level(1))).status, 401)
    assert.equal((await write(level(1), 'Bearer fw_wrong')).status, 401)
    assert.deepEqual(await write(level(1), inactive.bearer), { status: 403, code: 'unit/deactivated' })
    assert.deepEqual(await write(level(1, clock(), { unit: other.dataId }), unit.bearer), {
      status: 401,
      code: 'unit/invalid-token',
    })
    assert.deepEqual(await stored(other), [])
  })

  it('stores the good samples of a body and keeps the bad ones as refused', async () => {
    const unit = await buildUnit(db)
    const labels = { __name__: 'level' }
    const body = packSeries(
      {
        labels,
        samples: [
          [1, clock()],
          [Number.POSITIVE_INFINITY, clock() + 1],
        ],
      },
      { labels: {} },
    )

    assert.equal((await write(body, unit.bearer)).status, 204)

    assert.deepEqual(await stored(unit), [['level', 0, { value: 1 }]])
    assert.deepEqual(await rejected(unit), [
      { channel: 'prometheus', code: 'record/value-invalid', payload: `level{} Infinity ${clock() + 1}` },
      { channel: 'prometheus', code: 'record/packet-invalid', payload: '{}' },
    ])
  })

  it('accepts what has nothing to store: metadata, and series that ended', async () => {
    const unit = await buildUnit(db)

    assert.equal((await write(RECORDED_METADATA, unit.bearer)).status, 204)
    assert.equal((await write(level(Number.NaN), unit.bearer)).status, 204)

    assert.deepEqual([await stored(unit), await rejected(unit)], [[], []])
  })

  it('answers what can never be stored so that it is not sent again, and keeps it', async () => {
    const unit = await buildUnit(db)

    assert.deepEqual(await write(Buffer.from('0102', 'hex'), unit.bearer), {
      status: 400,
      code: 'record/packet-invalid',
    })
    assert.deepEqual(await write(packSeries({ labels: {} }), unit.bearer), {
      status: 400,
      code: 'record/packet-invalid',
    })

    assert.deepEqual(
      (await rejected(unit)).map(({ payload }) => payload),
      ['0102', '{}'],
    )
  })

  it('refuses other formats, such as remote write 2.0', async () => {
    const { bearer } = await buildUnit(db)
    const formats = [
      { 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request' },
      { 'content-type': 'application/json' },
      { 'content-encoding': 'gzip' },
    ]
    for (const headers of formats) {
      assert.deepEqual(await write(level(1), bearer, headers), { status: 415, code: 'request/unsupported-media-type' })
    }
    const first = { 'content-type': 'application/x-protobuf;proto=prometheus.WriteRequest' }
    assert.equal((await write(level(1), bearer, first)).status, 204)
  })
})
