import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportData, getSeries } from '@fieldwatch/contract/telemetry/data'
import { tableFromIPC } from '@uwdata/flechette'
import { sql } from 'kysely'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const { app, db, call, clock, signInAs } = await createTestApp({ database: await createTestDatabase() })
const person = await signInAs()
const unit = await buildUnit(db, { entity: person.entity })

const STEP = 5_000
const START = clock()

/** A record every five seconds; of the first thirty every third arrives thirty records late. */
const times = Array.from({ length: 60 }, (_, index) => START + index * STEP)
for (const [index, at] of times.entries()) {
  const isThird = index % 3 === 0
  clock.advance(STEP)
  const sent = isThird && index < 30 ? [] : isThird ? [at, at - 30 * STEP] : [at]
  if (sent.length === 0) continue
  await sendRecords(
    app,
    unit,
    'tank',
    sent.map((messageUTC) => ({ messageUTC, level: (messageUTC - START) / STEP })),
  )
}

const range = { from: String(START), to: String(START + 60 * STEP), fields: 'level' }

const ask = (query: Record<string, string>) =>
  call(getSeries, { as: person, params: { dataID: unit.dataId, subject: 'tank' }, query: { ...range, ...query } })

function columnsOf(answer: Awaited<ReturnType<typeof ask>>): Record<string, unknown[]> {
  const table = tableFromIPC(new Uint8Array(answer.response.rawPayload))
  return Object.fromEntries(table.names.map((name, index) => [name, [...table.getChildAt(index)]]))
}

async function knownBy(moment: number): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from record_row join source using (source_key)
    where data_id = ${unit.dataId} and name = 'tank' and received_at <= ${new Date(moment)} order by at`.execute(db)
  return rows.map(({ at }) => at.getTime())
}

describe('a series with asKnownAt', () => {
  it('has the records that SQL says had been received by each moment', async () => {
    let hidden = 0
    for (let count = 0; count <= 70; count += 7) {
      const moment = START + count * STEP
      const answer = await ask({ asKnownAt: new Date(moment).toISOString() })

      const expected = await knownBy(moment)
      assert.deepEqual(columnsOf(answer)['t'], expected, `after ${count} records`)
      hidden += times.filter((at) => at <= moment && !expected.includes(at)).length
    }
    assert.ok(hidden > 20, String(hidden))
  })

  it('is another answer than the one that is known now, which stays as it was', async () => {
    const now = await ask({})
    const then = await ask({ asKnownAt: String(START + 20 * STEP) })
    const knownNow = await ask({ asKnownAt: String(clock()) })

    assert.deepEqual(columnsOf(now)['t'], times)
    assert.equal(columnsOf(then)['t']?.length, (await knownBy(START + 20 * STEP)).length)
    assert.deepEqual(knownNow.response.rawPayload, now.response.rawPayload)
    assert.equal(knownNow.response.headers['etag'], now.response.headers['etag'])
  })

  it('is what a CSV file with asKnownAt has, too', async () => {
    const moment = START + 40 * STEP
    const answer = await call(exportData, {
      as: person,
      params: { dataID: unit.dataId, file: 'tank.csv' },
      query: { asKnownAt: String(moment) },
    })

    const [, ...lines] = answer.response.body.trim().split('\r\n')
    assert.deepEqual(
      lines.map((line) => Date.parse(line.split(',')[0] ?? '')),
      await knownBy(moment),
    )
  })

  it('refuses what is no time', async () => {
    assert.equal((await ask({ asKnownAt: 'before' })).failure.code, 'request/invalid')
  })
})

describe('a series of whole records', () => {
  it('has when each arrived', async () => {
    const answer = await ask({ sampling: 'records' })

    assert.equal(answer.response.headers['x-sampling'], 'records')
    const { t, level, recieveUTC } = columnsOf(answer)
    assert.deepEqual(t, times)
    assert.deepEqual(
      level,
      times.map((_, index) => index),
    )
    const known = recieveUTC?.filter((at) => Number(at) <= START + 20 * STEP).length
    assert.equal(known, (await knownBy(START + 20 * STEP)).length)
  })
})
