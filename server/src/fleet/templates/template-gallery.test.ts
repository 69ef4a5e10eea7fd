import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getActivity, listActivity } from '@fieldwatch/contract/activity/activity'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import {
  createTemplate,
  deleteTemplate,
  importTemplate,
  listTemplateGallery,
  listTemplateUnits,
  renameTemplate,
} from '@fieldwatch/contract/templates/template-gallery'
import { MOST_TEMPLATES } from '@fieldwatch/contract/templates/template-limits'
import { listTemplateVersions } from '@fieldwatch/contract/templates/template-versions'
import {
  getTemplate,
  listTemplateIcons,
  putTemplate,
  type Template,
  TemplateDefinition,
} from '@fieldwatch/contract/templates/templates'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { readEvents } from '#testing/read-events.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTemplateStore } from './template-store.ts'

const database = await createTestDatabase()
const { app, db, bus, call, signInAs } = await createTestApp({ database })
await app.listen({ host: '127.0.0.1', port: 0 })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })

const series = { field: 'level', friendlyName: 'Level' }
const computed = {
  friendlyName: 'Share',
  calculate: { formula: 'tank.level / tank.size', denominators: ['tank.size'] },
}
const full = TemplateDefinition.parse({
  title: 'Full',
  overview: {
    gauges: [{ title: 'Level', range: [0, 5], source: 'tank', field: 'level' }],
    infoCards: [{ topic: 'Now', specifications: { tank: [series, computed] } }],
    statistics: [{ topic: 'All', specifications: {} }],
    tables: [{ title: 'Newest', type: 'generic', specifications: {} }],
    maps: [{ source: 'location', latitudeField: 'lat', longitudeField: 'lon' }],
    eventLog: { title: 'Log', specifications: {} },
  },
  timeSeries: { charts: [{ title: 'Level', type: 'timeseries', specifications: { tank: [series] } }] },
  events: [{ title: 'High', type: 'event' }],
  reports: {
    short: { name: 'short', columns: ['Start'], values: ['startUTC'], formats: [''], includeCoordinates: false },
  },
})

let made = 0
async function addTemplate(given: { entity?: EntityId; title?: string } = {}): Promise<TemplateId> {
  const id = `gallery-${(made += 1)}` as TemplateId
  const definition = { ...full, title: given.title ?? `Template ${made}` }
  await createTemplateStore(db).create({ id, entityId: given.entity ?? admin.entity, definition })
  return id
}

const list = async (as: SignedInUser, query: CallOf<typeof listTemplateGallery>['query'] = {}) =>
  (await call(listTemplateGallery, { as, query })).body.details

const create = (body: CallOf<typeof createTemplate>['body'], as = admin) => call(createTemplate, { as, body })

const bring = (body: object, as = admin) =>
  call(importTemplate, { as, body: body as CallOf<typeof importTemplate>['body'] })

const fileOf = (template: object) => ({ format: 'fieldwatch-template', formatVersion: 1, template })

const shown = ({ id: _i, dataID: _d, version: _v, editable: _e, units: _u, ...definition }: Template) => definition

const remove = (id: TemplateId, body: { version?: number } = {}, as = admin) =>
  call(deleteTemplate, { as, params: { id }, body })

