import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setRetention } from '@fieldwatch/contract/units/retention'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import {
  administerUnit,
  listUnits,
  rotateUnitToken,
  PAUSE_MARKER,
  setPausedData,
  updateUnit,
} from '@fieldwatch/contract/units/units'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const water = await buildEntity(db, { name: 'Water' })
const north = await buildEntity(db, { name: 'North', parentId: water })
const south = await buildEntity(db, { name: 'South', parentId: water })
const harbour = await buildEntity(db, { name: 'Harbour' })

const unit = await buildUnit(db, { entity: north })
const { dataId: dataID } = unit
for (const entity of [south, harbour]) {
  await db.insertInto('unitEntity').values({ dataId: dataID, entityId: entity }).execute()
}
await sendRecords(app, unit, 'level', { value: 1 })
const within = await buildUnit(db, { entity: north })
await db.insertInto('unitEntity').values({ dataId: within.dataId, entityId: south }).execute()
await sendRecords(app, within, 'level', { value: 1 })

const level = 'level' as SourceName

type About = typeof dataID

/** What concerns a unit as a whole. */
const OPERATIONS: Readonly<
  Record<string, (as: SignedInUser, dataID: About) => Promise<{ status: number; failure: unknown }>>
> = {
  activates: (as, id) => call(administerUnit, { as, params: { dataID: id }, body: { active: true } }),
  'chooses the entities of': (as, id) =>
    call(administerUnit, { as, params: { dataID: id }, body: { entities: [north] } }),
  'chooses the template of': (as, id) =>
    call(administerUnit, { as, params: { dataID: id }, body: { defaultTemplate: null } }),
  'gives a new token to': (as, id) => call(rotateUnitToken, { as, params: { dataID: id } }),
  'pauses a collection of': (as, id) => call(setPausedData, { as, body: { dataID: id, pause: [level] } }),
  'resumes a collection of': (as, id) => call(setPausedData, { as, body: { dataID: id, resume: [level] } }),
  'chooses how long records are kept of': (as, id) =>
    call(setRetention, { as, body: { dataID: id, source: level, rawDays: 30, summaryDays: null } }),
}

const callers = {
  'viewer of one entity': await signInAs({ entity: north }),
  'admin of one entity': await signInAs({ entity: north, role: 'admin' }),
  'viewer above two of them': await signInAs({ entity: water, permissions: ['viewSubentities'] }),
  'admin above two of them': await signInAs({ entity: water, role: 'admin' }),
  'admin of another entity': await signInAs({ role: 'admin' }),
}

const lacking = {
  'admin of one entity': ['Harbour', 'South'],
  'admin above two of them': ['Harbour'],
}

describe('a unit of three entities', () => {
  for (const [operation, ask] of Object.entries(OPERATIONS)) {
    for (const [who, as] of Object.entries(callers)) {
      const names = lacking[who as keyof typeof lacking]
      const expected = names === undefined ? (who.startsWith('viewer') ? 403 : 404) : 403
      it(`is answered with ${expected} when the ${who} ${operation} it`, async () => {
        const { status, failure } = await ask(as, dataID)
        const { code, message, details } = failure as {
          code: string
          message: string
          details?: { entities?: string[] }
        }

        assert.equal(status, expected)
        if (names === undefined) {
          assert.match(code, expected === 404 ? /^(unit|entity)\/not-found$/ : /^access\/forbidden$/)
          return
        }
        assert.equal(code, 'unit/shared')
        assert.deepEqual(details?.entities, names)
        assert.equal(
          message,
          `This unit belongs to ${names.join(' and ')} too. Only an admin of all of its entities can change this.`,
        )
      })
    }
  }

  // spec 2-2-65
  it('has its sensor paused and resumed by everyone who sees it', async () => {
    for (const who of ['viewer of one entity', 'admin of one entity'] as const) {
      const paused = await call(setPausedData, { as: callers[who], body: { dataID, pause: [PAUSE_MARKER] } })
      const resumed = await call(setPausedData, { as: callers[who], body: { dataID, resume: [PAUSE_MARKER] } })

      assert.deepEqual([paused.status, resumed.status], [200, 200])
      const both = await call(setPausedData, { as: callers[who], body: { dataID, pause: [PAUSE_MARKER, level] } })
      assert.equal(both.status, 403)
    }
  })

  it('says so in its document, and is described by everyone who sees it', async () => {
    const as = callers['viewer of one entity']
    const described = await call(updateUnit, { as, body: { dataID, description: 'By the quay.' } })
    const { body } = await call(listUnits, { as, query: { dataID } })

    assert.equal(described.status, 200)
    assert.ok(!Array.isArray(body.details))
    assert.deepEqual(body.details.sharedWith, ['Harbour', 'South'])
  })
})

describe('a unit of two sub-entities', () => {
  for (const [operation, ask] of Object.entries(OPERATIONS)) {
    it(`is decided by the admin above them, who ${operation} it, and not by the admin of one`, async () => {
      const one = await ask(callers['admin of one entity'], within.dataId)
      const above = await ask(callers['admin above two of them'], within.dataId)
      await db
        .insertInto('unitEntity')
        .values({ dataId: within.dataId, entityId: south })
        .onConflict((conflict) => conflict.doNothing())
        .execute()

      assert.equal((one.failure as { code: string }).code, 'unit/shared')
      assert.equal(above.status, 200)
    })
  }

  it('is not shown as shared to a user who has both in reach', async () => {
    const { body } = await call(listUnits, { as: callers['admin above two of them'], query: { dataID: within.dataId } })

    assert.ok(!Array.isArray(body.details))
    assert.equal(body.details.sharedWith, undefined)
  })
})
