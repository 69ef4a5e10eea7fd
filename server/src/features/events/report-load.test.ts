import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createEvent, getEventReport } from '@fieldwatch/contract/events/events'
import pg from 'pg'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, signInAs, features } = await createTestApp({ database })
const ada = await signInAs()
const unit = await buildUnit(db, { entity: ada.entity })
await sendRecords(app, unit, 'room', { messageUTC: '2026-02-01T00:00:00Z', temp: 21 })
const made = await call(createEvent, {
  as: ada,
  body: { dataID: unit.dataId, name: 'hot', comparison: 'room.temp > 20', startDate: '2026-01-01' },
})
assert.equal(made.status, 200, made.failure.message)
await features.events.run()

const download = (as: SignedInUser) => call(getEventReport, { as, query: { dataID: unit.dataId, name: 'hot' } })

/** Keeps every reading of occurrences waiting until it is let go. */
async function holdReadings(): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query('begin')
  await client.query('lock table event_occurrence in access exclusive mode')
  return { release: () => client.end() }
}

/** Until so many readings wait. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.background.pool.query(WAITING)
    if (rows.length === count) return
    await setImmediate()
  }
}

const WAITING = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'fieldwatch-reads' and wait_event_type = 'Lock'`

describe('a report', () => {
  it('is written two at a time for a person, four wait, and one more is refused in a sentence', async () => {
    const { release } = await holdReadings()
    const asked = Array.from({ length: 7 }, () => download(ada))

    const first = await Promise.race(asked)

    assert.equal(first.status, 429)
    assert.equal(first.failure.code, 'data/too-many-reads')
    assert.match(first.failure.message, /Wait until some are done/)
    await release()
    const answers = await Promise.all(asked)
    assert.equal(answers.filter(({ status }) => status === 200).length, 6)
  })

  it('does not wait for those of others', async () => {
    const grace = await signInAs({ entity: ada.entity })
    const { release } = await holdReadings()
    const theirs = Array.from({ length: 6 }, () => download(ada))
    await untilWaiting(2)

    const own = download(grace)
    await untilWaiting(3)

    await release()
    for (const { status } of await Promise.all([...theirs, own])) assert.equal(status, 200)
  })
})
