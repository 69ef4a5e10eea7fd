import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { ENDPOINTS } from '@fieldwatch/server/endpoints'
import { DataId, type EntityId, type TemplateId } from '@fieldwatch/contract/api/ids'
import { createEvent, removeEvent, setEventTag } from '@fieldwatch/contract/events/events'
import {
  createShare,
  listShares,
  type ShareDraft,
  type ShareId,
  withdrawShare,
  openShared,
} from '../contract/shares.ts'
import {
  getSharedScreen,
  listSharedEvents,
  listSharedPositions,
  type SharedScreen,
} from '@fieldwatch/contract/visitors/shared-screens'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { changeDataId, deleteSource } from '@fieldwatch/contract/units/deletions'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { askWholeContract } from '@fieldwatch/server/testing/ask-whole-contract'
import { buildUnit, type BuiltUnit, sourceName } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { readEvents } from '@fieldwatch/server/testing/read-events'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const stranger = await signInAs({ role: 'admin' })

const minutesAgo = (minutes: number): string => new Date(clock() - minutes * 60_000).toISOString()

/** A unit with two periods above 20 degrees, a position, and a source that nothing shows. */
async function newUnit(entity: EntityId = top, name = 'North room'): Promise<BuiltUnit & { template: TemplateId }> {
  const template = randomUUID() as TemplateId
  const definition = TemplateDefinition.parse({
    title: template,
    overview: { gauges: [{ title: 'Level', range: [0, 10], source: 'tank', field: 'level' }] },
    timeSeries: {
      charts: [
        {
          title: 'Air',
          type: 'timeseries',
          specifications: { room: [{ field: 'temp', friendlyName: 'Air', unit: '°C' }] },
        },
      ],
    },
  })
  await createTemplateStore(db).create({ id: template, entityId: entity, definition })
  const unit = await buildUnit(db, { entity, friendlyName: name, defaultTemplate: template })
  await sendRecords(app, unit, 'location', [
    { messageUTC: minutesAgo(200), lat: 47, lon: 8 },
    { messageUTC: minutesAgo(10), lat: 48, lon: 9 },
  ])
  await sendRecords(app, unit, 'room', [
    { messageUTC: minutesAgo(300), temp: 30, secret: 'hidden 1' },
    { messageUTC: minutesAgo(290), temp: 1, secret: 'hidden 2' },
    { messageUTC: minutesAgo(50), temp: 25, secret: 'hidden 3' },
    { messageUTC: minutesAgo(40), temp: 1, secret: 'hidden 4' },
  ])
  await sendRecords(app, unit, 'tank', { messageUTC: minutesAgo(5), level: 3 })
  return { ...unit, template }
}

const HOT = { name: 'Hot', values: [{ source: 'room', field: 'temp' }], maxGapMinutes: 60 }

async function withTable(entity: EntityId = top) {
  const unit = await newUnit(entity)
  const body = { dataID: unit.dataId, ...HOT, comparison: 'room.temp > 20', startDate: minutesAgo(600) }
  assert.equal((await call(createEvent, { as: admin, body: body })).status, 200)
  await features.events.run()
  return unit
}

const endSource = ({ dataId }: BuiltUnit, source: string) =>
  call(deleteSource, { as: admin, params: { dataID: dataId }, body: { source: sourceName(source), confirm: source } })

const share = (draft: ShareDraft, as = admin) => call(createShare, { as, body: draft })

async function makeLink(draft: ShareDraft, as = admin) {
  const { status, body, failure } = await share(draft, as)
  assert.equal(status, 200, JSON.stringify(failure))
  const { link, share: made } = body.details
  return { id: made.shareID, secret: link.split('#')[1] ?? '', made }
}

const open = (secret: string, password?: string) =>
  call(openShared, { body: { secret, ...(password === undefined ? {} : { password }) } })

async function visit(draft: ShareDraft, as = admin) {
  const { id, secret } = await makeLink(draft, as)
  const { pass, screen } = (await open(secret)).body.details
  return { id, secret, screen, headers: { authorization: `Bearer ${pass}` } }
}

