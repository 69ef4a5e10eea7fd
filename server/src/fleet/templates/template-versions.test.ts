import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplate,
} from '@fieldwatch/contract/templates/template-versions'
import {
  getTemplate,
  putTemplate,
  removeOwnTemplate,
  type TemplateDefinition,
} from '@fieldwatch/contract/templates/templates'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTemplateStore } from './template-store.ts'
import { createTemplateVersionStore, KEPT_VERSIONS } from './template-version-store.ts'

const database = await createTestDatabase()
const { db, bus, call, clock, signInAs } = await createTestApp({ database })
const ada = await signInAs({ role: 'admin' })
const grace = await signInAs({ entity: ada.entity })
const stranger = await signInAs()
await db.updateTable('appUser').set({ firstName: 'Ada', lastName: 'Berg' }).where('id', '=', ada.userId).execute()

const DAY_MS = 24 * 60 * 60_000

let made = 0
async function addTemplate(): Promise<TemplateId> {
  const id = `versions-${(made += 1)}` as TemplateId
  const at = { createdBy: ada.userId, createdAt: clock() }
  await createTemplateStore(db).create({ id, entityId: ada.entity, definition: charts('A'), ...at })
  return id
}

const charts = (...titles: string[]): TemplateDefinition => ({
  title: 'Pump',
  timeSeries: { charts: titles.map((title) => ({ title, type: 'timeseries', specifications: {} })) },
})

async function change(id: TemplateId, template: TemplateDefinition, as = ada): Promise<void> {
  assert.equal((await call(putTemplate, { as, body: { templateID: id, template } })).status, 200)
}

const list = async (id: TemplateId, as = ada) => (await call(listTemplateVersions, { as, params: { id } })).body.details

const restore = (id: TemplateId, body: { restore: number; version?: number }, as = ada) =>
  call(restoreTemplate, { as, params: { id }, body })

const rowsOf = (id: TemplateId) =>
  db.selectFrom('templateVersion').select(['version', 'definition']).where('templateId', '=', id).execute()

describe('the versions of a template', () => {
  it('are listed with who made each, when and what is different, the newest first', async () => {
    const id = await addTemplate()
    await change(id, charts('A', 'B'))
    await change(id, charts('B'), grace)

    const versions = await list(id)

    assert.deepEqual(
      versions.map(({ version, changes, how }) => [version, how, changes]),
      [
        [3, 'changed', ['Removed chart “A”']],
        [2, 'changed', ['Added chart “B”']],
        [1, null, []],
      ],
    )
    assert.equal(versions[1]?.changedBy, 'Ada Berg')
    assert.equal(versions[1]?.changedUTC, new Date(clock()).toISOString())
    assert.equal((await rowsOf(id)).length, 2)
  })

  it('can be read as they were, by users who have the template in reach', async () => {
    const id = await addTemplate()
    await change(id, charts('A', 'B'))
    const read = (version: number, as = ada) => call(getTemplateVersion, { as, params: { id, version } })

    assert.deepEqual((await read(1)).body.details, charts('A'))
    assert.deepEqual((await read(2)).body.details, charts('A', 'B'))
    assert.equal((await read(7)).failure.code, 'template/version-not-found')
    assert.equal((await read(1, stranger)).failure.code, 'template/not-found')
    assert.equal(
      (await call(listTemplateVersions, { as: stranger, params: { id } })).failure.code,
      'template/not-found',
    )
  })

  it('are the newest ones whole, of older ones the last of a day, for a limited time', async () => {
    const id = await addTemplate()
    const versions = createTemplateVersionStore(db)
    const day = Date.parse('2026-03-01T08:00:00.000Z')
    for (let version = 1; version <= 90; version += 1) {
      // Ten a day.
      const at = new Date(day + Math.floor((version - 1) / 10) * DAY_MS + version * 1000)
      await db.updateTable('template').set({ version, changedAt: at }).where('id', '=', id).execute()
      await versions.keep({ id, definition: charts(String(version)) }, at.getTime())
    }
    const kept = async () => (await rowsOf(id)).map(({ version }) => version).toSorted((one, other) => one - other)
    const newest = Array.from({ length: KEPT_VERSIONS.all }, (_, n) => 90 - KEPT_VERSIONS.all + 1 + n)

    assert.deepEqual(await kept(), [10, 20, 30, 40, 50, 60, ...newest])

    await db.updateTable('template').set({ version: 91 }).where('id', '=', id).execute()
    await versions.keep({ id, definition: charts('91') }, day + 403.5 * DAY_MS)
    assert.equal((await kept())[0], 50)
  })

  it('take bounded room, however large the template is', async () => {
    const id = await addTemplate()
    const versions = createTemplateVersionStore(db)
    for (let version = 1; version <= 8; version += 1) {
      const noise = Array.from({ length: 25_000 }, (_, n) => ((n + version) * 7_919_777_777) % 1_000_000_007).join('')
      await db.updateTable('template').set({ version }).where('id', '=', id).execute()
      await versions.keep(
        { id, definition: { title: noise.repeat(8) + noise.split('').toReversed().join('').repeat(4) } },
        clock(),
      )
    }
    const rows = await rowsOf(id)
    const bytes = rows.reduce((sum, { definition }) => sum + definition.length, 0)

    assert.ok(bytes <= KEPT_VERSIONS.bytes, String(bytes))
    assert.ok(rows.some(({ version }) => version === 8))
  })

  it('go with a copy that a unit gives up', async () => {
    const id = await addTemplate()
    const { dataId: dataID } = await buildUnit(db, { entity: ada.entity, defaultTemplate: id })
    const own = await call(putTemplate, { as: ada, body: { dataID, templateID: id, template: charts('Own') } })
    const copy = own.body.details.id
    await call(putTemplate, { as: ada, body: { dataID, templateID: copy, template: charts('Own', 'B') } })
    assert.equal((await list(copy)).length, 2)

    await call(removeOwnTemplate, { as: ada, body: { dataID } })

    assert.deepEqual(await rowsOf(copy), [])
  })
})

