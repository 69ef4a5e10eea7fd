import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { exportData, getSeries, prepareData, queryData } from '@fieldwatch/contract/telemetry/data'
import { readyz } from '@fieldwatch/contract/api/health'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import pg from 'pg'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })
const person = await signInAs()
const unit = await buildUnit(db, { entity: person.entity })

const START = Date.parse('2026-02-01T00:00:00Z')
const COUNT = 1_000

const send = (body: unknown) =>
  call(ingestSource, {
    params: { dataID: unit.dataId, source: 'probe' },
    headers: { authorization: unit.bearer, 'content-type': 'application/json' },
    body,
  })

await send(
  Array.from({ length: COUNT }, (_, index) => ({ messageUTC: START + index * 1000, n: (index * 7919) % COUNT })),
)

const body = { dataID: unit.dataId, subject: 'probe', sort: { field: 'n', direction: 'desc' }, limit: 3 }
const scan = (as: SignedInUser = person) => call(queryData, { as, body })

/** Keeps every reading of chunks waiting until it is let go. */
async function holdReadings(): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query('begin')
  await client.query('lock table record_chunk in access exclusive mode')
  return { release: () => client.end() }
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.background.pool.query(WAITING)
  return rows.length
}

const WAITING = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'fieldwatch-reads' and wait_event_type = 'Lock'`

/** Until so many readings wait. */
async function untilWaiting(count: number): Promise<void> {
  while ((await countWaiting()) !== count) await setImmediate()
}

describe('a page for which all of a source is looked at', () => {
  it('has the first records of all that there are', async () => {
    const { body: reply } = await scan()

    assert.deepEqual(
      reply.body.details.data.map(({ n }) => n),
      [COUNT - 1, COUNT - 2, COUNT - 3],
    )
  })

  it('is read two at a time for a person, eight wait, and one more is refused in a sentence', async () => {
    const { release } = await holdReadings()
    const asked = Array.from({ length: 11 }, () => scan())

    const first = await Promise.race(asked)

    assert.equal(first.status, 429)
    assert.equal(first.failure.code, 'data/too-many-reads')
    assert.match(first.failure.message, /Wait until some are done/)
    assert.equal(first.response.headers['retry-after'], '2')
    await release()
    const answers = await Promise.all(asked)
    assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  })

  it('leaves others their own', async () => {
    const { release } = await holdReadings()
    const other = await signInAs({ entity: person.entity })
    const asked = Array.from({ length: 10 }, () => scan())
    await untilWaiting(2)

    const theirs = scan(other)
    await untilWaiting(3)

    await release()
    assert.equal((await theirs).status, 200)
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200)
  })

  it('ends with the connection that asked, down to the statement', async () => {
    const { release } = await holdReadings()
    const gone = new AbortController()
    const { port } = app.server.address() as AddressInfo
    const asked = fetch(`http://127.0.0.1:${port}${queryData.path}`, {
      method: 'POST',
      headers: { authorization: person.bearer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: gone.signal,
    })
    await untilWaiting(1)

    gone.abort()

    await assert.rejects(asked, { name: 'AbortError' })
    await untilWaiting(0)
    await release()
    assert.equal((await scan()).status, 200)
  })

  it('says so when the database ends it because it takes too long', async () => {
    const { release } = await holdReadings()
    const asked = scan()
    await untilWaiting(1)

    await database.pool.query(`select pg_cancel_backend(pid) from (${WAITING}) waiting`)

    const { status, failure } = await asked
    await release()
    assert.equal(status, 503)
    assert.equal(failure.code, 'data/read-too-long')
  })
})

describe('a CSV file', () => {
  it('is written two at a time for a person, four wait, and one more is refused in a sentence', async () => {
    const { release } = await holdReadings()
    const params = { dataID: unit.dataId, file: 'probe.csv' }
    const asked = Array.from({ length: 7 }, () => call(exportData, { as: person, params }))

    const first = await Promise.race(asked)

    assert.equal(first.failure.code, 'data/too-many-reads')
    await release()
    const answers = await Promise.all(asked)
    const written = answers.filter(({ status }) => status === 200)
    assert.deepEqual(
      written.map(({ response }) => response.body.split('\r\n').length),
      Array.from({ length: 6 }, () => COUNT + 2),
    )
  })
})

describe('connections to the database', () => {
  it('of units and of other requests are not those of readings, even when all of these are taken', async () => {
    const { reads } = database
    const taken = await Promise.all(Array.from({ length: reads.pool.options.max }, () => reads.pool.connect()))

    assert.equal((await send({ messageUTC: START + COUNT * 1000, n: 1 })).status, 200)
    assert.equal((await call(readyz)).status, 200)
    const named = { dataID: unit.dataId, subject: 'probe' }
    assert.equal((await call(prepareData, { as: person, body: named })).status, 200)
    for (const client of taken) client.release()
  })

  it('of units are not those of people, even when all of these are taken', async () => {
    const taken = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()))

    assert.equal((await send({ messageUTC: START + COUNT * 1001, n: 1 })).status, 200)
    for (const client of taken) client.release()
  })

  it('bound what a statement may take, but for work in the background', async () => {
    const limits = await Promise.all(
      [database, database.reads, database.ingest, database.background].map(async ({ pool }) => {
        const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout')
        return rows[0]?.statement_timeout
      }),
    )

    assert.deepEqual(limits, ['30s', '30s', '30s', '0'])
  })
})

describe('a series', () => {
  it('is read four at a time for a person, a hundred wait, and one more is refused in a sentence', async () => {
    const { release } = await holdReadings()
    const asked = Array.from({ length: 105 }, (_, index) =>
      call(getSeries, {
        as: person,
        params: { dataID: unit.dataId, subject: 'probe' },
        query: { from: String(START + index), to: String(START + COUNT * 1000) },
      }),
    )

    const first = await Promise.race(asked)

    assert.equal(first.failure.code, 'data/too-many-reads')
    await release()
    const answers = await Promise.all(asked)
    assert.equal(answers.filter(({ status }) => status === 200).length, 104)
  })
})