const stateOf = async (id: ShareId) =>
  (await call(listShares, { as: admin })).body.details.shares.find(({ shareID }) => shareID === id)?.state

const closed = async (headers: Record<string, string>) => (await call(getSharedScreen, { headers })).failure.code

const eventsOf = ({ dataId }: BuiltUnit, more: object = {}): ShareDraft => ({
  kind: 'events',
  what: { dataID: dataId, table: 'Hot', range: { kind: 'last', minutes: 10_000 }, ...more },
})
const mapOf = (units: readonly BuiltUnit[], more: object = {}): ShareDraft => ({
  kind: 'map',
  what: { title: 'Rooms', dataIDs: units.map(({ dataId }) => dataId), ...more },
})

const occurrencesOf = async (headers: Record<string, string>, query = {}) =>
  (await call(listSharedEvents, { headers, query })).body.details

/** A draft of each kind, with the unit that it is about. */
const KINDS: Readonly<Record<string, (entity?: EntityId) => Promise<{ unit: BuiltUnit; draft: ShareDraft }>>> = {
  'an event table': async (entity) => {
    const unit = await withTable(entity)
    return { unit, draft: eventsOf(unit) }
  },
  'a live map': async (entity) => {
    const unit = await newUnit(entity)
    return { unit, draft: mapOf([unit]) }
  },
  'a map of a moment': async (entity) => {
    const unit = await newUnit(entity)
    return { unit, draft: mapOf([unit], { atUTC: minutesAgo(100) }) }
  },
}

const READS: Readonly<Record<SharedScreen['kind'], string | undefined>> = {
  overview: undefined,
  chart: undefined,
  own: undefined,
  events: '/api/v1/shared/events',
  incident: '/api/v1/shared/incident',
  map: '/api/v1/shared/positions',
}