describe('what a version changed', () => {
  it('is written in the language of the reader, and as it was kept by older versions of the portal', async () => {
    const id = await addTemplate()
    await change(id, charts('B', 'A'))
    const old = { version: 3, how: 'changed', changes: ['Added chart “Old”'], more: 0 } as const
    const read = async () => {
      const params = { id }
      const { body } = await call(listTemplateVersions, { as: ada, params, headers: { 'accept-language': 'de' } })
      return body.details[0]?.changes
    }
    assert.deepEqual(await read(), ['Diagramm „B“ hinzugefügt'])

    await change(id, charts('A'))
    await createTemplateVersionStore(db).note(id, old)

    assert.deepEqual(await read(), ['Added chart “Old”'])
  })
})

describe('going back to a former version', () => {
  it('makes a new one, notifies open pages, and loses nothing', async () => {
    const id = await addTemplate()
    await change(id, charts('A', 'B'))
    const published: unknown[] = []
    const stop = bus.subscribe('template-changed', (event) => published.push(event))

    const { body } = await restore(id, { restore: 1, version: 2 }, grace)
    stop()

    assert.deepEqual([body.details.version, body.details.timeSeries], [3, charts('A').timeSeries])
    assert.deepEqual(published, [{ templateId: id, version: 3 }])
    const [newest, ...former] = await list(id)
    assert.deepEqual([newest?.how, newest?.restored, newest?.changes], ['restored', 1, ['Removed chart “B”']])
    assert.deepEqual(
      former.map(({ version }) => version),
      [2, 1],
    )
    const { action, after } = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('subjectId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.deepEqual([action, (after as { restored: number }).restored], ['restore template', 1])
  })

  it('is refused with another person’s newer version, of a version that is gone, and out of reach', async () => {
    const id = await addTemplate()
    await change(id, charts('A', 'B'))
    await change(id, charts('B'), grace)

    const late = await restore(id, { restore: 1, version: 2 })

    assert.deepEqual([late.status, late.failure.code], [409, 'template/changed'])
    assert.equal((await restore(id, { restore: 9 })).failure.code, 'template/version-not-found')
    assert.equal((await restore(id, { restore: 1 }, stranger)).failure.code, 'template/not-found')
    const foreign = await buildUnit(db, { entity: stranger.entity, defaultTemplate: id })
    assert.ok(foreign)
    assert.equal((await restore(id, { restore: 1 }, stranger)).failure.code, 'template/not-yours')
    assert.equal((await call(getTemplate, { as: ada, params: { id } })).body.details.version, 3)
  })

  it('of a unit’s own copy changes that unit alone', async () => {
    const id = await addTemplate()
    const { dataId: dataID } = await buildUnit(db, { entity: ada.entity, defaultTemplate: id })
    const own = await call(putTemplate, { as: ada, body: { dataID, templateID: id, template: charts('Own') } })
    const copy = own.body.details.id
    await call(putTemplate, { as: ada, body: { dataID, templateID: copy, template: charts('Own', 'B') } })

    const { body } = await restore(copy, { restore: 1, version: 2 }, ada)

    assert.deepEqual([body.details.dataID, body.details.version], [dataID, 3])
    assert.deepEqual(
      body.details.timeSeries?.charts.map(({ title }) => title),
      ['Own'],
    )
    assert.equal((await list(id)).length, 1)
    assert.equal((await restore(copy, { restore: 1 }, stranger)).failure.code, 'template/not-found')
  })

  it('whose name another template has by now is refused', async () => {
    const id = await addTemplate()
    await change(id, { ...charts('A'), title: 'Renamed' })
    await createTemplateStore(db).create({
      id: 'versions-same-name' as TemplateId,
      entityId: ada.entity,
      definition: { title: 'PUMP' },
    })

    assert.equal((await restore(id, { restore: 1 })).failure.code, 'template/exists')
  })
})
