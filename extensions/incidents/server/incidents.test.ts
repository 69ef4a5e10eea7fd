import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import type { IncidentEntry } from '../contract/incident-facts.ts'
import {
  changeIncident,
  createIncident,
  getIncident,
  type IncidentDetails,
  listConclusions,
  listIncidents,
  MOST_INCIDENTS,
  removeIncident,
  refreshIncident,
} from '../contract/incidents.ts'
import { addNote, removeNote } from '@fieldwatch/notes/contract/notes'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { changeDataId } from '@fieldwatch/contract/units/deletions'
import { sql } from 'kysely'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { showTemperature } from '@fieldwatch/server/testing/show-temperature'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const stranger = await signInAs({ role: 'admin' })

type Unit = Awaited<ReturnType<typeof buildUnit>>
type Draft = CallOf<typeof createIncident>['body']

const minutesAgo = (minutes: number): string => new Date(clock() - minutes * 60_000).toISOString()
const range = () => ({ from: minutesAgo(60), to: minutesAgo(0) })

const save = (units: readonly Unit[], given: Partial<Draft> = {}, as = admin) =>
  call(createIncident, {
    as,
    body: { title: 'Flood', dataIDs: units.map(({ dataId }) => dataId), ...range(), ...given },
  })

async function saved(...given: Parameters<typeof save>): Promise<number> {
  const { status, body, failure } = await save(...given)
  assert.equal(status, 200, JSON.stringify(failure))
  return body.details.incidentID
}

async function open(incidentID: number, as: SignedInUser = admin): Promise<IncidentDetails> {
  const { status, body, failure } = await call(getIncident, { as, params: { incidentID } })
  assert.equal(status, 200, JSON.stringify(failure))
  return body.details
}

const codeOf = async (incidentID: number, as: SignedInUser) =>
  (await call(getIncident, { as, params: { incidentID } })).failure.code

const happenings = (timeline: readonly IncidentEntry[]) =>
  timeline.map((entry) => ('happening' in entry ? `${entry.kind} ${entry.happening}` : entry.kind))

