import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates/templates'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTemplateStore } from './template-store.ts'

const database = await createTestDatabase()
const { db, bus, call, signInAs } = await createTestApp({ database })
const templates = createTemplateStore(db)
const viewer = await signInAs()
const colleague = await signInAs({ entity: viewer.entity })
const stranger = await signInAs()
await db
  .updateTable('appUser')
  .set({ firstName: 'Ada', lastName: 'Lovelace' })
  .where('id', '=', viewer.userId)
  .execute()

let made = 0
async function addTemplate(entityId: EntityId = viewer.entity): Promise<TemplateId> {
  const id = `template-${(made += 1)}` as TemplateId
  await templates.create({ id, entityId, definition: { title: 'Before' } })
  return id
}

const addUnit = (template: TemplateId | undefined, entity = viewer.entity): Promise<BuiltUnit> =>
  buildUnit(db, { entity, ...(template === undefined ? {} : { defaultTemplate: template }) })

type Body = CallOf<typeof putTemplate>['body']

const put = (body: Body, as: SignedInUser | undefined = viewer) => call(putTemplate, { body, as })

async function read(id: TemplateId, as: SignedInUser = viewer) {
  const { body } = await call(getTemplate, { params: { id }, as })
  return body.details
}

async function ownTemplateOf(unit: BuiltUnit): Promise<TemplateId | null> {
  const row = await db
    .selectFrom('unit')
    .select('customTemplate')
    .where('dataId', '=', unit.dataId)
    .executeTakeFirstOrThrow()
  return row.customTemplate
}

async function audited(id: TemplateId) {
  return db.selectFrom('auditLog').selectAll().where('subjectId', '=', id).orderBy('id').execute()
}

/** What is published on the bus while `work` runs. */
async function heard(work: () => Promise<unknown>): Promise<unknown[]> {
  const events: unknown[] = []
  const stops = [
    bus.subscribe('template-changed', (event) => events.push(['template-changed', event])),
    bus.subscribe('unit-changed', (event) => events.push(['unit-changed', event])),
  ]
  await work()
  for (const stop of stops) stop()
  return events
}

