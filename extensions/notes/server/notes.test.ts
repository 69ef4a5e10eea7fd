import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { addNote, changeNote, listNotes, removeNote } from '../contract/notes.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { changeDataId } from '@fieldwatch/contract/units/deletions'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, bus, call, db, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const stranger = await signInAs({ role: 'admin' })

const AT = '2026-03-01T08:00:00.000Z'

interface Given {
  as?: SignedInUser
  startUTC?: string
  endUTC?: string
  source?: SourceName
  text?: string
}

const add = (dataID: DataId, { as = viewer, startUTC = AT, text = 'New pump', ...given }: Given = {}) =>
  call(addNote, { as, body: { dataID, startUTC, text, ...given } })
const list = async (query: CallOf<typeof listNotes>['query'], as = viewer) =>
  (await call(listNotes, { as, query })).body.details
const textsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).notes.map(({ text }) => text)

describe('a note', () => {
  it('is seen only by people who see the unit', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const { body } = await add(dataId)

    const { noteID, createdUTC, by, ...shown } = body.details
    assert.deepEqual(shown, {
      dataID: dataId,
      deviceName: 'Pump station',
      source: null,
      startUTC: AT,
      endUTC: null,
      text: 'New pump',
      position: null,
      picture: null,
      mayChange: true,
      version: 1,
    })
    assert.ok(noteID > 0 && createdUTC.endsWith('Z') && by !== null)
    assert.deepEqual(await textsOf({ dataID: dataId }, admin), ['New pump'])
    assert.equal((await call(listNotes, { as: stranger, query: { dataID: dataId } })).failure.code, 'unit/not-found')
    assert.deepEqual(await textsOf({}, stranger), [])
    assert.equal((await add(dataId, { as: stranger })).failure.code, 'unit/not-found')
  })

  it('is about a source of the unit that there is', async () => {
    const unit = await buildUnit(db, { entity: top })
    await sendRecords(app, unit, 'tank', { level: 1 })

    const about = async (source: string) => add(unit.dataId, { source: source as SourceName })
    assert.equal((await about('tank')).body.details.source, 'tank')
    assert.equal((await about('room')).failure.code, 'data/not-found')
  })

  it('does not end before it begins, when it is added or changed', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const { noteID } = (await add(dataId, { endUTC: '2026-03-01T09:00:00Z' })).body.details

    const refused = [
      await add(dataId, { endUTC: '2026-03-01T07:00:00Z' }),
      await call(changeNote, { as: viewer, body: { noteID, startUTC: '2026-03-01T10:00:00Z' } }),
      await add(dataId, { text: ' \n ' }),
    ]

    assert.deepEqual(
      refused.map(({ status, failure }) => [status, failure.code]),
      refused.map(() => [400, 'request/invalid']),
    )
  })

  it('is changed and deleted by its author and by admins, which the activity of the unit shows', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const [own, ofAdmin] = [(await add(dataId)).body.details, (await add(dataId, { as: admin })).body.details]
    const change = (as: SignedInUser, noteID: number) => call(changeNote, { as, body: { noteID, text: 'Old pump' } })

    assert.equal((await change(viewer, own.noteID)).body.details.version, 2)
    assert.equal((await change(admin, own.noteID)).body.details.version, 3)
    assert.equal((await change(viewer, ofAdmin.noteID)).failure.code, 'access/forbidden')
    assert.equal((await change(stranger, own.noteID)).failure.code, 'note/not-found')
    assert.deepEqual(
      (await list({ dataID: dataId })).notes.map(({ mayChange }) => mayChange),
      [false, true],
    )
    assert.equal((await call(removeNote, { as: viewer, body: { noteID: ofAdmin.noteID } })).status, 403)
    assert.equal((await call(removeNote, { as: viewer, body: { noteID: own.noteID } })).status, 200)
    assert.equal((await call(removeNote, { as: viewer, body: { noteID: own.noteID } })).failure.code, 'note/not-found')
    const { activity } = (await call(listActivity, { as: admin, query: { dataID: dataId } })).body.details
    assert.deepEqual(
      activity.map(({ action }) => action),
      ['delete note', 'change note', 'change note', 'add note', 'add note'],
    )
  })

  it('is refused to who changes it from an older version', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const { noteID, version } = (await add(dataId)).body.details
    const change = (as: SignedInUser, text: string) => call(changeNote, { as, body: { noteID, text, version } })

    const [first, second] = [await change(admin, 'First'), await change(viewer, 'Second')]

    assert.deepEqual([first.status, second.status, second.failure.code], [200, 409, 'note/changed'])
    assert.deepEqual(await textsOf({ dataID: dataId }), ['First'])
  })

  it('goes with its unit to another dataID and another entity, and ends with it', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    await add(dataId)
    const moved = `${dataId}-b` as DataId

    await call(changeDataId, { as: admin, params: { dataID: dataId }, body: { dataID: moved } })
    assert.deepEqual(await textsOf({ dataID: moved }), ['New pump'])
    await db.updateTable('unitEntity').set({ entityId: below }).where('dataId', '=', moved).execute()
    assert.deepEqual(await textsOf({ dataID: moved }, admin), ['New pump'])
    assert.equal((await call(listNotes, { as: viewer, query: { dataID: moved } })).failure.code, 'unit/not-found')
    await db.deleteFrom('unit').where('dataId', '=', moved).execute()
    assert.equal(await countNotes(moved), 0)
  })

  it('is sent to the open pages of the unit', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const published: DataId[] = []
    const stop = bus.subscribe('unit-things-changed', (event) => published.push(event.dataId))

    const { noteID } = (await add(dataId)).body.details
    await call(changeNote, { as: viewer, body: { noteID, text: 'Old pump' } })
    await call(removeNote, { as: viewer, body: { noteID } })
    stop()

    assert.deepEqual(published, [dataId, dataId, dataId])
  })

  it('is added by a program with the scope for it', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const body = { name: 'Deploy', scopes: ['write-notes' as const], days: 1, entity: top, role: 'viewer' as const }
    const { secret } = (await call(createProgramToken, { as: admin, body })).body.details

    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/v1/notes',
      headers: { authorization: `Bearer ${secret}` },
      payload: { dataID: dataId, startUTC: AT, text: 'Version 2' },
    })

    assert.equal(statusCode, 200)
    const { notes } = await list({ dataID: dataId })
    assert.deepEqual(
      notes.map(({ text, by, mayChange }) => [text, by, mayChange]),
      [['Version 2', 'Deploy', false]],
    )
  })
})

