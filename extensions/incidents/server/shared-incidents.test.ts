import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { DataId } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import { addNote } from '@fieldwatch/notes/contract/notes'
import { getSharedScreen, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { changeDataId } from '@fieldwatch/contract/units/deletions'
import { ENDPOINTS } from '@fieldwatch/server/endpoints'
import { askWholeContract } from '@fieldwatch/server/testing/ask-whole-contract'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { readEvents } from '@fieldwatch/server/testing/read-events'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { changeIncident, createIncident, removeIncident } from '../contract/incidents.ts'
import { getSharedIncident } from '../contract/shared-incident.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })

const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const stranger = await signInAs({ role: 'admin' })

const minutesAgo = (minutes: number): string => new Date(clock() - minutes * 60_000).toISOString()

/** A unit with two periods above 20 degrees, a position and a note. */
async function withIncident() {
  const unit = await buildUnit(db, { entity, friendlyName: 'North room' })
  await sendRecords(app, unit, 'location', [
    { messageUTC: minutesAgo(200), lat: 47, lon: 8 },
    { messageUTC: minutesAgo(10), lat: 48, lon: 9 },
  ])
  await sendRecords(app, unit, 'room', [
    { messageUTC: minutesAgo(300), temp: 30 },
    { messageUTC: minutesAgo(290), temp: 1 },
    { messageUTC: minutesAgo(50), temp: 25 },
    { messageUTC: minutesAgo(40), temp: 1 },
  ])
  await sendRecords(app, unit, 'tank', { messageUTC: minutesAgo(5), level: 3 })
  const table = { name: 'Hot', values: [{ source: 'room', field: 'temp' }], maxGapMinutes: 60 }
  const event = { dataID: unit.dataId, ...table, comparison: 'room.temp > 20', startDate: minutesAgo(600) }
  assert.equal((await call(createEvent, { as: admin, body: event })).status, 200)
  await features.events.run()
  await call(addNote, { as: admin, body: { dataID: unit.dataId, startUTC: minutesAgo(45), text: 'Opened a window' } })
  await sendRecords(app, unit, 'action_result', { action_id: 1, actionClass: 'Unit', action: 'Reboot', status: 'OK' })
  const body = { entity, title: 'Heat', from: minutesAgo(360), to: minutesAgo(0), conclusions: 'A broken fan' }
  const made = await call(createIncident, { as: admin, body: { ...body, dataIDs: [unit.dataId] } })
  assert.equal(made.status, 200, JSON.stringify(made.failure))
  return { unit, incident: made.body.details }
}

/** Links are of another extension. */
async function askForLinks<Details>(
  method: 'GET' | 'POST',
  path: string,
  { as, body }: { as?: typeof admin; body?: object } = {},
) {
  const headers = as === undefined ? {} : { authorization: as.bearer }
  const reply = await app.inject({ method, url: `/api/v1${path}`, headers, ...(body && { payload: body }) })
  return reply.json<{ details: Details; code?: string }>()
}

interface Link {
  readonly shareID: string
  readonly state: string
}

const share = (incidentID: number, as = admin) =>
  askForLinks<{ share: Link; link: string }>('POST', '/shares', {
    as,
    body: { kind: 'incident', what: { incidentID } },
  })

async function visit(incidentID: number, as = admin) {
  const { details: made } = await share(incidentID, as)
  const body = { secret: made.link.split('#')[1] ?? '' }
  const { details } = await askForLinks<{ pass: string; screen: SharedScreen }>('POST', '/shared/open', { body })
  return { id: made.share.shareID, screen: details.screen, headers: { authorization: `Bearer ${details.pass}` } }
}

const stateOf = async (id: string) =>
  (await askForLinks<{ shares: Link[] }>('GET', '/shares', { as: admin })).details.shares.find(
    ({ shareID }) => shareID === id,
  )?.state

const closed = async (headers: Record<string, string>) => (await call(getSharedScreen, { headers })).failure.code

describe('a link to an incident', () => {
  it('answers nothing of the rest of the API, and nothing of other screens', async () => {
    const { unit, incident } = await withIncident()
    const { headers } = await visit(incident.incidentID)
    const { answered } = await askWholeContract(app, headers)
    const bodies: string[] = []
    for (const { access, path, format } of ENDPOINTS) {
      if (access !== 'share' || format === 'event-stream') continue
      const { statusCode, body } = await app.inject({ url: `${path}?source=room&from=0&to=4000000000000`, headers })
      const isShown = ['/api/v1/shared/screen', getSharedIncident.path].includes(path)
      const isEmpty = path.endsWith('positions') && body.includes('"positions":[]')
      assert.equal(statusCode === 200 && !isEmpty, isShown, path)
      bodies.push(body)
    }

    assert.deepEqual(answered, [])
    for (const hidden of [unit.dataId, admin.email, admin.userId, entity, 'Reboot', 'action_result'])
      assert.equal(bodies.join('').includes(hidden), false, hidden)
  })

  it('is for admins who have the incident in reach', async () => {
    const { incident } = await withIncident()
    const viewer = await signInAs({ entity })
    const codeFor = async (as: typeof admin) => (await share(incident.incidentID, as)).code

    assert.equal(await codeFor(stranger), 'incident/not-found')
    assert.equal(await codeFor(viewer), 'access/forbidden')
  })

  const lose: Readonly<Record<string, (unit: BuiltUnit) => Promise<unknown>>> = {
    'left its entity': ({ dataId }) =>
      db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', dataId).execute(),
    'was deleted': ({ dataId }) => db.deleteFrom('unit').where('dataId', '=', dataId).execute(),
  }
  for (const [why, change] of Object.entries(lose)) {
    it(`ends, with its open pages, when its unit ${why}`, async () => {
      const { unit, incident } = await withIncident()
      const { id, headers } = await visit(incident.incidentID)
      const stream = await readEvents(app, 'shared/stream', { headers })

      await change(unit)

      assert.equal(await closed(headers), 'share/closed')
      assert.equal(await stateOf(id), 'unit')
      await features.sharedStreams.check()
      assert.equal(await stream.next(), undefined)
    })
  }

  it('follows a unit that gets another dataID', async () => {
    const { unit, incident } = await withIncident()
    const { headers } = await visit(incident.incidentID)
    const body = { dataID: DataId.parse(`${unit.dataId}-new`) }
    assert.equal((await call(changeDataId, { as: admin, params: { dataID: unit.dataId }, body })).status, 200)

    assert.equal((await call(getSharedScreen, { headers })).body.details.kind, 'incident')
  })
})

describe('a shared incident', () => {
  it('shows what happened without people, requests and our ids', async () => {
    const { unit, incident } = await withIncident()
    await call(createAlert, {
      as: admin,
      body: {
        name: 'Too warm',
        devices: [unit.dataId],
        source: 'room',
        condition: { field: 'temp', operator: 'greater than', constant: 8 },
      },
    })
    const { headers, screen } = await visit(incident.incidentID)
    const shown = (await call(getSharedIncident, { headers })).body.details

    assert.partialDeepStrictEqual(screen, { kind: 'incident', name: 'Heat' })
    assert.partialDeepStrictEqual(shown, { title: 'Heat', conclusions: 'A broken fan' })
    assert.deepEqual(
      shown.timeline.map((entry) => ('happening' in entry ? `${entry.kind} ${entry.happening}` : entry.kind)),
      ['event began', 'event ended', 'event began', 'note', 'event ended'],
    )
    assert.deepEqual(
      shown.timeline.map((entry) => ('by' in entry ? entry.by : null)),
      [null, null, null, null, null],
    )
    assert.deepEqual(
      shown.details.map(({ deviceName, dataID }) => [
        deviceName,
        screen.kind === 'incident' && screen.units[0] === dataID,
      ]),
      [['North room', true]],
    )
    const sources = shown.details[0]?.states.flatMap(({ records }) => records.map(({ subject }) => subject))
    assert.deepEqual([...new Set<string>(sources)].toSorted(), ['location', 'room', 'tank'])
  })

  it('is read again after each change', async () => {
    const { incident } = await withIncident()
    const { headers } = await visit(incident.incidentID)
    const stream = await readEvents(app, 'shared/stream', { headers })
    const body = { incidentID: incident.incidentID, conclusions: 'A new fan', version: incident.version }
    assert.equal((await call(changeIncident, { as: admin, body })).status, 200)
    await features.sharedStreams.check()

    assert.equal(await stream.next(), undefined)
    assert.equal((await call(getSharedIncident, { headers })).body.details.conclusions, 'A new fan')
  })

  it('ends when it is deleted', async () => {
    const { incident } = await withIncident()
    const { headers, id } = await visit(incident.incidentID)
    assert.equal((await call(removeIncident, { as: admin, body: { incidentID: incident.incidentID } })).status, 200)

    assert.equal(await closed(headers), 'share/closed')
    assert.equal(await stateOf(id), 'incident')
  })
})