describe('a saved incident', () => {
  it('keeps what happened to its units in the range, in order', async () => {
    const { unit, from, to } = await unitWithHistory()

    const incident = await open(await saved([unit], { from, to, severity: 'major' }))

    assert.deepEqual(happenings(incident.timeline), [
      'event began',
      'event ended',
      'note',
      'alert high',
      'alert ok',
      'request sent',
      'request answered',
    ])
    const [began, , note, high, , sent, answered] = incident.timeline
    assert.partialDeepStrictEqual(began, { title: 'Hot', dataID: unit.dataId })
    assert.partialDeepStrictEqual(note, { text: 'Looked at it', pinned: false })
    assert.partialDeepStrictEqual(high, { title: 'Too warm', value: 9, limit: 8, unitOfMeasure: '°C' })
    assert.deepEqual(high?.kind === 'alert' && high.notifications?.map(({ recipient, kind }) => [recipient, kind]), [
      [admin.email, 'alarm'],
    ])
    assert.ok(sent?.kind === 'request' && sent.by !== null)
    assert.partialDeepStrictEqual(answered, { action: 'Reboot', status: 'OK' })
    const { title, severity, fromUTC, toUTC, units, unitNames, known, mayChange, isCut } = incident
    assert.deepEqual(
      { title, severity, fromUTC, toUTC, units, unitNames, known, mayChange, isCut },
      {
        title: 'Flood',
        severity: 'major',
        fromUTC: from,
        toUTC: to,
        units: 1,
        unitNames: ['Pump station'],
        known: 'now',
        mayChange: true,
        isCut: false,
      },
    )
  })

  it('is still whole when nothing of it is stored any more but itself', async () => {
    const { unit, from, to } = await unitWithHistory()
    await sendRecords(app, unit, 'location', { messageUTC: minutesAgo(1), lat: 48, lon: 11 })
    const fields = [{ source: 'room' as SourceName, field: 'temp' }]
    const id = await saved([unit], { from, to, fields })
    const before = await open(id)

    for (const table of ['alertChange', 'alertNotification', 'actionRequest', 'note', 'eventTable', 'source'] as const)
      await db.deleteFrom(table).execute()

    assert.deepEqual(await open(id), before)
    assert.deepEqual(
      before.details.map(({ series, track }) => [series.map(({ values }) => values), track?.lat]),
      [[[[30, 1, 9, 2]], [48]]],
    )
    assert.equal(before.details[0]?.states.at(-1)?.records.length, 4)
  })

  it('has the values of its units at the start, at the moment in view and at the end', async () => {
    const unit = await buildUnit(db, { entity: top })
    await sendRecords(
      app,
      unit,
      'tank',
      [50, 40, 30].map((minutes) => ({ messageUTC: minutesAgo(minutes), level: minutes })),
    )
    const [from, moment, to] = [minutesAgo(45), minutesAgo(35), minutesAgo(20)]

    const { details, momentUTC } = await open(await saved([unit], { from, moment, to }))

    assert.equal(momentUTC, moment)
    assert.deepEqual(
      details[0]?.states.map(({ atUTC, records }) => [atUTC, records.map(({ record }) => record['level'])]),
      [
        [from, [50]],
        [moment, [40]],
        [to, [30]],
      ],
    )
  })

  it('marks what was received later, and leaves it out where it keeps what was known then', async () => {
    const unit = await buildUnit(db, { entity: top })
    const from = minutesAgo(60)
    await sendRecords(app, unit, 'room', { messageUTC: minutesAgo(50), temp: 1 })
    clock.advance(1_000)
    const to = minutesAgo(0)
    clock.advance(61_000)
    await sendRecords(app, unit, 'room', [
      { messageUTC: minutesAgo(40), temp: 30 },
      { messageUTC: minutesAgo(35), temp: 2 },
    ])
    await addHotTable(unit, from)
    await call(addNote, { as: viewer, body: { dataID: unit.dataId, startUTC: from, text: 'Seen from the road' } })

    const fields = [{ source: 'room' as SourceName, field: 'temp' }]
    const now = await open(await saved([unit], { from, to, fields }))
    const then = await open(await saved([unit], { from, to, known: 'then', fields }))

    assert.deepEqual(happenings(now.timeline), ['note', 'event began', 'event ended'])
    assert.ok(now.timeline.every(({ knownUTC }) => knownUTC !== null && Date.parse(knownUTC) > Date.parse(to)))
    assert.deepEqual(then.timeline, [])
    assert.deepEqual(
      [now, then].map(({ details }) => details[0]?.states.at(-1)?.records.map(({ record }) => record['temp'])),
      [[2], [1]],
    )
    assert.deepEqual(
      [now, then].map(({ details }) => details[0]?.series[0]?.values),
      [[1, 30, 2], [1]],
    )
  })

  it('is stored again on request, with what arrived since', async () => {
    const unit = await buildUnit(db, { entity: top })
    await sendRecords(app, unit, 'room', { messageUTC: minutesAgo(50), temp: 1 })
    const { from, to } = range()
    const id = await saved([unit], { from, to })
    clock.advance(60_000)
    await sendRecords(app, unit, 'room', { messageUTC: minutesAgo(30), temp: 30 })
    const first = await open(id)
    const fields = [{ source: 'room' as SourceName, field: 'temp' }]

    const again = await call(refreshIncident, { as: admin, body: { incidentID: id, fields, version: first.version } })
    const old = await call(refreshIncident, { as: admin, body: { incidentID: id, version: first.version } })
    const second = await open(id)

    assert.deepEqual([again.status, old.failure.code], [200, 'incident/changed'])
    assert.ok(second.takenUTC > first.takenUTC)
    assert.deepEqual(
      [first, second].map(({ details }) => details[0]?.states.at(-1)?.records.map(({ record }) => record['temp'])),
      [[1], [30]],
    )
    assert.deepEqual(second.details[0]?.series[0]?.values, [1, 30])
    // Fields that were chosen once stay.
    await call(refreshIncident, { as: admin, body: { incidentID: id } })
    assert.equal((await open(id)).details[0]?.series.length, 1)
  })

  it('has charts of a field for each unit that has it', async () => {
    const [one, other, without] = [
      await buildUnit(db, { entity: top }),
      await buildUnit(db, { entity: top }),
      await buildUnit(db, { entity: top }),
    ]
    await sendRecords(app, one, 'room', { messageUTC: minutesAgo(5), temp: 1, name: 'hall' })
    await sendRecords(app, other, 'room', { messageUTC: minutesAgo(5), temp: 2 })
    await sendRecords(app, without, 'tank', { messageUTC: minutesAgo(5), level: 3 })
    const field = (source: string, name: string) => ({ fields: [{ source: source as SourceName, field: name }] })

    const { details } = await open(await saved([one, other, without], field('room', 'temp')))
    const refused = [
      await save([one], field('tank', 'level')),
      await save([one], field('room', 'level')),
      await save([one], field('action_result', 'status'), viewer),
    ]

    assert.deepEqual(
      details.flatMap(({ series }) => series.flatMap(({ values }) => values)).toSorted((a, b) => a - b),
      [1, 2],
    )
    assert.deepEqual(
      refused.map(({ failure }) => failure.code),
      ['data/field-not-found', 'data/field-not-found', 'access/forbidden'],
    )
  })

  it('has a range that begins before its end, and is not longer than a year', async () => {
    const unit = await buildUnit(db, { entity: top })

    const refused = [
      await save([unit], { from: minutesAgo(1), to: minutesAgo(2) }),
      await save([unit], { from: '2024-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }),
      await save([unit], { title: ' ' }),
      await save([]),
    ]

    assert.deepEqual(
      refused.map(({ failure }) => failure.code),
      refused.map(() => 'request/invalid'),
    )
  })
})

describe('who sees an incident', () => {
  it('are the people of its entity, each as much as they may see', async () => {
    const { unit, from, to } = await unitWithHistory()
    const id = await saved([unit], { from, to, conclusions: 'The pump was old.' })

    const shown = await open(id, viewer)

    assert.deepEqual(happenings(shown.timeline), ['event began', 'event ended', 'note'])
    assert.deepEqual(
      shown.details[0]?.states.at(-1)?.records.map(({ subject }) => subject),
      ['room'],
    )
    assert.equal(shown.mayChange, false)
    assert.equal(await codeOf(id, stranger), 'incident/not-found')
    assert.deepEqual((await list({}, stranger)).incidents, [])
  })

  it('do not see in it a unit that moved out of their reach, until it comes back', async () => {
    const [stays, moves] = [await buildUnit(db, { entity: top }), await buildUnit(db, { entity: top })]
    const id = await saved([stays, moves])
    const belowAdmin = await signInAs({ role: 'admin', entity: below })
    const unitsFor = async (as: SignedInUser) => (await open(id, as)).details.map(({ dataID }) => dataID).toSorted()

    await db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', moves.dataId).execute()
    assert.deepEqual(await unitsFor(admin), [stays.dataId])
    assert.equal((await open(id)).units, 1)
    await call(refreshIncident, { as: admin, body: { incidentID: id } })
    await db.updateTable('unitEntity').set({ entityId: below }).where('dataId', '=', moves.dataId).execute()
    assert.deepEqual(await unitsFor(admin), [stays.dataId, moves.dataId].toSorted())
    assert.deepEqual(await unitsFor(viewer), [stays.dataId])
    assert.equal(await codeOf(id, belowAdmin), 'incident/not-found', 'of the entity above')
  })

  it('keep it for themselves in an entity below, when it is saved there', async () => {
    const unit = await buildUnit(db, { entity: below })
    const belowViewer = await signInAs({ entity: below })

    const id = await saved([unit], { entity: below })

    assert.equal((await open(id, belowViewer)).units, 1)
    assert.equal(await codeOf(id, viewer), 'incident/not-found')
    assert.equal((await save([unit], { entity: below }, viewer)).failure.code, 'entity/not-found')
    assert.equal((await save([unit], {}, viewer)).failure.code, 'unit/not-found')
  })

  it('see no alert of others in it, and that of a deleted alert only as admins', async () => {
    const { unit, from, to } = await unitWithHistory()
    const id = await saved([unit], { from, to })
    await db.deleteFrom('alert').execute()

    const alertsFor = async (as: SignedInUser) =>
      (await open(id, as)).timeline.filter(({ kind }) => kind === 'alert').length

    assert.deepEqual([await alertsFor(admin), await alertsFor(viewer)], [2, 0])
  })

  it('see no requests in it once the unit has an entity out of their reach', async () => {
    const { unit, from, to } = await unitWithHistory()
    const id = await saved([unit], { from, to })
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: stranger.entity }).execute()

    assert.ok((await open(id)).timeline.every(({ kind }) => kind !== 'request'))
  })
})

