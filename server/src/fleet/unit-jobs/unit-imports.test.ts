import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId, TemplateId } from '@fieldwatch/contract/ids'
import { checkUnitImport, importUnits, type UnitImportLine } from '@fieldwatch/contract/unit-imports'
import {
  getUnitJob,
  listUnitResults,
  createUnitTokens,
  stopUnitJob,
  type UnitJob,
} from '@fieldwatch/contract/unit-jobs'
import { rotateUnitToken } from '@fieldwatch/contract/units'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isUnitToken } from '#fleet/units/unit-token.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db, call, features, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const below = await buildEntity(db, { name: 'Harbour', parent_id: admin.entity })
const foreign = await buildUnit(db, { entity: stranger.entity })
const template = 'pump-template' as TemplateId
await createTemplateStore(db).create({ id: template, entityId: admin.entity, definition: { title: 'Pump station' } })
const units = createUnitStore(db)
const documentOf = (dataId: string) => units.getDocument(dataId as DataId, [admin.entity, below])

interface Wanted {
  as?: SignedInUser
  existing?: 'keep' | 'update'
}

const bodyOf = (csv: string, { as = admin, existing = 'keep' }: Wanted = {}) => ({ entity: as.entity, existing, csv })

async function check(csv: string, wanted: Wanted = {}): Promise<readonly UnitImportLine[]> {
  return (await call(checkUnitImport, { as: wanted.as ?? admin, body: bodyOf(csv, wanted) })).body.details.lines
}

async function importAll(csv: string, wanted: Wanted = {}): Promise<UnitJob> {
  const as = wanted.as ?? admin
  const { jobID } = (await call(importUnits, { as, body: bodyOf(csv, wanted) })).body.details
  await features.unitJobs.run()
  return (await call(getUnitJob, { as, params: { jobID } })).body.details
}

async function resultsOf(jobID: number, query = {}) {
  return (await call(listUnitResults, { as: admin, params: { jobID }, query })).body.details
}