describe('changing a shared template', () => {
  it('needs a session', async () => {
    const answer = await call(putTemplate, { body: { templateID: 'any', template: { title: 'After' } } })

    assert.deepEqual([answer.status, answer.failure.code], [401, 'auth/missing-token'])
  })

  it('is not for who only has a unit that shows it', async () => {
    const id = await addTemplate(stranger.entity)
    await addUnit(id)

    const answer = await put({ templateID: id, template: { title: 'After' } })

    assert.deepEqual([answer.status, answer.failure.code], [403, 'template/not-yours'])
    assert.deepEqual([(await read(id)).title, (await read(id)).editable], ['Before', false])
  })

  it("answers for another entity's as for one that is not there", async () => {
    const theirs = await put({ templateID: await addTemplate(stranger.entity), template: { title: 'After' } })
    const missing = await put({ templateID: 'nothing', template: { title: 'After' } })

    assert.deepEqual([theirs.status, theirs.failure.code], [404, 'template/not-found'])
    assert.deepEqual(missing.failure, theirs.failure)
  })

  it('refuses what no dashboard could show', async () => {
    const id = await addTemplate()
    const gauge = { title: 'Level', range: [0, 1] as [number, number], source: 'tank', field: 'level' }
    const bad: Body['template'][] = [
      { title: 'x'.repeat(201) },
      { title: 'x', overview: { gauges: [{ ...gauge, source: 'a b' }] } },
      { title: 'x', overview: { gauges: [{ ...gauge, range: [1, 1] }] } },
      { title: 'x', overview: { gauges: [{ ...gauge, calculate: { formula: 'tank.level +', denominators: [] } }] } },
    ]
    for (const template of bad) {
      const { status, failure } = await put({ templateID: id, template })

      assert.deepEqual([status, failure.code], [400, 'request/invalid'])
    }
    assert.equal((await put({ template: { title: 'After' } })).status, 400)
    assert.equal((await read(id)).version, 1)
  })

  it('refuses one that names no part of what is shown, and takes one whose last chart is gone', async () => {
    const id = await addTemplate()
    const charts = [{ title: 'Level', type: 'timeseries' as const, specifications: {} }]
    await put({ templateID: id, template: { title: 'Before', timeSeries: { charts } } })
    const unit = await addUnit(id)

    for (const where of [{ templateID: id }, { templateID: id, dataID: unit.dataId }]) {
      const { status, failure } = await put({ ...where, template: { title: 'Emptied' } })
      assert.deepEqual(
        [status, failure.code, Object.keys(failure.details?.['fields'] ?? {})],
        [400, 'request/invalid', ['template']],
      )
    }
    assert.deepEqual((await read(id)).timeSeries, { charts })
    assert.equal(
      (await put({ templateID: id, template: { title: 'Emptied', timeSeries: { charts: [] } } })).status,
      200,
    )
  })

  // spec 1-7-30, 1-7-31, 1-7-32, 2-3-09, 2-7-24, 2-7-25, 2-7-26
  it('keeps what was sent, without the id and the dataID that came along', async () => {
    const id = await addTemplate()
    await addUnit(id)
    const template = { title: 'After', timeSeries: { charts: [] }, id: 'other', dataID: 'other' }

    const { status, body } = await put({ templateID: id, template })

    const expected = {
      id,
      dataID: null,
      title: 'After',
      timeSeries: { charts: [] },
      version: 2,
      editable: true,
      units: 1,
    }
    assert.deepEqual([status, body.status, body.details], [200, 'success', expected])
    assert.deepEqual(await read(id), expected)
  })

  it('publishes to the bus after the commit', async () => {
    const id = await addTemplate()

    const events = await heard(() => put({ templateID: id, template: { title: 'Changed' }, version: 1 }))

    assert.deepEqual(events, [['template-changed', { templateId: id, version: 2 }]])
  })

  it('is written down with what it was before', async () => {
    const id = await addTemplate()
    await put({ templateID: id, template: { title: 'Written' } })

    const [entry] = await audited(id)

    assert.deepEqual(
      [entry?.action, entry?.userId, entry?.entityId, entry?.before, entry?.after],
      [
        'change template',
        viewer.userId,
        viewer.entity,
        { version: 1, template: { title: 'Before' } },
        {
          version: 2,
          changes: [
            {
              kind: 'template',
              change: 'changed',
              details: [{ type: 'setting', name: 'name', before: 'Before', after: 'Written' }],
            },
          ],
          template: { title: 'Written' },
        },
      ],
    )
  })
})

describe('two who change a template at once', () => {
  it('do not overwrite each other: the later user learns who was first', async () => {
    const id = await addTemplate()
    await put({ templateID: id, version: 1, template: { title: 'First' } })

    const { status, failure } = await put({ templateID: id, version: 1, template: { title: 'Second' } }, colleague)

    assert.deepEqual([status, failure.code], [409, 'template/changed'])
    assert.match(
      failure.message,
      /^This template was changed in the meantime\. .* Changed by Ada Lovelace at 2\d{3}-\d\d-\d\d \d\d:\d\d UTC\./,
    )
    assert.equal(failure.details?.changedBy, 'Ada Lovelace')
    assert.equal((await read(id)).title, 'First')
  })

  it('are distinguished even in the same moment', async () => {
    const id = await addTemplate()

    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((title) => put({ templateID: id, version: 1, template: { title } })),
    )

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409, 409],
    )
    assert.equal((await read(id)).version, 2)
  })

  it('may name no version, and replace whatever is there', async () => {
    const id = await addTemplate()
    await put({ templateID: id, template: { title: 'Third' } })

    const { status, body } = await put({ templateID: id, template: { title: 'Fourth' } })

    assert.deepEqual([status, body.details.title, body.details.version], [200, 'Fourth', 3])
  })

  it('learn no name from beyond their reach', async () => {
    const id = await addTemplate(stranger.entity)
    const unit = await addUnit(id)
    await put({ templateID: id, template: { title: 'Theirs' } }, stranger)

    const { failure } = await put({ templateID: id, dataID: unit.dataId, version: 1, template: { title: 'Ours' } })

    assert.match(failure.message, /^This template was changed in the meantime\. .* Changed at /)
    assert.equal(failure.details?.changedBy, undefined)
  })
})