describe('the gallery', () => {
  it('has the shared templates in reach by title, with what is in each, who changed it and how many units have it', async () => {
    const { entity } = await signInAs({ role: 'admin' })
    const keeper = await signInAs({ role: 'admin', entity })
    await db
      .updateTable('appUser')
      .set({ firstName: 'Ada', lastName: 'Berg' })
      .where('id', '=', keeper.userId)
      .execute()
    const beta = await addTemplate({ entity, title: 'beta' })
    await addTemplate({ entity, title: 'Alpha' })
    const unit = await buildUnit(db, { entity, defaultTemplate: beta })
    await addTemplate({ entity: stranger.entity })
    await createTemplateStore(db).create({
      id: 'own-copy' as TemplateId,
      entityId: entity,
      definition: full,
      dataId: unit.dataId,
    })
    const { version } = (await call(renameTemplate, { as: keeper, params: { id: beta }, body: { title: 'Beta' } })).body
      .details

    const { templates, total } = await list(keeper)

    assert.equal(total, 2)
    assert.deepEqual(
      templates.map(({ title, units, changedBy }) => [title, units, changedBy]),
      [
        ['Alpha', 0, null],
        ['Beta', 1, 'Ada Berg'],
      ],
    )
    assert.equal(templates[1]?.version, version)
    assert.deepEqual(templates[1]?.contents, {
      charts: 1,
      gauges: 1,
      cards: 2,
      tables: 1,
      maps: 1,
      eventLogs: 1,
      events: 1,
      reports: 1,
      formulas: 1,
    })
  })

  it('is narrowed by an entity in reach and by a part of a title, with no meaning in % and _', async () => {
    const below = await buildEntity(db, { parentId: admin.entity })
    const upper = await signInAs({ role: 'admin', entity: admin.entity })
    const titles = ['100% pump', 'A_pump', 'North PUMP']
    for (const title of titles) await addTemplate({ entity: below, title })
    const found = async (search: string) =>
      (await list(upper, { entity: below, search })).templates.map(({ title }) => title)

    assert.deepEqual(await found('pump'), titles)
    assert.deepEqual(await found('%'), ['100% pump'])
    assert.deepEqual(await found('_'), ['A_pump'])
    const { failure } = await call(listTemplateGallery, { as: upper, query: { entity: stranger.entity } })
    assert.equal(failure.code, 'entity/not-found')
  })
})

describe('the units of a template', () => {
  it('are those in reach by name, with those that show a copy of their own; of others only that there are some', async () => {
    const id = await addTemplate()
    const { dataId } = await buildUnit(db, { entity: admin.entity, friendlyName: 'beta', defaultTemplate: id })
    await buildUnit(db, { entity: admin.entity, friendlyName: 'Alpha', defaultTemplate: id })
    await createTemplateStore(db).create({
      id: `own-${dataId}` as TemplateId,
      entityId: admin.entity,
      definition: full,
      dataId,
    })
    await db
      .updateTable('unit')
      .set({ customTemplate: `own-${dataId}` as TemplateId })
      .where('dataId', '=', dataId)
      .execute()
    const ask = async () => (await call(listTemplateUnits, { as: viewer, params: { id } })).body.details

    const { units, ...rest } = await ask()

    assert.deepEqual(
      units.map(({ friendlyName, own }) => [friendlyName, own]),
      [
        ['Alpha', false],
        ['beta', true],
      ],
    )
    assert.deepEqual(rest, { total: 2, elsewhere: false })
    await buildUnit(db, { entity: stranger.entity, defaultTemplate: id })
    const { total, elsewhere } = await ask()
    assert.deepEqual([total, elsewhere], [2, true])
  })
})

