import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { listEvents } from '@fieldwatch/contract/events/events'
import { listPlaces } from '@fieldwatch/contract/places/places'
import { callDemo } from '@fieldwatch/server/demo/call-demo'
import { DEMO_PASSWORD } from '@fieldwatch/server/demo/demo-users'
import { fillHistory } from '@fieldwatch/server/demo/fill-history'
import { seedDemo } from '@fieldwatch/server/demo/seed-demo'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { addDemoPlaces } from './add-demo-places.ts'

const database = await createTestDatabase()
const { app, db, clock, call, signInWith, features } = await createTestApp({ database })
const url = await app.listen({ port: 0, host: '127.0.0.1' })

test('The demo has places where its truck stops, and its visits to them, each once', async () => {
  const state = await seedDemo({ db, clock, random: systemRandom }, undefined)
  await fillHistory({ db, url, state, now: clock(), days: 4, onProgress: () => undefined })
  const wait = async (): Promise<void> => {
    await features.events.run()
    await delay(50)
  }
  await using asAdmin = await callDemo(url)

  const counts = []
  for (let time = 0; time < 2; time += 1) counts.push(await addDemoPlaces(asAdmin, { now: clock(), wait }))

  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  const { places } = (await call(listPlaces, { as: admin, query: {} })).body.details
  assert.equal(places.length, 5)
  const query = { dataID: 'truck-01' as DataId, name: 'Visits', sort: 'duration', direction: 'desc' as const }
  const { details } = (await call(listEvents, { as: admin, query })).body
  assert.ok('occurrences' in details)
  assert.deepEqual(counts, [details.pagination.total, details.pagination.total])
  assert.equal(details.occurrences[0]?.tag, 'Pump replaced')
  assert.equal(details.occurrences[1]?.tag, null)
})
