import assert from 'node:assert/strict'
import { planUnitUndo } from '@fieldwatch/contract/consequences/unit-undo'
import { describe, it } from 'node:test'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import { createLabel } from '@fieldwatch/contract/units/labels'
import { checkUnitImport, importUnits, type UnitImportLine } from '@fieldwatch/contract/units/unit-imports'
import {
  getUnitJob,
  listUnitResults,
  createUnitTokens,
  stopUnitJob,
  undoUnitImport,
  type UnitJob,
} from '@fieldwatch/contract/units/unit-jobs'
import { rotateUnitToken, updateUnit } from '@fieldwatch/contract/units/units'
import { createSim } from '@fieldwatch/contract/units/sims'
import { sql } from 'kysely'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isUnitToken } from '#fleet/units/unit-token.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, features, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const below = await buildEntity(db, { name: 'Harbour', parentId: admin.entity })
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

  it('shows what would happen to each line, and changes nothing', async () => {
    await buildUnit(db, { entity: admin.entity, dataId: 'old-1' as DataId, friendlyName: 'Old' })
    const lines = await check(
      [
        'Serial;Name;Entity;Template;Active',
        'new-1;New;Harbour;pump STATION;yes',
        'new-2;;;;',
        'new 3;Bad id;;;',
        'new-4;Far;Unknown;;',
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
        [5, 'invalid', 'There is no entity “Unknown”.'],
        [6, 'invalid', 'active: This is neither yes nor no.'],
        [7, 'unchanged', 'This unit exists already, and stays as it is.'],
        [8, 'invalid', 'The same unit is on line 2 already.'],
        [9, 'invalid', 'This dataID is not available. Choose another one.'],
        [10, 'invalid', 'This dataID is not available. Choose another one.'],
        [11, 'invalid', 'The dataID is missing.'],
      ],
    )
    await assert.rejects(documentOf('new-1'), { code: 'unit/not-found' })
  })

  it('reports the first few problems of a line with very many', async () => {
    const names = Array.from({ length: 100 }, (_, n) => `Unknown ${n}`).join(';')
    const [line] = await check(`dataID,name,entity\ncrowded-1,Crowded,"${names}"`)

    assert.deepEqual(
      line?.errors,
      [0, 1, 2].map((n) => `There is no entity “Unknown ${n}”.`),
    )
  })

  it('adds the good lines when others are bad, with a result for every line', async () => {
    const job = await importAll(
      'dataID,name,description,entities,template,active\nadd-1,One,"By the ""lake""",Harbour,Pump station,no\nadd 2,Two\nadd-3,Three\n',
    )

    assert.deepEqual(job.counts, { open: 0, created: 2, updated: 0, unchanged: 0, refused: 1, stopped: 0, removed: 0 })
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
    const audit = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', 'add-1').execute()
    assert.deepEqual(
      audit.map(({ action, entityId: entity, userId: user }) => [action, entity, user]),
      [['create unit', below, admin.userId]],
    )
  })

  it('keeps existing units as they are, or updates them from the file, as the request says', async () => {
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
    const shared = await buildUnit(db, { entity: admin.entity, friendlyName: 'Shared' })
    await db.insertInto('unitEntity').values({ dataId: shared.dataId, entityId: stranger.entity }).execute()

    const named = await importAll(`dataID,name\n${shared.dataId},Both`, { existing: 'update' })
    const [decided] = await check(`dataID,name,active\n${shared.dataId},Other,no`, { existing: 'update' })

    assert.equal(named.counts.updated, 1)
    assert.equal(decided?.verdict, 'invalid')
    assert.match(decided?.errors[0] ?? '', /^This unit belongs to .* too\./)
    const [row] = await db
      .selectFrom('unit')
      .select(['friendlyName', 'active'])
      .where('dataId', '=', shared.dataId)
      .execute()
    assert.deepEqual(row, { friendlyName: 'Both', active: true })
  })

  it('refuses a label that is not there or that several entities have, too many of them, and days that are none', async () => {
    const labelOf = async (name: string, entity = admin.entity) =>
      (await call(createLabel, { as: admin, body: { name, colour: 'red', entity } })).body.details.labelID
    const many: string[] = []
    for (let n = 0; n < 11; n += 1) many.push(await labelOf(`Many ${n}`))
    await labelOf('Twice', below)
    const twice = await labelOf('Twice', await buildEntity(db, { parentId: admin.entity }))
    const lines = await check(
      [
        'dataID,name,labels,recordDays,summaryDays',
        'said-1,One,"Many 1; MANY 2",30,400',
        'said-2,Two,Mnay 1,,',
        'said-3,Three,Twice,,',
        `said-4,Four,${twice},,`,
        `said-5,Five,${Array.from({ length: 11 }, (_, n) => `Many ${n}`).join('|')},,`,
        'said-6,Six,,30,',
        'said-7,Seven,,400,30',
        'said-8,Eight,,0,30.5',
        'said-9,Nine,,entity,ENTITY',
      ].join('\n'),
    )

    assert.deepEqual(
      lines.map(({ dataID, errors }) => [dataID, errors.join(' ')]),
      [
        ['said-1', ''],
        ['said-2', 'There is no label “Mnay 1”. Add it first, next to the search on the page of the units.'],
        ['said-3', 'Several labels are called “Twice”. Write the id of one.'],
        ['said-4', ''],
        ['said-5', 'A unit can have at most 10 labels of one entity.'],
        ['said-6', 'summaryDays: Say how long records are kept and how long summaries are, or neither.'],
        ['said-7', 'summaryDays: Summaries are kept at least as long as the records.'],
        [
          'said-8',
          'rawDays: Days are a whole number from 1 to 36,500. summaryDays: Days are a whole number from 1 to 36,500.',
        ],
        ['said-9', ''],
      ],
    )
  })

  it('gives units the labels and the retention of their lines, and keeps what no line gives', async () => {
    const labelOf = async (name: string, as = admin, entity = as.entity) =>
      (await call(createLabel, { as, body: { name, colour: 'red', entity } })).body.details.labelID
    const [dry, wet, ofBelow] = [await labelOf('Dry'), await labelOf('Wet'), await labelOf('Wet', admin, below)]
    const theirs = await labelOf('Theirs', stranger)
    const old = await buildUnit(db, { entity: admin.entity })
    await db.insertInto('unitEntity').values({ dataId: old.dataId, entityId: stranger.entity }).execute()
    for (const label_id of [dry, theirs])
      await db.insertInto('unitLabel').values({ dataId: old.dataId, labelId: label_id }).execute()
    const csv = [
      'dataID,name,entity,labels,recordDays,summaryDays',
      'marked-1,One,,Wet;Dry,30,400',
      'marked-2,Two,Harbour,wet,entity,entity',
      `${old.dataId},,,Wet,,`,
    ].join('\n')

    const job = await importAll(csv, { existing: 'update' })

    assert.deepEqual([job.counts.created, job.counts.updated], [2, 1])
    const labelsOf = async (dataId: string) => new Set((await documentOf(dataId)).labels)
    assert.deepEqual(await labelsOf('marked-1'), new Set([wet, dry]))
    assert.deepEqual(await labelsOf('marked-2'), new Set([ofBelow]))
    assert.deepEqual(await labelsOf(old.dataId), new Set([wet]))
    const [kept] = (await units.getDocument(old.dataId, [stranger.entity])).labels ?? []
    assert.equal(kept, theirs)
    const audit = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', old.dataId).execute()
    assert.deepEqual(
      audit.map(({ action, before, after }) => [action, before, after]),
      [['label unit', { labels: ['Dry'] }, { labels: ['Wet'] }]],
    )

    const again = await importAll(csv, { existing: 'update' })
    assert.equal(again.counts.unchanged, 3)
  })

  it('keeps the data of new units as long as their lines say, whatever they send first', async () => {
    await importAll('dataID,name,recordDays,summaryDays\nkept-1,One,30,400\nkept-2,Two,,')
    const dataId = 'kept-1' as DataId
    const { token } = (await call(rotateUnitToken, { as: admin, params: { dataID: dataId } })).body.details
    const unit = { dataId, entity: admin.entity, token, bearer: `Bearer ${token}` }
    await sendRecords(app, unit, 'level', { value: 1 })
    const daysOf = async () =>
      db
        .selectFrom('source')
        .select(['name', 'rawDays', 'summaryDays'])
        .where('dataId', '=', unit.dataId)
        .orderBy('name')
        .execute()
    assert.deepEqual(await daysOf(), [{ name: 'level', rawDays: 30, summaryDays: 400 }])

    const changed = await importAll('dataID,recordDays,summaryDays\nkept-1,60,entity\nkept-2,60,entity', {
      existing: 'update',
    })

    assert.equal(changed.counts.updated, 2)
    await sendRecords(app, unit, 'flow', { value: 1 })
    assert.deepEqual(await daysOf(), [
      { name: 'flow', rawDays: 60, summaryDays: null },
      { name: 'level', rawDays: 60, summaryDays: null },
    ])
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

  it('sets retention for a person, and not for the token of a program', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const scopes = ['manage-units' as const, 'read' as const]
    const made = await call(createProgramToken, { as: admin, body: { name: 'ERP', scopes, days: 30 } })
    const headers = { authorization: `Bearer ${made.body.details.secret}` }
    const csv = `dataID,name,rawDays,summaryDays\n${unit.dataId},Old,1,1\nnew-with-retention,New,1,1`
    const body = bodyOf(csv, { existing: 'update' })

    const checked = await call(checkUnitImport, { headers, body })
    const { jobID } = (await call(importUnits, { headers, body })).body.details
    await features.unitJobs.run()

    assert.deepEqual(
      checked.body.details.lines.map(({ errors }) => errors),
      [[inEnglish(sentenceOfCode('access/not-for-programs'))], [inEnglish(sentenceOfCode('access/not-for-programs'))]],
    )
    assert.deepEqual(
      (await resultsOf(jobID)).map(({ result }) => result),
      ['refused', 'refused'],
    )
    assert.equal((await importAll(csv, { existing: 'update' })).counts.updated, 1)
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
      .select('tokenHash')
      .where('dataId', '=', dataId as DataId)
      .executeTakeFirstOrThrow()
    return row.tokenHash
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
    const kept = await db.selectFrom('idempotentRequest').select('reply').execute()
    assert.ok(kept.every(({ reply }) => reply === null || !reply.includes(token)))
    const items = await db.selectFrom('auditLog').select('after').where('subjectId', '=', 'sealed-1').execute()
    assert.ok(!JSON.stringify(items).includes(token))
  })
})