describe('a change of an incident', () => {
  it('is made by its author and by admins, and is in the activity of the entity', async () => {
    const unit = await buildUnit(db, { entity: top })
    const [own, ofAdmin] = [await saved([unit], {}, viewer), await saved([unit])]
    const rename = (incidentID: number, as: SignedInUser) =>
      call(changeIncident, { as, body: { incidentID, title: 'Leak', severity: 'critical' } })

    assert.equal((await rename(own, viewer)).body.details.title, 'Leak')
    assert.equal((await rename(own, admin)).body.details.version, 3)
    assert.equal((await rename(ofAdmin, viewer)).failure.code, 'access/forbidden')
    assert.equal((await rename(own, stranger)).failure.code, 'incident/not-found')
    const refused = [
      await call(refreshIncident, { as: viewer, body: { incidentID: ofAdmin } }),
      await call(removeIncident, { as: viewer, body: { incidentID: ofAdmin } }),
    ]
    assert.deepEqual(
      refused.map(({ failure }) => failure.code),
      ['access/forbidden', 'access/forbidden'],
    )
    await call(refreshIncident, { as: admin, body: { incidentID: own } })
    assert.equal((await open(own, viewer)).mayTakeAgain, false, 'an admin stored more than the author may see')
    assert.equal((await call(removeIncident, { as: viewer, body: { incidentID: own } })).status, 200)
    assert.equal(await codeOf(own, viewer), 'incident/not-found')
    const { activity } = (await call(listActivity, { as: admin, query: { entity: top, limit: 5 } })).body.details
    assert.deepEqual(
      activity.slice(0, 4).map(({ action, subjectName }) => [action, subjectName]),
      [
        ['delete incident', 'Leak'],
        ['refresh incident', 'Leak'],
        ['change incident', 'Leak'],
        ['change incident', 'Leak'],
      ],
    )
  })

  it('of the conclusions is refused to the second of two, and every version is kept', async () => {
    const unit = await buildUnit(db, { entity: top })
    const id = await saved([unit], { conclusions: 'Unknown.' })
    const { version } = await open(id)
    const conclude = (as: SignedInUser, conclusions: string) =>
      call(changeIncident, { as, body: { incidentID: id, conclusions, version } })
    const other = await signInAs({ role: 'admin', entity: top })

    const [first, second] = await Promise.all([conclude(admin, 'The pump.'), conclude(other, 'The valve.')])

    assert.equal(first.status + second.status, 200 + 409)
    assert.equal((first.status === 409 ? first : second).failure.code, 'incident/changed')
    const { versions } = (await call(listConclusions, { as: viewer, params: { incidentID: id } })).body.details
    assert.deepEqual(
      versions.map(({ text }) => text),
      [first.status === 200 ? 'The pump.' : 'The valve.', 'Unknown.'],
    )
    assert.equal(
      (await call(listConclusions, { as: stranger, params: { incidentID: id } })).failure.code,
      'incident/not-found',
    )
  })

  it('keeps only the last 50 versions of the conclusions', async () => {
    const unit = await buildUnit(db, { entity: top })
    const id = await saved([unit])
    for (let count = 1; count <= 52; count += 1)
      await call(changeIncident, { as: admin, body: { incidentID: id, conclusions: `Version ${count}` } })

    const { versions } = (await call(listConclusions, { as: admin, params: { incidentID: id } })).body.details

    assert.deepEqual([versions.length, versions[0]?.text, versions.at(-1)?.text], [50, 'Version 52', 'Version 3'])
  })

  it('pins notes of its units, which stay when they are deleted elsewhere', async () => {
    const [unit, other] = [await buildUnit(db, { entity: top }), await buildUnit(db, { entity: top })]
    const noteOn = async ({ dataId: dataID }: Unit, text: string) =>
      (await call(addNote, { as: viewer, body: { dataID, startUTC: '2026-01-01T00:00:00Z', text } })).body.details
        .noteID
    const [mine, foreign] = [await noteOn(unit, 'Built in 2019'), await noteOn(other, 'Elsewhere')]
    const id = await saved([unit])
    const pin = (pinnedNotes: number[]) => call(changeIncident, { as: admin, body: { incidentID: id, pinnedNotes } })

    assert.equal((await pin([foreign])).failure.code, 'note/not-found')
    assert.equal((await pin([mine])).status, 200)
    await call(removeNote, { as: viewer, body: { noteID: mine } })
    await call(refreshIncident, { as: admin, body: { incidentID: id } })
    const [note] = (await open(id)).timeline
    assert.partialDeepStrictEqual(note, { kind: 'note', text: 'Built in 2019', pinned: true })
    assert.ok(note?.kind === 'note' && note.by !== null)
    await pin([])
    assert.deepEqual((await open(id)).timeline, [])
  })
})

