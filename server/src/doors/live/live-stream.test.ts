import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createAlert, removeAlert } from '@fieldwatch/contract/alerts/alerts'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import type { AlertId, DataId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import type { LiveAdded, LiveAlerts } from '@fieldwatch/contract/telemetry/live'
import { FIRST_CURSOR } from '@fieldwatch/contract/api/live-addresses'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import { administerUnit, type DataDocument } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { setUpApp } from '#testing/authenticator-app.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit, type BuiltUnit, sourceName } from '#testing/build-unit.ts'
import { readEvents, type EventReader, type ReadEvent } from '#testing/read-events.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, bus, call, clock, features, signInAs, signInWith } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })
const person = await signInAs()
const foreign = await buildUnit(db)
await sendRecords(app, foreign, 'probe', { n: 1 })

const ownUnit = (friendlyName = 'Pump') => buildUnit(db, { entity: person.entity, friendlyName })

const open = (query: Record<string, string>, as = person) =>
  readEvents(app, `stream/live?${new URLSearchParams(query).toString()}`, { as })

const openDevice = (query: string) => readEvents(app, `stream/devices${query}`, { as: person })

async function nextAdded(reader: EventReader): Promise<LiveAdded> {
  const event = await reader.next()
  assert.equal(event?.event, 'added')
  return event.data as LiveAdded
}

async function nextDocument(reader: EventReader): Promise<DataDocument> {
  const event = await reader.next()
  assert.equal(event?.event, 'modified')
  return event.data as DataDocument
}

const numbers = ({ records }: LiveAdded): unknown[] => records.map((record) => record['n'])

async function rename(unit: BuiltUnit, friendlyName: string): Promise<void> {
  await db.updateTable('unit').set({ friendlyName }).where('dataId', '=', unit.dataId).execute()
  bus.publish('unit-changed', { dataId: unit.dataId })
}

describe('the stream of a unit', () => {
  it('asks for a sign-in', async () => {
    assert.equal((await readEvents(app, 'stream/devices?dataID=x')).status, 401)
  })

  // spec 1-7-17
  it('needs a dataID', async () => {
    for (const query of ['', '?dataID=']) {
      const reader = await openDevice(query)

      assert.equal(reader.status, 400)
      assert.equal(reader.headers.get('x-error-details'), 'DataID is required')
      assert.equal(JSON.parse(await reader.text()).message, 'DataID is required')
    }
  })

  it("answers for another entity's unit as for one that is not there", async () => {
    for (const dataId of [foreign.dataId, 'unknown', "' or 1=1 --"]) {
      const reader = await openDevice(`?dataID=${encodeURIComponent(dataId)}`)

      assert.equal(reader.status, 404)
      assert.equal(reader.headers.get('x-error-details'), 'Device not found')
    }
  })

  // spec 1-7-16
  it('has the document as it is, and each change', async () => {
    const unit = await ownUnit('Before')
    const reader = await openDevice(`?dataID=${unit.dataId}`)

    const first = await nextDocument(reader)
    await rename(unit, 'After')
    const second = await nextDocument(reader)

    assert.deepEqual([first.friendlyName, second.friendlyName], ['Before', 'After'])
    reader.close()
  })

  it('gathers changes that come fast, and ends with the last one', async () => {
    const unit = await ownUnit('0')
    const reader = await openDevice(`?dataID=${unit.dataId}`)
    await nextDocument(reader)

    for (let change = 1; change <= 20; change += 1) await rename(unit, String(change))
    const names: string[] = []
    while (names.at(-1) !== '20') names.push((await nextDocument(reader)).friendlyName)

    assert.ok(names.length <= 3, names.join())
    reader.close()
  })

  // spec 1-3-24, 1-3-25
  it('follows what records do to the unit', async () => {
    const unit = await ownUnit()
    const reader = await openDevice(`?dataID=${unit.dataId}`)
    await nextDocument(reader)

    await sendRecords(app, unit, 'location', { lat: 1.5, lon: 2.5 })
    const document = await nextDocument(reader)

    assert.deepEqual(
      [document.currentLat, document.currentLon, document.lastMessage, document.lastActivityUTC],
      [1.5, 2.5, 'location', new Date(clock()).toISOString()],
    )
    assert.equal(document.nearestPlace?.direction, 'north-west')
    reader.close()
  })

  it('ends when the unit is gone', async () => {
    const unit = await ownUnit()
    const reader = await openDevice(`?dataID=${unit.dataId}`)
    await nextDocument(reader)

    await db.deleteFrom('unit').where('dataId', '=', unit.dataId).execute()
    bus.publish('unit-changed', { dataId: unit.dataId })

    assert.equal(await reader.next(), undefined)
  })
})

describe('changes of alerts', () => {
  const condition = { field: 'n', operator: 'greater than', constant: 8 } as const
  const add = async (as: SignedInUser, dataId: DataId, viewers: UserId[] = []) => {
    const body = { name: 'Too many', source: 'probe', condition, devices: [dataId], viewers }
    return (await call(createAlert, { as, body })).body.details.alertID
  }
  const nextAlerts = async (reader: EventReader): Promise<AlertId[]> => {
    const event = await reader.next()
    assert.equal(event?.event, 'alerts')
    return (event.data as LiveAlerts).alertIDs.toSorted()
  }
  /** What is received until an alert is: behind it comes what is published from now on. */
  const hear = async (reader: EventReader, alertId: AlertId): Promise<void> => {
    bus.publish('alert-changed', { alertId })
    while (!(await nextAlerts(reader)).includes(alertId));
  }

  it('are sent to those who see the alert, and to no one else', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', { n: 1 })
    const people = {
      owner: person,
      shared: await signInAs({ entity: person.entity }),
      admin: await signInAs({ entity: person.entity, role: 'admin' }),
      colleague: await signInAs({ entity: person.entity }),
      stranger: await signInAs({ entity: foreign.entity, role: 'admin' }),
    }
    const id = await add(people.owner, unit.dataId, [people.shared.userId])
    const own = await add(people.colleague, unit.dataId)
    const others = await add(people.stranger, foreign.dataId)
    const seen = [[id], [id], [id, own], [own], [others]]
    const readers: EventReader[] = []
    for (const as of Object.values(people)) readers.push(await open({ devices: '-' }, as))

    for (const alertId of [id, own, others]) bus.publish('alert-changed', { alertId, dataId: unit.dataId })

    for (const [index, reader] of readers.entries()) {
      const expected = new Set(seen[index])
      const received = new Set<AlertId>()
      while (!received.isSupersetOf(expected)) for (const one of await nextAlerts(reader)) received.add(one)
      assert.deepEqual(received, expected)
    }
    for (const reader of readers) reader.close()
  })

  it('on the history of requests are not sent to viewers with whom the alert is shared, not even as it is removed', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'action_result', { n: 1 })
    await sendRecords(app, unit, 'probe', { n: 1 })
    const admin = await signInAs({ entity: person.entity, role: 'admin' })
    const body = { name: 'Bad answers', source: 'action_result', condition, devices: [unit.dataId] }
    const shared = await call(createAlert, { as: admin, body: { ...body, viewers: [person.userId] } })
    const hidden = shared.body.details.alertID
    const last = await add(person, unit.dataId)
    const [forAdmin, forViewer] = [await open({ devices: '-' }, admin), await open({ devices: '-' })]
    const received = new Set<AlertId>()

    bus.publish('alert-changed', { alertId: hidden, dataId: unit.dataId })
    assert.equal((await call(removeAlert, { as: admin, body: { alertID: hidden } })).status, 200)
    while (!(await nextAlerts(forAdmin)).includes(hidden));
    bus.publish('alert-changed', { alertId: last })
    while (!received.has(last)) for (const one of await nextAlerts(forViewer)) received.add(one)

    assert.deepEqual([...received], [last])
    for (const reader of [forAdmin, forViewer]) reader.close()
  })

  it('on another unit are not sent to the page of one unit', async () => {
    const [unit, other] = [await ownUnit(), await ownUnit()]
    for (const one of [unit, other]) await sendRecords(app, one, 'probe', { n: 1 })
    const [here, there] = [await add(person, unit.dataId), await add(person, other.dataId)]
    const reader = await open({ devices: unit.dataId })
    await nextDocument(reader)
    await hear(reader, here)

    bus.publish('alert-changed', { alertId: there, dataId: other.dataId })
    bus.publish('alert-changed', { alertId: here, dataId: unit.dataId })

    assert.deepEqual(await nextAlerts(reader), [here])
    reader.close()
  })

  it('are sent when a record arrives that triggers it, and when it is removed', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', { n: 1 })
    const viewer = await signInAs({ entity: person.entity })
    const id = await add(person, unit.dataId, [viewer.userId])
    const reader = await open({ devices: '-' }, viewer)
    await hear(reader, id)

    await sendRecords(app, unit, 'probe', { n: 9 })
    await features.alerts.run()
    assert.deepEqual(await nextAlerts(reader), [id])
    await call(removeAlert, { as: person, body: { alertID: id } })

    assert.deepEqual(await nextAlerts(reader), [id])
    reader.close()
  })

  it('end with the reach that they were followed in', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildEntity(db, { parentId: admin.entity })
    const reader = await open({ devices: '-' }, admin)

    await db.updateTable('entity').set({ parentId: null }).where('id', '=', below).execute()
    await features.live.check()

    assert.equal(await reader.next(), undefined)
  })
})