describe('the notes of a unit', () => {
  beforeEach(async () => {
    await db.deleteFrom('note').execute()
  })

  it('are those that concern a range, the newest first', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    await add(dataId, { startUTC: '2026-03-01T08:00:00Z', text: 'moment' })
    await add(dataId, { startUTC: '2026-03-01T06:00:00Z', endUTC: '2026-03-01T10:00:00Z', text: 'around' })
    await add(dataId, { startUTC: '2026-03-01T06:00:00Z', endUTC: '2026-03-01T07:00:00Z', text: 'before' })
    await add(dataId, { startUTC: '2026-03-01T09:00:00Z', text: 'at the end' })

    const range = { from: '2026-03-01T08:00:00Z', to: '2026-03-01T09:00:00Z' }
    assert.deepEqual(await textsOf({ dataID: dataId, ...range }), ['moment', 'around'])
    assert.deepEqual(await textsOf({ dataID: dataId }), ['at the end', 'moment', 'before', 'around'])
  })

  it('are found by a part of their text in all units, whatever is written there', async () => {
    const [one, other] = [await buildUnit(db, { entity: top }), await buildUnit(db, { entity: top })]
    await add(one.dataId, { text: 'Pump replaced: 100 % new' })
    await add(other.dataId, { text: 'PUMP serviced' })
    await add(other.dataId, { text: 'No one there' })

    assert.deepEqual((await textsOf({ text: 'pump' })).toSorted(), ['PUMP serviced', 'Pump replaced: 100 % new'])
    assert.deepEqual(await textsOf({ text: '%' }), ['Pump replaced: 100 % new'])
    assert.deepEqual(await textsOf({ dataID: other.dataId, text: 'pump' }), ['PUMP serviced'])
  })

  it('are found in all viewing units of a person, in a range', async () => {
    const [one, other] = [await buildUnit(db, { entity: top }), await buildUnit(db, { entity: top })]
    const foreign = await buildUnit(db, { entity: stranger.entity })
    await add(one.dataId, { startUTC: '2026-03-01T08:00:00Z', text: 'Valve A' })
    await add(other.dataId, { startUTC: '2026-03-02T08:00:00Z', text: 'Valve B' })
    await add(foreign.dataId, { as: stranger, text: 'Valve C' })

    assert.deepEqual(await textsOf({ text: 'valve' }), ['Valve B', 'Valve A'])
    assert.deepEqual(await textsOf({ text: 'valve', to: '2026-03-02' }), ['Valve A'])
    assert.deepEqual(await textsOf({ text: 'valve' }, stranger), ['Valve C'])
  })

  it('are read page by page, each once, though there are 10,000', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const all = Array.from({ length: 10_000 }, (_, place) => ({
      dataId,
      source: null,
      // Five at each moment.
      startAt: Date.parse(AT) + Math.floor(place / 5) * 1000,
      endAt: null,
      text: `note ${place}`,
      createdBy: viewer.userId,
      createdAt: new Date(AT),
    }))
    for (let from = 0; from < all.length; from += 2_000)
      await db
        .insertInto('note')
        .values(all.slice(from, from + 2_000))
        .execute()

    const seen: number[] = []
    let after: string | undefined
    do {
      const page = await list({ dataID: dataId, limit: 500, ...(after === undefined ? {} : { after }) })
      seen.push(...page.notes.map(({ noteID }) => noteID))
      after = page.next ?? undefined
    } while (after !== undefined)

    assert.deepEqual([seen.length, new Set(seen).size], [10_000, 10_000])
  })
})

async function countNotes(dataId: DataId): Promise<number> {
  const { count } = await db
    .selectFrom('note')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataId', '=', dataId)
    .executeTakeFirstOrThrow()
  return count
}