describe('the end of what an incident is about', () => {
  it('takes along what was stored of a deleted unit, and follows a new dataID', async () => {
    const [one, other] = [await buildUnit(db, { entity: top }), await buildUnit(db, { entity: top })]
    const { noteID } = (
      await call(addNote, { as: viewer, body: { dataID: one.dataId, startUTC: minutesAgo(5), text: 'Here' } })
    ).body.details
    const id = await saved([one, other])
    await call(changeIncident, { as: admin, body: { incidentID: id, pinnedNotes: [noteID] } })
    const moved = `${one.dataId}-b` as DataId
    await call(changeDataId, { as: admin, params: { dataID: one.dataId }, body: { dataID: moved } })

    const renamed = await open(id)
    assert.deepEqual(
      renamed.timeline.map(({ dataID }) => dataID),
      [moved],
    )
    assert.deepEqual(renamed.details.map(({ dataID }) => dataID).toSorted(), [moved, other.dataId].toSorted())
    await db.deleteFrom('unit').where('dataId', '=', moved).execute()
    const rest = await open(id)
    assert.deepEqual([rest.timeline, rest.details.map(({ dataID }) => dataID)], [[], [other.dataId]])
  })

  it('keeps the name of a deleted person', async () => {
    const leaving = await signInAs({ role: 'admin', entity: top })
    const unit = await buildUnit(db, { entity: top })
    const id = await saved([unit], {}, leaving)
    await db.deleteFrom('appUser').where('id', '=', leaving.userId).execute()

    const { by, takenBy, title } = await open(id)

    assert.deepEqual([by, takenBy, title], [leaving.email, leaving.email, 'Flood'])
  })

  it('stores no address of a notified person, and forgets the notification with the person', async () => {
    const { unit, from, to } = await unitWithHistory()
    const leaving = await signInAs({ role: 'admin', entity: top })
    await sql`
      update alert_notification set user_id = ${leaving.userId}, recipient = ${leaving.email}
      where ${unit.dataId} = any (units)`.execute(db)
    const id = await saved([unit], { from, to })
    const notified = async () => {
      const high = (await open(id)).timeline.find(({ kind }) => kind === 'alert')
      return high?.kind === 'alert' ? high.notifications?.map(({ recipient }) => recipient) : undefined
    }

    assert.deepEqual(await notified(), [leaving.email])
    const { rows } = await sql<{ stored: string }>`select incident_unit::text as stored from incident_unit`.execute(db)
    assert.ok(rows.every(({ stored }) => !stored.includes(leaving.email)))
    await db.deleteFrom('appUser').where('id', '=', leaving.userId).execute()
    assert.deepEqual(await notified(), [])
  })
})

