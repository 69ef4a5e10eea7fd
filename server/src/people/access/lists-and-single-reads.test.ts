import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { API_BASE, type AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { ENDPOINTS } from '#endpoints.ts'
import { createEvent } from '@fieldwatch/contract/events/events'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const lower = await signInAs({ role: 'admin', entity: below })

const unit = await buildUnit(db, { entity: top })
const deep = await buildUnit(db, { entity: below })

/** Names that only those read who read the history of requests. What a calculated source makes of it is for everyone, but not how. */
const OF_REQUESTS = ['hidden_field', 'Hidden alert', 'hidden_table']

await sendRecords(app, unit, 'action_result', { hidden_field: 4 })
await sendRecords(app, unit, 'room', { temp: 4 })
const value = { source: 'action_result', field: 'hidden_field' }
const values = [value]
const startDate = '2026-03-01'
const event = { dataID: unit.dataId, name: 'hidden_table', comparison: 'action_result.hidden_field > 1', startDate }
const madeEvent = await call(createEvent, { as: admin, body: event })
assert.equal(madeEvent.status, 200, JSON.stringify(madeEvent.failure))
const equation = 'action_result.hidden_field + 1'
const sum = { dataID: unit.dataId, name: 'shown_sum', equation, unit: 'm', startDate, values }
const madeSum = await call(createCalculation, { as: admin, body: sum })
assert.equal(madeSum.status, 200, JSON.stringify(madeSum.failure))
const watched = {
  devices: [unit.dataId],
  viewers: [viewer.userId],
  source: 'action_result',
  condition: { field: 'hidden_field', operator: 'greater than' as const, constant: 8 },
}
const alertOf = async (as: SignedInUser, body: object) => {
  const made = await call(createAlert, { as, body: { name: 'Hidden alert', ...watched, ...body } })
  assert.equal(made.status, 200, JSON.stringify(made.failure))
  return made.body.details.alertID
}
const hiddenAlert = await alertOf(admin, {})
const followed = { type: 'event' as const, event: 'hidden_table', source: null, condition: null }
const hiddenFollower = await alertOf(admin, { name: 'Hidden alert of a table', ...followed })
const farAlert = await alertOf(admin, {
  name: 'Shared downwards',
  devices: [deep.dataId],
  viewers: [lower.userId],
  type: 'silence',
  source: null,
  condition: null,
  silentSeconds: 600,
})
clock.advance(1_000)
await sendRecords(app, unit, 'action_result', { hidden_field: 9 })
await features.events.run()
await features.alerts.run()
await features.calculations.run()

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  dataID: [unit.dataId, deep.dataId],
  id: [unit.dataId, admin.userId],
  uid: [admin.userId],
  file: ['action_result.csv', 'shown_sum.csv'],
  subject: ['action_result', 'shown_sum'],
  label: ['source'],
  name: ['hidden_table', 'source', 'field'],
  alertID: [hiddenAlert, hiddenFollower, farAlert],
  source: ['action_result'],
  field: ['hidden_field'],
  from: ['0'],
  to: ['2000000000000'],
  startDate: ['2026-01-01'],
  endDate: ['2027-01-01'],
  query: ['{source="action_result"}', 'action_result_hidden_field'],
  'match[]': ['{source=~".+"}'],
  kind: ['unit', 'user'],
}

/** Every address that reads, with every combination of the samples. */
function* reads(): Generator<{ method: 'GET' | 'POST'; url: string; payload?: object }> {
  for (const endpoint of ENDPOINTS) {
    if (endpoint.access !== 'session' || endpoint.method !== 'GET') continue
    if (['event-stream', 'tile', 'image'].includes(endpoint.format)) continue
    for (const path of pathsOf(endpoint)) {
      yield { method: 'GET', url: path }
      for (const query of queriesOf(Object.keys((endpoint.query as { shape?: object }).shape ?? {})))
        yield { method: 'GET', url: `${path}?${query}` }
    }
  }
  const dataIDs = [unit.dataId]
  const at = new Date(clock()).toISOString()
  const bodies: Readonly<Record<string, object>> = {
    'data/options': { dataIDs },
    'data/latest': { dataIDs },
    'data/last-values': { dataIDs, subject: 'action_result', field: 'hidden_field' },
    'data/current': { dataID: unit.dataId, subject: 'action_result' },
    'data/': { dataID: unit.dataId, subject: 'action_result' },
    state: { at, dataIDs },
    'state/steps': { dataIDs, from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  }
  for (const [path, payload] of Object.entries(bodies)) yield { method: 'POST', url: `${API_BASE}/${path}`, payload }
}

function pathsOf({ path }: AnyEndpoint): string[] {
  const [name] = path.match(/(?<=:)\w+/) ?? []
  if (name === undefined) return [path]
  return (SAMPLES[name] ?? ['1']).flatMap((sample) =>
    pathsOf({ path: path.replace(`:${name}`, encodeURIComponent(sample)) } as AnyEndpoint),
  )
}

function queriesOf(names: readonly string[]): string[] {
  const known = names.filter((name) => name in SAMPLES)
  const combined = known.reduce<string[][]>(
    (all, name) => all.flatMap((one) => [one, ...(SAMPLES[name] ?? []).map((sample) => [...one, pair(name, sample)])]),
    [[]],
  )
  const all = combined.map((pairs) => pairs.join('&')).filter((query) => query !== '')
  return names.includes('all') ? [...all, ...all.map((query) => `${query}&all=true`), 'all=true'] : all
}

function pair(name: string, sample: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(sample)}`
}

/** Which of the texts answers have, each with the first address that has it. */
async function findTold(as: SignedInUser, texts: readonly string[]): Promise<Map<string, string>> {
  const told = new Map<string, string>()
  for (const { method, url, payload } of reads()) {
    const { body } = await app.inject({
      method,
      url,
      headers: { authorization: as.bearer },
      ...(payload && { payload }),
    })
    for (const text of texts) if (body.includes(text) && !told.has(text)) told.set(text, `${method} ${url}`)
  }
  return told
}

describe('lists', () => {
  it('name nothing of the history of requests to a viewer, and all of it to an admin', async () => {
    const texts = [...OF_REQUESTS, hiddenAlert, hiddenFollower]

    const told = await findTold(viewer, texts)
    const known = await findTold(admin, texts)

    assert.deepEqual([...told], [])
    assert.deepEqual([...known.keys()].toSorted(), texts.toSorted())
  })

  it('have no ids of people out of reach', async () => {
    const told = await findTold(lower, [admin.userId, viewer.userId, farAlert])
    const known = await findTold(admin, [admin.userId])

    assert.deepEqual([...told.keys()], [farAlert])
    assert.deepEqual([...known.keys()], [admin.userId])
  })
})
