import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Change } from '@fieldwatch/contract/consequences/changes'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { putTemplate, removeOwnTemplate } from '@fieldwatch/contract/templates/templates'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createShare, listShares } from '../contract/shares.ts'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })

const charts = (...titles: readonly string[]) => ({
  charts: titles.map((title, index) => ({
    title,
    type: 'timeseries' as const,
    specifications: { room: [{ field: `temp${index}`, friendlyName: 'T' }] },
  })),
})

async function addTemplate(...titles: readonly string[]): Promise<TemplateId> {
  const id = randomUUID() as TemplateId
  await createTemplateStore(db).create({
    id,
    entityId: entity,
    definition: { title: id, timeSeries: charts(...titles) },
  })
  return id
}

/** A unit with two charts, and a link that shows the first. */
async function buildShown() {
  const templateID = await addTemplate('Temp', 'Other')
  const { dataId: dataID } = await buildUnit(db, { entity, defaultTemplate: templateID })
  const what = { dataID, chart: 'Temp', range: { kind: 'last', minutes: 60 } } as const
  const { body } = await call(createShare, { as: admin, body: { kind: 'chart', what } })
  const { shareID } = body.details.share
  const shown = async () => {
    const { shares } = (await call(listShares, { as: admin })).body.details
    const link = shares.find((one) => one.shareID === shareID)
    return [link?.title, link?.state]
  }
  return { templateID, dataID, shown }
}

const linksFor = async (change: Change) =>
  (await call(listConsequences, { as: admin, body: { change } })).body.details.things
    .filter(({ kind }) => kind === 'shared link')
    .map(({ follows }) => follows)

describe('a link to a chart', () => {
  it('shows the chart by its new title, on one unit that has its own copy or on all', async () => {
    const { templateID, dataID, shown } = await buildShown()
    const template = { title: templateID, timeSeries: charts('Heat', 'Other') }
    const change = { kind: 'chart-renamed', dataID, chart: 'Temp', to: 'Heat' } as const
    const listed = [await linksFor(change), await linksFor({ ...change, onlyThisUnit: true })]

    await call(putTemplate, { as: admin, body: { templateID, dataID, template } })
    const own = await shown()
    await call(removeOwnTemplate, { as: admin, body: { dataID } })
    const back = await shown()
    await call(putTemplate, { as: admin, body: { templateID, template } })

    assert.deepEqual(listed, [['moves along'], ['moves along']])
    assert.deepEqual(
      [own, back, await shown()],
      [
        ['Heat', 'open'],
        ['Temp', 'open'],
        ['Heat', 'open'],
      ],
    )
  })

  it('ends with the chart', async () => {
    const { templateID, dataID, shown } = await buildShown()
    const listed = await linksFor({ kind: 'chart-deleted', dataID, chart: 'Temp', onlyThisUnit: true })

    const template = { title: templateID, timeSeries: { charts: charts('Temp', 'Other').charts.slice(1) } }
    await call(putTemplate, { as: admin, body: { templateID, template } })

    assert.deepEqual(listed, ['ends'])
    assert.deepEqual(await shown(), ['Temp', 'screen'])
  })

  it('moves to a chart with the same series where the unit shows another template, and ends without one', async () => {
    const { dataID, shown } = await buildShown()
    const [other, none] = [await addTemplate('Heat', 'Other'), await addTemplate()]
    const swap = (defaultTemplate: TemplateId) =>
      call(administerUnit, { as: admin, params: { dataID }, body: { defaultTemplate } })

    await swap(other)
    const moved = await shown()
    const listed = await linksFor({ kind: 'template-changed', dataIDs: [dataID], templateID: none })
    await swap(none)

    assert.deepEqual(moved, ['Heat', 'open'])
    assert.deepEqual(listed, ['ends'])
    assert.deepEqual(await shown(), ['Heat', 'screen'])
  })
})