describe('the list of incidents', () => {
  beforeEach(async () => {
    await db.deleteFrom('incident').execute()
  })

  it('is searched, sorted and read page by page', async () => {
    const unit = await buildUnit(db, { entity: top, friendlyName: 'Harbour' })
    const plain = await buildUnit(db, { entity: top, friendlyName: 'Hill' })
    await saved([plain], { title: 'b', severity: 'critical', conclusions: '100 % certain' })
    await saved([unit], { title: 'A', severity: 'minor' })
    await saved([plain], { title: 'c', severity: 'major', from: minutesAgo(600) })
    const titles = async (query: CallOf<typeof listIncidents>['query']) =>
      (await list(query)).incidents.map(({ title }) => title)

    assert.deepEqual(await titles({}), ['c', 'A', 'b'])
    assert.deepEqual(await titles({ sort: 'title', direction: 'asc' }), ['A', 'b', 'c'])
    assert.deepEqual(await titles({ sort: 'severity' }), ['b', 'c', 'A'])
    assert.deepEqual(await titles({ sort: 'from', direction: 'asc', pageSize: 1 }), ['c'])
    assert.deepEqual(await titles({ sort: 'title', direction: 'asc', pageSize: 2, page: 2 }), ['c'])
    assert.deepEqual(await titles({ text: 'harb' }), ['A'])
    assert.deepEqual(await titles({ text: '%' }), ['b'])
    assert.deepEqual(await titles({ severity: 'major' }), ['c'])
    assert.deepEqual(await titles({ dataID: unit.dataId }), ['A'])
    assert.equal((await list({ pageSize: 1 })).total, 3)
    assert.equal((await call(listIncidents, { as: viewer, query: { entity: below } })).failure.code, 'entity/not-found')
  })

  it('has at most 1,000 of an entity', async () => {
    const unit = await buildUnit(db, { entity: top })
    const row = (place: number) => ({
      entityId: top,
      title: `Incident ${place}`,
      severity: 'minor' as const,
      fromAt: 0,
      toAt: 1,
      momentAt: 0,
      known: 'now' as const,
      takenAt: new Date(),
      takenBy: admin.userId,
      createdBy: admin.userId,
      createdAt: new Date(),
    })
    await db
      .insertInto('incident')
      .values(Array.from({ length: MOST_INCIDENTS }, (_, place) => row(place)))
      .execute()

    assert.equal((await save([unit])).failure.code, 'incident/too-many')
  })

  it('gets an incident of a program with the scope for it', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const body = {
      name: 'Watchdog',
      scopes: ['write-incidents' as const],
      days: 1,
      entity: top,
      role: 'viewer' as const,
    }
    const { secret } = (await call(createProgramToken, { as: admin, body })).body.details

    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/v1/incidents',
      headers: { authorization: `Bearer ${secret}` },
      payload: { title: 'By a program', dataIDs: [dataId], ...range() },
    })

    assert.equal(statusCode, 200)
    assert.deepEqual(
      (await list({}, viewer)).incidents.map(({ title, by, mayChange }) => [title, by, mayChange]),
      [['By a program', 'Watchdog', false]],
    )
  })
})