for (const [kind, make] of Object.entries(KINDS)) {
  describe(`a link to ${kind}`, () => {
    it('answers nothing of the rest of the API, and nothing of other screens', async () => {
      const { unit, draft } = await make()
      const { headers, screen } = await visit(draft)
      const { asked, answered } = await askWholeContract(app, headers)
      const bodies: string[] = []
      for (const { access, path, format } of ENDPOINTS) {
        if (access !== 'share' || format === 'event-stream') continue
        const query = 'source=room&from=0&to=4000000000000&unit=shared'
        const { statusCode, body } = await app.inject({ url: `${path}?${query}`, headers })
        const isShown = path === READS[screen.kind] || path === '/api/v1/shared/screen'
        const isEmpty = path.endsWith('positions') && body.includes('"positions":[]')
        assert.equal(statusCode === 200 && !isEmpty, isShown, path)
        bodies.push(body)
      }

      assert.ok(asked > 150)
      assert.deepEqual(answered, [])
      for (const hidden of [unit.dataId, 'hidden 1', admin.email, admin.userId, top, 'Reboot', 'action_result'])
        assert.equal(bodies.join('').includes(hidden), false, hidden)
    })

    it('streams nothing but its end, within two seconds of being withdrawn', async () => {
      const { draft } = await make()
      const { id, headers, secret } = await visit(draft)
      for (const data of ['shared/room', 'shared/tank'])
        assert.equal((await readEvents(app, `shared/stream?data=${data}`, { headers })).status, 404)
      const stream = await readEvents(app, 'shared/stream', { headers })
      const begun = performance.now()
      assert.equal((await call(withdrawShare, { as: admin, body: { shareID: id } })).status, 200)

      assert.equal(await stream.next(), undefined)
      assert.ok(performance.now() - begun < 2_000)
      assert.equal(await closed(headers), 'share/closed')
      assert.equal((await open(secret)).failure.code, 'share/closed')
    })

    it('needs its password, expires, and counts how often it was opened', async () => {
      const { draft } = await make()
      const { id, secret } = await makeLink({ ...draft, password: 'opensesame', expiresUTC: minutesAgo(-1) })
      assert.equal((await open(secret)).failure.code, 'share/closed')
      assert.equal((await open(secret, 'opensesame')).status, 200)
      const listed = (await call(listShares, { as: admin })).body.details.shares.find(({ shareID }) => shareID === id)
      clock.advance(60_000)

      assert.deepEqual([listed?.opened, listed?.hasPassword], [1, true])
      assert.equal(await stateOf(id), 'expired')
      assert.equal((await open(secret, 'opensesame')).failure.code, 'share/closed')
    })

    it('is for admins who have it in reach, and listed for those who have its unit in reach', async () => {
      const lower = await signInAs({ role: 'admin', entity: below })
      const viewer = await signInAs({ entity: top })
      const { draft } = await make(below)
      const refused = await share(draft, stranger)
      const { id } = await makeLink(draft)
      const idsSeen = async (as: SignedInUser) =>
        (await call(listShares, { as })).body.details.shares.map(({ shareID }) => shareID)

      assert.equal(refused.failure.code, 'unit/not-found')
      assert.equal((await share(draft, viewer)).failure.code, 'access/forbidden')
      assert.equal((await idsSeen(lower)).includes(id), true)
      assert.equal((await idsSeen(stranger)).includes(id), false)
    })

    const lose: Readonly<
      Record<string, { state: string; change: (unit: BuiltUnit, maker: SignedInUser) => Promise<unknown> }>
    > = {
      'its creator is gone': {
        state: 'creator',
        change: (_unit, { userId }) => db.deleteFrom('appUser').where('id', '=', userId).execute(),
      },
      'its creator is disabled': {
        state: 'creator',
        change: (_unit, { userId }) =>
          db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', userId).execute(),
      },
      'its creator moved to another entity': {
        state: 'creator',
        change: (_unit, { userId }) =>
          db.updateTable('appUser').set({ entityId: stranger.entity }).where('id', '=', userId).execute(),
      },
      'the unit left its entity': {
        state: 'unit',
        change: ({ dataId }) =>
          db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', dataId).execute(),
      },
      'the unit was deleted': {
        state: 'unit',
        change: ({ dataId }) => db.deleteFrom('unit').where('dataId', '=', dataId).execute(),
      },
      'the unit was deactivated': {
        state: 'inactive',
        change: ({ dataId }) => db.updateTable('unit').set({ active: false }).where('dataId', '=', dataId).execute(),
      },
    }
    for (const [why, { state, change }] of Object.entries(lose)) {
      it(`ends, with its open pages, when ${why}`, async () => {
        const maker = await signInAs({ role: 'admin', entity: top })
        const { unit, draft } = await make()
        const { id, headers } = await visit(draft, maker)
        const stream = await readEvents(app, 'shared/stream', { headers })

        await change(unit, maker)

        assert.equal(await closed(headers), 'share/closed')
        assert.equal(await stateOf(id), state)
        await features.sharedStreams.check()
        assert.equal(await stream.next(), undefined)
      })
    }

    it('follows a unit that gets another dataID', async () => {
      const { unit, draft } = await make()
      const { headers, screen } = await visit(draft)
      const params = { dataID: unit.dataId }
      const body = { dataID: DataId.parse(`${unit.dataId}-new`) }
      assert.equal((await call(changeDataId, { as: admin, params, body })).status, 200)

      assert.equal((await call(getSharedScreen, { headers })).body.details.kind, screen.kind)
    })
  })
}