describe('the live stream of a page', () => {
  it('asks for a sign-in', async () => {
    assert.equal((await readEvents(app, 'stream/live?devices=viewing')).status, 401)
  })

  it("answers for another entity's unit as for one that is not there", async () => {
    const unit = await ownUnit()
    for (const query of [
      { devices: foreign.dataId },
      { devices: 'unknown' },
      { data: `${foreign.dataId}/probe` },
      { data: `${unit.dataId}/probe,unknown/probe` },
    ] as Record<string, string>[]) {
      const reader = await open(query)

      assert.equal(reader.status, 404)
      assert.equal(JSON.parse(await reader.text()).code, 'unit/not-found')
    }
  })

  it('refuses lists that are none, are too long, or hold a cursor that is none', async () => {
    const unit = await ownUnit()
    const tooMany = Array.from({ length: 201 }, (_, index) => `${unit.dataId}/s${index}`).join()
    const codes: string[] = []
    for (const data of ['nonsense', `${unit.dataId}/a b`, tooMany, `${unit.dataId}/probe@nonsense`]) {
      codes.push(JSON.parse(await (await open({ data })).text()).code)
    }

    assert.deepEqual(codes, ['request/invalid', 'request/invalid', 'request/invalid', 'data/cursor-invalid'])
  })

  it('carries documents of the viewing units and records of sources, those included that do not exist yet', async () => {
    const viewer = await signInAs()
    const one = await buildUnit(db, { entity: viewer.entity, friendlyName: 'One' })
    const two = await buildUnit(db, { entity: viewer.entity, friendlyName: 'Two' })
    const reader = await open({ devices: 'viewing', data: `${one.dataId}/probe,${two.dataId}/later` }, viewer)
    const opening = [await reader.next(), await reader.next(), await reader.next(), await reader.next()]

    const kinds = Map.groupBy(opening, (event) => event?.event)
    assert.deepEqual([kinds.get('added')?.length, kinds.get('modified')?.length], [2, 2])
    const heard = new Map<DataId, unknown[]>()
    await sendRecords(app, two, 'later', { n: 2 })
    await sendRecords(app, one, 'probe', { n: 1 })
    await sendRecords(app, foreign, 'probe', { n: 3 })
    while (heard.size < 2) {
      const event = await reader.next()
      if (event?.event !== 'added') continue
      const added = event.data as LiveAdded
      heard.set(added.dataID, numbers(added))
    }

    assert.deepEqual(Object.fromEntries(heard), { [one.dataId]: [1], [two.dataId]: [2] })
    reader.close()
  })

  it('says when the template that the unit shows has a newer version, and no other', async () => {
    const templates = createTemplateStore(db)
    const [shown, other] = ['live-shown', 'live-other'] as TemplateId[] as [TemplateId, TemplateId]
    for (const id of [shown, other])
      await templates.create({ id, entityId: person.entity, definition: { title: 'Tank' } })
    const unit = await buildUnit(db, { entity: person.entity, defaultTemplate: shown })
    const reader = await open({ devices: unit.dataId })
    await nextDocument(reader)

    for (const templateID of [other, shown]) {
      await call(putTemplate, { body: { templateID, template: { title: `Changed ${templateID}` } }, as: person })
    }

    const event = await reader.next()
    assert.deepEqual([event?.event, event?.data], ['template', { templateID: shown, version: 2 }])
    reader.close()
  })

  it('says when occurrences of the unit changed, and of no other', async () => {
    const [unit, other] = [await ownUnit(), await ownUnit()]
    const reader = await open({ devices: unit.dataId })
    await nextDocument(reader)

    for (const { dataId } of [other, unit]) bus.publish('occurrences-changed', { dataId, name: 'hot' })

    const event = await reader.next()
    assert.deepEqual([event?.event, event?.data], ['occurrences', { dataID: unit.dataId, name: 'hot' }])
    reader.close()
  })

  it('says to admins alone that requests to the unit changed, and those of no other', async () => {
    const [unit, other] = [await ownUnit(), await ownUnit()]
    const admin = await signInAs({ role: 'admin', entity: person.entity })
    const [asAdmin, asViewer] = [await open({ devices: unit.dataId }, admin), await open({ devices: unit.dataId })]
    for (const reader of [asAdmin, asViewer]) await nextDocument(reader)

    for (const { dataId } of [other, unit]) bus.publish('requests-changed', { dataId })
    bus.publish('occurrences-changed', { dataId: unit.dataId, name: 'after' })

    const [toAdmin, toViewer] = [await asAdmin.next(), await asViewer.next()]
    assert.deepEqual([toAdmin?.event, toAdmin?.data], ['requests', { dataID: unit.dataId }])
    assert.equal(toViewer?.event, 'occurrences')
    for (const reader of [asAdmin, asViewer]) reader.close()
  })

  it('has all that changed while messages of other servers were missed, and nothing else again', async () => {
    const admin = await signInAs({ role: 'admin' })
    const template = 'live-missed' as TemplateId
    await createTemplateStore(db).create({ id: template, entityId: admin.entity, definition: { title: 'Tank' } })
    const changed = await buildUnit(db, { entity: admin.entity, defaultTemplate: template })
    const left = await buildUnit(db, { entity: admin.entity })
    await buildUnit(db, { entity: admin.entity, friendlyName: 'Untouched' })
    await db
      .insertInto('eventTable')
      .values({
        dataId: changed.dataId,
        name: 'hot',
        title: 'Hot',
        source: sourceName('a'),
        field: 'x',
        operator: '>',
        constant: 1,
        comparison: 'a.x > 1',
        startAt: 0,
        gapMs: 0,
        inputs: '[]',
        filledTo: null,
        fillTotal: null,
        createdAt: new Date(0),
      })
      .execute()
    const all = await open({ devices: 'viewing' }, admin)
    for (let count = 0; count < 3; count += 1) await nextDocument(all)
    const one = await open({ devices: changed.dataId }, admin)
    await nextDocument(one)

    await db.updateTable('unit').set({ friendlyName: 'After' }).where('dataId', '=', changed.dataId).execute()
    await db.deleteFrom('unit').where('dataId', '=', left.dataId).execute()
    bus.publish('messages-missed', {})

    const gather = async (reader: EventReader, kinds: number): Promise<Map<string | undefined, unknown>> => {
      const events = new Map<string | undefined, unknown>()
      while (events.size < kinds) {
        const event = await reader.next()
        const isOfUnit = event?.event === 'things' && 'dataID' in (event.data as object)
        events.set(isOfUnit ? 'things of the unit' : event?.event, event?.data)
      }
      return events
    }
    const ofAll = await gather(all, 6)
    const news = await gather(one, 9)
    assert.equal((ofAll.get('modified') as DataDocument).friendlyName, 'After')
    assert.deepEqual(ofAll.get('removed'), { dataID: left.dataId })
    assert.deepEqual(ofAll.get('alerts'), { alertIDs: [] })
    for (const events of [ofAll, news])
      assert.deepEqual([events.get('labels'), events.get('places'), events.get('things')], [{}, {}, {}])
    assert.equal((news.get('modified') as DataDocument).friendlyName, 'After')
    assert.deepEqual(news.get('template'), { templateID: template, version: 1 })
    assert.deepEqual(news.get('occurrences'), { dataID: changed.dataId, name: 'hot' })
    assert.deepEqual(news.get('requests'), { dataID: changed.dataId })
    assert.deepEqual(news.get('things of the unit'), { dataID: changed.dataId })
    assert.deepEqual(news.get('alerts'), { alertIDs: [] })
    for (const reader of [all, one]) reader.close()
  })

  it('follows a unit to a template of its own', async () => {
    const unit = await ownUnit()
    const reader = await open({ devices: unit.dataId })
    await nextDocument(reader)

    const { body } = await call(putTemplate, {
      body: { dataID: unit.dataId, template: { title: 'Own' } },
      as: person,
    })

    assert.equal((await nextDocument(reader)).customTemplate, body.details.id)
    reader.close()
  })

  it('carries on behind a cursor without a gap and without repeating anything', async () => {
    const unit = await ownUnit()
    const data = `${unit.dataId}/probe`
    const first = await open({ data })
    const { cursor } = await nextAdded(first)
    await sendRecords(app, unit, 'probe', [{ n: 1 }, { n: 2 }])
    const { cursor: later } = await nextAdded(first)
    first.close()
    await sendRecords(app, unit, 'probe', [{ n: 3 }])

    const fromStart = await open({ data: `${data}@${cursor}` })
    const fromLater = await open({ data: `${data}@${later}` })

    assert.deepEqual(numbers(await nextAdded(fromStart)), [1, 2, 3])
    assert.deepEqual(numbers(await nextAdded(fromLater)), [3])
    await sendRecords(app, unit, 'probe', [{ n: 4 }])
    assert.deepEqual(numbers(await nextAdded(fromStart)), [4])
    fromStart.close()
    fromLater.close()
  })

  it('carries on where a series ended', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'probe', [{ n: 1 }])
    const series = await app.inject({
      url: `/api/v1/series/${unit.dataId}/probe?from=0&to=${clock() + 1}`,
      headers: { authorization: person.bearer },
    })
    await sendRecords(app, unit, 'probe', [{ n: 2 }])

    const reader = await open({ data: `${unit.dataId}/probe@${String(series.headers['x-cursor'])}` })

    assert.deepEqual(numbers(await nextAdded(reader)), [2])
    reader.close()
  })

  it('sends that a unit left the viewing entities, only to those who saw it', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildEntity(db, { parentId: admin.entity })
    const viewer = await signInAs({ entity: admin.entity })
    const unit = await buildUnit(db, { entity: admin.entity, friendlyName: 'Wanderer' })
    const readers = {
      above: await open({ devices: 'viewing' }, admin),
      left: await open({ devices: 'viewing' }, viewer),
      stranger: await open({ devices: 'viewing' }, await signInAs({ entity: foreign.entity })),
    }
    for (const reader of Object.values(readers)) await nextDocument(reader)

    const params = { dataID: unit.dataId }
    await call(administerUnit, { as: admin, params, body: { entities: [below] } })
    assert.deepEqual((await nextDocument(readers.above)).entities, [below])
    const gone = await readers.left.next()
    assert.deepEqual([gone?.event, gone?.data], ['removed', { dataID: unit.dataId }])
    await call(administerUnit, { as: admin, params, body: { entities: [admin.entity] } })
    assert.deepEqual((await nextDocument(readers.left)).entities, [admin.entity])
    bus.publish('unit-changed', { dataId: foreign.dataId })
    assert.equal((await nextDocument(readers.stranger)).dataID, foreign.dataId)

    for (const reader of Object.values(readers)) reader.close()
  })

  it('ends when its unit leaves for another entity', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildEntity(db, { parentId: admin.entity })
    const viewer = await signInAs({ entity: admin.entity })
    const unit = await buildUnit(db, { entity: admin.entity })
    const reader = await open({ devices: unit.dataId }, viewer)
    await nextDocument(reader)

    await call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body: { entities: [below] } })

    assert.equal(await reader.next(), undefined)
  })

  it('ends when the viewing entities are others', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildUnit(db)
    await db.updateTable('entity').set({ parentId: admin.entity }).where('id', '=', below.entity).execute()
    const reader = await open({ devices: 'viewing' }, admin)
    await nextDocument(reader)

    await db
      .updateTable('appUser')
      .set({ entityViewing: [below.entity] })
      .where('id', '=', admin.userId)
      .execute()
    await features.live.check()

    assert.equal(await reader.next(), undefined)
  })

  it('ends when a role no longer reaches the unit', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildUnit(db)
    await db.updateTable('entity').set({ parentId: admin.entity }).where('id', '=', below.entity).execute()
    const reader = await open({ devices: below.dataId }, admin)
    await nextDocument(reader)

    await db.updateTable('appUser').set({ role: 'viewer' }).where('id', '=', admin.userId).execute()
    await features.live.check()

    assert.equal(await reader.next(), undefined)
  })

  it('ends when the entity requires a second factor of a person who signed in without one', async () => {
    const admin = await signInAs({ role: 'admin' })
    await setUpApp({ call, clock }, admin)
    const viewer = await signInAs({ entity: admin.entity })
    const unit = await buildUnit(db, { entity: admin.entity })
    const [theirs, own] = [await open({ devices: unit.dataId }, viewer), await open({ devices: unit.dataId }, admin)]
    await nextDocument(theirs)
    await nextDocument(own)

    await call(updateEntity, { as: admin, body: { entityID: admin.entity, secondFactorRequired: 'true' } })

    assert.equal(await theirs.next(), undefined)
    bus.publish('unit-changed', { dataId: unit.dataId })
    assert.equal((await nextDocument(own)).dataID, unit.dataId)
    own.close()
  })

  it('has the first record of a source that came between the question for it and the stream', async () => {
    const unit = await ownUnit()
    await sendRecords(app, unit, 'late', { n: 1 })

    const reader = await open({ data: `${unit.dataId}/late@${FIRST_CURSOR}` })

    assert.deepEqual(numbers(await nextAdded(reader)), [1])
    reader.close()
  })

  it('is one of at most 64 for a person, with whatever sign-in, opened one by one or at once', async () => {
    const busy = await signInAs()
    const elsewhere = await signInWith(busy.email)

    const opened = await Promise.all(
      Array.from({ length: 70 }, (_, index) => open({}, index % 2 === 0 ? busy : elsewhere)),
    )

    const readers = opened.filter(({ status }) => status === 200)
    assert.equal(readers.length, 64)
    const refused = opened.find(({ status }) => status === 429)
    assert.match(JSON.parse((await refused?.text()) ?? '').message, /64 live streams/)
    for (const reader of readers) reader.close()
  })

  it('has a place of its own again once one was given back', async () => {
    const busy = await signInAs()
    const refused = await Promise.all(Array.from({ length: 64 }, () => open({ devices: foreign.dataId }, busy)))
    assert.ok(refused.every(({ status }) => status === 404))

    const reader = await open({}, busy)

    assert.equal(reader.status, 200)
    reader.close()
  })
})