describe('changing the template of one unit', () => {
  it("answers for another entity's unit as for one that is not there", async () => {
    const id = await addTemplate()
    const theirs = await addUnit(undefined, stranger.entity)

    const foreign = await put({ templateID: id, dataID: theirs.dataId, template: { title: 'After' } })
    const missing = await put({ templateID: id, dataID: 'unknown', template: { title: 'After' } })

    assert.deepEqual([foreign.status, foreign.failure.code], [404, 'unit/not-found'])
    assert.deepEqual(missing.failure, foreign.failure)
  })

  it('does not start from a template out of reach', async () => {
    const unit = await addUnit(await addTemplate())
    const theirs = await addTemplate(stranger.entity)

    const { failure } = await put({ templateID: theirs, dataID: unit.dataId, template: { title: 'After' } })

    assert.equal(failure.code, 'template/not-found')
  })

  // spec 1-7-30, 2-7-24
  it('gives it a copy of its own and leaves the shared one as it is', async () => {
    const id = await addTemplate()
    const [unit, other] = [await addUnit(id), await addUnit(id)]
    const events = await heard(() =>
      put({ templateID: id, dataID: unit.dataId, version: 1, template: { title: 'Own' } }),
    )

    const own = await ownTemplateOf(unit)
    assert.ok(own !== null && own !== id)
    const copy = await read(own)
    assert.deepEqual([copy.title, copy.dataID, copy.version, copy.units], ['Own', unit.dataId, 1, 1])
    assert.deepEqual([(await read(id)).title, (await read(id)).units], ['Before', 1])
    assert.equal(await ownTemplateOf(other), null)
    assert.deepEqual(events, [['unit-changed', { dataId: unit.dataId }]])
    assert.equal((await audited(own))[0]?.action, 'give unit its own template')
  })

  it('changes that copy from then on, whichever of the two ways it is named', async () => {
    const unit = await addUnit(await addTemplate())
    const first = await put({ dataID: unit.dataId, templateID: await sharedOf(unit), template: { title: 'Own' } })
    const { id, version } = first.body.details

    const events = await heard(() =>
      put({ templateID: id, dataID: unit.dataId, version, template: { title: 'Second' } }),
    )
    await put({ templateID: id, version: version + 1, template: { title: 'Third' } })

    assert.deepEqual([(await read(id)).title, await ownTemplateOf(unit)], ['Third', id])
    assert.deepEqual(events, [['template-changed', { templateId: id, version: 2 }]])
  })

  it('is refused when another person gave the unit a copy in the meantime', async () => {
    const id = await addTemplate()
    const unit = await addUnit(id)

    const answers = await Promise.all(
      ['One', 'Two'].map((title) => put({ templateID: id, dataID: unit.dataId, version: 1, template: { title } })),
    )

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    )
  })

  it('gives a unit without a template its first one, once', async () => {
    const unit = await addUnit(undefined)

    const { status, body } = await put({ dataID: unit.dataId, template: { title: 'First' } })
    const late = await put({ dataID: unit.dataId, template: { title: 'Late' } }, colleague)

    assert.deepEqual([status, body.details.dataID, await ownTemplateOf(unit)], [200, unit.dataId, body.details.id])
    assert.deepEqual([late.status, late.failure.code], [409, 'template/changed'])
  })

  it('leaves a copy that only its unit can show out of reach of others', async () => {
    const unit = await addUnit(undefined)
    const { body } = await put({ dataID: unit.dataId, template: { title: 'Own' } })
    await db.updateTable('unitEntity').set({ entityId: stranger.entity }).where('dataId', '=', unit.dataId).execute()

    const { status } = await call(getTemplate, { params: { id: body.details.id }, as: viewer })

    assert.equal(status, 404)
  })
})

async function sharedOf(unit: BuiltUnit): Promise<TemplateId> {
  const row = await db
    .selectFrom('unit')
    .select('defaultTemplate')
    .where('dataId', '=', unit.dataId)
    .executeTakeFirstOrThrow()
  return row.defaultTemplate ?? ('' as TemplateId)
}
