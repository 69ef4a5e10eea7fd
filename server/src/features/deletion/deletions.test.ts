import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { changeDataId, deleteEntity, deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { listEntities } from '@fieldwatch/contract/people/entities'
import { createEvent, listEvents } from '@fieldwatch/contract/events/events'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { PROOF_MINUTES } from '@fieldwatch/contract/people/step-up'
import { createUnit, listUnitNames } from '@fieldwatch/contract/units/units'
import { sql } from 'kysely'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import { waitForResults } from '#features/calculations/calculation-store.ts'
import { createComputationStore } from '#features/calculations/computation-store.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createDeletionWork } from './deletion-work.ts'
import { createUnitDetachStore } from './unit-detach-store.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const { alerts, calculations, deletions, events } = features

const entity = await buildEntity(db, { name: 'Northwind' })
const admin = await signInAs({ role: 'admin', entity })
const viewer = await signInAs({ entity })
const stranger = await signInAs({ role: 'admin' })
const startDate = new Date(clock() - 60_000).toISOString()

/** The statement by which the deletion of the second source of a unit is under way. */
const SECOND_SOURCE = 40

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

/** A unit with records, a calculated source, an event table and an alert of the admin. */
async function build(of = entity): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity: of, friendlyName: 'Pump 1' })
  const { dataId: dataID } = unit
  await sendRecords(app, unit, 'room', { temp: 9 })
  await sendRecords(app, unit, 'tank', { level: 1 })
  const values = [{ source: 'room', field: 'temp' }]
  const double = { dataID, name: 'double', equation: 'room.temp * 2', unit: 'm', startDate, values }
  await succeed(call(createCalculation, { as: admin, body: double }))
  await succeed(call(createEvent, { as: admin, body: { dataID, name: 'hot', comparison: 'room.temp > 8', startDate } }))
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  await succeed(call(createAlert, { as: admin, body: { name: 'Warm', source: 'room', condition, devices: [dataID] } }))
  await work()
  return unit
}

async function work(): Promise<void> {
  await calculations.run()
  await events.run()
  await alerts.run()
}

/** The keys of the sources of a unit, or of the one. */
async function keysOf(dataId: DataId, name?: string): Promise<number[]> {
  const { rows } = await sql<{ sourceKey: number }>`
    select source_key from source where data_id = ${dataId} and name = coalesce(${name ?? null}, name)
    order by source_key`.execute(db)
  return rows.map((row) => row.sourceKey)
}

async function countRecords(keys: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from record where source_key = any (${[...keys]}))
      + (select count(*) from record_chunk where source_key = any (${[...keys]})) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** The tables that still name a unit. */
async function tablesNaming(dataId: DataId): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'data_id' and table_schema = current_schema() order by 1`.execute(db)
  const naming: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} where data_id = ${dataId} limit 1`.execute(db)
    if (rows.length > 0) naming.push(name)
  }
  return naming
}

const lists = async (as: SignedInUser): Promise<string[]> =>
  (await call(listUnitNames, { as, query: {} })).body.details.map(({ id }) => id)