describe('undoing an import of units', () => {
  const planOf = async (jobID: number) => {
    const { kept, changes, complete, ...counts } = (await call(planUnitUndo, { as: admin, params: { jobID } })).body
      .details
    return { counts, changes, complete, why: Object.fromEntries(kept.map(({ dataID, why }) => [dataID, why])) }
  }

  async function undo(jobID: number): Promise<UnitJob> {
    const begun = (await call(undoUnitImport, { as: admin, params: { jobID } })).body.details
    await features.unitJobs.run()
    return (await call(getUnitJob, { as: admin, params: { jobID: begun.jobID } })).body.details
  }

  it('names the changes from which something follows: units that go, and units that go back to their entities', async () => {
    const moved = await buildUnit(db, { entity: admin.entity, defaultTemplate: template })
    const { jobID } = await importAll(`dataID,name,entity\nback-1,New,\n${moved.dataId},Moved,Harbour`, {
      existing: 'update',
    })

    const { changes, complete } = await planOf(jobID)

    assert.deepEqual(changes, [
      { kind: 'unit-deleted', dataIDs: ['back-1'] },
      { kind: 'unit-moved', dataIDs: [moved.dataId], entities: [admin.entity] },
    ])
    assert.equal(complete, true)
  })

  it('removes what nothing uses, gives former values back, says what it cannot, and is written down', async () => {
    const old = await buildUnit(db, { entity: admin.entity, friendlyName: 'Old', defaultTemplate: template })
    const touched = await buildUnit(db, { entity: admin.entity, friendlyName: 'Touched' })
    const { jobID } = await importAll(
      [
        'dataID,name,template,active',
        'undo-1,One,Pump station,',
        'undo-2,Two,,',
        'undo-3,Three,,',
        `${old.dataId},Newer,,no`,
        `${touched.dataId},Newer,,`,
      ].join('\n'),
      { existing: 'update' },
    )
    const { token } = (await call(rotateUnitToken, { as: admin, params: { dataID: 'undo-2' } })).body.details
    const sending = { dataId: 'undo-2' as DataId, entity: admin.entity, token, bearer: `Bearer ${token}` }
    await sendRecords(app, sending, 'probe', { level: 1 })
    await call(createSim, {
      as: admin,
      body: { entity: admin.entity, iccid: '8944110068255270013', dataID: 'undo-3' },
    })
    await call(updateUnit, { as: admin, body: { dataID: touched.dataId, friendlyName: 'By hand' } })

    const why = {
      'undo-2': 'It has records.',
      'undo-3': 'It has a SIM card.',
      [touched.dataId]: 'It was changed since.',
    }
    const counts = { remove: 1, restore: 1, keep: 3 }
    const changes = [{ kind: 'unit-deleted', dataIDs: ['undo-1'] }]
    assert.deepEqual(await planOf(jobID), { counts, changes, complete: true, why })
    const undone = await undo(jobID)

    assert.deepEqual(
      [undone.kind, undone.counts.removed, undone.counts.updated, undone.counts.refused],
      ['undo', 1, 1, 3],
    )
    const results = await resultsOf(undone.jobID, { result: 'refused' })
    assert.deepEqual(Object.fromEntries(results.map(({ dataID, message }) => [dataID, message])), why)
    await assert.rejects(documentOf('undo-1'), { code: 'unit/not-found' })
    const after = await documentOf(old.dataId)
    assert.deepEqual([after.friendlyName, after.active, after.defaultTemplate], ['Old', true, template])
    assert.equal((await documentOf(touched.dataId)).friendlyName, 'By hand')
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject_id in ('undo-1', ${String(undone.jobID)}) order by id`.execute(db)
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['create unit', 'undo import of units', 'delete unit'],
    )
    assert.deepEqual(await planOf(jobID), {
      counts: { remove: 0, restore: 0, keep: 5 },
      changes: [],
      complete: true,
      why: {
        ...why,
        'undo-1': 'It no longer exists, or you have no access to it.',
        [old.dataId]: 'It has its former values already.',
      },
    })
  })

  it('is for admins who have its entity in reach, of an import that has ended', async () => {
    const { jobID } = await importAll('dataID,name\nundo-4,Four')
    const codeFor = async (as: SignedInUser | undefined, id = jobID) =>
      (await call(undoUnitImport, { ...(as && { as }), params: { jobID: id } })).failure.code

    assert.equal(await codeFor(undefined), 'auth/missing-token')
    assert.equal(await codeFor(viewer), 'access/forbidden')
    assert.equal(await codeFor(stranger), 'unit/job-not-found')
    const undone = await undo(jobID)
    assert.equal(undone.counts.removed, 1)
    assert.equal(await codeFor(admin, undone.jobID), 'unit/job-not-found')
    const running = (await call(importUnits, { as: admin, body: bodyOf('dataID,name\nundo-5,Five') })).body.details
    await db.updateTable('job').set({ endedAt: null }).where('id', '=', running.jobID).execute()
    assert.equal(await codeFor(admin, running.jobID), 'unit/job-running')
    await features.unitJobs.run()
  })
})