describe('adding a template', () => {
  it('begins empty, as another one, or as what a unit shows', async () => {
    const id = await addTemplate()
    const unit = await buildUnit(db, { entity: admin.entity, defaultTemplate: id })

    const empty = await create({ title: 'Empty' })
    const copy = await create({ title: 'Copy', templateID: id })
    const ofUnit = await create({ title: 'Of a unit', dataID: unit.dataId })

    assert.deepEqual(shown(empty.body.details), {
      title: 'Empty',
      overview: {},
      timeSeries: { charts: [] },
      events: [],
    })
    assert.deepEqual(shown(copy.body.details), { ...full, title: 'Copy' })
    assert.deepEqual(shown(ofUnit.body.details), { ...full, title: 'Of a unit' })
    assert.deepEqual([copy.body.details.dataID, copy.body.details.units], [null, 0])
  })

  it('is for admins, and begins as nothing that is out of their reach', async () => {
    const theirs = await addTemplate({ entity: stranger.entity })
    const unit = await buildUnit(db, { entity: stranger.entity, defaultTemplate: theirs })
    const bare = await buildUnit(db, { entity: admin.entity })
    const codeOf = async (body: CallOf<typeof createTemplate>['body'], as = admin) =>
      (await create(body, as)).failure.code

    assert.equal(await codeOf({ title: 'Mine' }, viewer), 'access/forbidden')
    assert.equal(await codeOf({ title: 'Theirs', entity: stranger.entity }), 'entity/not-found')
    assert.equal(await codeOf({ title: 'Theirs', templateID: theirs }), 'template/not-found')
    assert.equal(await codeOf({ title: 'Theirs', dataID: unit.dataId }), 'unit/not-found')
    assert.equal(await codeOf({ title: 'Of nothing', dataID: bare.dataId }), 'template/not-found')
    assert.equal(await codeOf({ title: 'Both', dataID: unit.dataId, templateID: theirs }), 'request/invalid')
  })

  it('refuses a name that another one of the entity has, also when two people choose it at once', async () => {
    await addTemplate({ title: 'Taken' })
    const { failure, status } = await create({ title: ' tAKEN ' })
    assert.deepEqual([status, failure.code], [409, 'template/exists'])
    assert.match(failure.details?.fields?.['title'] ?? '', /^A template named “tAKEN” already exists/)

    const both = await Promise.all([create({ title: 'Race' }), create({ title: 'race' })])

    assert.deepEqual(
      both.map(({ status: answered }) => answered).toSorted((one, other) => one - other),
      [200, 409],
    )
    assert.equal((await create({ title: 'Taken' }, stranger)).status, 200)
  })

  it('stops at the most that an entity may have', async () => {
    const entity = await buildEntity(db)
    const keeper = await signInAs({ role: 'admin', entity })
    const rows = Array.from({ length: MOST_TEMPLATES }, (_, n) => ({
      id: `many-${n}` as TemplateId,
      entityId: entity,
      definition: JSON.stringify({ title: `Many ${n}` }),
    }))
    await db.insertInto('template').values(rows).execute()

    assert.equal((await create({ title: 'One more' }, keeper)).failure.code, 'template/too-many')
    assert.equal((await list(keeper)).total, MOST_TEMPLATES)
  })
})

describe('importing a template', () => {
  it('makes what was exported, under its own name or another', async () => {
    const first = await bring({ file: fileOf({ ...full, title: 'Imported' }) })
    const again = await bring({ file: fileOf({ ...full, title: 'Imported' }) })
    const renamed = await bring({ title: 'Imported twice', file: fileOf({ ...full, title: 'Imported' }) })

    assert.deepEqual(shown(first.body.details), { ...full, title: 'Imported' })
    assert.deepEqual([again.status, again.failure.code], [409, 'template/exists'])
    assert.equal(renamed.body.details.title, 'Imported twice')
  })

  it('refuses what it does not know, with a sentence that names it', async () => {
    const sentenceOf = async (file: object) => {
      const { failure } = await bring({ file })
      assert.equal(failure.code, 'request/invalid')
      return Object.values(failure.details?.fields ?? {}).join(' ')
    }

    assert.match(await sentenceOf(fileOf({ title: 'x', owner: 'me' })), /Unknown field: owner\./)
    assert.match(await sentenceOf({ ...fileOf({ title: 'x' }), formatVersion: 2 }), /newer Fieldwatch/)
    assert.match(await sentenceOf({ template: { title: 'x' } }), /not a template that was exported/)
    assert.match(await sentenceOf(fileOf({ title: '  ' })), /A name is required/)
    const chart = { title: 'Level', type: 'timeseries', specifications: { tank: [{ ...series, colour: 1 }] } }
    assert.match(await sentenceOf(fileOf({ title: 'x', timeSeries: { charts: [chart] } })), /Unknown field: colour\./)
  })

  it('refuses a file that nests without end, and one that is too large', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const asked = (payload: string) => ({
      method: 'POST' as const,
      url: importTemplate.path,
      headers: { authorization: admin.bearer, 'content-type': 'application/json' },
      payload,
    })

    const { statusCode } = await app.inject(asked(`{"file":${deep}}`))
    const large = await app.inject(asked(`{"file":"${'x'.repeat(2_000_000)}"}`))

    assert.equal(statusCode, 413)
    assert.equal(large.statusCode, 413)
  })
})