describe('deleting a source', () => {
  it('needs its name once more, and an admin', async () => {
    const { dataId: dataID } = await build()
    const about = async (as: SignedInUser, confirm: string) =>
      (await call(deleteSource, { as, params: { dataID }, body: { source: 'tank', confirm } })).failure.code

    assert.equal(await about(admin, 'room'), 'request/invalid')
    assert.equal(await about(viewer, 'tank'), 'access/forbidden')
    assert.equal(await about(stranger, 'tank'), 'unit/not-found')
  })

  it('is refused while a calculated source reads it, as is said before', async () => {
    const { dataId: dataID } = await build()
    const change = { kind: 'source-deleted', dataID, source: 'room' } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

    const { failure } = await call(deleteSource, {
      as: admin,
      params: { dataID },
      body: { source: 'room', confirm: 'room' },
    })

    assert.deepEqual(
      things.filter(({ kind }) => kind === 'calculated source').map(({ name, follows }) => [name, follows]),
      [['double', 'blocks']],
    )
    assert.equal(failure.code, 'calculation/in-use')
  })

  it('takes it away at once and its records in the background; what comes later is a new source', async () => {
    const unit = await build()
    const { dataId: dataID } = unit
    const [key] = await keysOf(dataID, 'tank')
    assert.ok(key !== undefined)

    await succeed(call(deleteSource, { as: admin, params: { dataID }, body: { source: 'tank', confirm: 'tank' } }))
    const listed = await keysOf(dataID, 'tank')
    await deletions.run()
    await sendRecords(app, unit, 'tank', { depth: 2 })

    const [newKey] = await keysOf(dataID, 'tank')
    assert.ok(newKey !== undefined && newKey !== key)
    assert.deepEqual([listed, await countRecords([key]), await countRecords([newKey])], [[], 0, 1])
  })
})

describe('deleting a unit', () => {
  it('needs its name once more, and an admin of all of its entities', async () => {
    const unit = await build()
    const other = await buildEntity(db, { name: 'Elsewhere' })
    const shared = await build()
    await db.insertInto('unitEntity').values({ dataId: shared.dataId, entityId: other }).execute()
    const about = async (as: SignedInUser, dataID: DataId, confirm = 'Pump 1') =>
      (await call(deleteUnit, { as, params: { dataID }, body: { confirm } })).failure.code

    assert.equal(await about(admin, unit.dataId, 'Pump 2'), 'request/invalid')
    assert.equal(await about(viewer, unit.dataId), 'access/forbidden')
    assert.equal(await about(stranger, unit.dataId), 'unit/not-found')
    assert.equal(await about(admin, shared.dataId), 'unit/shared')
  })

  it('shows first what goes with it, and leaves nothing behind', async () => {
    const { dataId: dataID } = await build()
    const keys = await keysOf(dataID)
    const change = { kind: 'unit-deleted', dataIDs: [dataID] } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

    await succeed(call(deleteUnit, { as: admin, params: { dataID }, body: { confirm: 'Pump 1' } }))
    const isListed = (await lists(admin)).includes(dataID)
    await deletions.run()

    assert.deepEqual(
      things.map(({ kind, follows }) => [kind, follows]),
      [
        ['alert', 'ends'],
        ['event table', 'deleted'],
        ['calculated source', 'deleted'],
        ['source', 'deleted'],
        ['source', 'deleted'],
      ],
    )
    assert.equal(isListed, false)
    assert.deepEqual(await tablesNaming(dataID), [])
    assert.equal(await countRecords(keys), 0)
  })

  it('ends an alert that watches no other unit, with the reason', async () => {
    const { dataId: dataID } = await build()
    const { alertId: alertID } = await db
      .selectFrom('alertUnit')
      .select('alertId')
      .where('dataId', '=', dataID)
      .executeTakeFirstOrThrow()

    await succeed(call(deleteUnit, { as: admin, params: { dataID }, body: { confirm: 'Pump 1' } }))
    await deletions.run()

    const [alert] = (await call(listAlerts, { as: admin, query: { alertID } })).body.details
    assert.deepEqual([alert?.ended, alert?.devices], ['The unit Pump 1 was deleted.', []])
  })

  it('refuses what it still sends, also where a server has not been notified yet', async () => {
    const unit = await build()
    const { dataId } = unit
    const keys = await keysOf(dataId)
    // This server knows its token and its sources.
    await sendRecords(app, unit, 'room', { temp: 4 })
    // As another server does it, of which this one hears nothing.
    await db.transaction().execute(async (tx) => {
      await waitForResults(tx, dataId)
      await createDetachedSourceStore(tx).detach(dataId, undefined, clock())
      await createUnitDetachStore(tx).detach(dataId, clock())
    })

    const unheard = await send(unit)
    await deletions.run()
    const { sources } = await db
      .selectFrom('source')
      .select((eb) => eb.fn.countAll<number>().as('sources'))
      .where('dataId', '=', dataId)
      .executeTakeFirstOrThrow()

    assert.deepEqual([unheard.status, unheard.code], [404, 'unit/not-found'])
    assert.deepEqual([sources, await countRecords(keys)], [0, 0])
  })

  it('continues where a server died that removed a part of it', async () => {
    const { dataId: dataID } = await build()
    const keys = await keysOf(dataID)
    const [first = 0] = keys
    await succeed(call(deleteUnit, { as: admin, params: { dataID }, body: { confirm: 'Pump 1' } }))
    await db.transaction().execute(async (tx) => createDetachedSourceStore(tx).removePiece(first))
    await db.updateTable('job').set({ heldBy: 'a server that died' }).execute()

    await deletions.run()

    assert.deepEqual(await tablesNaming(dataID), [])
    assert.equal(await countRecords(keys), 0)
    assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [])
  })
})

