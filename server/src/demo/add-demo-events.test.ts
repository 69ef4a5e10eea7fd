import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { getEventReport, listEvents } from '@fieldwatch/contract/events/events'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { systemRandom } from '#platform/random/random.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { addDemoAlerts } from './add-demo-alerts.ts'
import { addDemoEvents, DEMO_EVENTS } from './add-demo-events.ts'
import { callDemo } from './call-demo.ts'
import { DEMO_PASSWORD } from './demo-users.ts'
import { fillHistory } from './fill-history.ts'
import { seedDemo } from './seed-demo.ts'

const database = await createTestDatabase()
const { app, db, clock, call, signInWith, features } = await createTestApp({ database })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const state = await seedDemo({ db, clock, random: systemRandom }, undefined)
const DAYS = 4
await fillHistory({ db, url, state, now: clock(), days: DAYS, onProgress: () => undefined })
const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)

/** A table that is being found by someone else is ready a little later. */
async function findSome(): Promise<void> {
  await features.events.run()
  await delay(50)
}

test('The demo has event tables with real occurrences, some of them tagged, and a report', async () => {
  await using asAdmin = await callDemo(url)
  const count = await addDemoEvents(asAdmin, { now: clock(), wait: findSome })

  let found = 0
  for (const { dataID, name, comparison, values, tags } of DEMO_EVENTS) {
    const query = { dataID: dataID as DataId, name, sort: 'duration', direction: 'desc' as const }
    const { details } = (await call(listEvents, { as: admin, query })).body
    assert.ok('occurrences' in details)
    assert.equal(details.comparison, comparison)
    // Trips have columns of their own.
    assert.ok(details.columns.length >= 4 + 4 * values.length)
    assert.ok(
      details.occurrences.length > tags.length,
      `${name} is ${details.state} and has ${details.occurrences.length}`,
    )
    assert.deepEqual(
      details.occurrences.slice(0, tags.length).map(({ tag }) => tag),
      tags,
    )
    found += details.pagination.total
  }
  assert.equal(count, found)

  const { body } = await call(getTemplate, { as: admin, params: { id: 'cold-store' } })
  assert.deepEqual(
    body.details.events?.map(({ title }) => nameOfEvent(title)),
    ['Too_warm'],
  )
  const { response } = await call(getEventReport, {
    as: admin,
    query: { dataID: 'cold-store-01', name: 'Too warm', report: 'temperature_log' },
  })
  assert.match(response.body, /^\S?Start,End,Lasted,Highest °C,Goods °C,Reason\r\n/)
  assert.match(response.body, /Door left open/)
})

test('A start that was interrupted after the event tables were made continues', async () => {
  await using asAdmin = await callDemo(url)
  const counts = [await addDemoEvents(asAdmin, { now: clock() }), await addDemoEvents(asAdmin, { now: clock() })]

  assert.equal(counts[0], counts[1])
  assert.equal((await seedDemo({ db, clock, random: systemRandom }, undefined)).filled, false)
})

test('The demo has alerts of its admin, some of which are shared with its viewer', async () => {
  const count = await addDemoAlerts(url)

  const { body } = await call(listAlerts, { as: admin, query: { mine: 'owner' } })
  assert.deepEqual(
    body.details.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other)),
    ['Cold store too warm', 'Pressure low', 'Pump runs', 'Tank low', 'Unit is silent'],
  )
  assert.equal(count, body.details.length)
  const viewer = await signInWith('viewer@northwind.example', DEMO_PASSWORD)
  const shared = (await call(listAlerts, { as: viewer, query: { mine: 'viewer' } })).body.details
  assert.deepEqual(
    shared.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other)),
    ['Cold store too warm', 'Pressure low', 'Tank low'],
  )
})

test('A restored backup is the whole demo, without what the demo remembers beside it', async () => {
  const { filled } = await seedDemo({ db, clock, random: systemRandom }, undefined)
  await addDemoAlerts(url)

  assert.equal(filled, true)
  const { body } = await call(listAlerts, { as: admin, query: { mine: 'owner' } })
  assert.equal(body.details.length, 5)
})