describe('the live stream of a page that has read the units', () => {
  const readUnits = async (as: SignedInUser): Promise<string> => (await call(listUnitColumns, { as })).body.asOf
  const carryOn = (since: string, as: SignedInUser) => open({ devices: 'viewing', since }, as)
  const nextEvent = async (reader: EventReader) => {
    const event = await reader.next()
    return [event?.event, event?.data]
  }

  before(async () => {
    // For a moment after its start, and after messages were missed, a server does not know what came before.
    const unit = await ownUnit()
    for (let first: unknown = 'outdated'; first === 'outdated';) {
      const reader = await carryOn(await readUnits(person), person)
      await rename(unit, 'Ready')
      ;[first] = await nextEvent(reader)
      reader.close()
    }
  })

  it('begins with what changed since, and has no other unit', async () => {
    const viewer = await signInAs()
    const changed = await buildUnit(db, { entity: viewer.entity, friendlyName: 'Before' })
    const other = await buildUnit(db, { entity: viewer.entity })
    const since = await readUnits(viewer)

    await rename(changed, 'Between')
    const reader = await carryOn(since, viewer)

    assert.equal(reader.headers.get('x-carries-on'), '1')
    assert.equal((await nextDocument(reader)).friendlyName, 'Between')
    await rename(other, 'Later')
    assert.equal((await nextDocument(reader)).friendlyName, 'Later')
    reader.close()
  })

  it('begins with what another server published', async () => {
    const viewer = await signInAs()
    const unit = await buildUnit(db, { entity: viewer.entity })
    const server = await createTestApp({ database })
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const openThere = (since: string) =>
      readEvents(server.app, `stream/live?devices=viewing&since=${since}`, { as: viewer })
    let first: ReadEvent | undefined
    do {
      const since = await readUnits(viewer)
      await db.updateTable('unit').set({ friendlyName: 'There' }).where('dataId', '=', unit.dataId).execute()
      server.bus.publish('unit-changed', { dataId: unit.dataId })
      const reader = await openThere(since)
      first = await reader.next()
      reader.close()
    } while (first?.event === 'outdated')

    const document = first?.data as DataDocument | undefined
    assert.equal(document?.friendlyName, 'There')
  })

  it('says that a unit left since', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildEntity(db, { parentId: admin.entity })
    const viewer = await signInAs({ entity: admin.entity })
    const unit = await buildUnit(db, { entity: admin.entity })
    const since = await readUnits(viewer)

    await call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body: { entities: [below] } })
    const reader = await carryOn(since, viewer)

    assert.deepEqual(await nextEvent(reader), ['removed', { dataID: unit.dataId }])
    reader.close()
  })

  it('says that this is outdated when the server was started since, or missed what others published', async () => {
    const viewer = await signInAs()
    const since = await readUnits(viewer)
    const server = await createTestApp({ database })
    await server.app.listen({ host: '127.0.0.1', port: 0 })

    const reader = await readEvents(server.app, `stream/live?devices=viewing&since=${since}`, { as: viewer })

    assert.deepEqual(await nextEvent(reader), ['outdated', {}])
    server.bus.publish('messages-missed', {})
    const events = new Set<unknown>()
    while (events.size < 5) events.add((await reader.next())?.event)
    assert.deepEqual(events, new Set(['outdated', 'alerts', 'labels', 'places', 'things']))
    reader.close()
  })

  it('says that this is outdated when it was read with other rights', async () => {
    const admin = await signInAs({ role: 'admin' })
    const since = await readUnits(admin)
    await buildEntity(db, { parentId: admin.entity })

    const reader = await carryOn(since, await signInWith(admin.email))

    assert.deepEqual(await nextEvent(reader), ['outdated', {}])
    reader.close()
  })

  it('says that this is outdated when it cannot read when that was, and refuses what is too long', async () => {
    for (const since of ['', 'nonsense', '9.9', `${'9'.repeat(16)}.${'a'.repeat(22)}`]) {
      const reader = await carryOn(since, person)
      assert.deepEqual(await nextEvent(reader), ['outdated', {}])
      reader.close()
    }
    const refused = await carryOn('9'.repeat(201), person)

    assert.equal(JSON.parse(await refused.text()).code, 'request/invalid')
  })

  it('has the whole document of the one unit that a page shows', async () => {
    const unit = await ownUnit('Whole')

    const reader = await open({ devices: unit.dataId, since: await readUnits(person) })

    assert.equal((await nextDocument(reader)).friendlyName, 'Whole')
    assert.equal(reader.headers.get('x-carries-on'), null)
    reader.close()
  })
})