describe('renaming a template', () => {
  it('is sent to open pages, counted and logged; a version that is not the newest is refused', async () => {
    const id = await addTemplate()
    const published: unknown[] = []
    const stop = bus.subscribe('template-changed', (event) => published.push(event))
    const rename = (body: CallOf<typeof renameTemplate>['body']) =>
      call(renameTemplate, { as: viewer, params: { id }, body })

    const { body } = await rename({ title: 'Renamed', version: 1 })
    stop()

    assert.deepEqual([body.details.title, body.details.version], ['Renamed', 2])
    assert.deepEqual(published, [{ templateId: id, version: 2 }])
    assert.equal((await rename({ title: 'Again', version: 1 })).failure.code, 'template/changed')
    const [entry] = (await call(listActivity, { as: admin, query: { topic: 'templates' } })).body.details.activity
    assert.deepEqual([entry?.action, entry?.subjectName], ['rename template', 'Renamed'])
    const states = await call(getActivity, { as: admin, params: { activityID: entry?.activityID ?? 0 } })
    assert.deepEqual(states.body.details.after, { name: 'Renamed' })
  })

  it('keeps to names that are free, and its own in other letters is', async () => {
    const id = await addTemplate({ title: 'Pump A' })
    await addTemplate({ title: 'Pump B' })
    const rename = (title: string) => call(renameTemplate, { as: admin, params: { id }, body: { title } })

    assert.equal((await rename('PUMP B')).failure.code, 'template/exists')
    assert.equal((await rename('PUMP A')).body.details.title, 'PUMP A')
  })
})

describe('the icon of a template', () => {
  const icons = async (as: SignedInUser) => (await call(listTemplateIcons, { as })).body.details

  it('is given, changed and taken away, with a version each time, and kept where it is not named', async () => {
    const id = (await create({ title: 'Iconic', icon: 'pump' })).body.details.id
    const rename = async (body: CallOf<typeof renameTemplate>['body']) =>
      (await call(renameTemplate, { as: admin, params: { id }, body })).body.details

    assert.deepEqual((await rename({ title: 'Iconic 2', version: 1 })).icon, 'pump')
    assert.deepEqual((await rename({ title: 'Iconic 2', icon: 'tank', version: 2 })).icon, 'tank')
    assert.equal((await list(admin, { search: 'Iconic' })).templates[0]?.icon, 'tank')
    const copy = (await create({ title: 'Iconic copy', templateID: id })).body.details
    assert.equal(copy.icon, 'tank')
    const imported = await bring({ entity: admin.entity, file: fileOf({ ...shown(copy), title: 'Iconic file' }) })
    assert.equal(imported.body.details.icon, 'tank')

    assert.equal((await rename({ title: 'Iconic 2', icon: null, version: 3 })).icon, undefined)
    const [newest] = (await call(listTemplateVersions, { as: admin, params: { id } })).body.details
    assert.deepEqual(newest?.changes, ['Changed the template: icon tank → (none)'])
    const unknown = await call(renameTemplate, {
      as: admin,
      params: { id },
      body: { title: 'Iconic 2', icon: 'rocket' as 'tank' },
    })
    assert.equal(unknown.failure.code, 'request/invalid')
  })

  it('is notified of templates in reach, and of those that units in reach share, and of no other', async () => {
    const own = (await create({ title: 'Own icon', icon: 'meter' })).body.details.id
    const theirs = (await create({ title: 'Shared icon', icon: 'truck', entity: stranger.entity }, stranger)).body
      .details.id
    const entry = (list: Awaited<ReturnType<typeof icons>>, id: TemplateId) => list.find((one) => one.id === id)?.icon

    assert.equal(entry(await icons(viewer), own), 'meter')
    assert.equal(entry(await icons(viewer), theirs), undefined)
    await buildUnit(db, { entity: admin.entity, defaultTemplate: theirs })
    assert.equal(entry(await icons(viewer), theirs), 'truck')
    assert.equal(entry(await icons(stranger), own), undefined)
  })
})