describe('while a calculated source of the unit is computed, whose results are stored as what arrives', () => {
  for (const [name, change] of [
    [
      'deleting the unit',
      (dataID: DataId) => call(deleteUnit, { as: admin, params: { dataID }, body: { confirm: 'Pump 1' } }),
    ],
    [
      'another dataID',
      (dataID: DataId) =>
        call(changeDataId, { as: admin, params: { dataID }, body: { dataID: `${dataID}-b` as DataId } }),
    ],
  ] as const)
    it(`${name} waits for it and holds up nothing that arrives`, async () => {
      const unit = await build()
      const { changing } = await whileComputing(unit, async () => {
        const changing = change(unit.dataId)
        await untilWaiting()
        await sendRecords(app, unit, 'tank', { level: 2 })
        return { changing }
      })

      assert.equal((await changing).status, 200)
      await deletions.run()
    })
})

/** Does something while a step of the calculated source of a unit is under way. */
async function whileComputing<T>({ dataId }: BuiltUnit, act: () => Promise<T>): Promise<T> {
  return database.background.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .selectFrom('arrivalFollower')
      .select('id')
      .where('dataId', '=', dataId)
      .where('consumer', '=', 'calculations')
      .forUpdate()
      .executeTakeFirstOrThrow()
    assert.ok((await createComputationStore(tx).claim(Number(id), [])) !== undefined)
    return act()
  })
}

