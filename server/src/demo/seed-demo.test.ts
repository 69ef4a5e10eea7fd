import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '@fieldwatch/contract/people/auth'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { oddNumbers } from '@fieldwatch/contract/units/sim-numbers'
import { listSims, SimRow } from '@fieldwatch/contract/units/sims'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units/units'
import { getMe, setEntityViewing } from '@fieldwatch/contract/people/users'
import { systemRandom } from '#platform/random/random.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isUnitToken } from '#fleet/units/unit-token.ts'
import { DEMO_PASSWORD, DEMO_USERS, NORTHWIND_SOUTH } from './demo-users.ts'
import { DEMO_UNITS } from './demo-units.ts'
import { fillHistory } from './fill-history.ts'
import { seedDemo } from './seed-demo.ts'

const database = await createTestDatabase()
const { app, db, clock, call, signInWith } = await createTestApp({ database })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const parts = { db, clock, random: systemRandom }
const state = await seedDemo(parts, undefined)

const HALF_AN_HOUR_IN_DAYS = 1 / 48
const fill = (filled: boolean) =>
  fillHistory({
    db,
    url,
    state: { ...state, filled },
    now: clock(),
    days: HALF_AN_HOUR_IN_DAYS,
    onProgress: () => undefined,
  })

async function documents(): Promise<DataDocument[]> {
  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  const { body } = await call(listUnits, { as: admin, query: {} })
  assert.ok(Array.isArray(body.details))
  return body.details
}

for (const { email, role } of DEMO_USERS) {
  test(`${email} signs in as ${role} and sees all ten units`, async () => {
    const answer = await call(signIn, { body: { email, password: DEMO_PASSWORD } })
    assert.equal(answer.status, 200)
    const user = await signInWith(email, DEMO_PASSWORD)
    assert.equal((await call(getMe, { as: user })).body.details.role, role)
    const { body } = await call(listUnits, { as: user, query: {} })
    assert.equal(Array.isArray(body.details) && body.details.length, 10)
  })
}

test('The admin can look at one sub-entity', async () => {
  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  await call(setEntityViewing, { as: admin, body: { entityViewing: [NORTHWIND_SOUTH] } })
  const found = await documents()
  await call(setEntityViewing, { as: admin, body: { entityViewing: [] } })
  assert.equal(found.length, DEMO_UNITS.filter(({ entity }) => entity === NORTHWIND_SOUTH).length)
})

// spec 1-3-27
test('Each unit has a template', async () => {
  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  for (const { defaultTemplate } of await documents()) {
    assert.ok(defaultTemplate)
    const { body } = await call(getTemplate, { as: admin, params: { id: defaultTemplate } })
    assert.equal(body.details.id, defaultTemplate)
  }
})

test('Each unit has a SIM card with numbers as cards have them', async () => {
  const viewer = await signInWith('viewer@northwind.example', DEMO_PASSWORD)
  const { body } = await call(listSims, { as: viewer, query: {} })
  assert.deepEqual(new Set(body.details.map(({ dataID }) => dataID)), new Set(DEMO_UNITS.map(({ dataId }) => dataId)))
  for (const { entity: _entity, ...sim } of body.details) {
    assert.deepEqual(oddNumbers(sim), [])
    assert.deepEqual(SimRow.safeParse(sim).error?.issues, undefined)
  }
})

test('History comes through the door of the units, and no later than now', async () => {
  assert.ok((await fill(false)) > 800)
  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  const body = {
    dataID: 'water-tank-01' as DataId,
    subject: 'tank' as SourceName,
    sort: { field: 'messageUTC', direction: 'desc' as const },
  }
  const { data } = (await call(queryData, { as: admin, body })).body.body.details
  assert.equal(data.length, 60)
  assert.equal(data[0]?.messageUTC, new Date(clock() - 30_000).toISOString())
})

// spec 1-3-23
test('One unit is switched off and was active days ago, one was never deployed', async () => {
  const byState = Map.groupBy(await documents(), ({ active, lastActivityUTC }) =>
    active ? (lastActivityUTC === null ? 'never' : 'active') : 'off',
  )
  assert.deepEqual(
    byState.get('off')?.map(({ dataID, lastActivityUTC }) => ({ dataID, lastActivityUTC })),
    [{ dataID: 'weather-station-02', lastActivityUTC: '2026-02-20T12:00:00.000Z' }],
  )
  assert.deepEqual(
    byState.get('never')?.map(({ dataID }) => dataID),
    ['gateway-pressure-02'],
  )
  assert.equal(byState.get('active')?.length, 8)
})

test('A second start fills the gap since the last record and nothing else', async () => {
  clock.advance(10 * 60_000)
  const stored = await fill(true)
  const admin = await signInWith('admin@northwind.example', DEMO_PASSWORD)
  const body = { dataID: 'cold-store-01' as DataId, subject: 'cold_store' as SourceName }
  const { data } = (await call(queryData, { as: admin, body })).body.body.details
  assert.equal(data.length, 60 + 20)
  assert.ok(stored > 260 && stored < 340, String(stored))
})

test('The truck is somewhere on its way', async () => {
  // The portal writes where a unit is at most once a second, and the clock has gone on since the history came.
  const truck = (await documents()).find(({ dataID }) => dataID === 'truck-01')
  assert.ok(Math.abs((truck?.currentLat ?? 0) - 55.13) < 0.1)
  assert.ok(Math.abs((truck?.currentLon ?? 0) + 1.6) < 0.1)
})

test('A second start keeps everything, and makes new tokens only when the old ones are lost', async () => {
  assert.equal(await seedDemo(parts, state), state)
  const again = await seedDemo(parts, undefined)
  assert.equal((await documents()).length, 10)
  const access = await createUnitStore(db).findAccess('truck-01' as DataId)
  assert.ok(access && isUnitToken(again.tokens['truck-01'] ?? '', access.tokenHash))
})
