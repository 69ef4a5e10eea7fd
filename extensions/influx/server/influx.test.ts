import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { InfluxDB, Point } from '@influxdata/influxdb-client'
import { InfluxDB as Influx1 } from 'influx'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, db, clock } = await createTestApp({ database })

const tokenOf = ({ bearer }: BuiltUnit): string => bearer.slice('Bearer '.length)

interface Sent {
  readonly url?: string
  readonly authorization?: string | undefined
  readonly headers?: Record<string, string>
}

async function write(payload: string | Buffer, { url = '/write?precision=ms', authorization, headers }: Sent) {
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'text/plain', ...headers, ...(authorization === undefined ? {} : { authorization }) },
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

const stored = async (unit: BuiltUnit) =>
  (await listRecords(db, unit)).map(({ name, at, fields }) => [name, at - clock(), fields])

const rejected = ({ dataId }: BuiltUnit) =>
  db.selectFrom('rejectedMessage').select(['channel', 'code', 'payload']).where('dataId', '=', dataId).execute()

describe('the door for InfluxDB', () => {
  it('takes the token of a unit in each place where clients put it', async () => {
    const unit = await buildUnit(db)
    const token = tokenOf(unit)
    const basic = `Basic ${Buffer.from(`anything:${token}`).toString('base64')}`
    const places: Sent[] = [
      { authorization: `Token ${token}` },
      { authorization: `Bearer ${token}` },
      { authorization: basic },
      { url: `/write?db=x&precision=ms&u=tank&p=${token}` },
      { url: `/api/v2/write?org=o&bucket=b&precision=ms&token=${token}` },
    ]

    for (const [place, sent] of places.entries()) {
      const { status } = await write(`probe a=${place} ${clock() + place}`, sent)
      assert.equal(status, 204)
    }

    assert.deepEqual(
      await stored(unit),
      places.map((_, place) => ['probe', place, { a: place }]),
    )
    const row = await db.selectFrom('unit').select('lastDoor').where('dataId', '=', unit.dataId).executeTakeFirst()
    assert.equal(row?.lastDoor, 'influx')
  })

  it('refuses a stranger, and a unit that is not active', async () => {
    const unit = await buildUnit(db, { active: false })

    assert.equal((await write('probe a=1', {})).status, 401)
    assert.equal((await write('probe a=1', { authorization: 'Token fw_wrong' })).status, 401)
    const { status, body } = await write('probe a=1', { authorization: unit.bearer })
    assert.equal(status, 403)
    assert.equal(JSON.parse(body).code, 'unit/deactivated')
  })

  it('stores the good lines of a body and keeps the bad ones as refused', async () => {
    const unit = await buildUnit(db)
    const other = await buildUnit(db)
    const body = `probe a=1 ${clock()}\nprobe a=\nprobe,unit=${other.dataId} a=2 ${clock()}\nprobe,unit=${unit.dataId} a=3`

    const { status } = await write(gzipSync(body), {
      authorization: unit.bearer,
      headers: { 'content-encoding': 'gzip' },
    })

    assert.equal(status, 204)
    assert.deepEqual(await stored(unit), [
      ['probe', 0, { a: 1 }],
      ['probe', 1, { a: 3 }],
    ])
    assert.deepEqual(await stored(other), [])
    assert.deepEqual(await rejected(unit), [
      { channel: 'influx', code: 'record/malformed-line', payload: 'probe a=' },
      { channel: 'influx', code: 'unit/invalid-token', payload: '{"a":2}' },
    ])
  })

  it('says why when nothing of a body can be stored', async () => {
    const unit = await buildUnit(db)
    const { status, body } = await write('nonsense', { authorization: unit.bearer })

    assert.equal(status, 400)
    assert.equal(JSON.parse(body).code, 'record/malformed-line')
    assert.equal((await rejected(unit)).length, 1)
  })

  it('gives lines without a time the time of their arrival, a millisecond apart', async () => {
    const unit = await buildUnit(db)
    await write('probe a=1\nprobe a=2\nprobe a=3', { authorization: unit.bearer })

    assert.deepEqual(await stored(unit), [
      ['probe', 0, { a: 1 }],
      ['probe', 1, { a: 2 }],
      ['probe', 2, { a: 3 }],
    ])
  })

  it('takes lines behind a space, and with an empty content type, as the shell of InfluxDB 1.6 sends it', async () => {
    const unit = await buildUnit(db)

    const { status } = await write(' probe a=1\n', { authorization: unit.bearer, headers: { 'content-type': '' } })

    assert.equal(status, 204)
    assert.deepEqual(await stored(unit), [['probe', 0, { a: 1 }]])
  })

  it('refuses lines of more than 1,000 units at once', async () => {
    const { bearer: authorization } = await buildUnit(db)
    const lines = Array.from({ length: 1_001 }, (_, index) => `tank,unit=other-${index} level=1`)

    const { status, body } = await write(lines.join('\n'), { authorization })

    assert.equal(status, 413)
    assert.equal(JSON.parse(body).code, 'request/too-large')
  })

  it('refuses what is too large, and does not unpack a bomb', async () => {
    const { bearer: authorization } = await buildUnit(db)
    const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024, 'a'))

    const { status } = await write(bomb, { authorization, headers: { 'content-encoding': 'gzip' } })

    assert.equal(status, 413)
  })

  it('works with the libraries of InfluxDB 1 and 2', async () => {
    const unit = await buildUnit(db)
    const token = tokenOf(unit)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })

    const second = new InfluxDB({ url, token }).getWriteApi('org', 'bucket', 'ms')
    second.writePoint(new Point('tank').tag('side', 'left').floatField('level', 71.4).timestamp(clock()))
    await second.close()
    const first = new Influx1({ host: '127.0.0.1', port: Number(new URL(url).port), username: 'any', password: token })
    await first.createDatabase('any')
    assert.deepEqual(await first.getDatabaseNames(), ['fieldwatch'])
    await first.writePoints([{ measurement: 'pump', fields: { on: true }, timestamp: new Date(clock()) }], {
      database: 'any',
      precision: 'ms',
    })
    const [ping] = await first.ping(1000)

    assert.equal(ping?.online, true)
    assert.deepEqual(await stored(unit), [
      ['pump', 0, { on: true }],
      ['tank-side-left', 0, { level: 71.4 }],
    ])
  })

  it('stores a long body by a thread, for each unit that it names, and says what exceeds its limits', async () => {
    const [own, other] = [await buildUnit(db), await buildUnit(db)]
    const lines = Array.from(
      { length: 3_000 },
      (_, index) => `probe,unit=${own.dataId} a=${index},b="x" ${clock() - index}`,
    )
    const body = [
      ...lines,
      `other,unit=${own.dataId} a=1 ${clock()}`,
      `probe,unit=${other.dataId} a=1 ${clock()}`,
      'bad',
    ]

    const { status } = await write(gzipSync(body.join('\n')), {
      authorization: own.bearer,
      headers: { 'content-encoding': 'gzip' },
    })

    assert.equal(status, 204)
    const counted = await db
      .selectFrom('source')
      .select(['name'])
      .where('dataId', '=', own.dataId)
      .orderBy('name')
      .execute()
    assert.deepEqual(
      counted.map(({ name }) => name),
      ['other', 'probe'],
    )
    assert.deepEqual((await rejected(own)).map(({ code }) => code).sort(), [
      'record/malformed-line',
      'unit/invalid-token',
    ])
    const many = await write('m a=1\n'.repeat(100_001), { authorization: own.bearer })
    assert.equal(many.status, 413)
    const precise = await write(body.join('\n'), { authorization: own.bearer, url: '/write?precision=d' })
    assert.equal(precise.status, 400)
  })

  it('keeps no token that a long body repeats', async () => {
    const unit = await buildUnit(db)
    const token = tokenOf(unit)
    const lines = Array.from(
      { length: 40 },
      (_, at) =>
        `probe note="id=${token}",plain="fw_version_of_the_firmware",padding="${'x'.repeat(8_000)}" ${clock() + at}`,
    )

    assert.equal((await write(lines.join('\n'), { authorization: `Token ${token}` })).status, 204)
    const kept = JSON.stringify(await stored(unit))
    assert.match(kept, /fw_version_of_the_firmware/)
    assert.equal(kept.includes(token), false)
  })
})
