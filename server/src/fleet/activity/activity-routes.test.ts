import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import readWorkbook from 'read-excel-file/node'
import { type ActivityEntry, exportActivity, getActivity, listActivity } from '@fieldwatch/contract/activity/activity'
import { signIn, signOut } from '@fieldwatch/contract/people/auth'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { updateUnit } from '@fieldwatch/contract/units/units'
import { deleteUsers } from '@fieldwatch/contract/people/users'
import { actAs } from '#platform/audit/acting.ts'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, clock, db, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const far = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })
const lower = await signInAs({ role: 'admin', entity: below })
const other = await signInAs({ role: 'admin', entity: far })
const viewer = await signInAs({ entity: top })
const audit = createAuditStore(db)

async function write(
  count: number,
  given: { entity?: EntityId; name?: string; by?: SignedInUser; before?: object; after?: object } = {},
): Promise<void> {
  await audit.recordAll(
    Array.from({ length: count }, (_, n) => ({
      at: clock() - n,
      userId: (given.by ?? admin).userId,
      entityId: given.entity ?? top,
      action: 'update sim',
      subjectKind: 'sim',
      subjectId: `card-${n}`,
      before: given.before,
      after: given.after ?? { name: given.name ?? `Card ${n}` },
    })),
  )
}

const list = async (as: SignedInUser, query: CallOf<typeof listActivity>['query'] = {}) => {
  const { status, body, failure } = await call(listActivity, { as, query })
  assert.equal(status, 200, failure?.code)
  return body.details
}

const actionsOf = (activity: readonly ActivityEntry[]): string[] => activity.map(({ action }) => action)