describe('an import of units', () => {
  it('without credentials is refused, by a viewer forbidden, into another entity answers as into none', async () => {
    for (const endpoint of [checkUnitImport, importUnits] as const) {
      const body = bodyOf('dataID,name\na,A')
      assert.equal((await call(endpoint, { body })).failure.code, 'auth/missing-token')
      assert.equal((await call(endpoint, { as: viewer, body })).failure.code, 'access/forbidden')
      const far = { ...body, entity: stranger.entity }
      assert.equal((await call(endpoint, { as: admin, body: far })).failure.code, 'entity/not-found')
    }
  })

  it('of a file without a column of dataIDs is refused with its headings, and of an empty one with a sentence', async () => {
    const { failure } = await call(checkUnitImport, { as: admin, body: bodyOf('Chip,Colour\n1,red') })
    assert.equal(failure.code, 'unit/import-unreadable')
    assert.deepEqual(failure.details?.headings, ['Chip', 'Colour'])
    const empty = await call(importUnits, { as: admin, body: bodyOf('') })
    assert.equal(empty.failure.message, 'The file is empty.')
  })

  it('tells of each line what would become of it, and changes nothing', async () => {
    await buildUnit(db, { entity: admin.entity, data_id: 'old-1' as DataId, friendly_name: 'Old' })
    const lines = await check(
      [
        'Serial;Name;Entity;Template;Active',
        'new-1;New;Harbour;pump STATION;yes',
        'new-2;;;;',
        'new 3;Bad id;;;',
        'new-4;Far;Nobody;;',
        'new-5;Plain;;No such;perhaps',
        'old-1;Newer;;;',
        'new-1;Twice;;;',
        `${foreign.dataId};Theirs;;;`,
        'all;Reserved;;;',
        ';Nothing;;;',
      ].join('\r\n'),
    )

    assert.deepEqual(
      lines.map(({ line, verdict, errors, warnings }) => [line, verdict, [...errors, ...warnings].join(' ')]),
      [
        [2, 'created', ''],
        [3, 'invalid', 'A new unit needs a name.'],
        [4, 'invalid', 'dataID: A dataID is 1 to 64 letters, digits, dots, dashes or underscores.'],
        [5, 'invalid', 'There is no entity “Nobody”.'],
        [6, 'invalid', 'active: This is neither yes nor no.'],
        [7, 'unchanged', 'This unit exists already, and stays as it is.'],
        [8, 'invalid', 'The same unit is on line 2 already.'],
        [9, 'invalid', 'This dataID cannot be used. Choose another one.'],
        [10, 'invalid', 'This dataID cannot be used. Choose another one.'],
        [11, 'invalid', 'The dataID is missing.'],
      ],
    )
    await assert.rejects(documentOf('new-1'), { code: 'unit/not-found' })
  })

  it('tells of a line with very many problems the first few', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `Nobody ${n}`).join(';')
    const [line] = await check(`dataID,name,entity\ncrowded-1,Crowded,"${names}"`)

    assert.deepEqual(
      line?.errors,
      [0, 1, 2].map((n) => `There is no entity “Nobody ${n}”.`),
    )
  })

  it('adds the good lines when others are bad, with a result for every line', async () => {
    const job = await importAll(
      'dataID,name,description,entities,template,active\nadd-1,One,"By the ""lake""",Harbour,Pump station,no\nadd 2,Two\nadd-3,Three\n',
    )

    assert.deepEqual(job.counts, { open: 0, created: 2, updated: 0, unchanged: 0, refused: 1, stopped: 0 })
    assert.notEqual(job.endedUTC, null)
    const { friendlyName, description, entities, defaultTemplate, active } = await documentOf('add-1')
    assert.deepEqual(
      { friendlyName, description, entities, defaultTemplate, active },
      {
        friendlyName: 'One',
        description: 'By the "lake"',
        entities: [below],
        defaultTemplate: template,
        active: false,
      },
    )
    assert.deepEqual(
      (await resultsOf(job.jobID)).map(({ place, dataID, friendlyName: name, result }) => [
        place,
        dataID,
        name,
        result,
      ]),
      [
        [2, 'add-1', 'One', 'created'],
        [3, 'add 2', null, 'refused'],
        [4, 'add-3', 'Three', 'created'],
      ],
    )
    const refused = await resultsOf(job.jobID, { result: 'refused' })
    assert.match(refused[0]?.message ?? '', /^dataID: A dataID is/)
    assert.deepEqual(await resultsOf(job.jobID, { after: 3, limit: 1 }), [
      { place: 4, dataID: 'add-3', friendlyName: 'Three', result: 'created', message: '' },
    ])
    const audit = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', 'add-1').execute()
    assert.deepEqual(
      audit.map(({ action, entity_id: entity, user_id: user }) => [action, entity, user]),
      [['create unit', below, admin.userId]],
    )
  })

  it('leaves what is there as it is, or changes it to what the file tells, as it is told', async () => {
    await importAll('dataID,name,size\nthere-1,Before,10 m\nthere-2,Same,5 m')
    const kept = await importAll('dataID,name\nthere-1,After')
    assert.deepEqual([kept.counts.unchanged, (await documentOf('there-1')).friendlyName], [1, 'Before'])

    const changed = await importAll('dataID,name,size,entity\nthere-1,After,,Harbour\nthere-2,Same,5 m,', {
      existing: 'update',
    })

    assert.deepEqual([changed.counts.updated, changed.counts.unchanged], [1, 1])
    const { friendlyName, size, entities, version } = await documentOf('there-1')
    assert.deepEqual(
      { friendlyName, size, entities, version },
      { friendlyName: 'After', size: '10 m', entities: [below], version: 2 },
    )
    assert.equal((await documentOf('there-2')).version, 1)
  })

  it('refuses what concerns a unit of other entities too, and changes its name', async () => {
    const shared = await buildUnit(db, { entity: admin.entity, friendly_name: 'Shared' })
    await db.insertInto('unit_entity').values({ data_id: shared.dataId, entity_id: stranger.entity }).execute()

    const named = await importAll(`dataID,name\n${shared.dataId},Both`, { existing: 'update' })
    const [decided] = await check(`dataID,name,active\n${shared.dataId},Other,no`, { existing: 'update' })

    assert.equal(named.counts.updated, 1)
    assert.equal(decided?.verdict, 'invalid')
    assert.match(decided?.errors[0] ?? '', /^This unit belongs to .* too\./)
    const [row] = await db
      .selectFrom('unit')
      .select(['friendly_name', 'active'])
      .where('data_id', '=', shared.dataId)
      .execute()
    assert.deepEqual(row, { friendly_name: 'Both', active: true })
  })

  it('with the same key is one import', async () => {
    const request = {
      as: admin,
      body: bodyOf('dataID,name\nonce-1,Once'),
      headers: { 'idempotency-key': 'import-once-0001' },
    }
    const [one, other] = await Promise.all([call(importUnits, request), call(importUnits, request)])
    assert.equal(one.body.details.jobID, other.body.details.jobID)
  })

  it('of two at the same time adds each unit once', async () => {
    const csv = ['dataID,name', ...Array.from({ length: 300 }, (_, n) => `race-${n},Race ${n}`)].join('\n')
    const begun = await Promise.all([1, 2].map(() => call(importUnits, { as: admin, body: bodyOf(csv) })))
    await features.unitJobs.run()
    const jobs = await Promise.all(
      begun.map(
        async ({ body }) => (await call(getUnitJob, { as: admin, params: { jobID: body.details.jobID } })).body.details,
      ),
    )
    const sum = (of: (job: UnitJob) => number) => jobs.reduce((all, job) => all + of(job), 0)
    assert.deepEqual([sum(({ counts }) => counts.created), sum(({ counts }) => counts.unchanged)], [300, 300])
  })

  it('is seen by admins who have its entity in reach, and its tokens are made by who began it', async () => {
    const { jobID } = await importAll('dataID,name\nmine-1,Mine')
    const colleague = await signInAs({ role: 'admin', entity: admin.entity })
    const lower = await signInAs({ role: 'admin', entity: below })
    const seen = (await call(getUnitJob, { as: colleague, params: { jobID } })).body.details
    assert.deepEqual([seen.own, seen.createdBy], [false, admin.email])
    assert.equal((await call(listUnitResults, { as: colleague, params: { jobID } })).status, 200)
    assert.equal(
      (await call(createUnitTokens, { as: colleague, params: { jobID } })).failure.code,
      'unit/job-not-found',
    )
    for (const as of [lower, stranger]) {
      for (const endpoint of [getUnitJob, listUnitResults, createUnitTokens, stopUnitJob] as const) {
        assert.equal((await call(endpoint, { as, params: { jobID } })).failure.code, 'unit/job-not-found')
      }
    }
    assert.equal((await call(getUnitJob, { as: viewer, params: { jobID } })).failure.code, 'access/forbidden')
  })

  it('takes 10,000 lines, and refuses one more', async () => {
    const csvOf = (count: number) =>
      ['dataID,name', ...Array.from({ length: count }, (_, n) => `many-${n},Many ${n}`)].join('\n')
    const { failure } = await call(importUnits, { as: admin, body: bodyOf(csvOf(10_001)) })
    assert.equal(failure.message, 'The file has more than 10,000 lines. Import it in parts.')
    const lines = await check(csvOf(10_000))
    assert.equal(lines.filter(({ verdict }) => verdict === 'created').length, 10_000)
  })
})