describe('a shared event table', () => {
  it('shows its columns as the template calls them, and no figures', async () => {
    const { screen, headers } = await visit(eventsOf(await withTable()))
    const { occurrences, total } = await occurrencesOf(headers)

    assert.partialDeepStrictEqual(screen, { kind: 'events', name: 'North room', title: 'Hot', isEnded: false })
    assert.equal(screen.kind === 'events' && screen.comparison, 'room.temp > 20')
    assert.deepEqual(screen.kind === 'events' && screen.columns.map(({ id, name, unit }) => [id, name, unit]), [
      ['startUTC', null, null],
      ['endUTC', null, null],
      ['duration', null, null],
      ['tag', null, null],
      ['room.temp', 'Air', '°C'],
    ])
    assert.equal(total, 2)
    assert.deepEqual(
      occurrences.map((one) => [one['room.temp'], one['room.temp.mean'], one['tag']]),
      [
        [25, undefined, null],
        [30, undefined, null],
      ],
    )
  })

  it('shows its range and its filter, page by page, and sorts by shown columns alone', async () => {
    const unit = await withTable()
    const range = { kind: 'between', fromUTC: minutesAgo(400), toUTC: minutesAgo(200) }
    const past = await visit(eventsOf(unit, { range }))
    const filtered = await visit(eventsOf(unit, { filter: { text: '25' } }))
    const all = await visit(eventsOf(unit))
    const second = await occurrencesOf(all.headers, { page: 2, pageSize: 1, sort: 'room.temp' })
    const hidden = await call(listSharedEvents, { headers: all.headers, query: { sort: 'room.temp.mean' } })

    assert.deepEqual(
      (await occurrencesOf(past.headers)).occurrences.map((one) => one['room.temp']),
      [30],
    )
    assert.deepEqual(
      (await occurrencesOf(filtered.headers)).occurrences.map((one) => one['room.temp']),
      [25],
    )
    assert.deepEqual(
      second.occurrences.map((one) => one['room.temp']),
      [25],
    )
    assert.equal(hidden.failure.code, 'request/invalid')
  })

  it('gets no columns that it did not have when the link was made, and loses those that the template hides', async () => {
    const unit = await withTable()
    const { headers, id } = await visit(eventsOf(unit))
    const setColumns = (columns: string[]) =>
      createTemplateStore(db).setDefinition(unit.template, TemplateDefinition.parse({ title: unit.template, columns }))
    const shown = async () => {
      const screen = (await call(getSharedScreen, { headers })).body.details
      return screen.kind === 'events' && screen.columns.map((column) => column.id)
    }
    const start = new Date(Date.parse((await occurrencesOf(headers)).occurrences[0]?.startUTC ?? '')).toISOString()
    await call(setEventTag, {
      as: admin,
      body: { dataID: unit.dataId, name: 'Hot', eventStartUTC: start, tag: 'private words' },
    })

    await setColumns(['startUTC', 'room.temp.mean'])
    assert.deepEqual(await shown(), ['startUTC'])
    assert.equal(JSON.stringify(await occurrencesOf(headers)).includes('private words'), false)
    await setColumns(['room.temp.mean'])
    assert.equal(await closed(headers), 'share/closed')
    assert.equal(await stateOf(id), 'screen')
  })

  it('ends when the table is deleted, also if another one gets its name', async () => {
    const unit = await withTable()
    const { headers, id } = await visit(eventsOf(unit))
    assert.equal((await call(removeEvent, { as: admin, body: { dataID: unit.dataId, name: 'Hot' } })).status, 200)
    const body = { dataID: unit.dataId, ...HOT, comparison: 'room.temp > 1', startDate: minutesAgo(600) }
    assert.equal((await call(createEvent, { as: admin, body: body })).status, 200)

    assert.equal(await closed(headers), 'share/closed')
    assert.equal(await stateOf(id), 'table')
  })

  it('says that it ended with its source, and keeps what it has', async () => {
    const unit = await withTable()
    const { headers } = await visit(eventsOf(unit))
    assert.equal((await endSource(unit, 'room')).status, 200)

    const screen = (await call(getSharedScreen, { headers })).body.details
    assert.equal(screen.kind === 'events' && screen.isEnded, true)
    assert.equal((await occurrencesOf(headers)).total, 2)
  })

  it('is one that the unit has, and reads nothing of the history of requests', async () => {
    const unit = await withTable()
    const what = { dataID: unit.dataId, name: 'Answers', comparison: 'action_result.action_id > 0' }
    await sendRecords(app, unit, 'action_result', { action_id: 1, actionClass: 'Unit', action: 'Reboot', status: 'OK' })
    assert.equal((await call(createEvent, { as: admin, body: { ...what, startDate: minutesAgo(600) } })).status, 200)

    assert.equal((await share(eventsOf(unit, { table: 'None' }))).failure.code, 'event/not-found')
    assert.equal((await share(eventsOf(unit, { table: 'Answers' }))).failure.code, 'share/nothing-shown')
  })
})