/** Until a request waits for a lock. */
async function untilWaiting(): Promise<void> {
  const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'fieldwatch' and wait_event_type = 'Lock'`
  while ((await waiting.execute(database.background.db)).rows.length === 0) await setImmediate()
}

describe('another dataID', () => {
  it('keeps records, alerts, event tables and the token, and ends the former one', async () => {
    const unit = await build()
    const { dataId: former } = unit
    const dataID = `${former}-b` as DataId
    const keys = await keysOf(former)

    await succeed(call(changeDataId, { as: admin, params: { dataID: former }, body: { dataID } }))
    await sendRecords(app, { ...unit, dataId: dataID }, 'room', { temp: 3 })
    await work()

    assert.deepEqual(await keysOf(dataID), keys)
    const page = (await call(listEvents, { as: admin, query: { dataID, name: 'hot' } })).body.details
    assert.ok('occurrences' in page)
    assert.equal(page.occurrences.length, 1)
    assert.notEqual(page.occurrences[0]?.endUTC, null)
    const [alert] = (await call(listAlerts, { as: admin, query: { dataID } })).body.details
    assert.deepEqual([alert?.status, alert?.states[0]?.lastValue], ['ok', 3])
    assert.equal((await send(unit)).code, 'unit/invalid-token')
    assert.deepEqual([(await lists(admin)).includes(former), (await lists(admin)).includes(dataID)], [false, true])
    assert.deepEqual(await tablesNaming(former), ['unit'])
  })

  it('leaves the former one to the unit alone, which can have it back', async () => {
    const { dataId: former } = await build()
    const dataID = `${former}-b` as DataId
    await succeed(call(changeDataId, { as: admin, params: { dataID: former }, body: { dataID } }))

    const body = { dataID: former, friendlyName: 'Another', entities: [entity] }
    assert.equal((await call(createUnit, { as: admin, body })).failure.code, 'unit/id-unavailable')
    await succeed(call(changeDataId, { as: admin, params: { dataID }, body: { dataID: former } }))
    await succeed(call(deleteUnit, { as: admin, params: { dataID: former }, body: { confirm: 'Pump 1' } }))
    await deletions.run()

    assert.deepEqual([await tablesNaming(former), await tablesNaming(dataID)], [[], []])
  })

  it('is not one that another unit has', async () => {
    const [one, other] = [await build(), await build()]
    const { failure } = await call(changeDataId, {
      as: admin,
      params: { dataID: one.dataId },
      body: { dataID: other.dataId },
    })

    assert.equal(failure.code, 'unit/exists')
  })
})

describe('deleting an entity', () => {
  it('is for admins above it, with its name once more', async () => {
    const below = await buildEntity(db, { parentId: entity, name: 'South' })
    const about = async (as: SignedInUser, entityID: EntityId, confirm: string) =>
      (await call(deleteEntity, { as, body: { entityID, confirm } })).failure.code

    assert.equal(await about(viewer, below, 'South'), 'access/forbidden')
    assert.equal(await about(stranger, below, 'South'), 'entity/not-found')
    assert.equal(await about(admin, below, 'North'), 'request/invalid')
    assert.equal(await about(admin, entity, 'Northwind'), 'entity/own-deletion')
  })

  it('takes its units, people and sub-entities with it; what is shared stays with the others', async () => {
    const south = await buildEntity(db, { parentId: entity, name: 'South' })
    const deep = await buildEntity(db, { parentId: south, name: 'Deep' })
    const person = await signInAs({ role: 'admin', entity: south })
    await buildUser(db, { entityId: deep })
    const own = await build(deep)
    const shared = await build(south)
    await db.insertInto('unitEntity').values({ dataId: shared.dataId, entityId: entity }).execute()
    const change = { kind: 'entity-deleted', entityID: south } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

    await succeed(call(deleteEntity, { as: admin, body: { entityID: south, confirm: 'South' } }))
    const after = await call(listUnitNames, { as: person, query: {} })
    const listed = (await call(listEntities, { as: admin })).body.details.map(({ entityID }) => entityID)
    await deletions.run()

    assert.deepEqual(
      things.map(({ kind, follows }) => [kind, follows]),
      [
        ['event table', 'deleted'],
        ['calculated source', 'deleted'],
        ['unit', 'deleted'],
        ['unit', 'changed'],
        ['user', 'deleted'],
        ['user', 'deleted'],
        ['sub-entity', 'deleted'],
      ],
    )
    assert.equal(after.failure.code, 'auth/session-ended')
    assert.ok(!listed.includes(south) && !listed.includes(deep))
    assert.deepEqual(await tablesNaming(own.dataId), [])
    assert.ok((await lists(admin)).includes(shared.dataId))
    const entries = await db
      .selectFrom('auditLog')
      .select(['userId', 'address'])
      .where('subjectId', '=', own.dataId)
      .where('action', '=', 'delete unit')
      .execute()
    assert.deepEqual(entries, [{ userId: admin.userId, address: '127.0.0.1' }])
    const left = await db.selectFrom('entity').select('id').where('id', 'in', [south, deep]).execute()
    const people = await db.selectFrom('appUser').select('id').where('entityId', 'in', [south, deep]).execute()
    assert.deepEqual([left, people], [[], []])
  })
})

describe('what cannot be undone', () => {
  it('asks for the password again in an old session, and is not for programs', async () => {
    const below = await buildEntity(db, { parentId: entity, name: 'South' })
    const { dataId: dataID } = await build()
    const deletions = (as: SignedInUser) => [
      () => call(deleteSource, { as, params: { dataID }, body: { source: 'tank', confirm: 'tank' } }),
      () => call(deleteUnit, { as, params: { dataID }, body: { confirm: 'Pump 1' } }),
      () => call(deleteEntity, { as, body: { entityID: below, confirm: 'South' } }),
    ]
    const old = await signInAs({ role: 'admin', entity })
    const token = { name: 'ERP', scopes: ['manage-units' as const], days: 30 }
    const made = (await succeed(call(createProgramToken, { as: old, body: token }))).details
    const program = { ...old, bearer: `Bearer ${made.secret}` }
    clock.advance(PROOF_MINUTES * 60_000)

    const codes: (string | undefined)[] = []
    for (const remove of [...deletions(old), ...deletions(program)]) codes.push((await remove()).failure.code)

    assert.deepEqual(codes.slice(0, 3), Array(3).fill('auth/step-up-needed'))
    assert.deepEqual(codes.slice(3), Array(3).fill('access/not-for-programs'))
    assert.ok((await lists(old)).includes(dataID))
  })
})

describe('deleting a unit by one server alone', () => {
  it('continues after its connection was cut between any two statements', async () => {
    const { dataId: dataID } = await build()
    // They would take up what the other server leaves.
    await features.handOver()
    const admin = await signInAs({ role: 'admin', entity })
    const keys = await keysOf(dataID)
    await succeed(call(deleteUnit, { as: admin, params: { dataID }, body: { confirm: 'Pump 1' } }))
    let [statements, cutAt] = [0, 1]
    const cut = onEachStatement(database.pool, () => {
      statements += 1
      if (statements === cutAt) throw Object.assign(new Error('cut'), { code: '08006' })
    })
    const deleteEntityPiece = () => assert.fail('no entity is deleted')
    const other = createDeletionWork({ db: cut, clock, log: silentLog, server: 'this server', deleteEntityPiece })

    for (let isCut = true; isCut; cutAt += 3) {
      statements = 0
      isCut = await other.run(ONE_TURN).then(
        () => false,
        () => true,
      )
    }

    assert.ok(cutAt > 10, `cut at ${cutAt}`)
    assert.deepEqual(await tablesNaming(dataID), [])
    assert.equal(await countRecords(keys), 0)
    assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [])
  })

  it('continues where its process was killed between two pieces', async () => {
    const { dataId: dataID } = await build()
    await features.handOver()
    const admin = await signInAs({ role: 'admin', entity })
    const keys = await keysOf(dataID)
    await succeed(call(deleteUnit, { as: admin, params: { dataID }, body: { confirm: 'Pump 1' } }))
    const subjects = async () => (await db.selectFrom('job').select('subject').orderBy('id').execute()).length
    const before = await subjects()
    const program = join(import.meta.dirname, 'testing/delete-until-killed.ts')

    const { signal } = await runUntilKilled(database, program, [SECOND_SOURCE, clock()])
    const left = await subjects()
    const deleteEntityPiece = () => assert.fail('no entity is deleted')
    const other = createDeletionWork({ db, clock, log: silentLog, server: 'another server', deleteEntityPiece })
    await other.run(ONE_TURN)

    assert.equal(signal, 'SIGKILL')
    assert.ok(left > 0 && left < before, `${left} of ${before} were left`)
    assert.deepEqual(await tablesNaming(dataID), [])
    assert.equal(await countRecords(keys), 0)
    assert.equal(await subjects(), 0)
  })
})

async function send(unit: BuiltUnit): Promise<{ status: number; code: string | undefined }> {
  const { statusCode: status, body } = await app.inject({
    method: 'POST',
    url: `/api/v1/ingest/${unit.dataId}/room`,
    headers: { authorization: unit.bearer, 'content-type': 'application/json' },
    payload: JSON.stringify({ temp: 5 }),
  })
  return { status, code: (JSON.parse(body) as { code?: string }).code }
}
