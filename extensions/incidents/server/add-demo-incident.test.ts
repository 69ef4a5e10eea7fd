import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listNotes } from '@fieldwatch/notes/contract/notes'
import { addDemoEvents } from '@fieldwatch/server/demo/add-demo-events'
import { callDemo } from '@fieldwatch/server/demo/call-demo'
import { DEMO_PASSWORD } from '@fieldwatch/server/demo/demo-users'
import { fillHistory } from '@fieldwatch/server/demo/fill-history'
import { seedDemo } from '@fieldwatch/server/demo/seed-demo'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { getIncident, listIncidents } from '../contract/incidents.ts'
import { addDemoIncident } from './add-demo-incident.ts'

const database = await createTestDatabase()
const { app, db, clock, call, signInWith, features } = await createTestApp({ database })
const url = await app.listen({ port: 0, host: '127.0.0.1' })

test('The demo has a note and an incident of its longest warm period, each once', async () => {
  const state = await seedDemo({ db, clock, random: systemRandom }, undefined)
  await fillHistory({ db, url, state, now: clock(), days: 4, onProgress: () => undefined })
  const wait = async (): Promise<void> => {
    await features.events.run()
    await delay(50)
  }
  await using asAdmin = await callDemo(url)
  await addDemoEvents(asAdmin, { now: clock(), wait })

  await addDemoIncident(asAdmin)
  await addDemoIncident(asAdmin)

  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  const { notes } = (await call(listNotes, { as: admin, query: {} })).body.details
  const { incidents } = (await call(listIncidents, { as: admin, query: {} })).body.details
  assert.deepEqual([notes.length, incidents.length], [1, 1])
  const { timeline } = (await call(getIncident, { as: admin, params: { incidentID: incidents[0]?.incidentID ?? 0 } }))
    .body.details
  assert.ok(timeline.some(({ kind }) => kind === 'note') && timeline.some(({ kind }) => kind === 'event'))
})