async function list(query: CallOf<typeof listIncidents>['query'], as = admin) {
  return (await call(listIncidents, { as, query })).body.details
}

async function addHotTable({ dataId: dataID }: Unit, from: string): Promise<void> {
  const draft = { dataID, name: 'hot', title: 'Hot', comparison: 'room.temp > 20', startDate: from }
  const { status } = await call(createEvent, { as: admin, body: { ...draft, maxGapMinutes: 15 } })
  assert.equal(status, 200)
  await features.events.run()
}

/** One occurrence, one alert with its end, a note, and a request with its answer. */
async function unitWithHistory() {
  const unit = await buildUnit(db, { entity: top })
  await showTemperature(db, unit)
  const from = minutesAgo(60)
  await sendRecords(app, unit, 'room', [
    { messageUTC: minutesAgo(50), temp: 30 },
    { messageUTC: minutesAgo(45), temp: 1 },
  ])
  await addHotTable(unit, from)
  await call(addNote, { as: viewer, body: { dataID: unit.dataId, startUTC: minutesAgo(5), text: 'Looked at it' } })
  clock.advance(1_000)
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  await call(createAlert, {
    as: admin,
    body: { name: 'Too warm', devices: [unit.dataId], source: 'room', condition },
  })
  for (const temp of [9, 2]) {
    clock.advance(1_000)
    await sendRecords(app, unit, 'room', { temp })
    await features.alerts.run()
    await features.alertTimers.run()
  }
  clock.advance(1_000)
  const ask = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' } as const
  const { action_id } = (await call(postAction, { as: admin, body: ask })).body.details
  clock.advance(1_000)
  await sendRecords(app, unit, 'action_result', { action_id, actionClass: 'Unit', action: 'Reboot', status: 'OK' })
  await features.requests.results.run()
  await features.events.run()
  clock.advance(1_000)
  return { unit, from, to: minutesAgo(0) }
}