describe('changing a template as a whole', () => {
  const put = (templateID: TemplateId, title: string, given: { dataID?: DataId } = {}) =>
    call(putTemplate, { as: admin, body: { templateID, template: { ...full, title }, ...given } })

  it('keeps to names that are free, as adding one does, also when two people choose one at once', async () => {
    const [id, other] = [await addTemplate({ title: 'Well A' }), await addTemplate({ title: 'Well B' })]
    const late = await addTemplate({ title: 'Well C' })

    const taken = await put(id, ' well b')
    const blank = await put(id, '  ')

    assert.equal(taken.failure.code, 'template/exists')
    assert.equal(blank.failure.message, 'A name is required.')
    assert.equal((await put(id, 'WELL A ')).body.details.title, 'WELL A')
    const answers = await Promise.all([put(other, 'Well D'), put(late, 'Well D')])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
  })

  it('of two that already have one name still works', async () => {
    const [id] = [await addTemplate({ title: 'Double' }), await addTemplate({ title: 'Double' })]
    const changed = await call(putTemplate, {
      as: admin,
      body: { templateID: id, template: { title: 'Double', events: [] } },
    })
    assert.equal(changed.status, 200)
  })

  it('leaves the name of a copy of a unit’s own to the unit', async () => {
    const id = await addTemplate({ title: 'Own name' })
    const { dataId: dataID } = await buildUnit(db, { entity: admin.entity, defaultTemplate: id })
    const copy = (await put(id, 'Own name', { dataID })).body.details.id
    assert.equal((await put(copy, 'Own name', { dataID })).status, 200)
  })
})

describe('an open gallery', () => {
  it('is notified when templates in reach are added, changed or removed, or units get others, and of no others', async () => {
    const reader = await readEvents(app, 'stream/live?devices=-', { as: viewer })
    const foreign = await addTemplate({ entity: stranger.entity })
    await call(renameTemplate, { as: stranger, params: { id: foreign }, body: { title: 'Not for you' } })
    const isPushed = async (act: () => Promise<{ status: number }>): Promise<void> => {
      assert.equal((await act()).status, 200)
      const { event, data } = (await reader.next()) ?? {}
      assert.deepEqual([event, data], ['templates', {}])
    }
    const { dataId: dataID } = await buildUnit(db, { entity: admin.entity })
    let id = '' as TemplateId
    await isPushed(async () => {
      const added = await call(createTemplate, { as: admin, body: { title: 'Changed' } })
      id = added.body.details.id
      return added
    })
    await isPushed(() =>
      call(putTemplate, { as: admin, body: { templateID: id, template: { title: 'Changed again', events: [] } } }),
    )
    const choose = (defaultTemplate: TemplateId | null) =>
      call(administerUnit, { as: admin, params: { dataID }, body: { defaultTemplate } })
    await isPushed(() => choose(id))
    await isPushed(() => choose(null))
    await isPushed(() => call(deleteTemplate, { as: admin, params: { id }, body: {} }))
    reader.close()
  })
})

describe('deleting a template', () => {
  it('is refused as long as units have it, with their names', async () => {
    const id = await addTemplate({ title: 'Used' })
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      await buildUnit(db, { entity: admin.entity, friendlyName: name, defaultTemplate: id })
    }
    await buildUnit(db, { entity: stranger.entity, defaultTemplate: id })

    const { status, failure } = await remove(id)

    assert.deepEqual([status, failure.code], [409, 'template/in-use'])
    assert.equal(
      failure.message,
      '“Used” is the template of A, B, C, 2 more, and units of other entities. Give them another one first.',
    )
    assert.equal((await call(getTemplate, { as: admin, params: { id } })).status, 200)
  })

  it('is for admins, of a template in reach and of the version that they saw', async () => {
    const id = await addTemplate()
    assert.equal((await remove(id, {}, viewer)).failure.code, 'access/forbidden')
    assert.equal((await remove(id, {}, stranger)).failure.code, 'template/not-found')
    assert.equal((await remove(id, { version: 7 })).failure.code, 'template/changed')

    assert.equal((await remove(id, { version: 1 })).status, 200)

    assert.equal((await remove(id)).failure.code, 'template/not-found')
  })

  it('and choosing it for a unit at once leaves no unit with a template that is gone', async () => {
    for (let n = 0; n < 5; n += 1) {
      const id = await addTemplate()
      const { dataId: dataID } = await buildUnit(db, { entity: admin.entity })

      const [removed, chosen] = await Promise.all([
        remove(id),
        call(administerUnit, { as: admin, params: { dataID }, body: { defaultTemplate: id } }),
      ])

      assert.deepEqual([removed.status, chosen.status], removed.status === 200 ? [200, 404] : [409, 200])
    }
  })
})