describe('the activity', () => {
  beforeEach(async () => {
    await db.deleteFrom('auditLog').execute()
  })

  it('has who did what to what, from where, with both states', async () => {
    const unit = await buildUnit(db, { entity: top, friendlyName: 'North tank' })
    const form = { dataID: unit.dataId, friendlyName: 'South tank' }
    assert.equal((await call(updateUnit, { as: viewer, body: form })).status, 200)

    const { activity, next } = await list(admin)

    assert.equal(next, null)
    assert.equal(activity.length, 1)
    const [entry] = activity
    assert(entry)
    assert.equal(entry.action, 'describe unit')
    assert.equal(entry.actor, 'user')
    assert.equal(entry.userUID, viewer.userId)
    assert.deepEqual([entry.subjectKind, entry.subjectID, entry.subjectName], ['unit', unit.dataId, 'South tank'])
    const whole = await call(getActivity, { as: admin, params: { activityID: entry.activityID } })
    const { before, after } = whole.body.details as { before: Record<string, unknown>; after: Record<string, unknown> }
    assert.deepEqual([before['friendlyName'], after['friendlyName']], ['North tank', 'South tank'])
  })

  it('has sign-ins, failures and sign-outs', async () => {
    const user = await buildUser(db, { entityId: top, firstName: 'Ola', lastName: 'Berg' })
    await call(signIn, { body: { email: user.email, password: 'not the password' } })
    const signedIn = await call(signIn, { body: { email: user.email, password: 'a password for tests' } })
    const cookie = signedIn.response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    await call(signOut, { headers: { cookie } })

    const { activity } = await list(admin, { topic: 'people' })

    assert.deepEqual(actionsOf(activity).toSorted(), ['fail to sign in', 'sign in', 'sign out'])
    assert(activity.every(({ subjectName, address }) => subjectName === 'Ola Berg' && address === '127.0.0.1'))
  })

  it('is that of the entities in reach: from above with those below, not the other way round', async () => {
    await write(1, { entity: top })
    await write(1, { entity: below })
    await write(1, { entity: far, by: other })

    assert.equal((await list(admin)).activity.length, 2)
    assert.equal((await list(admin, { entity: below })).activity.length, 1)
    const [ofLower] = (await list(lower)).activity
    assert.equal(ofLower?.actor, 'outside')
    assert.deepEqual([ofLower.name, ofLower.userUID, ofLower.address], [null, null, ''])
    const [hidden] = (await list(other)).activity
    assert(hidden)
    assert.equal((await call(getActivity, { as: admin, params: { activityID: hidden.activityID } })).status, 404)
  })

  it('names no entity out of reach in the states', async () => {
    const record = { at: clock(), userId: lower.userId, entityId: below, subjectKind: 'unit', subjectId: 'shared' }
    await audit.record({ ...record, action: 'administer unit', after: { entities: [below, far], entity: far } })
    const [entry] = (await list(lower)).activity
    assert(entry)

    const { body } = await call(getActivity, { as: lower, params: { activityID: entry.activityID } })

    assert.deepEqual(body.details.after, { entities: [below], entity: null })
  })

  it('is for viewers what they did themselves, and nothing else', async () => {
    await write(1)
    const own = { userId: viewer.userId, entityId: top, subjectKind: 'user', subjectId: viewer.userId }
    await audit.record({ at: clock(), action: 'verify phone', ...own })

    const mine = await list(viewer, { userUID: viewer.userId })

    assert.deepEqual(actionsOf(mine.activity), ['verify phone'])
    assert.equal((await call(listActivity, { as: viewer, query: {} })).status, 403)
    assert.equal((await call(listActivity, { as: viewer, query: { userUID: admin.userId } })).status, 403)
    const [foreign] = (await list(admin, { topic: 'sims' })).activity
    assert(foreign)
    assert.equal((await call(getActivity, { as: viewer, params: { activityID: foreign.activityID } })).status, 404)
  })

  it('of a unit has what belongs to it, whichever of its entities it was written for', async () => {
    const unit = await buildUnit(db, { entity: top })
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: far }).execute()
    const record = { at: clock(), userId: admin.userId, entityId: top }
    await audit.record({ ...record, action: 'create unit', subjectKind: 'unit', subjectId: unit.dataId })
    await audit.record({ ...record, action: 'set retention', subjectKind: 'source', subjectId: `${unit.dataId}/level` })
    await audit.record({ ...record, action: 'create unit', subjectKind: 'unit', subjectId: `${unit.dataId}0` })

    const { activity } = await list(other, { dataID: unit.dataId })

    assert.deepEqual(actionsOf(activity), ['set retention', 'create unit'])
    const [entry] = activity
    assert(entry)
    assert.equal((await call(getActivity, { as: other, params: { activityID: entry.activityID } })).status, 200)
    assert.equal((await call(listActivity, { as: viewer, query: { dataID: unit.dataId } })).status, 403)
    assert.equal((await call(listActivity, { as: lower, query: { dataID: unit.dataId } })).status, 404)
  })

  it('is read page by page, each entry once, also when many happened in one millisecond', async () => {
    await write(7)
    await audit.recordAll(
      Array.from({ length: 7 }, () => ({
        at: clock(),
        userId: undefined,
        entityId: below,
        action: 'import sims',
        subjectKind: 'sim',
        subjectId: 'x',
      })),
    )
    const seen: number[] = []
    let after: string | undefined
    do {
      const page = await list(admin, { limit: 3, ...(after === undefined ? {} : { after }) })
      seen.push(...page.activity.map(({ activityID }) => activityID))
      after = page.next ?? undefined
    } while (after !== undefined)

    assert.equal(seen.length, 14)
    assert.equal(new Set(seen).size, 14)
  })

  it('is searched by name, action, identifier and address, and narrowed by topic and time', async () => {
    const user = await buildUser(db, { entityId: top, firstName: 'Grace', lastName: 'Hopper' })
    await write(3)
    const entry: AuditEntry = {
      at: clock() - 60_000,
      userId: user.id,
      entityId: top,
      action: 'create unit',
      subjectKind: 'unit',
      subjectId: '100%-full',
    }
    await actAs({ address: '203.0.113.9' }, () => audit.record(entry))

    const found = async (search: string) => actionsOf((await list(admin, { search })).activity)
    for (const search of ['hopper', 'CREATE UNIT', '100%-', '203.0.113']) {
      assert.deepEqual(await found(search), ['create unit'], search)
    }
    assert.equal((await found('card-1')).length, 1)
    assert.deepEqual(await found('%'), ['create unit'])
    assert.equal((await list(admin, { topic: 'units' })).activity.length, 1)
    assert.equal((await list(admin, { to: String(clock() - 30_000) })).activity.length, 1)
    assert.equal((await list(admin, { from: String(clock() - 30_000) })).activity.length, 3)
  })

  it('searches further behind a page in which little was found', async () => {
    await write(20_100)
    await audit.record({
      at: clock() - 90_000,
      userId: admin.userId,
      entityId: top,
      action: 'create alert',
      subjectKind: 'alert',
      subjectId: 'a',
    })

    const first = await list(admin, { topic: 'alerts', entity: top })
    assert.equal(first.activity.length, 0)
    assert(first.next !== null)
    const second = await list(admin, { topic: 'alerts', entity: top, after: first.next })
    assert.deepEqual(actionsOf(second.activity), ['create alert'])
    assert.equal(second.next, null)
  })

  it('says what a user did who was deleted, by the name of then', async () => {
    const user = await buildUser(db, { entityId: top, email: 'gone@example.test' })
    await audit.record({
      at: clock() - 1,
      userId: user.id,
      entityId: top,
      action: 'create unit',
      subjectKind: 'unit',
      subjectId: 'u',
    })
    assert.equal((await call(deleteUsers, { as: admin, body: { userUID: [user.id] } })).status, 200)

    const { activity } = await list(admin)

    assert.deepEqual(actionsOf(activity), ['delete user', 'create unit'])
    assert.equal(activity[0]?.subjectName, 'gone@example.test')
    assert.deepEqual([activity[1]?.actor, activity[1]?.name], ['user', 'gone@example.test'])
  })

  it('is exported whole as CSV that a spreadsheet does not compute', async () => {
    await write(250, { name: '=1+1' })

    const { response } = await call(exportActivity, { as: admin, query: {} })

    const lines = response.body.trimEnd().split('\r\n')
    assert.equal(lines.length, 251)
    assert.match(lines[0] ?? '', /^Time \(UTC\),Who,User ID,What,About,ID,Entity,From,Before,After$/)
    assert.match(lines[1] ?? '', /,Updated a SIM card,'=1\+1,card-0,/)
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
  })

  it('is exported with the names of fields that the screen has', async () => {
    const before = { friendlyName: 'North tank', events: [{ every: 'day' }] }
    await write(1, { before, after: { ...before, friendlyName: 'South tank', colour: 'red', color: 'blue' } })

    const { response } = await call(exportActivity, { as: admin, query: {}, headers: { 'accept-language': 'de' } })

    const cells = response.body.replaceAll('""', '"')
    assert.ok(cells.includes('"{"Ereignisse":[{"Wiederholung":"Tag"}],"Name":"North tank"}"'), cells)
    assert.ok(cells.includes('"Farbe":"blue","Farbe (colour)":"red"'), cells)
  })

  it('is exported as a workbook with the words of the reader and the times of a zone', async () => {
    await write(3, { name: '=1+1' })

    const { response } = await call(exportActivity, {
      as: admin,
      query: { format: 'xlsx', timeZone: 'Asia/Tokyo' },
      headers: { 'accept-language': 'de' },
    })

    const [sheet] = await readWorkbook(response.rawPayload)
    const [headings, first] = sheet?.data ?? []
    assert.equal(sheet?.sheet, 'Aktivität')
    assert.deepEqual(headings?.slice(0, 5), ['Zeit (Asia/Tokyo)', 'Wer', 'Benutzer-ID', 'Was', 'Betrifft'])
    assert.ok(first?.[0] instanceof Date)
    assert.deepEqual(first.slice(3, 6), ['SIM-Karte aktualisiert', '=1+1', 'card-0'])
    assert.equal(sheet?.data.length, 4)
  })
})