describe('the tokens of an import', () => {
  const hashOf = async (dataId: string) => {
    const row = await db
      .selectFrom('unit')
      .select('token_hash')
      .where('data_id', '=', dataId as DataId)
      .executeTakeFirstOrThrow()
    return row.token_hash
  }

  it('are made once, for those that have none yet', async () => {
    const { jobID, tokens } = await importAll('dataID,name\ntoken-1,One\ntoken-2,Two\ntoken-3,Three')
    assert.equal(tokens, 'ready')
    const rotated = await call(rotateUnitToken, { as: admin, params: { dataID: 'token-2' } })

    const { details } = (await call(createUnitTokens, { as: admin, params: { jobID } })).body

    assert.deepEqual(
      details.units.map(({ dataID }) => dataID),
      ['token-1', 'token-3'],
    )
    assert.deepEqual(details.leftOut, ['token-2'])
    for (const { dataID, token } of details.units) assert.ok(isUnitToken(token, await hashOf(dataID)))
    assert.ok(isUnitToken(rotated.body.details.token, await hashOf('token-2')))
    assert.equal((await call(createUnitTokens, { as: admin, params: { jobID } })).failure.code, 'unit/tokens-taken')
    assert.equal((await call(getUnitJob, { as: admin, params: { jobID } })).body.details.tokens, 'taken')
  })

  it('are the same again with the same key, and are kept nowhere as they are', async () => {
    const { jobID } = await importAll('dataID,name\nsealed-1,One')
    const headers = { 'idempotency-key': 'tokens-once-000001' }
    const first = await call(createUnitTokens, { as: admin, params: { jobID }, headers })
    const again = await call(createUnitTokens, { as: admin, params: { jobID }, headers })

    assert.deepEqual(again.body, first.body)
    const token = first.body.details.units[0]?.token ?? ''
    const kept = await db.selectFrom('idempotent_request').select('reply').execute()
    assert.ok(kept.every(({ reply }) => reply === null || !reply.includes(token)))
    const items = await db.selectFrom('audit_log').select('after').where('subject_id', '=', 'sealed-1').execute()
    assert.ok(!JSON.stringify(items).includes(token))
  })
})