describe('a shared map', () => {
  const positionsOf = async (headers: Record<string, string>) =>
    (await call(listSharedPositions, { headers })).body.details.positions
  const placesOf = async (headers: Record<string, string>) =>
    (await positionsOf(headers)).map(({ name, latitude, longitude }) => [name, latitude, longitude])

  it('shows where its units are now, and no others', async () => {
    const [north, south] = [await newUnit(), await newUnit(top, 'South room')]
    await newUnit(top, 'Other room')
    const { headers, screen } = await visit(mapOf([north, south]))
    assert.partialDeepStrictEqual(screen, { kind: 'map', name: 'Rooms', atUTC: null })
    assert.deepEqual(await placesOf(headers), [
      ['North room', 48, 9],
      ['South room', 48, 9],
    ])
    clock.advance(1_000)
    await sendRecords(app, north, 'location', { messageUTC: clock(), lat: 50, lon: 10 })

    assert.deepEqual((await placesOf(headers))[0], ['North room', 50, 10])
  })

  it('of a moment stays as it was, with the activity of then', async () => {
    const unit = await newUnit()
    const atUTC = minutesAgo(100)
    const { headers, screen } = await visit(mapOf([unit], { atUTC }))
    await sendRecords(app, unit, 'location', { messageUTC: minutesAgo(110), lat: 1, lon: 1 })
    const [position] = await positionsOf(headers)

    assert.equal(screen.kind === 'map' && screen.atUTC, atUTC)
    assert.partialDeepStrictEqual(position, { name: 'North room', latitude: 47, longitude: 8 })
    assert.ok(Date.parse(position?.lastActivityUTC ?? '') <= Date.parse(atUTC))
  })

  it('loses the units that leave its reach, are deactivated or deleted', async () => {
    const units = [
      await newUnit(top, 'A'),
      await newUnit(top, 'B'),
      await newUnit(top, 'C'),
      await newUnit(top, 'D'),
    ] as const
    const live = await visit(mapOf(units))
    const fixed = await visit(mapOf(units, { atUTC: minutesAgo(100) }))
    const [moved, inactive, deleted] = units
    const change = db.updateTable('unitEntity').set({ entityId: stranger.entity })
    await change.where('dataId', '=', moved.dataId).execute()
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', inactive.dataId).execute()
    await db.deleteFrom('unit').where('dataId', '=', deleted.dataId).execute()

    for (const { headers } of [live, fixed])
      assert.deepEqual(
        (await positionsOf(headers)).map(({ name }) => name),
        ['D'],
      )
  })

  it('is of units that are all in reach, and that some show', async () => {
    const [unit, foreign] = [await newUnit(), await newUnit(stranger.entity)]
    const silent = await buildUnit(db, { entity: top, active: false })

    assert.equal((await share(mapOf([unit, foreign]))).failure.code, 'unit/not-found')
    assert.equal((await share(mapOf([silent]))).failure.code, 'share/nothing-shown')
    assert.equal((await share(mapOf([unit], { title: '' }))).failure.code, 'request/invalid')
  })
})

describe('a link whose source is deleted', () => {
  it('ends, and says so', async () => {
    const unit = await newUnit()
    const { headers, id } = await visit({ kind: 'overview', what: { dataID: unit.dataId } })
    assert.equal((await endSource(unit, 'tank')).status, 200)

    assert.equal(await closed(headers), 'share/closed')
    assert.equal(await stateOf(id), 'source')
  })
})
